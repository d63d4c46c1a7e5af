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

double motion_impact(const struct motion *motion, const struct particle *a, const struct particle *b)
{
    double t = a->t > b->t ? a->t : b->t;
    struct vec2 x_a = motion_position(motion, a, t), x_b = motion_position(motion, b, t);
    struct vec2 v_a = motion_velocity(motion, a, t), v_b = motion_velocity(motion, b, t);
    double dx = x_b.x - x_a.x, dy = x_b.y - x_a.y;
    double dvx = v_b.x - v_a.x, dvy = v_b.y - v_a.y;
    double approach = dx * dvx + dy * dvy;
    if (!(approach < 0))
        return HUGE_VAL;
    double reach = a->r + b->r, touching = reach * (1 + CONTACT_TOUCHING);
    double dd = dx * dx + dy * dy;
    if (dd <= touching * touching) {
        double speeds = (v_a.x * v_a.x + v_a.y * v_a.y) + (v_b.x * v_b.x + v_b.y * v_b.y);
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

double motion_exit_disc(const struct motion *motion, const struct particle *ball, double now, struct vec2 centre,
                        double radius_squared)
{
    if (!(radius_squared < HUGE_VAL))
        return HUGE_VAL;
    struct vec2 x = motion_position(motion, ball, now), v = motion_velocity(motion, ball, now);
    double dx = x.x - centre.x, dy = x.y - centre.y;
    double vv = v.x * v.x + v.y * v.y;
    double outward = dx * v.x + dy * v.y;
    double inside = radius_squared - (dx * dx + dy * dy);
    if (!(inside > 0))
        return vv > 0 ? now : HUGE_VAL;
    double root = sqrt(outward * outward + vv * inside);
    if (outward < 0) /* the form without cancellation */
        return now + (root - outward) / vv;
    return now + (vv > 0 ? inside / (outward + root) : HUGE_VAL);
}
