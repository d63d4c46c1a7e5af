#pragma once

#include <stdbool.h>

#include "base/min_max.h"
#include "base/vec2.h"
#include "motion/motion_law.h"

/* When two balls meet, themselves or their images. */

/** Absolute time at which a and b touch while approaching; HUGE_VAL: never on these trajectories. Symmetric in a and b
 *  to the bit; never NaN; never before the later of the two trajectories' beginnings. On a periodic table: a and b
 *  themselves, not their images. */
double motion_impact(const struct motion *motion, struct body a, struct body b);

/*
 * Images. On a periodic table b stands for its images at b - shift, with `shift` any multiple of the period. Which of
 * them a ball can meet follows from where both are now: while neither has gone farther than MOTION_REGION of the period
 * since, no image but the nearest can be met, as no two radii add up to more than a quarter of the period. Where they
 * do (a narrow table) the neighbours of the nearest image, along each axis, are examined as well. The time of impact
 * depends on the two trajectories and the image alone.
 */

/** How far from their centres balls of any radii may go, in units of the period, before images are chosen anew. */
#define MOTION_REGION 0.06

/** The same as a length, for balls whose radii add up to no more than `reach`: farther where that is small, since both
 *  have to cross a region and the rest of half a period before they meet through another image. */
static inline double motion_region(double period, double reach)
{
    return double_max(MOTION_REGION * period, 0.96 / 4 * (0.5 * period - reach));
}

enum { MOTION_MOST_IMAGES = 9 };

/** The shifts of all images of b that a can meet before images are chosen anew, the nearest first; {0, 0} alone on a
 *  table that is not periodic. Returns their number. */
int motion_impact_images(const struct motion *motion, struct body a, struct body b, double now,
                         struct vec2 shifts[MOTION_MOST_IMAGES]);

/** When a meets b, which it touches, next: on a narrow table it may be another image than the one that it touches. */
double motion_impact_any(const struct motion *motion, struct body a, struct body b);

/** On a narrow table: true if an image of b touches a besides the nearest. */
bool motion_impact_is_double(const struct motion *motion, struct body a, struct body b, double now);
