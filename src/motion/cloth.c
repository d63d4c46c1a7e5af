/*
 * Sliding, rolling and spinning of a ball on a plane (Coriolis, Theorie mathematique des effets du jeu de billard,
 * 1835; Marlow, The Physics of Pocket Billiards, 1995).
 *
 * The cloth acts on the lowest point of the ball. While that slips with u = v - s it is pushed back with the force m b,
 * b the deceleration of sliding. The same force turns the ball, so with the moment of inertia q m r^2
 *
 *     sliding   v' = -b u/|u|,  s' = (b/q) u/|u|,  u' = -(1 + 1/q) b u/|u|
 *
 * u keeps its direction, so the path is a parabola, and u is 0 after q |u|/((1 + q) b); v + q s does not change, so the
 * ball rolls from then on at (v + q s)/(1 + q).
 *
 *     rolling   s = v,  v' = -c v/|v|,  at rest after |v|/c
 *
 * The spin about the vertical acts on neither and decreases by itself: r |wz|' = -k until it is 0.
 *
 * w is the state and s = r w is rounded, so a ball rolls while |u| is no more than the rounding of v and s. Limits: no
 * spin: the slide takes 2/7 of the speed (q = 2/5), 12 v^2/(49 b) of way; c = 0: a rolling ball never stops.
 */
#include "motion/cloth.h"

#include <math.h>

/** Slip that is none, relative to |v| + |s|. */
#define ROLLING 1e-15

bool cloth_slips(struct vec2 v, struct vec2 s)
{
    struct vec2 u = vec2_sub(v, s);
    if (vec2_dot(u, u) > 3 * ROLLING * ROLLING * (vec2_dot(v, v) + vec2_dot(s, s))) /* certainly, and no root */
        return true;
    return vec2_length(u) > ROLLING * (vec2_length(v) + vec2_length(s));
}

struct parabola_motion cloth_leg(const struct cloth *cloth, struct vec2 x, struct vec2 v, struct vec3 w, double r)
{
    struct parabola_motion leg = {.path = {x, v, {0, 0}}, .until = HUGE_VAL};
    struct vec2 s = rolling_velocity(w, r), u = vec2_sub(v, s);
    if (cloth_slips(v, s)) {
        double slip = vec2_length(u);
        leg.path.a = vec2_scale(-cloth->sliding / slip, u);
        leg.until = cloth->inertia * slip / ((1 + cloth->inertia) * cloth->sliding);
        leg.goes_on = true;
        return leg;
    }
    double speed = vec2_length(v);
    if (cloth->rolling > 0 || !(speed > 0))
        leg.until = speed > 0 ? speed / cloth->rolling : 0;
    if (leg.until > 0 && leg.until < HUGE_VAL)
        leg.path.a = (struct vec2){-v.x / leg.until, -v.y / leg.until};
    return leg;
}

struct vec3 cloth_spin(const struct cloth *cloth, const struct parabola_motion *leg, struct vec3 w, double r,
                       double time, struct vec2 then)
{
    double wz = cloth_pivot(cloth->pivoting, r, w.z, time);
    if (!leg->goes_on)
        return rolling_spin(then, r, wz);
    struct vec2 turned = vec2_scale(-(time < leg->until ? time : leg->until) / (cloth->inertia * r), leg->path.a);
    return (struct vec3){w.x - turned.y, w.y + turned.x, wz};
}
