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
 * contact_history.c. So a row keeps what dashpots and the limit of friction add to the springs, and its power with the
 * velocities before; when those after are known, the power with them follows.
 *
 * Limits: mu = 0: no force; beta = 1 and no sliding: elastic. One row for each contact, kept in ascending key like the
 * contacts, so that each look is one walk along both lists, and of pairs that have stayed a copy.
 */
#include "integrators/spring_rub.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/min_max.h"
#include "physics/rub.h"
#include "physics/spring.h"

static bool is_rough(struct rubbing mu)
{
    return mu.a > 0 || mu.b > 0;
}

static bool is_any_rough(const struct stepper *base)
{
    bool any = is_rough(base->scene->mu_ball);
    for (uint32_t s = 0; s < base->boundary.n; s++)
        any |= is_rough(base->boundary.surfaces[s].mu);
    return any && base->w;
}

/* ---- one contact ---- */

/** What a unit of tangential force accelerates. */
static double yielding(const struct stepper *base, uint32_t ball)
{
    return rub_yielding(base->m[ball], base->scene->inertia[ball]);
}

static struct spring_constants constants_of(const struct spring_rubbing *rubbing, uint32_t a, uint32_t b)
{
    const struct stepper *base = rubbing->base;
    const struct scene *scene = base->scene;
    const bool is_ball = contact_is_ball(b);
    double m = base->m[a], mu = is_ball ? spring_reduced_mass(m, base->m[b]) : m;
    double m_t = 1 / (yielding(base, a) + (is_ball ? yielding(base, b) : 0));
    double k = scene->k_tangential > 0 ? scene->k_tangential : scene->k * (m_t / mu);
    return (struct spring_constants){
        k, spring_damping(is_ball ? rubbing->zeta_ball : rubbing->zeta_surface, k, m_t, base->dt),
        spring_damping(rubbing->zeta_normal, scene->k, mu, base->dt)};
}

/** Stiffness and dashpots of a new contact: between like balls those of the last one. */
static void set_spring(struct spring_rubbing *rubbing, uint32_t a, uint32_t b, size_t row)
{
    struct spring_constants of = rubbing->alike;
    if (!contact_is_ball(b) || !(of.k > 0))
        of = constants_of(rubbing, a, b);
    if (contact_is_ball(b) && rubbing->are_alike)
        rubbing->alike = of;
    rubbing->now.items[row].k = of.k;
    rubbing->now.items[row].c = of.c;
    if (rubbing->now.dashes)
        rubbing->now.dashes[row].c = of.normal;
}

static struct vec2 slip_of(const struct spring_rubbing *rubbing, const struct spring_contact *contact, struct vec2 n,
                           struct spring_motion motion)
{
    const double *r = rubbing->base->r;
    struct vec3 w = vec3_scale(r[contact->a], motion.w[contact->a]);
    if (contact_is_ball(contact->b))
        w = vec3_add(w, vec3_scale(r[contact->b], motion.w[contact->b]));
    struct vec2 v = spring_contact_relative_velocity(contact, motion.v);
    return (struct vec2){vec2_cross(n, v) + w.z, w.x * n.y - w.y * n.x};
}

/** The most that friction holds. */
static double most_of(const struct spring_rubbing *rubbing, const struct spring_contact *contact, struct vec2 slip)
{
    const struct rubbing mu = contact_is_ball(contact->b) ? rubbing->base->scene->mu_ball
                                                          : boundary_surface(&rubbing->base->boundary, contact->b)->mu;
    return (mu.b > 0 ? rub_coefficient(mu, vec2_length(slip)) : mu.a) * (contact->force * vec2_length(contact->push));
}

static double stored(const struct spring_rub *rub)
{
    return 0.5 * rub->k * vec2_dot(rub->stretch, rub->stretch);
}

/** Sets the force, as spring and dashpot pull or friction holds.
 *  @return the share of it that friction holds: 1, or so little less that the spring alone, shortened to it, is held */
