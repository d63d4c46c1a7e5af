#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/vec2.h"
#include "base/vec3.h"
#include "contact/rolling.h"
#include "motion/parabola.h"

/*
 * A ball on the cloth: it slides until its lowest point no longer slips, then rolls, then rests (cloth.c). With
 * the velocity s that rolling would have (contact/rolling.h), u = v - s is the slip.
 */

/** What decelerates a ball; length per time squared. */
struct cloth {
    double sliding;  /* while it slips, > 0 */
    double rolling;  /* while it rolls, >= 0 */
    double pivoting; /* r |wz|, the spin about the vertical, always; >= 0 */
    double inertia;  /* q, the moment of inertia over m r^2, 0 < q <= 1 */
};

/** The cloth under ball i, whose decelerations are in arrays; NULL: 0. */
static inline struct cloth cloth_under(const double *sliding, const double *rolling, const double *pivoting,
                                       const double *inertia, size_t i)
{
    return (struct cloth){sliding ? sliding[i] : 0, rolling ? rolling[i] : 0, pivoting ? pivoting[i] : 0, inertia[i]};
}

/** wz after a time, >= 0. */
static inline double cloth_pivot(double pivoting, double r, double wz, double time)
{
    double less = pivoting * time / r;
    return wz > less ? wz - less : wz < -less ? wz + less : 0;
}

/** True if a ball slips: |u| is more than the rounding of v and s. */
bool cloth_slips(struct vec2 v, struct vec2 s);

/** The leg of a ball that is at x with v and w, with the clock at zero. A slide goes on, as rolling, where it ends. */
struct parabola_motion cloth_leg(const struct cloth *cloth, struct vec2 x, struct vec2 v, struct vec3 w, double r);

/** The angular velocity after a time on such a leg; beyond its end that there, but for wz, which decreases.
 *  @param leg  cloth_leg() with w
 *  @param then the velocity after that time */
struct vec3 cloth_spin(const struct cloth *cloth, const struct parabola_motion *leg, struct vec3 w, double r,
                       double time, struct vec2 then);

/** The velocity with which a slide ends; it is that of rolling. */
static inline struct vec2 cloth_slide_end(double inertia, struct vec2 v, struct vec2 s)
{
    return vec2_scale(1 / (1 + inertia), vec2_add(v, vec2_scale(inertia, s)));
}
