/* Damping ratios of all pairs and of each surface, by material. Cost: a bisection for each coefficient that differs
 * from the last and is not that of the same two materials the other way round.
 */
#include "springs/damping_ratios.h"

#include <stdlib.h>

#include "base/mem.h"
#include "contact/spring.h"

static size_t count(const struct damping_ratios *ratios)
{
    return (size_t)ratios->materials * (ratios->materials + ratios->n);
}

/** Coefficients of pairs of materials, row by row, then of each surface with each material. */
static const struct coefficients *coefficients_at(const struct damping_ratios *ratios, const struct stepper *stepper,
                                                  size_t i)
{
    const struct scene *scene = stepper->scene;
    const size_t m = ratios->materials;
    if (i < m * m)
        return &scene_of_balls(scene)[i];
    return &stepper->boundary.surfaces[i / m - m].by_material[i % m];
}

/** False of surfaces that nothing bounces off. */
static bool acts(const struct damping_ratios *ratios, const struct stepper *stepper, size_t i)
{
    const size_t m = ratios->materials;
    return i < m * m || boundary_bounces(&stepper->boundary.surfaces[i / m - m]);
}

/** The pair that has the same two materials as pair i and comes first; i itself: none does. */
static size_t mirrored(const struct damping_ratios *ratios, size_t i)
{
    const size_t m = ratios->materials, row = i / m, column = i % m;
    return row < m && column < row ? column * m + row : i;
}

bool damping_ratios_open(struct damping_ratios *ratios, const struct stepper *stepper)
{
    *ratios = (struct damping_ratios){
        .scene = stepper->scene, .materials = scene_n_materials(stepper->scene), .n = stepper->boundary.n};
    ratios->pairs = mem_array(count(ratios), sizeof *ratios->pairs);
    double last = -1;
    for (size_t i = 0; ratios->pairs && i < count(ratios); i++) {
        const struct coefficients *of = coefficients_at(ratios, stepper, i);
        const size_t same = of->restitution.slow == last ? i - 1 : mirrored(ratios, i);
        ratios->pairs[i].normal = same < i ? ratios->pairs[same].normal : spring_damping_ratio(of->restitution.slow);
        ratios->damped |= ratios->pairs[i].normal > 0;
        last = of->restitution.slow;
    }
    return ratios->pairs;
}

void damping_ratios_rub(struct damping_ratios *ratios, const struct stepper *stepper)
{
    const size_t n_pairs = (size_t)ratios->materials * ratios->materials;
    const struct coefficients *last = NULL, *first = coefficients_at(ratios, stepper, 0);
    for (size_t i = 0; i < count(ratios); i++) {
        if (!acts(ratios, stepper, i))
            continue;
        const struct coefficients *of = coefficients_at(ratios, stepper, i);
        const bool is_new = !last || of->rubbing.beta != last->rubbing.beta;
        const size_t same = is_new ? mirrored(ratios, i) : i - 1;
        struct damping_ratio *ratio = &ratios->pairs[i];
        ratio->tangential = same < i ? ratios->pairs[same].tangential : spring_tangential_ratio(of->rubbing.beta);
        ratios->dashed |= ratio->tangential > 0;
        ratios->surfaces_differ |= i > n_pairs && is_new;
        ratios->surfaces_bounce_apart |= i > n_pairs && ratio->normal != ratio[-1].normal;
        ratios->pairs_differ |= i < n_pairs && !coefficients_are_equal(of, first);
        last = of;
    }
}

void damping_ratios_close(struct damping_ratios *ratios)
{
    free(ratios->pairs);
}
