/*
 * Springs with the semi-implicit Euler method of the public level-6 document (pitizzzle/physics-simulations-balls):
 *
 *     v' = v + dt F(x, v)/m,   x' = x + dt v'
 *
 * With restitution 1 it is that document's arithmetic to the last bit. The method is symplectic (Hairer, Lubich and
 * Wanner, Geometric Numerical Integration, 2nd ed., 2006, section VI.3): without damping the energy oscillates during a
 * contact, by a part of order dt sqrt(k/mu), and does not drift. Stable for dt < 2 sqrt(mu/k), see physics/spring.h.
 * One evaluation of the forces per step. What it does badly: positions are first order in dt during a contact, and a
 * contact's onset is only noticed at the next step; use spring-verlet or spring-rk4 to look into contacts.
 */
#include "integrators/spring_system.h"

/** v' and x' of one coordinate. */
static void kick_and_drift(const struct spring_system *system, const double *restrict force, const double *restrict v,
                           const double *restrict x, double *restrict next_v, double *restrict next_x)
{
    const double *restrict m = system->m;
    double dt = system->dt;
    for (size_t i = 0; i < system->n; i++) {
        next_v[i] = v[i] + dt * (force[i] / m[i]);
        next_x[i] = x[i] + dt * next_v[i];
    }
}

static bool step(struct spring_system *system, const struct world *world)
{
    struct spring_contacts *contacts = &system->contacts;
    struct phase *next = &system->next;
    kick_and_drift(system, contacts->fx, world->vx, world->x, next->vx, next->x);
    kick_and_drift(system, contacts->fy, world->vy, world->y, next->vy, next->y);
    struct velocities before = {world->vx, world->vy}, after = {next->vx, next->vy};
    return spring_ledger_book(&system->ledger, contacts, system->dt, before, after) &&
           spring_contacts_find(contacts, next->x, next->y);
}

static enum status advance(void *state, struct world *world, uint64_t step_target, struct error *err)
{
    return spring_system_advance(state, world, step_target, step, err);
}

const struct integrator_ops integrator_spring = {
    .name = "spring",
    .doc = "contacts are springs; semi-implicit Euler steps",
    .needs_stiffness = true,
    .create = spring_system_create,
    .advance = advance,
    .potential = spring_system_potential,
    .tally = spring_system_tally,
    .destroy = spring_system_destroy,
};
