#pragma once

#include <math.h>
#include <stdbool.h>

#include "base/vec2.h"

/** Motion at constant acceleration: at time t the place is x + v t + a t^2 / 2. Of one body, or of one relative to
 *  another: then x is their separation and v, a are differences as well. */
struct parabola {
    struct vec2 x, v, a;
};

/** A leg: a body that follows `path` from time 0 until it stops, and rests from then on (rolling friction); `until` is
 *  HUGE_VAL if it never stops (gravity) and 0 if it rests from the beginning. A leg that goes on ends at `until` with
 *  another one, of which nothing is known here (a slide, after which the ball rolls). */
struct parabola_motion {
    struct parabola path;
    double until;
    bool goes_on;
};

static inline struct vec2 parabola_position(const struct parabola *path, double t)
{
    return (struct vec2){path->x.x + t * (path->v.x + t * (0.5 * path->a.x)),
                         path->x.y + t * (path->v.y + t * (0.5 * path->a.y))};
}

static inline struct vec2 parabola_velocity(const struct parabola *path, double t)
{
    return (struct vec2){path->v.x + t * path->a.x, path->v.y + t * path->a.y};
}

/** When something happens to the body after a wait; HUGE_VAL: the leg ends before. @param begin time at its zero */
static inline double parabola_motion_when(const struct parabola_motion *body, double begin, double wait)
{
    return wait < body->until ? begin + wait : HUGE_VAL;
}

/** The motion from time t on, with the clock at zero at t. */
static inline struct parabola_motion parabola_motion_from(const struct parabola_motion *body, double t)
{
    if (t < body->until)
        return (struct parabola_motion){
            {parabola_position(&body->path, t), parabola_velocity(&body->path, t), body->path.a},
            body->until - t,
            body->goes_on};
    struct parabola_motion ended = {.path.x = parabola_position(&body->path, body->until), .goes_on = body->goes_on};
    if (body->goes_on)
        ended.path.v = parabola_velocity(&body->path, body->until);
    return ended;
}

/** Contact from outside: the first time t with from <= t < end at which |x(t)| <= reach while |x(t)| decreases.
 *  HUGE_VAL: there is none. For a path that begins farther away than `reach` this is the first fall of |x| through
 *  `reach`; for one that begins overlapping and approaching it is `from`; one that begins overlapping and separating
 *  has to leave first. A pass that only touches (a double root) is no contact, nor is a standstill at `reach`.
 *  @param reach sum of the radii; 0 or more
 *  @param from  0 or more
 *  @param end   till when the path is followed; HUGE_VAL: for ever. end <= from: HUGE_VAL
 *  Depends on x, v, a through products of two only, so reversing all three changes no bit of the result; never NaN. */
double parabola_fall(const struct parabola *path, double reach, double from, double end);

/** Contact from inside: likewise the first time at which |x(t)| >= reach while |x(t)| increases. With `reach` the
 *  radius of a circle less that of a ball inside it, and x the ball's place seen from its centre. Contacts that do not
 *  count (beside an arc's ends) are passed by asking for the next rise after a fall and the next fall after a rise. */
double parabola_rise(const struct parabola *path, double reach, double from, double end);

/** Contact with a straight wall: the first time t >= 0 at which x + v t + a t^2 / 2 <= 0 while it decreases, x being
 * the clearance. HUGE_VAL: never. An apex that only touches the wall is no contact. */
double parabola_descent(double x, double v, double a);

/** First contact of two bodies, each of which may stop, before `end` and before a leg that goes on ends. Symmetric in a
 *  and b to the bit. */
double parabola_impact(const struct parabola_motion *a, const struct parabola_motion *b, double reach, double end);
