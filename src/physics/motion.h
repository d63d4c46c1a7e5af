#ifndef PHYSICS_MOTION_H
#define PHYSICS_MOTION_H

#include <stdint.h>

#include "physics/contact.h"

/*
 * A ball's flight: where it was and how it moved at its last hit. A flight changes only in a collision, never because
 * somebody looked, a frame was written or a list was rebuilt, and every time of impact below is a function of flights
 * alone. That is what makes a trajectory a function of the scene.
 *
 * One cache line per ball, since event-driven motion visits balls at random.
 */
struct particle {
    double x, y;   /* centre at time t */
    double t;      /* time of the last hit, or the moment the initial state holds */
    double vx, vy; /* velocity since then */
    double r, m;   /* radius, mass */
    uint32_t hits; /* number of hits so far (wraps); tells predictions made before from those made after */
    uint32_t id;   /* ball index: decides ties */
};

/** Centre at time t (not before the flight's beginning). */
static inline double motion_x(const struct particle *ball, double t)
{
    return ball->x + ball->vx * (t - ball->t);
}

static inline double motion_y(const struct particle *ball, double t)
{
    return ball->y + ball->vy * (t - ball->t);
}

/** Absolute time at which a and b touch while approaching; HUGE_VAL: never on these flights. Symmetric in a and b to
 *  the bit; never NaN; never before the later of the two flights' beginnings. */
double motion_impact(const struct particle *a, const struct particle *b);

#endif
