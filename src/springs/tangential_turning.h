#pragma once

#include <stdbool.h>

#include "base/vec3.h"
#include "steps/stepper.h"
#include "steps/vector_ops.h"

/*
 * How contacts that rub turn balls: the torques, and the spins that follow. The table takes vertical velocities, so the
 * vertical part of a force only turns the balls.
 *
 * Ownership: tangential_turning_open() allocates, also in part when it fails; tangential_turning_close() frees and
 * accepts a zeroed struct.
 */
struct tangential_turning {
    bool is_flat;         /* about the vertical only */
    double *torque;       /* by the radius: about the vertical; */
    struct vec2 *tilting; /* the rest; NULL: is_flat */
    double *yield;        /* radius by moment of inertia */
};

/** @param is_flat balls turn about the vertical only. false: out of memory */
bool tangential_turning_open(struct tangential_turning *turning, const struct stepper *base, bool is_flat);
void tangential_turning_close(struct tangential_turning *turning);

/** Before forces are found: no torques on some balls. */
void tangential_turning_clear(struct tangential_turning *turning, struct range range);

/** Adds what a force across a unit normal in a plane turns.
 *  @param up vertical part of the force @param torque by the radius, about the vertical */
static inline void tangential_turning_add(struct tangential_turning *turning, uint32_t ball, struct vec2 n, double up,
                                          double torque)
{
    turning->torque[ball] += torque;
    if (!turning->is_flat) {
        turning->tilting[ball].x -= up * (0 - n.y);
        turning->tilting[ball].y -= up * n.x;
    }
}

/** to = from and what the torques change in a time, of the spins of some balls. */
void tangential_turning_turn(const struct tangential_turning *turning, struct range range, struct vec3 *to,
                             const struct vec3 *from, double time);
