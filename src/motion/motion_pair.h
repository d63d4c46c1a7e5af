#pragma once

#include <stdbool.h>

#include "base/vec2.h"
#include "motion/motion_law.h"
#include "motion/parabola.h"

/* motion_impact() in steps, for one ball and many partners. */

/** Two balls from the later of their trajectories' beginnings on, with the clock at zero there. */
struct motion_pair {
    double begin, reach; /* sum of radii */
    struct parabola_motion a, b;
    struct vec2 shift; /* taken off their separation, b minus a */
    bool is_uniform;   /* both accelerate alike */
};

/** a and the image of b.
 *  @param whole_a motion_whole() of a */
void motion_pair_begin(struct motion_pair *pair, const struct motion *motion, struct body a,
                       const struct parabola_motion *whole_a, struct body b, struct vec2 shift);

/** True if they touch at the beginning. */
bool motion_pair_touches(const struct motion_pair *pair);

/** True if they certainly do not hit at or before t (HUGE_VAL: never): spares motion_pair_impact() a search for what
 *  comes too late. False: perhaps they hit; and for pairs whose time of impact has a closed form. */
bool motion_pair_passes(const struct motion_pair *pair, double t);

/** Absolute time of their impact: that of motion_impact(). */
double motion_pair_impact(const struct motion_pair *pair);
