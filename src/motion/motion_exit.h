#pragma once

#include <math.h>
#include <stdbool.h>

#include "base/min_max.h"
#include "base/period.h"
#include "base/vec2.h"
#include "motion/motion.h"

/* When a ball leaves a region, or that it does not. */

/** Time from `now` on at which the ball leaves a disc: perhaps early, never late. HUGE_VAL: never. A ball outside
 * leaves at once if it moves.
 *  @param radius_squared may be HUGE_VAL: the disc is the plane */
double motion_exit_disc(const struct motion *motion, struct body body, double now, struct vec2 centre,
                        double radius_squared);

/** How far from a centre a ball can be along each axis until t, or the end of its leg, signs aside: one that moves
 * straight, and is no farther now, at t. */
static inline struct vec2 motion_way(const struct motion *motion, struct body body, double t, struct vec2 centre)
{
    if (!(body.leg && motion_slides(motion)))
        return vec2_sub(motion_position(motion, body, t), centre);
    const struct particle *ball = body.ball;
    double far = motion_farthest(body.leg, t - ball->t);
    return (struct vec2){fabs(ball->x - centre.x) + far, fabs(ball->y - centre.y) + far};
}

/** True if a ball that is in the disc now, and moves straight, will be there until t: a disc is convex.
 *  On the cloth false where a quick look does not tell. */
static inline bool motion_stays_in_disc(const struct motion *motion, struct body body, double t, struct vec2 centre,
                                        double radius_squared)
{
    struct vec2 way = motion_way(motion, body, t, centre);
    return vec2_dot(way, way) <= radius_squared;
}

/** The same of an upright box, whose sides are 2 half long. */
static inline bool motion_stays_in_box(const struct motion *motion, struct body body, double t, struct vec2 centre,
                                       struct vec2 half)
{
    struct vec2 way = motion_way(motion, body, t, centre);
    return (way.x * way.x < half.x * half.x) & (way.y * way.y < half.y * half.y);
}

/** Square of the time in which a ball in free fall strays by no more than `slack` from the chord of its path: g t^2/8.
 *  So long it goes no farther than that beyond a convex region in which both ends of its path are. */
static inline double motion_straight_squared(const struct motion *motion, double slack)
{
    return 8 * slack / (fabs(motion->gravity.x) + fabs(motion->gravity.y));
}

/** The strip lo < q < hi, q the coordinate along the axis (0: x, 1: y). Infinite: no end there. */
struct motion_strip {
    int axis;
    double lo, hi;
};

/** Time from `now` on at which the ball's centre leaves a strip: perhaps early, never late. HUGE_VAL: never.
 *  @param side receives where it leaves: -1 at lo, 1 at hi, 0 nowhere */
double motion_exit_strip(const struct motion *motion, struct body body, double now, struct motion_strip strip,
                         int *side);

/** In uniform motion: the side on which a coordinate leaves any interval, -1, 1, or 0: none. */
static inline int motion_side(const struct particle *ball, int axis)
{
    double v = axis ? ball->vy : ball->vx;
    return (v > 0) - (v < 0);
}

/** In uniform motion: the time at which a coordinate with a velocity other than 0 is q. */
static inline double motion_time_at(const struct particle *ball, int axis, double q)
{
    return axis ? ball->t + (q - ball->y) / ball->vy : ball->t + (q - ball->x) / ball->vx;
}

/** Where a region's centre is for a ball in it: the image of the centre that is nearest to the ball at time `now`. */
static inline struct vec2 motion_near(const struct motion *motion, struct body body, double now, struct vec2 centre)
{
    if (__builtin_expect(!motion->period.is_any, 1))
        return centre;
    return vec2_add(centre, period_shift(&motion->period, vec2_sub(motion_position(motion, body, now), centre)));
}
