#include "integrators/event/event_system.h"

#include "base/min_max.h"

/** At rest at `now`, and without spin. */
static bool rests(const struct event_system *system, const struct particle *ball, double now)
{
    if (!(motion_rest_time(&system->motion, ball) <= now))
        return false;
    struct vec3 w = event_system_rotates(system) ? motion_spin(&system->motion, ball, now) : (struct vec3){0, 0, 0};
    return w.x == 0 && w.y == 0 && w.z == 0;
}

/** True if the scene gives the ball no time of its own, and it rests. */
static bool waits(const struct event_system *system, const struct particle *ball)
{
    const struct checkpoint *saved = system->scene->checkpoint;
    return saved && saved->t0[ball->id] == -HUGE_VAL && rests(system, ball, ball->t);
}

void event_save_backdate(struct event_system *system)
{
    double earliest = HUGE_VAL;
    for (size_t i = 0; i < system->n; i++)
        earliest = double_min(earliest, system->balls[i].t);
    for (uint32_t i = 0; i < system->n; i++) {
        struct particle *ball = &system->balls[i];
        if (motion_is_fixed(ball) || waits(system, ball))
            ball->t = earliest;
    }
}

/** The beginning of the earliest trajectory that has not come to rest; HUGE_VAL: there is none. */
static double earliest_moving(const struct event_system *system, double now)
{
    double earliest = HUGE_VAL;
    for (size_t i = 0; i < system->n; i++)
        if (!rests(system, &system->balls[i], now))
            earliest = double_min(earliest, system->balls[i].t);
    return earliest;
}

static bool was_hit(const struct event_system *system, uint32_t slot)
{
    return event_system_loses_energy(system) ? event_system_was_hit(system, slot)
                                             : checkpoint_implies_hit(system->balls[slot].t);
}

/** Where no ball that moves began before this one had come to rest, its past makes no difference to them, but for
 *  contact_time, which asks when it was hit. */
static bool may_forget(const struct event_system *system, uint32_t slot, double earliest, double now)
{
    const struct particle *ball = &system->balls[slot];
    return rests(system, ball, now) && motion_rest_time(&system->motion, ball) <= earliest &&
           (system->scene->contact_time == 0 || !event_system_was_hit(system, slot));
}

void event_save(const struct event_system *system, double now, struct checkpoint *checkpoint)
{
    struct world *saved = checkpoint->state;
    const double earliest = earliest_moving(system, now);
    for (uint32_t i = 0; i < system->n; i++) {
        const struct particle *ball = &system->balls[i];
        const bool forget = may_forget(system, i, earliest, now);
        const struct particle at = forget ? motion_at(&system->motion, ball, now) : *ball;
        const uint32_t id = ball->id;
        saved->x[id] = at.x;
        saved->y[id] = at.y;
        saved->vx[id] = at.vx;
        saved->vy[id] = at.vy;
        checkpoint->t0[id] = forget ? -HUGE_VAL : ball->t;
        checkpoint->hit[id] = forget ? event_system_was_hit(system, i) : was_hit(system, i);
        if (system->turns)
            saved->turns[id] = system->turns[i];
        if (event_system_rotates(system))
            saved->w[id] = forget ? (struct vec3){0, 0, 0} : system->motion.w[id];
    }
}
