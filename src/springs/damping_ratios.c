/* Damping ratios of all pairs and of each surface. Cost: a bisection for each coefficient that differs from the last.
 */
#include "springs/damping_ratios.h"

#include <stdlib.h>

#include "base/mem.h"
#include "contact/spring.h"

/** Coefficients of pairs at 0, then of each surface. */
static const struct coefficients *coefficients_at(const struct stepper *stepper, uint32_t i)
{
    return i > 0 ? scene_at_surface(stepper->scene, 0, &stepper->boundary.surfaces[i - 1])
                 : scene_pair(stepper->scene, 0, 0);
}

static struct damping_ratio *ratio_at(struct damping_ratios *ratios, uint32_t i)
{
    return i > 0 ? &ratios->surfaces[i - 1] : &ratios->pair;
}

bool damping_ratios_open(struct damping_ratios *ratios, const struct stepper *stepper)
{
    *ratios = (struct damping_ratios){.n = stepper->boundary.n};
    ratios->surfaces = mem_array(ratios->n, sizeof *ratios->surfaces);
    for (uint32_t i = 0; ratios->surfaces && i <= ratios->n; i++) {
        struct damping_ratio *ratio = ratio_at(ratios, i);
        ratio->normal = spring_damping_ratio(coefficients_at(stepper, i)->restitution.slow);
        ratios->damped |= ratio->normal > 0;
    }
    return ratios->surfaces;
}

void damping_ratios_rub(struct damping_ratios *ratios, const struct stepper *stepper)
{
    for (uint32_t i = 0; i <= ratios->n; i++) {
        const double beta = coefficients_at(stepper, i)->rubbing.beta;
        const bool is_new = i == 0 || beta != coefficients_at(stepper, i - 1)->rubbing.beta;
        ratio_at(ratios, i)->tangential = is_new ? spring_tangential_ratio(beta) : ratio_at(ratios, i - 1)->tangential;
        ratios->dashed |= ratio_at(ratios, i)->tangential > 0;
        ratios->surfaces_differ |= i > 1 && is_new;
    }
}

void damping_ratios_close(struct damping_ratios *ratios)
{
    free(ratios->surfaces);
}