static double hold(const struct spring_rub *rub, struct spring_pull *pull, double most)
{
    struct vec2 pulling = vec2_add(vec2_scale(rub->k, rub->stretch), vec2_scale(rub->c, pull->slip));
    double size = vec2_length(pulling), share = size > most ? most / size * SPRING_RUB_HELD : 1;
    pull->force = vec2_scale(-share, pulling);
    return share;
}

/** Ends a step: stretches the spring, and shortens it where the contact slides. The work of its mean pull that is not
 *  stored is lost.
 *  @param staged the step had stages, in which the spring was not shortened */
static void settle(struct spring_rubbing *rubbing, struct spring_rub *rub, struct spring_pull *pull, double most,
                   bool staged)
{
    const struct vec2 from = pull->base;
    const struct vec2 longest = vec2_add((struct vec2){staged ? from.x : from.x * rub->turned, from.y}, pull->gain);
    rub->stretch = longest;
    double share = hold(rub, pull, most);
    if (share < 1) {
        rub->stretch = vec2_scale(share, rub->stretch);
        hold(rub, pull, most);
    }
    double more = vec2_dot(rub->stretch, rub->stretch) - vec2_dot(from, from);
    struct vec2 twice_mean = vec2_add(from, staged ? longest : rub->stretch);
    rubbing->step_lost += 0.5 * rub->k * (vec2_dot(twice_mean, pull->gain) - more);
}

static void turn(struct spring_rubbing *rubbing, uint32_t ball, struct vec2 along, struct vec2 force)
{
    rubbing->torque[ball] += force.x;
    if (!rubbing->is_flat)
        rubbing->tilting[ball] = vec2_sub(rubbing->tilting[ball], vec2_scale(force.y, along));
}

/** What dashpots and the limit of friction have taken until now. */
static double spent(const struct spring_rubbing *rubbing, const struct spring_rub_list *list, size_t i)
{
    const struct spring_dash *dash = &list->dashes[i];
    const struct vec2 n = list->items[i].n;
    const uint64_t key = list->items[i].key;
    const struct spring_contact at = {.a = (uint32_t)(key >> 32) & ~CONTACT_SURFACE,
                                      .b = (uint32_t)key | (key >> 63 ? CONTACT_SURFACE : 0)};
    return rubbing->weight *
           (dash->power + dash->normal * vec2_dot(n, spring_contact_relative_velocity(&at, rubbing->motion.v)) -
            vec2_dot(dash->tangential, slip_of(rubbing, &at, n, rubbing->motion)));
}

/** @param counted what has been taken is the row's power */
static void set_dash(struct spring_rubbing *rubbing, size_t i, const struct spring_contact *contact,
                     const struct spring_pull *pull, bool counted)
{
    const struct spring_rub *rub = &rubbing->now.items[i];
    struct spring_dash *dash = &rubbing->now.dashes[i];
    rubbing->step_lost += counted ? dash->power : spent(rubbing, &rubbing->now, i);
    dash->normal = (contact->force - contact->overlap * rubbing->base->scene->k) * vec2_length(contact->push);
    dash->tangential = vec2_add(pull->force, vec2_scale(rub->k, rub->stretch));
    dash->power = dash->normal * vec2_dot(rub->n, spring_contact_relative_velocity(contact, rubbing->motion.v)) -
                  vec2_dot(dash->tangential, pull->slip);
    dash->open = contact->force > 0 ? 2 : double_min(dash->open, 1);
}

struct vec2 spring_rubbing_pull(struct spring_rubbing *rubbing, size_t i, const struct spring_contact *contact,
                                struct spring_motion motion, double time)
{
    struct spring_rub *rub = &rubbing->now.items[i];
    struct spring_pull own = {0}, *pull = rubbing->keeps_pulls ? &rubbing->now.pulls[i] : &own;
    const struct vec2 along = vec2_left(rub->n);
    pull->slip = slip_of(rubbing, contact, rub->n, motion);
    double most = most_of(rubbing, contact, pull->slip);
    if (time > 0) {
        pull->base = rub->stretch;
        pull->gain = vec2_scale(time, pull->slip);
    }
    if (time >= 0)
        settle(rubbing, rub, pull, most, !(time > 0));
    else
        hold(rub, pull, most);
    if (rubbing->is_dashed)
        set_dash(rubbing, i, contact, pull, time > 0);
    turn(rubbing, contact->a, along, pull->force);
    if (contact_is_ball(contact->b))
        turn(rubbing, contact->b, along, pull->force);
    return vec2_scale(pull->force.x, along);
}

