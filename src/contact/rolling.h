#pragma once

#include <stdbool.h>

#include "base/vec2.h"
#include "base/vec3.h"

/*
 * Rolling on the table. With the angular velocity w = (wx, wy, wz), right-handed and z upwards, a ball of radius r
 * rolls where its velocity is s = r (wy, -wx): its lowest point rests.
 */

/** Slip of balls that roll as another program says, relative to the sizes of the velocities that it is the difference
 *  of. A slide of that speed would last as long as rounding says, and the log would tell of it. */
#define ROLLING_ROUNDING 1e-12

/** s: the velocity that rolling would have. */
static inline struct vec2 rolling_velocity(struct vec3 w, double r)
{
    return (struct vec2){r * w.y, 0 - r * w.x};
}

/** The angular velocity of a ball that rolls at velocity s, with wz as given. */
static inline struct vec3 rolling_spin(struct vec2 s, double r, double wz)
{
    return (struct vec3){0 - s.y / r, s.x / r, wz};
}

/** True if a ball with velocity v slips, but no more than ROLLING_ROUNDING: rolling was meant. */
static inline bool rolling_is_meant(struct vec2 v, struct vec3 w, double r)
{
    const struct vec2 s = rolling_velocity(w, r), u = vec2_sub(v, s);
    const double most = ROLLING_ROUNDING * (vec2_length(v) + vec2_length(s));
    return (u.x != 0 || u.y != 0) && vec2_dot(u, u) <= most * most;
}
