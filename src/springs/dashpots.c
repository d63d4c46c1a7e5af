/* Contacts with dashpots from look to look: memory, which of them go on, and what they take. */
#include "springs/dashpots.h"

#include <stdlib.h>

#include "base/mem.h"
#include "contact/spring.h"
#include "springs/spring_kernel.h"

double dashpots_damping(const struct damping_ratios *ratios, const struct stepper *base, uint32_t ball, uint32_t body)
{
    const double mu = stepper_reduced_mass(base, ball, body);
    return spring_damping(damping_ratios_of(ratios, ball, body)->normal, base->scene->k, mu, base->dt);
}

/* ---- memory ---- */

void dashpots_open(struct dashpots *dashpots, const struct stepper *base, const struct damping_ratios *ratios)
{
    dashpots->base = base;
    dashpots->ratios = ratios;
    dashpots->are_alike = ratios->materials == 1 && scene_are_equal(base->scene, base->m);
    if (dashpots->are_alike && base->n > 0)
        dashpots->alike = dashpots_damping(ratios, base, 0, 0);
}

static void close_rows(struct dashpot_rows *rows)
{
    free(rows->pairs);
    free(rows->open);
    free(rows->fours);
}

static void close_look(struct dashpot_look *look)
{
    close_rows(&look->pairs);
    close_rows(&look->ghosts);
    free(look->surfaces);
}

void dashpots_close(struct dashpots *dashpots)
{
    for (size_t p = 0; p < dashpots->n_parts; p++) {
        close_look(&dashpots->parts[p].now);
        close_look(&dashpots->parts[p].former);
    }
    free(dashpots->parts);
}

bool dashpots_divide(struct dashpots *dashpots, size_t parts)
{
    struct dashpot_part *divided = mem_array(parts, sizeof *divided);
    if (!divided)
        return false;
    dashpots_close(dashpots);
    dashpots->parts = divided;
    dashpots->n_parts = parts;
    return true;
}

static bool reserve(struct dashpot_rows *rows, size_t count)
{
    const size_t padded = count + F64X4_LANES;
    rows->count = count;
    return mem_grow(&rows->pairs, &rows->pairs_capacity, padded, sizeof *rows->pairs) &&
           mem_grow(&rows->open, &rows->open_capacity, padded, sizeof *rows->open) &&
           mem_grow(&rows->fours, &rows->fours_capacity, padded / F64X4_LANES, sizeof *rows->fours);
}

bool dashpots_renew(struct dashpot_part *part, const struct verlet_touching *touching)
{
    const struct dashpot_look former = part->now;
    part->now = part->former;
    part->former = former;
    part->now.n_surfaces = 0;
    return reserve(&part->now.pairs, touching->n_local) && reserve(&part->now.ghosts, touching->n_ghost) &&
           mem_grow(&part->now.surfaces, &part->now.surfaces_capacity, 2 * touching->surfaces->count,
                    sizeof *part->now.surfaces);
}

/* ---- which contacts go on ---- */

/** Takes the pairs, and looks up the damping of each, if they differ. */
static void copy(const struct dashpots *dashpots, const struct dashpot_rows *rows, const struct pair *pairs)
{
    if (rows->count > 0)
        memcpy(rows->pairs, pairs, (rows->count + F64X4_LANES - 1) * sizeof *pairs);
    memset(&rows->open[rows->count], 0, F64X4_LANES); /* of the padding */
    if (dashpots->are_alike)
        return;
    memset(&rows->fours[rows->count / F64X4_LANES], 0, sizeof *rows->fours);
    for (size_t p = 0; p < rows->count; p++) {
        const struct pair pair = pairs[p];
        const uint32_t first =
            pair.a < pair.b ? pair.a : pair.b; /* of a ghost, too: its damping has the bits of a pair's */
        rows->fours[p / F64X4_LANES].damping[p % F64X4_LANES] =
            dashpots_damping(dashpots->ratios, dashpots->base, first, pair.a + pair.b - first);
    }
}

/** The next four pairs are the same. */
static inline bool are_four_alike(const struct dashpot_rows *one, size_t i, const struct dashpot_rows *other, size_t k)
{
    return i + F64X4_LANES <= one->count && k + F64X4_LANES <= other->count &&
           memcmp(&one->pairs[i], &other->pairs[k], F64X4_LANES * sizeof *one->pairs) == 0;
}

