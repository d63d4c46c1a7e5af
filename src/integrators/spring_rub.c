/*
 * Contacts that rub (Cundall and Strack, Geotechnique 29, 47, 1979): a spring and a dashpot across the normal,
 *
 *     F = -k_t xi - c_t g,   xi' = g,   |F| <= mu F_n,
 *
 * with g the velocity of the surface of a against that of b. Where the cap acts, xi is shortened so that the spring and
 * the dashpot pull no more than that: the contact slides. xi turns with the contact; in fixed steps it keeps its part
 * across the new normal, as LAMMPS' gran/hooke/history has it, whose law this is to the last term.
 *
 *     k_t = k m_t/mu unless given, with 1/m_t the sum of (1 + 1/q)/m: then normal and tangential oscillations last
 *     equally long, and between like balls it is k q/(1 + q).
 *
 * The table takes vertical velocities, so the vertical part of F only turns the balls. Energy: k_t xi^2/2 is stored;
 * what the dashpot takes, what is shortened, and what is left when a contact ends is lost.
 *
 * Limits: mu = 0: no force; beta = 1 and no sliding: elastic. One row for each contact, kept in ascending key like the
 * contacts, so that each look is one walk along both lists.
 */
#include "integrators/spring_rub.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/min_max.h"
#include "physics/rub.h"
#include "physics/rubbing.h"
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

/** Stiffness and dashpot of a new contact. */
static void set_spring(const struct spring_rubbing *rubbing, const struct spring_contact *contact,
                       struct spring_rub *rub)
{
    const struct stepper *base = rubbing->base;
    const struct scene *scene = base->scene;
    const bool is_ball = contact_is_ball(contact->b);
    double m = base->m[contact->a], mu = is_ball ? spring_reduced_mass(m, base->m[contact->b]) : m;
    double m_t = 1 / (yielding(base, contact->a) + (is_ball ? yielding(base, contact->b) : 0));
    rub->k = scene->k_tangential > 0 ? scene->k_tangential : scene->k * (m_t / mu);
    rub->c = spring_damping(is_ball ? rubbing->zeta_ball : rubbing->zeta_surface, rub->k, m_t, base->dt);
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
    return rubbing_coefficient(mu, vec2_length(slip)) * (contact->force * vec2_length(contact->push));
}

static double stored(const struct spring_rub *rub)
{
    return 0.5 * rub->k * vec2_dot(rub->stretch, rub->stretch);
}

/** Sets the force, as spring and dashpot pull or friction holds. true: they pull more than that. */
static bool pull(struct spring_rub *rub, double most)
{
    rub->force = vec2_add(vec2_scale(-rub->k, rub->stretch), vec2_scale(-rub->c, rub->slip));
    double size = vec2_length(rub->force);
    if (!(size > most))
        return false;
    rub->force = vec2_scale(most / size, rub->force);
    return true;
}

/** Ends a step: stretches the spring, and shortens it where the contact slides. The work of its mean pull that is not
 *  stored is lost.
 *  @param is_turned the normal has turned since the step began, too */
static void settle(struct spring_rubbing *rubbing, struct spring_rub *rub, double most, bool is_turned)
{
    const struct vec2 from = rub->base;
    const double before = 0.5 * rub->k * vec2_dot(from, from);
    rub->stretch = vec2_add((struct vec2){is_turned ? from.x * rub->turned : from.x, from.y}, rub->gain);
    if (pull(rub, most))
        rub->stretch = vec2_scale(-1 / rub->k, vec2_add(rub->force, vec2_scale(rub->c, rub->slip)));
    double work = 0.5 * rub->k * vec2_dot(vec2_add(from, rub->stretch), rub->gain);
    sum_add(&rubbing->lost, work - (stored(rub) - before));
}

/** Adds the force to both bodies of a contact, and its torques. */
static void add(struct spring_rubbing *rubbing, const struct spring_contact *contact, const struct spring_rub *rub,
                struct vec2 *force)
{
    const double *r = rubbing->base->r;
    const struct vec2 n = rub->n, along = vec2_left(n), on_a = vec2_scale(rub->force.x, along);
    const struct vec3 turning = {0 - rub->force.y * along.x, 0 - rub->force.y * along.y, rub->force.x};
    force[contact->a] = vec2_add(force[contact->a], on_a);
    rubbing->torque[contact->a] = vec3_add(rubbing->torque[contact->a], vec3_scale(r[contact->a], turning));
    if (!contact_is_ball(contact->b))
        return;
    force[contact->b] = vec2_sub(force[contact->b], on_a);
    rubbing->torque[contact->b] = vec3_add(rubbing->torque[contact->b], vec3_scale(r[contact->b], turning));
}

void spring_rubbing_push(struct spring_rubbing *rubbing, const struct spring_contact *contacts,
                         struct spring_motion motion, double time, struct vec2 *force)
{
    memset(rubbing->torque, 0, rubbing->base->n * sizeof *rubbing->torque);
    for (size_t i = 0; i < rubbing->now.count; i++) {
        struct spring_rub *rub = &rubbing->now.items[i];
        rub->slip = slip_of(rubbing, &contacts[i], rub->n, motion);
        double most = most_of(rubbing, &contacts[i], rub->slip);
        if (time > 0) {
            rub->base = rub->stretch;
            rub->gain = vec2_scale(time, rub->slip);
        }
        if (time >= 0)
            settle(rubbing, rub, most, time > 0);
        else
            pull(rub, most);
        add(rubbing, &contacts[i], rub, force);
    }
}

