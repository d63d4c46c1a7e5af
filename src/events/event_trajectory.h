#pragma once

#include "events/event_system.h"

/* How a ball's trajectory begins and ends, and what is booked then. */

/** Begins a new trajectory of a ball that has arrived, after a collision. */
static inline void event_trajectory_begin(struct particle *ball, struct vec2 v)
{
    ball->vx = v.x;
    ball->vy = v.y;
    ball->collisions++;
}

/** Where legs are kept: begins that of the trajectory that a slot now has. */
static inline void event_trajectory_begin_leg(struct event_system *system, uint32_t slot, struct vec3 w)
{
    if (system->legs)
        system->legs[slot] = motion_leg(&system->motion, &system->balls[slot], w);
}

/** True if the ball's trajectory began with a collision. */
static inline bool event_trajectory_was_hit(const struct event_system *system, uint32_t slot)
{
    return system->balls[slot].collisions > 0 && !(system->legs && system->legs[slot].follows) &&
           !(system->thrown && system->thrown[slot]);
}

/** True if a ball was hit less than the scene's contact_time before the instant t (Luding and McNamara, Granular Matter
 *  1, 113, 1998). What has hit it at the instant itself belongs to the same impact, and does not count. */
static inline bool event_trajectory_is_recent(const struct event_system *system, uint32_t slot, double t)
{
    const struct particle *ball = &system->balls[slot];
    double contact_time = system->scene->contact_time;
    if (!(contact_time > 0))
        return false;
    return t > ball->t ? event_trajectory_was_hit(system, slot) && t - ball->t < contact_time : system->recent[slot];
}

/** Books what a trajectory has taken until it ends, and a wall that carried the ball has worked.
 *  @param lost motion_loss() */
static __attribute__((noinline, unused)) void event_trajectory_book(struct event_system *system, uint32_t slot,
                                                                    double lost, double t)
{
    ledger_motion_took(&system->ledger, lost);
    if (system->motion.walls)
        ledger_walls_worked(&system->ledger,
                            motion_work(&system->motion, body_at(system->balls, system->legs, slot), t));
}

/** Takes note of the sides of gates on which a ball is that leaves its trajectory at the time t, and that no gate has
 *  thrown it back since. */
void event_trajectory_leave_gates(struct event_system *system, uint32_t slot, double t);

/** Replaces a ball's trajectory by the one that it follows from now on. Its turns are left to the caller.
 *  @param trajectory with its leg, where legs are kept @param lost on the former: motion_loss() */
static inline void event_trajectory_set(struct event_system *system, uint32_t slot, struct body trajectory, double lost)
{
    if (motion_is_fixed(trajectory.ball))
        return;
    if (system->recent)
        system->recent[slot] = event_trajectory_is_recent(system, slot, trajectory.ball->t);
    if (__builtin_expect(system->dissipates, 0))
        event_trajectory_book(system, slot, lost, trajectory.ball->t);
    if (__builtin_expect(system->gates != NULL, 0))
        event_trajectory_leave_gates(system, slot, trajectory.ball->t);
    if (trajectory.leg)
        system->legs[slot] = *trajectory.leg;
    system->balls[slot] = *trajectory.ball;
}
