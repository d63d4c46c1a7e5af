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

/** Gap below which two bodies count as touching, relative to the sum of their radii (ball and wall: to the radius).
 *  Far above the rounding of positions (1e-16 of the table), far below any gap a free flight is likely to pass
 *  through: in a gas at area fraction 0.7 fewer than one hit in 10^9 finds a third ball that near by chance. */
#define CONTACT_TOUCHING 1e-11

/** Relative speed, in units of the two speeds' root of summed squares, below which touching bodies are at rest
 *  against each other: what is left of an exact zero after rounding. */
#define CONTACT_RESTING 0x1p-40

/** Bodies at rest against each other may sink this deep (relative to the sum of their radii) by rounding before they
 *  count as hitting again. Keeps a heap of touching balls quiet and still bounds the overlap. */
#define CONTACT_SUNK 1e-11

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

/** Absolute time at which the ball touches a wall while moving towards it; HUGE_VAL: never.
 *  @param kind CONTACT_LEFT .. CONTACT_TOP
 *  @param size table width or height, whichever the wall bounds */
double motion_impact_wall(const struct particle *ball, enum contact_kind kind, double size);

/** Speed towards a wall; negative: away from it. */
double motion_wall_approach(const struct particle *ball, enum contact_kind kind);

/** Clearance between the ball and a wall at time t, negative: sticks out. */
double motion_wall_gap(const struct particle *ball, enum contact_kind kind, double size, double t);

#endif
