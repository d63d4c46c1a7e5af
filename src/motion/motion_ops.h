#pragma once

#include "base/vec3.h"
#include "motion/cloth.h"
#include "motion/motion_law.h"

/*
 * What there is to know of a law of motion. Each law is one file that exports one `const struct motion_ops`; motion.c
 * lists them. The paths are pieces of parabolas, so that places, times of impact and times of leaving a region follow
 * from legs.
 */
struct motion_ops {
    /** motion_leg(), of which `w` is the caller's to fill in. NULL of uniform motion, which has no acceleration. */
    struct leg (*leg)(const struct motion *motion, const struct particle *ball, struct vec3 w);
    /** motion_spin() after a time, of balls that turn. @param v the velocity then */
    struct vec3 (*spin)(const struct motion *motion, struct body body, double time, struct vec2 v);
    /** Where a leg goes on: changes the state at its end, which has its velocity and spin, to that with which the next
     *  begins. NULL: no leg goes on. */
    void (*next)(const struct motion *motion, struct body body, struct particle *end, struct vec3 *w);
    /** What the law has taken of the kinetic energy that the ball has lost by then. NULL: all. */
    double (*loss)(const struct motion *motion, struct body body, const struct particle *then, double lost);
    const char *presses; /* what presses bodies together, for messages */
};

/** motion_is_carried_until() and motion_work() of MOTION_CARRIED. */
bool motion_gravity_is_carried_until(const struct motion *motion, struct body body, double t);
double motion_gravity_work(const struct motion *motion, struct body body, double t);

/** A spin about the vertical after a time, where pivoting friction alone acts on it. */
static inline double motion_ops_pivoted(const struct motion *motion, const struct particle *ball, double wz,
                                        double time)
{
    return motion->pivoting ? cloth_pivot(motion->pivoting[ball->id], ball->r, wz, time) : wz;
}

/** motion_ops.spin where no other friction acts on spins. */
static inline struct vec3 motion_ops_pivoted_spin(const struct motion *motion, struct body body, double time,
                                                  struct vec2 v)
{
    struct vec3 w = body.leg->w;
    (void)v;
    w.z = motion_ops_pivoted(motion, body.ball, w.z, time);
    return w;
}

extern const struct motion_ops motion_uniform, motion_gravity, motion_rolling, motion_cloth;
