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
 *                        have sunk into each other by CONTACT_SUNK, so that rounding causes neither jitter nor sinking.
 */
#include "physics/motion.h"

#include <math.h>

double motion_impact(const struct particle *a, const struct particle *b)
{
    double t = a->t > b->t ? a->t : b->t;
    double dx = motion_x(b, t) - motion_x(a, t), dy = motion_y(b, t) - motion_y(a, t);
    double dvx = b->vx - a->vx, dvy = b->vy - a->vy;
    double approach = dx * dvx + dy * dvy;
    if (!(approach < 0))
        return HUGE_VAL;
    double reach = a->r + b->r, touching = reach * (1 + CONTACT_TOUCHING);
    double dd = dx * dx + dy * dy;
    if (dd <= touching * touching) {
        double speeds = (a->vx * a->vx + a->vy * a->vy) + (b->vx * b->vx + b->vy * b->vy);
        reach *= contact_is_resting(approach * approach, speeds * dd) ? 1 - CONTACT_SUNK : 1;
    }
    double c = dd - reach * reach;
    if (c <= 0)
        return t;
    double vv = dvx * dvx + dvy * dvy;
    double discriminant = approach * approach - vv * c;
    if (!(discriminant >= 0))
        return HUGE_VAL;
    return t + c / (sqrt(discriminant) - approach);
}
