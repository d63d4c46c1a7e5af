#pragma once

#include "base/error.h"
#include "events/event_system.h"

/*
 * Gates: centres that cross a segment are counted, or thrown back. What is remembered of each ball and gate, so that no
 * crossing is told twice and none is missed where a leg ends on the line, is struct event_gates; a saved state needs
 * nothing of it.
 */

/** What has been seen to of a ball at a gate. */
struct event_gate_mark {
    double done; /* crossings until this time have been told */
    int side;    /* -1, 1: the side of a ball whose leg began on the line, as far as told; 0: by its leg alone */
};

struct event_gates {
    uint32_t n;                    /* gates of the scene */
    uint32_t *number;              /* by obstacle: which of them it is */
    struct event_gate_mark *marks; /* by slot and gate */
};

/** Of a scene with gates, for so many balls; NULL: out of memory. Owned by the caller. */
struct event_gates *event_gates_create(const struct table *table, size_t balls);

/** Accepts NULL. */
void event_gates_destroy(struct event_gates *gates);

/** Begins at a time: what a ball has crossed until then does not count. */
void event_gates_begin(struct event_gates *gates, size_t balls, double t);

/** The next crossing of a gate in a ball's list, if it comes before the best so far.
 *  @param seen the ball as the gate sees it @param number of the surface @param now present time */
void event_gate_search(const struct event_system *system, uint32_t slot, uint32_t number, struct body seen, double now,
                       struct event *best);

/** True of a gate that not all pass. @param number of the surface */
static inline bool event_gate_may_throw(const struct event_system *system, uint32_t number)
{
    const struct surface *gate = &system->boundary.surfaces[number];
    return system->scene->table.obstacles[gate->obstacle].pass != GATE_BOTH;
}

/** A crossing that is due: counts it, or throws the ball back, tells the observer and predicts the ball anew.
 *  @param number of the surface */
void event_gate_meet(struct event_system *system, uint32_t slot, uint32_t number, double t);
