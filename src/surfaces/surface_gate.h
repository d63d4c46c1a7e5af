#pragma once

#include "surfaces/surface_ops.h"

/*
 * When the centre of a ball changes sides of a gate's line, as a function of its leg, and whether it does so at the
 * gate. The left is that of one who goes from the gate's origin to its end, and positive.
 */

/** A leg as a gate sees it. */
struct gate_path {
    struct parabola whole; /* from the gate's origin, with the clock at zero where the leg begins */
    bool on_line;          /* the leg begins on the line, within CONTACT_TOUCHING of the radius */
    int begins;      /* the side on which it does: -1, 1; on the line the one to which it moves; 0: it rests there */
    double roots[2]; /* the times at which the side changes after that, in order, */
    int n;           /* and their number */
};

/** @param body seen from the gate (boundary_seen_from()) */
struct gate_path surface_gate_path(const struct surface *gate, const struct motion *motion, struct body body);

/** True if the foot of the centre is on the gate at a time of the leg: the gate's first end belongs to it, the other
 *  does not, so that gates joined end to beginning count once. */
bool surface_gate_faces(const struct surface *gate, const struct gate_path *path, double time);

/** Unit normal to the left. */
static inline struct vec2 surface_gate_left(const struct surface *gate)
{
    return (struct vec2){(gate->origin.y - gate->end.y) / gate->r, (gate->end.x - gate->origin.x) / gate->r};
}
