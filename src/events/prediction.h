#pragma once

#include "events/event_seam.h"
#include "events/event_system.h"

/* What happens to a ball next: the earliest impact with a neighbour or a surface, or the end of its neighbour list. */

/** True if the ball certainly touches no surface at time t and hits none on its way there. False where a quick look
 * does not tell. */
static inline bool prediction_is_clear(const struct event_system *system, const struct particle *ball, double t)
{
    const struct boundary *boundary = &system->boundary;
    return system->neighbours->is_plain && boundary_edge_distance(boundary, motion_straight(ball, t)) > 1.5 * ball->r;
}

/** Finds and schedules a ball's next event. @param now present time */
void prediction_update(struct event_system *system, uint32_t slot, double now);

/** The same of a ball that has just left its region that way (neighbours_exit_time) and got new neighbours. */
void prediction_extend(struct event_system *system, uint32_t slot, double now, uint32_t way);

/** A wall with a mass begins a new trajectory at time t: all balls meet it at other times. @param wall a body */
void prediction_restate(struct event_system *system, uint32_t wall, double t);

/** What a ball collides with next among those in a list, one by one. Under friction EVENT_REBUILD if the end of the
 *  list, or `until`, comes first: later impacts need not be found. Returns whether one of them touches the ball. */
bool prediction_singly(const struct event_system *system, struct body body, const struct impact_list *list,
                       double until, struct event *best);

/** What a ball collides with next among those in its list, given the kernel's result. Where the kernel was not sure,
 *  motion_impact() decides, and whether one of them touches the ball is corrected.
 *  @param body on its trajectory from now on @param until as above; HUGE_VAL: all impacts matter */
ALWAYS_INLINE void prediction_adopt(const struct event_system *system, struct body body, const struct impact_list *list,
                                    struct impact_found *found, double until, struct event *best)
{
    if (found->ambiguous | system->no_vectors) {
        found->touching = prediction_singly(system, body, list, until, best);
        return;
    }
    best->t = found->t;
    best->partner = EVENT_NONE;
    best->collisions = 0;
    if (found->t < HUGE_VAL) {
        best->partner = list->slots[found->index];
        best->collisions = system->balls[best->partner].collisions;
    }
}

/** Makes an impact with `partner` the best if it is earlier, or as early with a smaller ball index. */
void prediction_take_earlier(const struct event_system *system, struct event *best, double t, uint32_t partner);

/** What prediction_schedule() does where a surface or the end of the list may be near. */
void prediction_schedule_fully(struct event_system *system, uint32_t slot, struct event best, double now);

/** Adds surfaces and the end of the neighbour list to the best pair and schedules the earliest.
 *  @param ball the ball, or a copy of it */
ALWAYS_INLINE void prediction_schedule(struct event_system *system, uint32_t slot, const struct particle *ball,
                                       struct event best, double now)
{
    if (neighbours_stay_alone(system->neighbours, slot, ball, now, best.t))
        event_queue_set(system->queue, slot, best);
    else
        prediction_schedule_fully(system, slot, best, now);
}
