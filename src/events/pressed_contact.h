#pragma once

#include "motion/motion.h"

/* Contacts that accelerations press together, so that a hit does not end them. */

/** True if two balls accelerate alike: certainly no acceleration drives them together. */
static inline bool pressed_contact_is_excluded(const struct motion *motion, const struct particle *a,
                                               const struct particle *b)
{
    return !motion_is_accelerated(motion) || (motion_is_free_fall(motion, a) && motion_is_free_fall(motion, b));
}

/** Time of the lowest bounce that a ball makes under its own friction, CONTACT_CREEP of its radius high; 0: it does not
 *  decelerate. */
double pressed_contact_bounce(const struct motion *motion, const struct particle *ball);

/** The pressure of two balls that touch at the time at which both trajectories begin: their relative acceleration along
 *  the line of centres less the centrifugal one. That on a surface is boundary_pressure().
 *  @param d separation, b minus a */
double pressed_contact_pressure(const struct motion *motion, struct body a, struct body b, struct vec2 d);

/** Square of the speed with which two bodies part after a hit instead; 0: as the law of impact has it; HUGE_VAL: they
 * collapse.
 *  @param contact_time  that hits last; 0: none
 *  @param pressure      acceleration with which they are driven together again; not positive: they are not
 *  @param reach         sum of the radii; ball and surface: the radius
 *  @param speed_squared of their separation, as the law of impact has it */
double pressed_contact_parting(const struct motion *motion, double contact_time, double pressure, double reach,
                               double speed_squared);