void spring_rubbing_clear(struct spring_rubbing *rubbing)
{
    memset(rubbing->torque, 0, rubbing->base->n * sizeof *rubbing->torque);
    if (!rubbing->is_flat)
        memset(rubbing->tilting, 0, rubbing->base->n * sizeof *rubbing->tilting);
}

void spring_rubbing_note(struct spring_rubbing *rubbing)
{
    sum_add(&rubbing->lost, rubbing->step_lost);
    rubbing->step_lost = 0;
}

void spring_rubbing_stage(struct spring_rubbing *rubbing, bool is_first, double weight, double time)
{
    for (size_t i = 0; i < rubbing->now.count; i++) {
        struct spring_rub *rub = &rubbing->now.items[i];
        struct spring_pull *pull = &rubbing->now.pulls[i];
        if (is_first) {
            pull->base = rub->stretch;
            pull->gain = (struct vec2){0, 0};
        }
        pull->gain = vec2_add(pull->gain, vec2_scale(weight, pull->slip));
        rub->stretch = vec2_add(pull->base, time < HUGE_VAL ? vec2_scale(time, pull->slip) : pull->gain);
    }
}

/* ---- all contacts ---- */

bool spring_rubbing_renew(struct spring_rubbing *rubbing, size_t count)
{
    enum { BEYOND = 4 }; /* a kernel reads four at a time */
    struct spring_rub_list *next = &rubbing->former, former = rubbing->now;
    if (!mem_grow(&next->items, &next->capacity, count + BEYOND, sizeof *next->items) ||
        (rubbing->keeps_pulls && !mem_grow(&next->pulls, &next->capacity_pulls, count + 1, sizeof *next->pulls)) ||
        (rubbing->is_dashed && !mem_grow(&next->dashes, &next->capacity_dashes, count + BEYOND, sizeof *next->dashes)))
        return false;
    rubbing->now = *next;
    rubbing->former = former;
    rubbing->now.count = rubbing->old = 0;
    return true;
}

/** All rows of before with a smaller key are over. */
static void end_before(struct spring_rubbing *rubbing, uint64_t key)
{
    const struct spring_rub_list *former = &rubbing->former;
    for (; rubbing->old < former->count && former->items[rubbing->old].key < key; rubbing->old++) {
        sum_add(&rubbing->lost, stored(&former->items[rubbing->old]));
        if (former->dashes)
            sum_add(&rubbing->lost, spent(rubbing, former, rubbing->old));
        rubbing->ended[former->items[rubbing->old].key >> 63] +=
            !former->dashes || former->dashes[rubbing->old].open > 0;
    }
}

/** The next row, of a contact that may have been there before. */
static void take(struct spring_rubbing *rubbing, uint64_t key, uint32_t a, uint32_t b)
{
    const struct spring_rub_list *now = &rubbing->now, *former = &rubbing->former;
    end_before(rubbing, key);
    const size_t row = now->count, old = rubbing->old;
    const bool was = old < former->count && former->items[old].key == key;
    now->items[row] = was ? former->items[old] : (struct spring_rub){.key = key};
    if (now->pulls)
        now->pulls[row] = was && former->pulls ? former->pulls[old] : (struct spring_pull){0};
    if (now->dashes)
        now->dashes[row] = was && former->dashes ? former->dashes[old] : (struct spring_dash){0};
    if (!(now->items[row].k > 0)) /* new, or from a saved state */
        set_spring(rubbing, a, b, row);
    if (now->dashes && now->dashes[row].open == 1) {
        now->dashes[row].open = 0;
        rubbing->ended[key >> 63]++;
    }
    rubbing->old += was;
    rubbing->now.count++;
}

