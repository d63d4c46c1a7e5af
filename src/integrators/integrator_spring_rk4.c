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

enum { STAGES = 4 };

/** What dt is divided by for the weight of a stage, and for the way from y to the state after it. */
static const double weight_divisor[STAGES] = {6, 3, 3, 6}, time_divisor[STAGES - 1] = {2, 2, 1};

/** Velocities of the state whose slope a stage takes: y itself, then y2, y3, y4. */
static const struct vec2 *stage_velocities(const struct spring_system *system, int stage)
{
    return stage == 0 ? system->now.v : system->trial.v;
}

static void clear(struct range range, struct vec2 *vectors)
{
    for (size_t i = range.first; i < range.last; i++)
        vectors[i] = (struct vec2){0, 0};
}

/** Adds weight f(y_k) to the increment. */
static void add_slope(struct spring_system *system, struct range range, int stage)
{
    double weight = system->dt / weight_divisor[stage];
    struct state *sum = &system->increment;
    if (stage == 0) {
        clear(range, sum->x);
        clear(range, sum->v);
    }
    vector_ops_axpy(range, sum->x, sum->x, weight, stage_velocities(system, stage));
    vector_ops_kick(range, sum->v, sum->v, weight, system->contacts.force, system->masses);
}

/** Takes the slope of a stage and goes from y to the next state, or from y4 to y'. Returns the length of the way. */
static double take_slope(struct spring_system *system, struct range range, int stage)
{
    struct state *now = &system->now, *trial = &system->trial;
    add_slope(system, range, stage);
    if (stage == STAGES - 1) {
        vector_ops_axpy(range, now->x, now->x, 1, system->increment.x);
        vector_ops_axpy(range, now->v, now->v, 1, system->increment.v);
        return vector_ops_distance(range, now->x, trial->x);
    }
    double time = system->dt / time_divisor[stage];
    double back = stage == 0 ? 0 : vector_ops_distance(range, trial->x, now->x);
    vector_ops_axpy(range, trial->x, now->x, time, stage_velocities(system, stage));
    vector_ops_kick(range, trial->v, now->v, time, system->contacts.force, system->masses);
    return back + vector_ops_distance(range, trial->x, now->x);
}

static bool step(struct spring_system *system)
{
    struct spring_contacts *contacts = &system->contacts;
    for (int stage = 0; stage < STAGES; stage++) {
        const struct vec2 *v = stage_velocities(system, stage);
        bool last = stage == STAGES - 1;
        if (contacts->listed &&
            !contact_history_accumulate(&system->history, contacts, system->dt / weight_divisor[stage], v, v))
            return false;
        double moved = spring_system_move(system, take_slope, stage);
        if (!spring_contacts_find(contacts, last ? &system->now : &system->trial, moved, !last))
            return false;
    }
    return true;
}

static enum status advance(void *state, struct world *world, uint64_t step_target, struct error *err)
{
    return spring_system_advance(state, world, step_target, step, err);
}

const struct integrator_ops integrator_spring_rk4 = {
    .name = "spring-rk4",
    .doc = "contacts are springs; classical Runge-Kutta steps of fourth order",
    .supports = SCENE_OVERLAPS | SCENE_STIFFNESS,
    .needs = SCENE_STIFFNESS,
    .create = spring_system_create,
    .advance = advance,
    .use_threads = spring_system_use_threads,
    .potential = spring_system_potential,
    .counters = spring_system_counters,
    .destroy = spring_system_destroy,
};
