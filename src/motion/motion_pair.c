/*
 * When two balls meet.
 *
 * Uniform motion. Two balls with separation d and relative velocity v (both b minus a, at the time t at which the later
 * trajectory begins) touch when |d + v tau| = s, the sum of radii: v.v tau^2 + 2 b tau + c = 0 with b = d.v and
 * c = d.d - s^2 (Alder and Wainwright, J. Chem. Phys. 31, 459, 1959, eq. 3). The earlier root is
 * (-b - sqrt(D)) / v.v; written as c / (sqrt(D) - b) it has no cancellation for approaching balls (b < 0) and also
 * works for v -> 0. Computed as b^2 - v.v c, the discriminant D would lose digits with the square of the distance,
 * since b^2 and v.v c agree to |d|^2/s^2. By Lagrange's identity D is v.v s^2 - (d x v)^2, whose error is that of the
 * distance at which the balls pass: one rounding of d. So a hit at 10^8 radii is as exact as the positions are.
 *
 *   b >= 0:              separating or at rest against each other: never.
 *   D <= 0:              they pass, or graze without approaching: never.
 *   c <= 0 (b < 0):      they overlap by rounding and approach: now, never in the past.
 *   touching, |b| tiny:  resting contact; velocities differ by rounding only. The hit is due when the balls would
 *                        have sunk into each other by CONTACT_SUNK, so that rounding causes neither jitter nor sinking.
 *
 * Accelerated motion. Where both accelerations are the same for ever, as of balls that fall freely, the relative motion
 * is uniform and the above holds. Otherwise the times of impact are those of parabolas (motion/parabola).
 *
 * Periodic tables. The separation is that of two images, d - shift. The shift is the same multiple of the period for b
 * seen from a and, negated, for a seen from b. It is subtracted from the difference of the positions, which are in
 * [0, length) at the beginning of each trajectory.
 */
#include "motion/motion_pair.h"

#include <math.h>

#include "base/min_max.h"
#include "contact/contact.h"
#include "motion/motion.h"

/** The sum of radii at which balls that approach hit: less than its value for a resting contact. */
static double hit_reach(double reach, double dd, double approach, struct vec2 v_a, struct vec2 v_b)
{
    double touching = reach * (1 + CONTACT_TOUCHING);
    if (dd > touching * touching)
        return reach;
    double speeds = (v_a.x * v_a.x + v_a.y * v_a.y) + (v_b.x * v_b.x + v_b.y * v_b.y);
    return contact_is_resting(approach * approach, speeds * dd) ? reach * (1 - CONTACT_SUNK) : reach;
}

/** Time until two balls meet that move uniformly against each other. */
static double uniform_impact(const struct parabola *a, const struct parabola *b, double reach, struct vec2 shift)
{
    double dx = (b->x.x - a->x.x) - shift.x, dy = (b->x.y - a->x.y) - shift.y;
    double dvx = b->v.x - a->v.x, dvy = b->v.y - a->v.y;
    double approach = dx * dvx + dy * dvy;
    if (!(approach < 0))
        return HUGE_VAL;
    double dd = dx * dx + dy * dy;
    reach = hit_reach(reach, dd, approach, a->v, b->v);
    double c = dd - reach * reach;
    if (c <= 0)
        return 0;
    double vv = dvx * dvx + dvy * dvy, cross = dx * dvy - dy * dvx;
    double discriminant = vv * (reach * reach) - cross * cross;
    if (!(discriminant > 0))
        return HUGE_VAL;
    double wait = c / (sqrt(discriminant) - approach);
    return wait >= 0 ? wait : HUGE_VAL; /* NaN: beyond the range of a double */
}

/** Time until two balls meet whose accelerations differ. */
static double accelerated_impact(const struct parabola_motion *a, const struct parabola_motion *b, double reach)
{
    struct vec2 d = vec2_sub(b->path.x, a->path.x), v = vec2_sub(b->path.v, a->path.v);
    reach = hit_reach(reach, vec2_dot(d, d), vec2_dot(d, v), a->path.v, b->path.v);
    return parabola_impact(a, b, reach, HUGE_VAL);
}