void spring_rubbing_stage(struct spring_rubbing *rubbing, bool is_first, double weight, double time)
{
    for (size_t i = 0; i < rubbing->now.count; i++) {
        struct spring_rub *rub = &rubbing->now.items[i];
        if (is_first) {
            rub->base = rub->stretch;
            rub->gain = (struct vec2){0, 0};
        }
        rub->gain = vec2_add(rub->gain, vec2_scale(weight, rub->slip));
        rub->stretch = vec2_add(rub->base, time < HUGE_VAL ? vec2_scale(time, rub->slip) : rub->gain);
    }
}

/* ---- all contacts ---- */

/** Unit normal from a to b; +x where two centres coincide. */
static struct vec2 normal_of(const struct spring_contact *contact)
{
    double length = vec2_length(contact->push);
    return length > 0 ? (struct vec2){0 - contact->push.x / length, 0 - contact->push.y / length} : (struct vec2){1, 0};
}

/** The entry of a contact that may have been there before. */
static struct spring_rub renewed(const struct spring_rubbing *rubbing, const struct spring_contact *contact,
                                 const struct spring_rub *before)
{
    struct vec2 n = normal_of(contact);
    struct spring_rub rub = {.key = contact->key, .turned = 1};
    if (before) {
        rub = *before;
        rub.turned = vec2_dot(n, before->n);
    }
    if (!(rub.k > 0)) /* new, or from a saved state */
        set_spring(rubbing, contact, &rub);
    rub.n = n;
    return rub;
}

bool spring_rubbing_list(struct spring_rubbing *rubbing, const struct spring_contact *contacts, size_t count)
{
    struct spring_rub_list former = rubbing->now, now = rubbing->former;
    if (!mem_grow(&now.items, &now.capacity, count + 1, sizeof *now.items))
        return false;
    size_t old = 0;
    for (now.count = 0; now.count < count; now.count++) {
        const struct spring_contact *contact = &contacts[now.count];
        for (; old < former.count && former.items[old].key < contact->key; old++)
            sum_add(&rubbing->lost, stored(&former.items[old]));
        bool was = old < former.count && former.items[old].key == contact->key;
        now.items[now.count] = renewed(rubbing, contact, was ? &former.items[old] : NULL);
        old += was;
    }
    for (; old < former.count; old++)
        sum_add(&rubbing->lost, stored(&former.items[old]));
    rubbing->now = now;
    rubbing->former = former;
    return true;
}

void spring_rubbing_turn(const struct spring_rubbing *rubbing, struct vec3 *to, const struct vec3 *from, double time)
{
    const struct stepper *base = rubbing->base;
    for (size_t i = 0; i < base->n; i++) {
        double inertia = base->scene->inertia[i] * base->m[i] * (base->r[i] * base->r[i]);
        to[i] = vec3_add(from[i], vec3_scale(time / inertia, rubbing->torque[i]));
    }
}

void spring_rubbing_dissipate(struct spring_rubbing *rubbing, const struct spring_contact *contacts, double time,
                              struct spring_motion before, struct spring_motion after)
{
    const bool is_stage = before.v == after.v;
    for (size_t i = 0; i < rubbing->now.count; i++) {
        const struct spring_rub *rub = &rubbing->now.items[i];
        struct vec2 slip =
            vec2_add(slip_of(rubbing, &contacts[i], rub->n, before), slip_of(rubbing, &contacts[i], rub->n, after));
        struct vec2 dashpot =
            is_stage ? vec2_scale(-rub->c, rub->slip) : vec2_add(rub->force, vec2_scale(rub->k, rub->stretch));
        sum_add(&rubbing->lost, -0.5 * time * vec2_dot(dashpot, slip));
    }
}

void spring_rubbing_energy(const struct spring_rubbing *rubbing, struct sum *energy)
{
    for (size_t i = 0; i < rubbing->now.count; i++)
        sum_add(energy, stored(&rubbing->now.items[i]));
}

/* ---- from run to run ---- */

bool spring_rubbing_open(struct spring_rubbing *rubbing, const struct stepper *base, const struct world *world)
{
    if (!is_any_rough(base))
        return true;
    rubbing->base = base;
    rubbing->zeta_ball = spring_tangential_ratio(base->scene->beta_ball);
    rubbing->zeta_surface = spring_tangential_ratio(base->boundary.beta);
    rubbing->torque = mem_array(base->n + 1, sizeof *rubbing->torque);
    if (!rubbing->torque ||
        !mem_grow(&rubbing->now.items, &rubbing->now.capacity, world->n_stretched + 1, sizeof *rubbing->now.items))
        return false;
    for (; rubbing->now.count < world->n_stretched; rubbing->now.count++) {
        const struct world_stretch *from = &world->stretched[rubbing->now.count];
        rubbing->now.items[rubbing->now.count] = (struct spring_rub){.key = from->contact, .stretch = from->stretch};
    }
    return true;
}

void spring_rubbing_close(struct spring_rubbing *rubbing)
{
    free(rubbing->now.items);
    free(rubbing->former.items);
    free(rubbing->torque);
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
