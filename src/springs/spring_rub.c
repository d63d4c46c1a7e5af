/*
 * Contacts that rub (Cundall and Strack, Geotechnique 29, 47, 1979): a spring and a dashpot across the normal,
 *
 *     F = -k_t xi - c_t g,   xi' = g,   |F| <= mu F_n,
 *
 * with g the velocity of the surface of a against that of b. Where the cap acts, the contact slides: xi is shortened as
 * the pull is. (LAMMPS stretches it backwards instead, until spring and dashpot pull no more than that, so where c_t is
 * large, which is where beta is small, friction is weak.) xi turns with the contact; in fixed steps it keeps its part
 * across the new normal. With c_t = 0 this is LAMMPS' gran/hooke/history to the last term.
 *
 *     k_t = k m_t/mu unless given, with 1/m_t the sum of (1 + 1/q)/m: then normal and tangential oscillations last
 *     equally long, and between like balls it is k q/(1 + q).
 *
 * The table takes vertical velocities, so the vertical part of F only turns the balls. Energy: k_t xi^2/2 is stored;
 * what the dashpot takes, what is shortened, and what is left when a contact ends is lost.
 *
 * A kick by a force f over a time h takes h f times the mean of the velocities before and after it, to rounding, see
 * contact_history.c. So a row keeps what dashpots and the limit of friction add to the springs, and a sum their power
 * with the velocities before; when those after are known, the power with them follows.
 *
 * Limits: mu = 0: no force; beta = 1 and no sliding: elastic. One row for each contact, kept in ascending key like the
 * contacts, so that each look is one walk along both lists. Where balls are many, steps wait for memory: so a row is in
 * columns, of which only those in use take any, and vectors read them; of contacts that are not listed, spins about
 * the vertical are side by side.
 */
#include "springs/spring_rub.h"

#include <math.h>
#include <string.h>

#include "contact/friction.h"

/* ---- one contact ---- */

static struct spring_constants constants_at(const struct spring_rubbing *rubbing, const struct spring_rub_list *list,
                                            size_t row)
{
    return rubbing->are_alike ? rubbing->alike[list->keys[row] >> 63] : list->constants[row];
}

static struct vec2 normal_at(const struct spring_rub_list *list, size_t row)
{
    return spring_contact_normal(&(struct spring_contact){
        .push = {*spring_rub_at(list, RUB_PUSH_X, row), *spring_rub_at(list, RUB_PUSH_Y, row)}});
}

static struct vec3 turning(const struct spring_rubbing *rubbing, uint32_t ball)
{
    return vec3_scale(rubbing->base->r[ball],
                      rubbing->spin ? (struct vec3){0, 0, rubbing->spin[ball]} : rubbing->how.w[ball]);
}

static struct vec2 slip_of(const struct spring_rubbing *rubbing, const struct spring_contact *contact, struct vec2 n)
{
    struct vec3 w = turning(rubbing, contact->a);
    if (contact_is_ball(contact->b))
        w = vec3_add(w, turning(rubbing, contact->b));
    struct vec2 v = spring_contact_relative_velocity(contact, rubbing->how.v);
    return (struct vec2){vec2_cross(n, v) + w.z, w.x * n.y - w.y * n.x};
}

/** The most that friction holds. */
static double most_of(const struct spring_rubbing *rubbing, const struct spring_contact *contact, struct vec2 slip)
{
    const struct friction mu =
        boundary_coefficients(&rubbing->base->boundary, rubbing->base->scene, contact->a, contact->b)->rubbing.mu;
    return (mu.b > 0 ? friction_coefficient(mu, vec2_length(slip)) : mu.a) *
           (contact->force * vec2_length(contact->push));
}

static double stored(const struct spring_rubbing *rubbing, const struct spring_rub_list *list, size_t row)
{
    const struct vec2 stretch = spring_rub_stretch(list, row);
    return 0.5 * constants_at(rubbing, list, row).k * vec2_dot(stretch, stretch);
}

