#pragma once

#include "surfaces/surface_ops.h"

/*
 * When the centre of a ball changes sides of a gate's line, as a function of its leg, and whether it does so at the
 * gate. The left is that of one who goes from the gate's origin to its end, and positive.
 */

/** A leg as a gate sees it. */
struct gate_path {
    struct parabola whole; /* from the gate's origin, with the clock at zero where the leg begins */
    struct vec2 from;      /* where `whole` begins, in the coordinates of the table */
    bool is_straight;
    bool on_line;    /* the leg begins on the line, within CONTACT_TOUCHING of the radius */
    int begins;      /* the side on which it does: -1, 1; on the line the one to which it moves; 0: it rests there */
    double roots[2]; /* the times at which the side changes after that, in order, */
    int n;           /* and their number */
};

/** @param body seen from the gate (boundary_seen_from()) */
struct gate_path surface_gate_path(const struct surface *gate, const struct motion *motion, struct body body);

/** True if the centre is at the gate at the time of a root: the gate's first end belongs to it, the other does not, so
 *  that gates joined end to beginning count once. Gates that have an end in common agree on which side of a straight
 *  path it is. */
bool surface_gate_faces(const struct surface *gate, const struct gate_path *path, double root);

/** True if the centre at the time of a root, or 0, is at the gate or as good as that: a gate that holds has both its
 *  ends, and corners of several leave no hole. */
bool surface_gate_meets(const struct surface *gate, const struct gate_path *path, double time);

/** Unit normal to the left. */
static inline struct vec2 surface_gate_left(const struct surface *gate)
{
    return (struct vec2){(gate->origin.y - gate->end.y) / gate->r, (gate->end.x - gate->origin.x) / gate->r};
}
