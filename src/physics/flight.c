/*
 * Times of impact in closed form.
 *
 * Two balls with separation d and relative velocity v (both b minus a, at the time t at which the later flight
 * begins) touch when |d + v tau| = s, the sum of radii: v.v tau^2 + 2 b tau + c = 0 with b = d.v and c = d.d - s^2
 * (Alder and Wainwright, J. Chem. Phys. 31, 459, 1959, eq. 3). The earlier root is (-b - sqrt(b^2 - v.v c)) / v.v;
 * written as c / (sqrt(b^2 - v.v c) - b) it has no cancellation for approaching balls (b < 0) and survives v -> 0.
 *
 *   b >= 0:              separating or at rest against each other: never.
 *   b^2 < v.v c:         they pass: never.
 *   c <= 0 (b < 0):      they overlap by rounding and approach: now, never in the past.
 *   touching, |b| tiny:  resting contact; velocities differ by rounding only. The hit is due when the balls would
 *                        have sunk into each other by FLIGHT_SUNK, so that rounding causes neither jitter nor sinking.
 */
#include "physics/flight.h"

#include <math.h>
#include <stdbool.h>

/** True if balls approach no faster than rounding: `approach` is separation times relative velocity, dd the separation
 *  squared. */
static bool is_resting(const struct flight *a, const struct flight *b, double approach, double dd)
{
    double speeds = (a->vx * a->vx + a->vy * a->vy) + (b->vx * b->vx + b->vy * b->vy);
    return approach * approach <= FLIGHT_RESTING * FLIGHT_RESTING * speeds * dd;
}

double flight_impact(const struct flight *a, const struct flight *b)
{
    double t = a->t > b->t ? a->t : b->t;
    double dx = flight_x(b, t) - flight_x(a, t), dy = flight_y(b, t) - flight_y(a, t);
    double dvx = b->vx - a->vx, dvy = b->vy - a->vy;
    double approach = dx * dvx + dy * dvy;
    if (!(approach < 0))
        return HUGE_VAL;
    double reach = a->r + b->r, touching = reach * (1 + FLIGHT_TOUCHING);
    double dd = dx * dx + dy * dy;
    if (dd <= touching * touching && is_resting(a, b, approach, dd))
        reach *= 1 - FLIGHT_SUNK;
    double c = dd - reach * reach;
    if (c <= 0)
        return t;
    double vv = dvx * dvx + dvy * dvy;
    double discriminant = approach * approach - vv * c;
    if (!(discriminant >= 0))
        return HUGE_VAL;
    return t + c / (sqrt(discriminant) - approach);
}

/** One of two numbers. Balls fly towards either wall: no branch to guess wrong. */
static double either(bool second, double a, double b)
{
    const double both[2] = {a, b};
    return both[second];
}

static bool is_far(enum contact_kind kind)
{
    return (kind == CONTACT_RIGHT) | (kind == CONTACT_TOP);
}

double flight_wall_gap(const struct flight *ball, enum contact_kind kind, double size, double t)
{
    double place = kind <= CONTACT_RIGHT ? flight_x(ball, t) : flight_y(ball, t);
    return either(is_far(kind), place - ball->r, (size - ball->r) - place);
}

double flight_wall_approach(const struct flight *ball, enum contact_kind kind)
{
    double speed = kind <= CONTACT_RIGHT ? ball->vx : ball->vy;
    return either(is_far(kind), -speed, speed);
}

double flight_impact_wall(const struct flight *ball, enum contact_kind kind, double size)
{
    double speed = flight_wall_approach(ball, kind);
    if (!(speed > 0))
        return HUGE_VAL;
    double gap = flight_wall_gap(ball, kind, size, ball->t);
    if (gap <= FLIGHT_TOUCHING * ball->r) {
        double speeds = ball->vx * ball->vx + ball->vy * ball->vy;
        if (speed * speed <= FLIGHT_RESTING * FLIGHT_RESTING * speeds)
            gap += FLIGHT_SUNK * ball->r;
    }
    return gap <= 0 ? ball->t : ball->t + gap / speed;
}
