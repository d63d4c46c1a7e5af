#pragma once

#include "events/event_seam.h"
#include "events/event_trajectory.h"

/* A ball that ends its trajectory somewhere and begins another one there, with whatever velocity and spin: what is the
 * same whoever ends it. The hits of event_pair.c and event_bounce.c, which are nearly all, do the same in steps
 * (event_hit.h). */

/** Where a ball arrives. */
struct event_arrival {
    struct particle ball; /* on the table */
    struct vec3 w;        /* its angular velocity */
    struct vec2 turns;    /* all that it has made */
};

static inline struct event_arrival event_arrival_of(const struct event_system *system, uint32_t slot, double t)
{
    const struct body body = body_at(system->balls, system->legs, slot);
    struct event_arrival arrival = {.ball = motion_at(&system->motion, body, t)};
    arrival.w = motion_spin(&system->motion, body, &arrival.ball);
    arrival.turns = event_seam_bring_slot_back(system, slot, &arrival.ball);
    return arrival;
}

/** The ball of a slot that has arrived leaves as `ball`, with the angular velocity w; what the trajectory that ends has
 *  taken is booked. */
static inline void event_arrival_leave(struct event_system *system, uint32_t slot, const struct event_arrival *arrival,
                                       const struct particle *ball, struct vec3 w)
{
    const struct motion *motion = &system->motion;
    const double lost = motion_loss(motion, body_at(system->balls, system->legs, slot), &arrival->ball, arrival->w);
    struct leg leg;
    struct body leaving = body_of(ball);
    if (system->legs) {
        leg = motion_leg(motion, ball, w);
        leaving.leg = &leg;
    }
    event_trajectory_set(system, slot, leaving, lost);
    event_seam_set_turns(system, slot, arrival->turns);
}
