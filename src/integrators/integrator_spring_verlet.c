/*
 * Springs with the velocity Verlet method (Swope, Andersen, Berens and Wilson, J. Chem. Phys. 76, 637, 1982):
 *
 *     v_half = v + dt/2 a(x, v),   x' = x + dt v_half,   v' = v_half + dt/2 a(x', v*)
 *
 * Damping makes forces depend on velocities, and v' is not known when it is needed: v* = v + dt a(x, v) stands for it,
 * which keeps second order; the next step starts from a(x', v'). Without damping v* does not matter, the method is
 * symplectic and time-reversible, and energy oscillates by a part of order dt^2 k/mu during a contact. Stable for
 * dt < 2 sqrt(mu/k), see physics/spring.h. One search for contacts per step. Second order inside a contact; what its
 * beginning and end cost is told there too.
 */
#include "integrators/spring_system.h"

/** v' = v + time * force / m. */
static void kick(const struct spring_system *system, double time, const double *restrict force,
                 const double *restrict v, double *restrict next_v)
{
    const double *restrict m = system->m;
    for (size_t i = 0; i < system->n; i++)
        next_v[i] = v[i] + time * (force[i] / m[i]);
}

static void drift(const struct spring_system *system, const double *restrict x, const double *restrict v,
                  double *restrict next_x)
{
    for (size_t i = 0; i < system->n; i++)
        next_x[i] = x[i] + system->dt * v[i];
}

/** Half a step's kick and the drift; the half-way velocities go to `trial`, the guess v* to `next`. */
static bool first_half(struct spring_system *system, const struct world *world)
{
    struct spring_contacts *contacts = &system->contacts;
    struct phase *next = &system->next, *half = &system->trial;
    kick(system, 0.5 * system->dt, contacts->fx, world->vx, half->vx);
    kick(system, 0.5 * system->dt, contacts->fy, world->vy, half->vy);
    kick(system, system->dt, contacts->fx, world->vx, next->vx);
    kick(system, system->dt, contacts->fy, world->vy, next->vy);
    drift(system, world->x, half->vx, next->x);
    drift(system, world->y, half->vy, next->y);
    struct velocities before = {world->vx, world->vy}, after = {half->vx, half->vy};
    return spring_ledger_book(&system->ledger, contacts, 0.5 * system->dt, before, after);
}

static bool second_half(struct spring_system *system)
{
    struct spring_contacts *contacts = &system->contacts;
    struct phase *next = &system->next, *half = &system->trial;
    if (!spring_contacts_find(contacts, next->x, next->y))
        return false;
    spring_contacts_push(contacts, next->vx, next->vy);
    kick(system, 0.5 * system->dt, contacts->fx, half->vx, next->vx);
    kick(system, 0.5 * system->dt, contacts->fy, half->vy, next->vy);
    struct velocities before = {half->vx, half->vy}, after = {next->vx, next->vy};
    return spring_ledger_book(&system->ledger, contacts, 0.5 * system->dt, before, after);
}

static bool step(struct spring_system *system, const struct world *world)
{
    return first_half(system, world) && second_half(system);
}

static enum status advance(void *state, struct world *world, uint64_t step_target, struct error *err)
{
    return spring_system_advance(state, world, step_target, step, err);
}

const struct integrator_ops integrator_spring_verlet = {
    .name = "spring-verlet",
    .doc = "contacts are springs; velocity Verlet steps",
    .needs_stiffness = true,
    .create = spring_system_create,
    .advance = advance,
    .potential = spring_system_potential,
    .tally = spring_system_tally,
    .destroy = spring_system_destroy,
};