/** Copies the rows of the next pairs that have them still; those of balls that turn about the vertical only.
 *  @return their number */
static size_t take_run(struct spring_rubbing *rubbing, const struct pair *pairs, size_t count)
{
    const size_t row = rubbing->now.count, old = rubbing->old, left = rubbing->former.count - old;
    const struct spring_rub *items = rubbing->former.items + old;
    const struct spring_dash *dashes = rubbing->former.dashes ? rubbing->former.dashes + old : NULL;
    size_t n = 0;
    while (n < count && n < left && items[n].key == spring_contact_key(pairs[n].a, pairs[n].b) && items[n].k > 0 &&
           !(dashes && dashes[n].open == 1))
        n++;
    if (n > 0)
        memcpy(rubbing->now.items + row, items, n * sizeof *items);
    if (n > 0 && dashes)
        memcpy(rubbing->now.dashes + row, dashes, n * sizeof *dashes);
    rubbing->now.count += n;
    rubbing->old += n;
    return n;
}

void spring_rubbing_take_pairs(struct spring_rubbing *rubbing, const struct pair *pairs, size_t count)
{
    for (size_t p = take_run(rubbing, pairs, count); p < count; p += take_run(rubbing, pairs + p, count - p)) {
        take(rubbing, spring_contact_key(pairs[p].a, pairs[p].b), pairs[p].a, pairs[p].b);
        p++;
    }
    memset(&rubbing->now.items[rubbing->now.count], 0, 3 * sizeof *rubbing->now.items);
    if (rubbing->is_dashed)
        memset(&rubbing->now.dashes[rubbing->now.count], 0, 3 * sizeof *rubbing->now.dashes);
}

void spring_rubbing_take(struct spring_rubbing *rubbing, const struct spring_contact *contacts, size_t count)
{
    for (size_t c = 0; c < count; c++) {
        const size_t row = rubbing->now.count;
        take(rubbing, contacts[c].key, contacts[c].a, contacts[c].b);
        struct spring_rub *rub = &rubbing->now.items[row];
        struct vec2 n = spring_contact_normal(&contacts[c]);
        if (rubbing->is_dashed)
            rubbing->now.dashes[row].power = spent(rubbing, &rubbing->now, row);
        rub->turned = vec2_dot(n, rub->n);
        rub->n = n;
    }
}

void spring_rubbing_renewed(struct spring_rubbing *rubbing)
{
    end_before(rubbing, UINT64_MAX);
}

void spring_rubbing_end_step(struct spring_rubbing *rubbing)
{
    for (size_t i = 0; rubbing->is_dashed && i < rubbing->now.count; i++)
        if (rubbing->now.dashes[i].open == 1) {
            rubbing->now.dashes[i].open = 0;
            rubbing->ended[rubbing->now.items[i].key >> 63]++;
        }
}

uint64_t spring_rubbing_ended(const struct spring_rubbing *rubbing, bool with_surfaces)
{
    uint64_t ended = rubbing->ended[with_surfaces];
    for (size_t i = 0; rubbing->is_dashed && i < rubbing->now.count; i++)
        ended += rubbing->now.dashes[i].open == 1 && rubbing->now.items[i].key >> 63 == with_surfaces;
    return ended;
}

void spring_rubbing_spend(struct spring_rubbing *rubbing, struct spring_motion motion, double weight)
{
    rubbing->motion = motion;
    rubbing->weight = weight;
    for (size_t i = 0; i < rubbing->now.count; i++)
        rubbing->step_lost += spent(rubbing, &rubbing->now, i);
    spring_rubbing_note(rubbing);
}