/** Sets the force, as spring and dashpot pull or friction holds.
 *  @return the share of it that friction holds: 1, or so little less that the spring alone, shortened to it, is held */
static double hold(struct spring_constants of, struct vec2 stretch, struct spring_pull *pull, double most)
{
    struct vec2 pulling = vec2_add(vec2_scale(of.k, stretch), vec2_scale(of.c, pull->slip));
    double size = vec2_length(pulling), share = size > most ? most / size * SPRING_RUB_HELD : 1;
    pull->force = vec2_scale(-share, pulling);
    return share;
}

/** Ends a step: returns the stretch of the spring, which is shortened where the contact slides. The work of its mean
 *  pull that is not stored is lost.
 *  @param turned cosine of the angle by which the normal has turned; 1 after stages, in which it was not shortened */
static struct vec2 settle(const struct spring_rubbing *rubbing, struct spring_constants of, struct spring_pull *pull,
                          double most, double turned, double *lost)
{
    const struct vec2 from = pull->base, longest = vec2_add((struct vec2){from.x * turned, from.y}, pull->gain);
    struct vec2 stretch = longest;
    double share = hold(of, stretch, pull, most);
    if (share < 1) {
        stretch = vec2_scale(share, stretch);
        hold(of, stretch, pull, most);
    }
    double more = vec2_dot(stretch, stretch) - vec2_dot(from, from);
    struct vec2 twice_mean = vec2_add(from, rubbing->how.time > 0 ? stretch : longest);
    *lost += 0.5 * of.k * (vec2_dot(twice_mean, pull->gain) - more);
    return stretch;
}

static void turn(struct spring_rubbing *rubbing, uint32_t ball, struct vec2 along, struct vec2 force)
{
    rubbing->torque[ball] += force.x;
    if (!rubbing->is_flat)
        rubbing->tilting[ball] = vec2_sub(rubbing->tilting[ball], vec2_scale(force.y, along));
}

/** What dashpots and the limit of friction have taken until now beside `power`. */
static double spent(const struct spring_rubbing *rubbing, const struct spring_rub_list *list, size_t row)
{
    const struct vec2 n = normal_at(list, row);
    const struct spring_contact bodies = spring_contact_bodies(list->keys[row]);
    const struct vec2 across = {*spring_rub_at(list, RUB_ACROSS, row), list->pulls ? list->pulls[row].dash_up : 0};
    return rubbing->how.weight * (*spring_rub_at(list, RUB_NORMAL, row) *
                                      vec2_dot(n, spring_contact_relative_velocity(&bodies, rubbing->how.v)) -
                                  vec2_dot(across, slip_of(rubbing, &bodies, n)));
}

/** @param n, dash of the contact: normal, and force across it beside that of the spring */
static void set_dash(struct spring_rubbing *rubbing, size_t i, const struct spring_contact *contact,
                     struct spring_pull *pull, struct vec2 n, struct vec2 dash)
{
    const struct spring_rub_list *now = &rubbing->now;
    double normal = (contact->force - contact->overlap * rubbing->base->scene->k) * vec2_length(contact->push);
    *spring_rub_at(now, RUB_NORMAL, i) = normal;
    *spring_rub_at(now, RUB_ACROSS, i) = dash.x;
    pull->dash_up = dash.y;
    rubbing->power[i % SPRING_RUB_SUMS] +=
        normal * vec2_dot(n, spring_contact_relative_velocity(contact, rubbing->how.v)) - vec2_dot(dash, pull->slip);
    now->open[i] = contact->force > 0 ? 2 : now->open[i] > 0;
}

