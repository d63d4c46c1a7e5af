/*
 * Springs with the semi-implicit Euler method of the public level-6 document (pitizzzle/physics-simulations-balls):
 *
 *     v' = v + dt F(x, v)/m,   x' = x + dt v'
 *
 * With restitution 1 it is that document's arithmetic to the last bit. The method is symplectic (Hairer, Lubich and
 * Wanner, Geometric Numerical Integration, 2nd ed., 2006, section VI.3): without damping the energy oscillates during a
 * contact, by a part of order dt sqrt(k/mu), and does not drift. Stable for dt < 2 sqrt(mu/k), see contact/spring.h.
 * One evaluation of the forces per step. What it does badly: positions are first order in dt during a contact, and a
 * contact's onset is only noticed at the next step; use spring-verlet or spring-rk4 to look into contacts.
 */
#include "springs/spring_system.h"

static double kick_and_drift(struct spring_system *system, struct range range, int stage)
{
    struct stepper *base = &system->base;
    struct tangential_turning *turning = &system->contacts.tangential.turning;
    (void)stage;
    if (spring_system_turns(system, range)) {
        tangential_turning_turn(turning, range, base->w, base->w, base->dt);
        tangential_turning_clear(turning, range);
    }
    return system->ops->kick_drift(range, base->now.x, base->now.v, base->dt, system->contacts.force, &system->masses);
}

/** Counts what dashpots have taken in a step that friction has ended. */
static void spend(struct spring_system *system)
{
    const struct spring_stretching how = spring_system_seen(system, true, system->base.w, 0.5 * system->base.dt);
    spring_contacts_spend(&system->contacts, &how);
}

bool spring_euler_step(struct spring_system *system)
{
    struct spring_contacts *contacts = &system->contacts;
    struct stepper *base = &system->base;
    if (!spring_system_carry(system, kick_and_drift, 0, base->end, base->now.x))
        return false;
    double moved = spring_system_move(system, kick_and_drift, 0);
    contacts->cleared = true;
    struct spring_stretching how = {
        .v = base->now.v, .w = base->w, .stretch = SPRING_STRETCHES, .time = base->dt, .weight = 0.5 * base->dt};
    if (base->field.holds) {
        moved += spring_system_hold(system);
        spend(system);
        how.weight = 0;
    } else
        how.due = vec2_scale(2, base->field.kick); /* this force acts once half of gravity has acted again */
    const struct vec2 *before = base->field.holds ? base->field.mean : system->before,
                      *after = base->field.holds ? base->field.mean : base->now.v;
    return spring_system_accumulate(system, base->dt, before, after) &&
           spring_contacts_find(contacts, &base->now, moved, false, &how);
}