void spring_rubbing_turn(struct spring_rubbing *rubbing, struct vec3 *to, const struct vec3 *from, double time,
                         bool last)
{
    for (size_t i = 0; i < rubbing->base->n; i++) {
        double gain = time * rubbing->yield[i];
        to[i].z = from[i].z + gain * rubbing->torque[i];
        if (last)
            rubbing->torque[i] = 0;
    }
    for (size_t i = 0; !rubbing->is_flat && i < rubbing->base->n; i++) {
        struct vec2 more = vec2_scale(time * rubbing->yield[i], rubbing->tilting[i]);
        to[i].x = from[i].x + more.x;
        to[i].y = from[i].y + more.y;
        if (last)
            rubbing->tilting[i] = (struct vec2){0, 0};
    }
}

void spring_rubbing_energy(const struct spring_rubbing *rubbing, struct sum *energy)
{
    for (size_t i = 0; i < rubbing->now.count; i++)
        sum_add(energy, stored(&rubbing->now.items[i]));
}

/* ---- from run to run ---- */

static bool turns_flat(const struct scene *scene, const struct world *world)
{
    bool flat = !scene->sliding;
    for (size_t i = 0; i < world->n; i++)
        flat &= world->w[i].x == 0 && world->w[i].y == 0;
    for (size_t c = 0; c < world->n_stretched; c++)
        flat &= world->stretched[c].stretch.y == 0;
    return flat;
}

static bool reserve(struct spring_rubbing *rubbing, const struct world *world)
{
    const size_t n = rubbing->base->n;
    rubbing->torque = mem_array(n, sizeof *rubbing->torque);
    rubbing->yield = mem_array(n, sizeof *rubbing->yield);
    if (!rubbing->is_flat && !(rubbing->tilting = mem_array(n, sizeof *rubbing->tilting)))
        return false;
    return rubbing->torque && rubbing->yield &&
           mem_grow(&rubbing->now.items, &rubbing->now.capacity, world->n_stretched + 1, sizeof *rubbing->now.items);
}

bool spring_rubbing_open(struct spring_rubbing *rubbing, const struct stepper *base, const struct world *world)
{
    if (!is_any_rough(base))
        return true;
    rubbing->base = base;
    rubbing->zeta_ball = spring_tangential_ratio(base->scene->beta_ball);
    rubbing->zeta_surface = spring_tangential_ratio(base->boundary.beta);
    rubbing->by_law = base->scene->mu_ball.b > 0;
    for (uint32_t s = 0; s < base->boundary.n; s++)
        rubbing->by_law |= base->boundary.surfaces[s].mu.b > 0;
    rubbing->by_speed = rubbing->zeta_ball > 0 || rubbing->zeta_surface > 0 || rubbing->by_law;
    rubbing->is_flat = turns_flat(base->scene, world);
    rubbing->are_alike = scene_are_equal(base->scene, base->m) && scene_are_equal(base->scene, base->scene->inertia);
    if (!reserve(rubbing, world))
        return false;
    for (size_t i = 0; i < base->n; i++)
        rubbing->yield[i] = 1 / (base->scene->inertia[i] * base->m[i] * base->r[i]);
    for (; rubbing->now.count < world->n_stretched; rubbing->now.count++) {
        const struct world_stretch *from = &world->stretched[rubbing->now.count];
        rubbing->now.items[rubbing->now.count] = (struct spring_rub){.key = from->contact, .stretch = from->stretch};
    }
    return true;
}

void spring_rubbing_close(struct spring_rubbing *rubbing)
{
    free(rubbing->now.items);
    free(rubbing->now.pulls);
    free(rubbing->former.items);
    free(rubbing->former.pulls);
    free(rubbing->now.dashes);
    free(rubbing->former.dashes);
    free(rubbing->torque);
    free(rubbing->tilting);
    free(rubbing->yield);
}

bool spring_rubbing_store(const struct spring_rubbing *rubbing, struct world *world)
{
    world->n_stretched = 0;
    for (size_t i = 0; i < rubbing->now.count; i++) {
        const struct spring_rub *rub = &rubbing->now.items[i];
        if (!world_add_stretch(world, (struct world_stretch){rub->key, rub->stretch}))
            return false;
    }
    return true;
}