void dashpots_take_pairs(const struct dashpots *dashpots, struct dashpot_part *part,
                         const struct verlet_touching *touching)
{
    const struct dashpot_rows *now = &part->now.pairs, *former = &part->former.pairs;
    size_t f = 0;
    copy(dashpots, now, touching->local);
    copy(dashpots, &part->now.ghosts, touching->ghost);
    memset(part->now.ghosts.open, 0, part->now.ghosts.count);
    for (size_t p = 0; p < now->count;) {
        if (are_four_alike(former, f, now, p)) { /* as a rule */
            memcpy(&now->open[p], &former->open[f], F64X4_LANES);
            f += F64X4_LANES, p += F64X4_LANES;
            continue;
        }
        while (f < former->count && pairs_before(former->pairs[f], now->pairs[p]))
            part->ended[0] += former->open[f++] > 0;
        const bool goes_on = f < former->count && !pairs_before(now->pairs[p], former->pairs[f]);
        now->open[p++] = goes_on ? former->open[f++] : 0;
    }
    for (; f < former->count; f++)
        part->ended[0] += former->open[f] > 0;
}

void dashpots_end_step(struct dashpot_part *part, const struct near_surfaces_list *near)
{
    const struct dashpot_look *now = &part->now;
    const size_t count = now->pairs.count;
    for (uint8_t *open = now->pairs.open, *end = open + count;
         count > 0 && (open = memchr(open, 1, (size_t)(end - open))); *open = 0)
        part->ended[0]++;
    for (size_t s = 0; s < now->n_surfaces; s++) {
        const struct dashpot_at_surface *at = &now->surfaces[s];
        if (at->contact.force > 0 || !(near->sides[at->near] >> at->side & 1))
            continue;
        near->sides[at->near] ^= (uint8_t)(1U << at->side);
        part->ended[1]++;
    }
}

uint64_t dashpots_ended(const struct dashpots *dashpots, int kind)
{
    uint64_t sum = 0;
    for (size_t p = 0; p < dashpots->n_parts; p++)
        sum += dashpots->parts[p].ended[kind];
    return sum;
}

/* ---- what dashpots take ---- */

void dashpots_spend_at(const struct dashpot_look *look, const struct vec2 *v)
{
    spring_kernel_spend(&look->pairs, v);
    for (size_t s = 0; s < look->n_surfaces; s++) {
        struct dashpot_at_surface *at = &look->surfaces[s];
        at->spent = at->dash * spring_contact_approach(&at->contact, v);
    }
}

/** Adds `power` or `spent` of a part's pairs. */
static void add_pairs(struct dashpot_sums *sums, const struct dashpot_rows *rows, bool spent)
{
    const size_t fours = sums->count % DASHPOT_SUMS == 0 ? rows->count / F64X4_LANES : 0;
    size_t row = fours * F64X4_LANES;
    f64x4 sum = f64x4_load(sums->of);
    for (const struct dashpot_four *four = rows->fours; four < rows->fours + fours; four++)
        sum += f64x4_load(spent ? four->spent : four->power);
    f64x4_store(sums->of, sum);
    sums->count += row;
    for (; row < rows->count; row++) {
        const struct dashpot_four *four = &rows->fours[row / F64X4_LANES];
        dashpot_sums_add(sums, (spent ? four->spent : four->power)[row % F64X4_LANES]);
    }
}

static double total(const struct dashpots *dashpots, bool former, bool spent)
{
    struct dashpot_sums sums = {{0}, 0};
    for (size_t p = 0; p < dashpots->n_parts; p++) {
        const struct dashpot_part *part = &dashpots->parts[p];
        add_pairs(&sums, former ? &part->former.pairs : &part->now.pairs, spent);
    }
    for (size_t p = 0; p < dashpots->n_parts; p++) {
        const struct dashpot_part *part = &dashpots->parts[p];
        const struct dashpot_look *look = former ? &part->former : &part->now;
        for (size_t s = 0; s < look->n_surfaces; s++)
            dashpot_sums_add(&sums, spent ? look->surfaces[s].spent : look->surfaces[s].power);
    }
    return dashpot_sums_total(&sums);
}

void dashpots_add_spent(struct dashpots *dashpots, bool former, double weight)
{
    sum_add(&dashpots->taken, weight * dashpots->power);
    sum_add(&dashpots->taken, weight * total(dashpots, former, true));
}

void dashpots_note(struct dashpots *dashpots)
{
    dashpots->power = total(dashpots, false, false);
}