struct vec2 spring_rubbing_pull(struct spring_rubbing *rubbing, size_t i, const struct spring_contact *contact)
{
    const struct spring_rub_list *now = &rubbing->now;
    const struct spring_constants of = constants_at(rubbing, now, i);
    const struct vec2 before = normal_at(now, i), n = spring_contact_normal(contact), along = vec2_left(n);
    const double time = rubbing->how.time;
    double *lost = &rubbing->step_lost[i % SPRING_RUB_SUMS];
    struct spring_pull own = {0}, *pull = now->pulls ? &now->pulls[i] : &own;
    if (rubbing->is_dashed)
        *lost += spent(rubbing, now, i);
    *spring_rub_at(now, RUB_PUSH_X, i) = contact->push.x;
    *spring_rub_at(now, RUB_PUSH_Y, i) = contact->push.y;
    pull->slip = slip_of(rubbing, contact, n);
    double most = most_of(rubbing, contact, pull->slip);
    if (time > 0) {
        pull->base = spring_rub_stretch(now, i);
        pull->gain = vec2_scale(time, pull->slip);
    }
    if (time >= 0)
        spring_rub_set_stretch(now, i, settle(rubbing, of, pull, most, time > 0 ? vec2_dot(n, before) : 1, lost));
    else
        hold(of, spring_rub_stretch(now, i), pull, most);
    if (rubbing->is_dashed)
        set_dash(rubbing, i, contact, pull, n, vec2_add(pull->force, vec2_scale(of.k, spring_rub_stretch(now, i))));
    turn(rubbing, contact->a, along, pull->force);
    if (contact_is_ball(contact->b))
        turn(rubbing, contact->b, along, pull->force);
    return vec2_scale(pull->force.x, along);
}

void spring_rubbing_clear(struct spring_rubbing *rubbing, struct range range)
{
    const size_t n = range.last - range.first;
    memset(rubbing->torque + range.first, 0, n * sizeof *rubbing->torque);
    if (!rubbing->is_flat)
        memset(rubbing->tilting + range.first, 0, n * sizeof *rubbing->tilting);
}

