#pragma once

#include "motion/motion_law.h"
#include "motion/parabola.h"

/* Balls under gravity, which may lie on a wall of the table (lying.c). */

/** The leg of a ball that is not fixed, with the clock at zero where its trajectory begins. A ball that lies has no
 *  acceleration across the wall; one that slips there goes on to roll. */
struct parabola_motion lying_leg(const struct motion *motion, const struct particle *ball);

/** wz after a time on that leg: a ball that lies turns as it rubs on the wall. */
double lying_spin(const struct motion *motion, const struct particle *ball, double time);

/** wz of the ball that has stopped slipping, at velocity v: it rolls. */
double lying_rolling_spin(const struct motion *motion, const struct particle *ball, struct vec2 v);

/** True if the ball lies on a wall. */
bool lying_is(const struct motion *motion, const struct particle *ball);