/** Moves the ball with the larger index to its image; so a and b can still be exchanged without changing a bit. */
static void shift_one(struct motion_pair *pair, bool second)
{
    struct vec2 *moved = second ? &pair->b.path.x : &pair->a.path.x;
    *moved = second ? vec2_sub(*moved, pair->shift) : vec2_add(*moved, pair->shift);
    pair->shift = (struct vec2){0, 0};
}

void motion_pair_begin(struct motion_pair *pair, const struct motion *motion, struct body a,
                       const struct parabola_motion *whole_a, struct body b, struct vec2 shift)
{
    const struct particle *of_a = a.ball, *of_b = b.ball;
    struct parabola_motion whole_b = motion_whole(motion, b);
    pair->begin = of_a->t > of_b->t ? of_a->t : of_b->t;
    pair->reach = of_a->r + of_b->r;
    pair->a = parabola_motion_from(whole_a, pair->begin - of_a->t);
    pair->b = parabola_motion_from(&whole_b, pair->begin - of_b->t);
    pair->is_uniform = !motion_decelerates(motion) && pair->a.path.a.x == pair->b.path.a.x &&
                       pair->a.path.a.y == pair->b.path.a.y && pair->a.until == pair->b.until;
    pair->shift = shift;
    if (!pair->is_uniform && (shift.x != 0 || shift.y != 0))
        shift_one(pair, of_a->id < of_b->id);
}

bool motion_pair_touches(const struct motion_pair *pair)
{
    double reach = pair->reach * (1 + CONTACT_TOUCHING);
    struct vec2 d = vec2_sub(vec2_sub(pair->b.path.x, pair->a.path.x), pair->shift);
    return vec2_dot(d, d) <= reach * reach;
}

/** At most twice the length of a vector, and at least that. */
static inline double rough_length(struct vec2 v)
{
    return fabs(v.x) + fabs(v.y);
}

/** True if two balls keep apart for `wait` wherever their accelerations drive them: they stray from uniform motion by
 * at most |a| t^2/2 each. Half a dozen products, and most pairs are rejected here. Those that have just parted are
 * followed along their line of centres, in which time no leg ends. The margins are far above rounding. */
static bool keeps_apart(const struct motion_pair *pair, double wait)
{
    const struct parabola *a = &pair->a.path, *b = &pair->b.path;
    struct vec2 d = vec2_sub(b->x, a->x), v = vec2_sub(b->v, a->v);
    double places = rough_length(a->x) + rough_length(b->x) + wait * (rough_length(a->v) + rough_length(b->v));
    double stray = 0.5 * wait * wait * (rough_length(a->a) + rough_length(b->a));
    double least = pair->reach + 0x1p-47 * (places + stray), reach = least + stray;
    double dd = vec2_dot(d, d), approach = vec2_dot(d, v), vv = vec2_dot(v, v);
    double nearest = approach + vv * wait < 0 ? wait : approach < 0 ? -approach / vv : 0;
    if (dd + nearest * (2 * approach + nearest * vv) > reach * reach + 0x1p-40 * dd)
        return true;
    double push = vec2_dot(d, vec2_sub(b->a, a->a));
    double lowest = push > 0 && approach < 0 ? double_min(wait, -approach / push) : wait;
    double along = double_min(dd, dd + lowest * (approach + 0.5 * lowest * push));
    return wait <= double_min(pair->a.until, pair->b.until) && along > 0 && along * along > least * least * dd;
}

/** True if a body does not move and never will. */
static inline bool is_still(const struct parabola *path)
{
    return path->v.x == 0 && path->v.y == 0 && path->a.x == 0 && path->a.y == 0;
}

bool motion_pair_passes(const struct motion_pair *pair, double t)
{
    if (pair->is_uniform)
        return false;
    if (is_still(&pair->a.path) && is_still(&pair->b.path))
        return true;
    double wait = (t - pair->begin) + 0x1p-40 * (fabs(t) + fabs(pair->begin)); /* rounding of an impact's time */
    wait = double_min(wait, double_max(pair->a.until, pair->b.until));
    return wait > 0 && wait < HUGE_VAL && keeps_apart(pair, wait);
}

double motion_pair_impact(const struct motion_pair *pair)
{
    if (pair->is_uniform)
        return pair->begin + uniform_impact(&pair->a.path, &pair->b.path, pair->reach, pair->shift);
    return pair->begin + accelerated_impact(&pair->a, &pair->b, pair->reach);
}
