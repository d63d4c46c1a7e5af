#pragma once

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "contact/contact.h"
#include "surfaces/surface_gate.h"

/*
 * What has been seen to of each ball at each gate, so that no crossing is told twice, and none is missed where a leg
 * ends on the line. A saved state needs nothing of it.
 */

/** Of a ball at a gate. */
struct event_gate_mark {
    double done; /* crossings until this time have been told */
    int side;    /* -1, 1: the side of a ball whose leg began on the line, as far as told; 0: by its leg alone */
};

struct event_gates {
    const struct obstacle *obstacles; /* borrowed */
    uint32_t n;                       /* gates of the scene */
    uint32_t *number;                 /* by obstacle: which of them it is */
    struct event_gate_mark *marks;    /* by slot and gate */
};

/** A change of side at a gate. */
struct event_gate_crossing {
    double t;      /* HUGE_VAL: none */
    int to;        /* the side */
    bool at_begin; /* the leg before ended on the other side */
};

/** Of a scene with gates, for so many balls; NULL: out of memory. Owned by the caller. */
struct event_gates *event_gates_create(const struct table *table, size_t balls);

/** Accepts NULL. */
void event_gates_destroy(struct event_gates *gates);

/** True if a ball may pass a gate to a side, -1 or 1. */
bool event_gates_may_pass(const struct event_gates *gates, const struct surface *gate, int to);

/** Begins at a time: what a ball has crossed until then does not count. */
void event_gates_begin(struct event_gates *gates, size_t balls, double t);

/** The first crossing of a ball on its leg that has not been told.
 *  @param body in the slot, as the gate sees it */
struct event_gate_crossing event_gates_next(const struct event_gates *gates, uint32_t slot, const struct surface *gate,
                                            const struct motion *motion, struct body body);

/** Tells a crossing at a time. @param passes the ball is then on the other side; else it stays where it was */
void event_gates_tell(struct event_gates *gates, uint32_t slot, const struct surface *gate, double t,
                      struct event_gate_crossing crossing, bool passes);

/** True if a ball at a place, as the gate sees it, is so near to the gate's line that a leg may begin there. */
static inline bool event_gates_is_near(const struct surface *gate, struct vec2 at, double r)
{
    return fabs(vec2_dot(surface_gate_left(gate), vec2_sub(at, gate->origin))) <= 2 * CONTACT_TOUCHING * r;
}

/** Takes note of the side of a ball that leaves its leg at a time near the gate's line. @param body as above */
void event_gates_leave(struct event_gates *gates, uint32_t slot, const struct surface *gate,
                       const struct motion *motion, struct body body, double t);
