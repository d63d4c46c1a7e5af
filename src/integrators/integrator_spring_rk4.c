/*
 * Springs with the classical fourth-order method of Runge and Kutta (Kutta, Z. Math. Phys. 46, 435, 1901):
 *
 *     y' = y + dt/6 (f(y) + 2 f(y2) + 2 f(y3) + f(y4)),   y = (x, v),   f = (v, F(x, v)/m),
 *     y2 = y + dt/2 f(y),   y3 = y + dt/2 f(y2),   y4 = y + dt f(y3)
 *
 * Impulses and dissipation are integrated with the same weights, so they belong to the same solution. Four
 * evaluations of the forces per step; fourth order inside a contact, but its beginning and end leave errors of second
 * (elastic) or first (damped) order, see physics/spring.h. Where a step does not resolve the damping (e below about
 * 0.05) the balance of energy is off by up to two hundredths of what the contact dissipates. Not symplectic: the energy
 * of a long contact decays, by a part (dt sqrt(k/mu))^6/72 per step. Stable for dt < 2 sqrt(2) sqrt(mu/k) without
 * damping.
 */
#include "integrators/spring_system.h"

#include <string.h>

/** Adds weight f(y) of one coordinate to the increment. */
static void add_slope(const struct spring_system *system, double weight, const double *restrict v,
                      const double *restrict force, double *restrict add_x, double *restrict add_v)
{
    const double *restrict m = system->m;
    for (size_t i = 0; i < system->n; i++) {
        add_x[i] += weight * v[i];
        add_v[i] += weight * (force[i] / m[i]);
    }
}

/** One coordinate of y + time f, f at the velocity `slope_v` and the force; to_v may be slope_v. */
static void try_state(const struct spring_system *system, double time, const double *x, const double *v,
                      const double *slope_v, const double *force, double *to_x, double *to_v)
{
    const double *m = system->m;
    for (size_t i = 0; i < system->n; i++) {
        to_x[i] = x[i] + time * slope_v[i];
        to_v[i] = v[i] + time * (force[i] / m[i]);
    }
}

/** Books a stage whose velocities are (vx, vy) and whose forces are known, and adds its share to the increment. */
static bool finish_stage(struct spring_system *system, double weight, const double *vx, const double *vy)
{
    const struct spring_contacts *contacts = &system->contacts;
    struct phase *add = &system->increment;
    struct velocities stage = {vx, vy};
    add_slope(system, weight, vx, contacts->fx, add->x, add->vx);
    add_slope(system, weight, vy, contacts->fy, add->y, add->vy);
    return spring_ledger_book(&system->ledger, contacts, weight, stage, stage);
}

/** Goes from y by `time` along the slope of the stage before, whose velocities are (vx, vy), and finds the forces. */
static bool begin_stage(struct spring_system *system, const struct world *y, double time, const double *vx,
                        const double *vy)
{
    struct spring_contacts *contacts = &system->contacts;
    struct phase *trial = &system->trial;
    try_state(system, time, y->x, y->vx, vx, contacts->fx, trial->x, trial->vx);
    try_state(system, time, y->y, y->vy, vy, contacts->fy, trial->y, trial->vy);
    if (!spring_contacts_find(contacts, trial->x, trial->y))
        return false;
    spring_contacts_push(contacts, trial->vx, trial->vy);
    return true;
}

static bool stages(struct spring_system *system, const struct world *world)
{
    const struct phase *trial = &system->trial;
    double dt = system->dt;
    return finish_stage(system, dt / 6, world->vx, world->vy) &&
           begin_stage(system, world, dt / 2, world->vx, world->vy) &&
           finish_stage(system, dt / 3, trial->vx, trial->vy) &&
           begin_stage(system, world, dt / 2, trial->vx, trial->vy) &&
           finish_stage(system, dt / 3, trial->vx, trial->vy) && begin_stage(system, world, dt, trial->vx, trial->vy) &&
           finish_stage(system, dt / 6, trial->vx, trial->vy);
}

static void clear(struct phase *phase, size_t n)
{
    memset(phase->x, 0, n * sizeof *phase->x);
    memset(phase->y, 0, n * sizeof *phase->y);
    memset(phase->vx, 0, n * sizeof *phase->vx);
    memset(phase->vy, 0, n * sizeof *phase->vy);
}

static void add(size_t n, const double *restrict start, const double *restrict increment, double *restrict sum)
{
    for (size_t i = 0; i < n; i++)
        sum[i] = start[i] + increment[i];
}

static bool step(struct spring_system *system, const struct world *world)
{
    struct phase *next = &system->next, *increment = &system->increment;
    clear(increment, system->n);
    if (!stages(system, world))
        return false;
    add(system->n, world->x, increment->x, next->x);
    add(system->n, world->y, increment->y, next->y);
    add(system->n, world->vx, increment->vx, next->vx);
    add(system->n, world->vy, increment->vy, next->vy);
    return spring_contacts_find(&system->contacts, next->x, next->y);
}

static enum status advance(void *state, struct world *world, uint64_t step_target, struct error *err)
{
    return spring_system_advance(state, world, step_target, step, err);
}

const struct integrator_ops integrator_spring_rk4 = {
    .name = "spring-rk4",
    .doc = "contacts are springs; classical Runge-Kutta steps of fourth order",
    .needs_stiffness = true,
    .create = spring_system_create,
    .advance = advance,
    .potential = spring_system_potential,
    .tally = spring_system_tally,
    .destroy = spring_system_destroy,
};
