/*
 * Springs with the velocity Verlet method (Swope, Andersen, Berens and Wilson, J. Chem. Phys. 76, 637, 1982):
 *
 *     v_half = v + dt/2 a(x, v),   x' = x + dt v_half,   v' = v_half + dt/2 a(x', v*)
 *
 * Damping makes forces depend on velocities, and v' is not known when it is needed: v* = v + dt a(x, v) stands for it,
 * which keeps second order; the next step starts from a(x', v'). Gravity is part of a for dashpots along normals, too,
 * although its halves come before the step and after it: so what lies has velocity 0 with both forces of a step, and
 * both press with its weight, of which friction and rolling resistance hold their part. The force with which the next
 * step begins is found as this one ends (`looks_ahead`), so there are two looks at contacts a step.
 * Without damping v* does not matter, the method is symplectic and time-reversible, and energy oscillates by a part of
 * order dt^2 k/mu during a contact. Stable for dt < 2 sqrt(mu/k), see contact/spring.h. One search for contacts per
 * step. Second order inside a contact; for its beginning and end see there too.
 */
#include "springs/spring_system.h"

/** Forces at the end of a step depend on its velocities, and gravity and friction do not change these again. */
static bool pushes_again(const struct spring_system *system)
{
    return !system->base.field.acts && spring_contacts_follow_speed(&system->contacts);
}

/** Half a step of spins; then forces and torques are done with. */
static __attribute__((noinline)) void turn(struct spring_system *system, struct range range, bool first)
{
    struct spring_contacts *contacts = &system->contacts;
    struct vec3 *w = system->base.w, *half = system->w_half;
    tangential_turning_turn(&contacts->tangential.turning, range, first ? half : w, first ? w : half,
                            0.5 * system->base.dt);
    if (first || pushes_again(system))
        spring_contacts_clear(contacts, range);
}

/** Half a step's kick and the drift; the half-way velocities go to `trial`, the guess v* to `now`. */
static double first_half(struct spring_system *system, struct range range)
{
    struct spring_contacts *contacts = &system->contacts;
    struct state *now = &system->base.now, *half = &system->trial;
    system->ops->kick(range, half->v, now->v, 0.5 * system->base.dt, contacts->force, &system->masses);
    if (contacts->damped && (contacts->count > 0 || !contacts->listed)) /* else v* is v */
        system->ops->kick(range, now->v, now->v, system->base.dt, contacts->force, &system->masses);
    if (spring_system_turns(system, range))
        turn(system, range, true);
    return system->ops->axpy(range, now->x, now->x, system->base.dt, half->v);
}

static double second_half(struct spring_system *system, struct range range)
{
    system->ops->kick(range, system->base.now.v, system->trial.v, 0.5 * system->base.dt, system->contacts.force,
                      &system->masses);
    if (spring_system_turns(system, range))
        turn(system, range, false);
    return 0;
}

static double move(struct spring_system *system, struct range range, int half)
{
    return half == 0 ? first_half(system, range) : second_half(system, range);
}

/** Moves by half a step's kick, and foresees all of gravity. Returns as spring_system_move(). */
static double begin(struct spring_system *system)
{
    const double moved = spring_system_move(system, move, 0);
    if (system->contacts.damped)
        field_kick(&system->base.field, system->base.now.v);
    return moved;
}

/** Adds half a kick, from one set of velocities to another. */
static bool accumulate(struct spring_system *system, const struct vec2 *before, const struct vec2 *after)
{
    return spring_system_accumulate(system, 0.5 * system->base.dt, before, after);
}

/** Where friction holds: half a step has been taken. */
static bool find_halfway(struct spring_system *system, double moved)
{
    struct spring_contacts *contacts = &system->contacts;
    const struct stepper *base = &system->base;
    struct spring_stretching how;
    if (!accumulate(system, base->field.mean, base->field.mean))
        return false;
    how = spring_system_seen(system, true, system->w_half, 0.25 * base->dt);
    spring_contacts_spend(contacts, &how);
    how = spring_system_seen(system, false, system->w_half, 0);
    how.stretch = SPRING_STRETCHES;
    how.time = base->dt;
    return spring_contacts_find(contacts, &base->now, moved, true, &how);
}

/** The step where friction holds. Its end is not where forces have been found. */
static bool step_held(struct spring_system *system)
{
    struct spring_contacts *contacts = &system->contacts;
    const struct stepper *base = &system->base;
    spring_system_foresee(system);
    const double moved = begin(system);
    contacts->cleared = contacts->tangential.base;
    if (!find_halfway(system, moved))
        return false;
    spring_system_move(system, move, 1);
    const double farther = spring_system_hold(system);
    if (!accumulate(system, base->field.mean, base->field.mean))
        return false;
    const struct spring_stretching how = spring_system_seen(system, false, base->w, 0.25 * base->dt);
    spring_contacts_spend(contacts, &how);
    return spring_contacts_find(contacts, &base->now, double_max(farther, moved), false, NULL);
}

bool spring_verlet_step(struct spring_system *system)
{
    struct spring_contacts *contacts = &system->contacts;
    struct stepper *base = &system->base;
    if (!spring_system_carry(system, move, 0, base->end, base->now.x))
        return false;
    if (base->field.holds)
        return step_held(system);
    struct spring_stretching how = {.v = system->trial.v,
                                    .w = system->w_half,
                                    .stretch = SPRING_STRETCHES,
                                    .time = base->dt,
                                    .weight = 0.25 * base->dt};
    const double moved = begin(system);
    contacts->cleared = contacts->tangential.base;
    if (!accumulate(system, system->before, system->trial.v) ||
        !spring_contacts_find(contacts, &base->now, moved, false, &how))
        return false;
    spring_system_move(system, move, 1);
    if (base->boundary.pistons)
        spring_system_move_walls(system, move, 1);
    const bool added = accumulate(system, system->trial.v, base->now.v);
    if (!spring_contacts_follow_speed(contacts)) /* forces are those of the end */
        return added;
    how = (struct spring_stretching){.v = base->now.v, .w = base->w, .weight = how.weight};
    if (pushes_again(system)) { /* else the field's end does */
        contacts->cleared = contacts->tangential.base;
        spring_contacts_push_again(contacts, &base->now, &how);
    } else if (!system->looks_ahead)
        spring_contacts_spend(contacts, &how);
    return added;
}
