/*
 * Springs with the velocity Verlet method (Swope, Andersen, Berens and Wilson, J. Chem. Phys. 76, 637, 1982):
 *
 *     v_half = v + dt/2 a(x, v),   x' = x + dt v_half,   v' = v_half + dt/2 a(x', v*)
 *
 * Damping makes forces depend on velocities, and v' is not known when it is needed: v* = v + dt a(x, v) stands for it,
 * which keeps second order; the next step starts from a(x', v'). Without damping v* does not matter, the method is
 * symplectic and time-reversible, and energy oscillates by a part of order dt^2 k/mu during a contact. Stable for
 * dt < 2 sqrt(mu/k), see physics/spring.h. One search for contacts per step. Second order inside a
 * contact; for its beginning and end see there too.
 */
#include "integrators/spring_system.h"

/** Half a step's kick and the drift; the half-way velocities go to `trial`, the guess v* to `now`. */
static double first_half(struct spring_system *system, struct range range)
{
    const struct vec2 *force = system->contacts.force;
    struct state *now = &system->base.now, *half = &system->trial;
    system->ops->kick(range, half->v, now->v, 0.5 * system->base.dt, force, &system->masses);
    system->ops->kick(range, now->v, now->v, system->base.dt, force, &system->masses);
    return system->ops->axpy(range, now->x, now->x, system->base.dt, half->v);
}

static double second_half(struct spring_system *system, struct range range)
{
    system->ops->kick(range, system->base.now.v, system->trial.v, 0.5 * system->base.dt, system->contacts.force,
                      &system->masses);
    return 0;
}

static double move(struct spring_system *system, struct range range, int half)
{
    return half == 0 ? first_half(system, range) : second_half(system, range);
}

/** Adds half a kick, from one set of velocities to another, to the contact history. */
static bool accumulate(struct spring_system *system, struct spring_motion before, struct spring_motion after)
{
    return contact_history_accumulate(&system->history, &system->contacts, 0.5 * system->base.dt, before, after);
}

bool spring_verlet_step(struct spring_system *system)
{
    struct spring_contacts *contacts = &system->contacts;
    struct stepper *base = &system->base;
    struct vec3 *w_half = contacts->listed ? system->w_trial : base->w;
    const struct spring_motion half = {system->trial.v, w_half};
    if (contacts->rubbing.base)
        spring_rubbing_turn(&contacts->rubbing, w_half, base->w, 0.5 * base->dt, true);
    double moved = spring_system_move(system, move, 0);
    if ((contacts->listed && !accumulate(system, spring_system_before(system), half)) ||
        !spring_contacts_find(contacts, &base->now, moved, false,
                              &(struct spring_stretching){half, base->dt, 0.25 * base->dt}))
        return false;
    if (contacts->rubbing.base)
        spring_rubbing_turn(&contacts->rubbing, base->w, w_half, 0.5 * base->dt, false);
    spring_system_move(system, move, 1);
    const struct spring_stretching end = {spring_system_now(system), -1, 0.25 * base->dt};
    bool added = !contacts->listed || accumulate(system, half, end.motion);
    if (!base->field.acts && (contacts->damped || contacts->rubbing.by_speed)) /* else the field's end does */
        spring_contacts_listed_push(contacts, &base->now, &end);
    else if (contacts->rubbing.is_dashed)
        spring_rubbing_spend(&contacts->rubbing, end.motion, end.weight);
    return added;
}