static double total(const double sums[SPRING_RUB_SUMS])
{
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

void spring_rubbing_begin(struct spring_rubbing *rubbing, const struct spring_stretching *how)
{
    rubbing->how = *how;
    sum_add(&rubbing->lost, how->weight * total(rubbing->power));
    memset(rubbing->power, 0, sizeof rubbing->power);
    memset(rubbing->step_lost, 0, sizeof rubbing->step_lost);
}

void spring_rubbing_see(struct spring_rubbing *rubbing, const struct spring_stretching *how)
{
    rubbing->how = *how;
    for (size_t i = 0; i < rubbing->now.count; i++) {
        const struct spring_contact bodies = spring_contact_bodies(rubbing->now.keys[i]);
        rubbing->now.pulls[i].slip = slip_of(rubbing, &bodies, normal_at(&rubbing->now, i));
    }
}

void spring_rubbing_stage(struct spring_rubbing *rubbing, bool is_first, double weight, double time)
{
    for (size_t i = 0; i < rubbing->now.count; i++) {
        struct spring_pull *pull = &rubbing->now.pulls[i];
        if (is_first) {
            pull->base = spring_rub_stretch(&rubbing->now, i);
            pull->gain = (struct vec2){0, 0};
        }
        pull->gain = vec2_add(pull->gain, vec2_scale(weight, pull->slip));
        spring_rub_set_stretch(&rubbing->now, i,
                               vec2_add(pull->base, time < HUGE_VAL ? vec2_scale(time, pull->slip) : pull->gain));
    }
}

/* ---- all contacts ---- */

bool spring_rubbing_renew(struct spring_rubbing *rubbing, size_t count)
{
    const struct spring_rub_list former = rubbing->now;
    if (!spring_rubbing_reserve(&rubbing->former, count, rubbing->is_listed))
        return false;
    rubbing->now = rubbing->former;
    rubbing->former = former;
    spring_rubbing_clear_row(&rubbing->former, rubbing->former.count);
    rubbing->now.count = rubbing->old = 0;
    return true;
}

/** All rows of before with a smaller key are over. */
static void end_before(struct spring_rubbing *rubbing, uint64_t key)
{
    const struct spring_rub_list *former = &rubbing->former;
    for (; rubbing->old < former->count && former->keys[rubbing->old] < key; rubbing->old++) {
        sum_add(&rubbing->lost, stored(rubbing, former, rubbing->old));
        if (rubbing->is_dashed)
            sum_add(&rubbing->lost, spent(rubbing, former, rubbing->old));
        rubbing->ended[former->keys[rubbing->old] >> 63] += !rubbing->is_dashed || former->open[rubbing->old] > 0;
    }
}

/** The next row, of a contact that may have been there before. Returns that former row, or one of zeros. */
static inline size_t take(struct spring_rubbing *rubbing, uint64_t key)
{
    const struct spring_rub_list *former = &rubbing->former;
    const size_t row = rubbing->now.count++;
    size_t from = rubbing->old;
    if (from < former->count && former->keys[from] < key) {
        end_before(rubbing, key);
        from = rubbing->old;
    }
    if (from < former->count && former->keys[from] == key)
        rubbing->old++;
    else
        from = former->count;
    rubbing->now.keys[row] = key;
    rubbing->now.open[row] = former->open[from];
    if (!rubbing->are_alike)
        rubbing->now.constants[row] =
            former->constants[from].k > 0 ? former->constants[from] : spring_rubbing_constants(rubbing, key);
    return from;
}

void spring_rubbing_take_pairs(struct spring_rubbing *rubbing, const struct pair *pairs, size_t count, uint32_t *from)
{
    for (size_t p = 0; p < count; p++)
        from[p] = (uint32_t)take(rubbing, spring_contact_key(pairs[p].a, pairs[p].b));
}

void spring_rubbing_take(struct spring_rubbing *rubbing, const struct spring_contact *contact)
{
    const size_t row = rubbing->now.count, from = take(rubbing, contact->key);
    for (enum spring_rub_column c = 0; c < RUB_FORCE; c++)
        *spring_rub_at(&rubbing->now, c, row) = *spring_rub_at(&rubbing->former, c, from);
    if (rubbing->now.pulls)
        rubbing->now.pulls[row] = rubbing->former.pulls[from];
}

void spring_rubbing_note(struct spring_rubbing *rubbing)
{
    end_before(rubbing, UINT64_MAX);
    sum_add(&rubbing->lost, total(rubbing->step_lost));
}

void spring_rubbing_end_step(struct spring_rubbing *rubbing)
{
    const struct spring_rub_list *now = &rubbing->now;
    for (uint8_t *open = now->open, *end = open + now->count; (open = memchr(open, 1, (size_t)(end - open))); *open = 0)
        rubbing->ended[now->keys[open - now->open] >> 63]++;
}

void spring_rubbing_spend(struct spring_rubbing *rubbing, const struct spring_stretching *how)
{
    spring_rubbing_begin(rubbing, how);
    for (size_t i = 0; i < rubbing->now.count; i++)
        rubbing->step_lost[i % SPRING_RUB_SUMS] += spent(rubbing, &rubbing->now, i);
    spring_rubbing_note(rubbing);
}

void spring_rubbing_turn(struct spring_rubbing *rubbing, struct range range, struct vec3 *to, const struct vec3 *from,
                         double time)
{
    double *restrict spin = rubbing->spin;
    const double *restrict torque = rubbing->torque, *restrict yield = rubbing->yield;
    for (size_t i = range.first; spin && i < range.last; i++)
        spin[i] += time * yield[i] * torque[i];
    for (size_t i = range.first; !spin && i < range.last; i++)
        to[i].z = from[i].z + time * yield[i] * torque[i];
    for (size_t i = range.first; !rubbing->is_flat && i < range.last; i++) {
        struct vec2 more = vec2_scale(time * yield[i], rubbing->tilting[i]);
        to[i].x = from[i].x + more.x;
        to[i].y = from[i].y + more.y;
    }
}

void spring_rubbing_energy(const struct spring_rubbing *rubbing, struct sum *energy)
{
    for (size_t i = 0; i < rubbing->now.count; i++)
        sum_add(energy, stored(rubbing, &rubbing->now, i));
}
