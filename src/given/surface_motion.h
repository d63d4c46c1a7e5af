#pragma once

#include <stdint.h>

#include "base/min_max.h"
#include "base/vec2.h"

/*
 * How a wall, line or arc moves: at a velocity that is constant between the times of a list, and 0 before the first. A
 * list may repeat. Places are counted from where the surface is at t = 0.
 */

/** From a time on, within the period. */
struct surface_piece {
    double t;          /* >= 0; -HUGE_VAL: always, of a rate given as a number */
    struct vec2 v;     /* velocity of the surface */
    struct vec2 drift; /* what of it moves the surface: of a wall the part across it, the other part only rubs */
    struct vec2 way;   /* how far the surface has come by then, in the period */
};

/** A list of pieces. Where it says how an arc turns, v.x is a rate, and drift and way are 0. */
struct surface_motion {
    double period; /* > the last t; 0: the list does not repeat */
    uint32_t n;    /* >= 1; times rise */
    struct surface_piece piece[];
};

/** What a surface does from one change of its velocity to the next: since <= t < until. */
struct surface_course {
    struct vec2 v, drift; /* as of a piece */
    struct vec2 way;      /* how far the surface has come by `since` */
    double rate; /* of an arc that turns, angle per time, counter-clockwise: its surface runs about its centre */
    double since, until; /* -HUGE_VAL, HUGE_VAL: always */
    double turns_until;  /* and how long it has that rate, on which no place depends */
};

/** A surface at rest. */
struct surface_course surface_motion_rest(void);

/** Fills in drift and way.
 *  @param moved components that move the surface: 1, or 0 */
void surface_motion_prepare(struct surface_motion *motion, struct vec2 moved);

/** The course of a time; a time at which the velocity changes belongs to what begins then. @param motion NULL: at rest
 */
struct surface_course surface_motion_at(const struct surface_motion *motion, double t);

/** Adds how the surface of an arc turns. @param turn NULL: it does not */
void surface_motion_turn(struct surface_course *course, const struct surface_motion *turn, double t);

/** When a course ends, as one of its velocities changes. */
static inline double surface_motion_change(const struct surface_course *course)
{
    return double_min(course->until, course->turns_until);
}

/** How far the surface has come at the end of a period, which should be 0. */
struct vec2 surface_motion_per_period(const struct surface_motion *motion);

/** The largest speed of all pieces. @param motion NULL: at rest */
double surface_motion_fastest(const struct surface_motion *motion);

/** From (0, 0), where a surface is at t = 0, to where it may come, along each axis. */
struct surface_range {
    struct vec2 lo, hi; /* lo <= 0 <= hi */
};

/** All ways that the surface has gone at any time from 0 to t, or more. @param motion NULL: at rest
 *  @param t may be HUGE_VAL */
struct surface_range surface_motion_range(const struct surface_motion *motion, double t);

/** The longest of these ways, or more. */
double surface_motion_farthest(struct surface_range range);

/** How far the surface has come at a time of its course. */
static inline struct vec2 surface_motion_way(const struct surface_course *course, double t)
{
    const double wait = t - course->since;
    if (!(course->drift.x != 0 || course->drift.y != 0))
        return course->way;
    return (struct vec2){course->way.x + course->drift.x * wait, course->way.y + course->drift.y * wait};
}
