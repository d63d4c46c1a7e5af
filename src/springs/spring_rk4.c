/*
 * Springs with the classical fourth-order method of Runge and Kutta (Kutta, Z. Math. Phys. 46, 435, 1901):
 *
 *     y' = y + dt/6 (f(y) + 2 f(y2) + 2 f(y3) + f(y4)),   y = (x, v),   f = (v, F(x, v)/m),
 *     y2 = y + dt/2 f(y),   y3 = y + dt/2 f(y2),   y4 = y + dt f(y3)
 *
 * Impulses are integrated with the same weights, so they belong to the same solution. Four evaluations of the forces
 * per step. Fourth order inside a contact, but its beginning and end leave errors of second (elastic) or first (damped)
 * order, see contact/spring.h. Not symplectic: the energy of a long contact decays by a part (dt sqrt(k/mu))^6/72 per
 * step. Stable for dt < 2 sqrt(2) sqrt(mu/k) without damping.
 */
#include "springs/spring_system.h"

#include <math.h>
#include <string.h>

enum { STAGES = 4 };

/** Weight of a stage, and distance from y of the state after it, as divisors of dt. */
static const double weight_divisor[STAGES] = {6, 3, 3, 6}, time_divisor[STAGES - 1] = {2, 2, 1};

/** The state whose slope a stage evaluates: y, y2, y3, y4. */
static const struct state *state_of(const struct spring_system *system, int stage)
{
    return stage == 0 ? &system->base.now : &system->trial;
}

static void clear(struct range range, struct vec2 *vectors)
{
    for (size_t i = range.first; i < range.last; i++)
        vectors[i] = (struct vec2){0, 0};
}

/** Adds weight f(y_k) to the increment. */
static void add_slope(struct spring_system *system, struct range range, int stage)
{
    double weight = system->base.dt / weight_divisor[stage];
    struct state *sum = &system->increment;
    if (stage == 0) {
        clear(range, sum->x);
        clear(range, sum->v);
    }
    system->ops->axpy(range, sum->x, sum->x, weight, state_of(system, stage)->v);
    system->ops->kick(range, sum->v, sum->v, weight, system->contacts.force, &system->masses);
}

/** Adds the slope of a stage and advances to the next state, in the end to y'. Returns the displacement. */
static double take_slope(struct spring_system *system, struct range range, int stage)
{
    struct state *now = &system->base.now, *trial = &system->trial;
    add_slope(system, range, stage);
    if (stage == STAGES - 1) {
        system->ops->axpy(range, now->x, now->x, 1, system->increment.x);
        system->ops->axpy(range, now->v, now->v, 1, system->increment.v);
        return system->ops->distance(range, now->x, trial->x);
    }
    double time = system->base.dt / time_divisor[stage];
    double back = stage == 0 ? 0 : system->ops->distance(range, trial->x, now->x);
    system->ops->axpy(range, trial->x, now->x, time, state_of(system, stage)->v);
    system->ops->kick(range, trial->v, now->v, time, system->contacts.force, &system->masses);
    return back + system->ops->distance(range, trial->x, now->x);
}

/** The same for spins and tangential springs. */
static void turn(struct spring_system *system, int stage)
{
    struct tangential_springs *tangential = &system->contacts.tangential;
    struct stepper *base = &system->base;
    const struct range all = {0, base->n};
    const bool last = stage == STAGES - 1;
    double weight = base->dt / weight_divisor[stage], time = last ? HUGE_VAL : base->dt / time_divisor[stage];
    if (base->field.holds) {
        const struct spring_stretching seen = spring_system_seen(system, false, state_of(system, stage)->w, 0);
        tangential_spring_see(tangential, &seen);
    }
    tangential_turning_turn(&tangential->turning, all, system->increment.w, stage == 0 ? base->w : system->increment.w,
                            weight);
    if (last)
        memcpy(base->w, system->increment.w, base->n * sizeof *base->w);
    else
        tangential_turning_turn(&tangential->turning, all, system->trial.w, base->w, time);
    tangential_spring_stage(tangential, stage == 0, weight, time);
}

/** Adds the forces of a stage to the contact history. */
static bool accumulate(struct spring_system *system, int stage)
{
    struct spring_contacts *contacts = &system->contacts;
    const struct state *state = state_of(system, stage);
    const double weight = system->base.dt / weight_divisor[stage];
    struct spring_stretching how = {.v = state->v, .w = state->w, .weight = 0.5 * weight};
    if (system->base.field.holds) {
        how = spring_system_seen(system, false, state->w, weight);
        tangential_spring_forget(&contacts->tangential);
    }
    spring_contacts_spend(contacts, &how);
    return spring_system_accumulate(system, weight, how.v, how.v);
}

static bool take_stage(struct spring_system *system, int stage)
{
    struct spring_contacts *contacts = &system->contacts;
    const bool last = stage == STAGES - 1;
    const struct state *next = last ? &system->base.now : &system->trial;
    if (!accumulate(system, stage))
        return false;
    struct stepper *base = &system->base;
    const double t = stage < STAGES / 2 ? base->begin + 0.5 * base->dt : base->end;
    if (!spring_system_carry(system, take_slope, stage, t, next->x))
        return false;
    double moved = spring_system_move(system, take_slope, stage);
    if (contacts->tangential.base)
        turn(system, stage);
    if (last && system->base.field.holds)
        moved += spring_system_hold(system);
    struct spring_stretching how = {.v = next->v, .w = next->w, .stretch = last ? SPRING_STAGED : SPRING_STAYS};
    if (stage >= STAGES / 2 && !base->field.holds)
        how.due = base->field.kick; /* the second half of gravity */
    if (!last && system->base.field.holds)
        how = spring_system_seen(system, false, next->w, 0);
    return spring_contacts_find(contacts, next, moved, !last, &how);
}

bool spring_rk4_step(struct spring_system *system)
{
    const struct field *field = &system->base.field;
    const struct vec2 *before = field->holds ? field->mean : system->before,
                      *after = field->holds ? field->mean : system->base.now.v;
    if (field->holds)
        spring_system_foresee(system);
    for (int stage = 0; stage < STAGES; stage++)
        if (!take_stage(system, stage))
            return false;
    contact_history_balance_stages(&system->history, &system->contacts, before, after);
    return true;
}
