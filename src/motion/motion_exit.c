/*
 * When a ball leaves a region: the time may be too early, never too late.
 *
 * On a straight path the time is a zero of a quadratic. A rolling ball takes the same path, but needs longer and may
 * stop before. On a parabola the time of leaving a disc has a quadratic as its bound, which avoids solving a quartic
 * (curved_exit); a strip across gravity is left where a parabola meets one of two lines.
 */
#include "motion/motion_exit.h"

#include <math.h>

#include "base/min_max.h"

/** Time until a ball at x, seen from the centre of a disc, leaves it on a straight path at velocity v. */
static inline double uniform_exit(struct vec2 x, struct vec2 v, double radius_squared)
{
    double vv = v.x * v.x + v.y * v.y;
    double outward = x.x * v.x + x.y * v.y;
    double inside = radius_squared - (x.x * x.x + x.y * x.y);
    if (!(inside > 0))
        return vv > 0 ? 0 : HUGE_VAL;
    double root = sqrt(outward * outward + vv * inside);
    if (outward < 0) /* the form without cancellation */
        return (root - outward) / vv;
    return vv > 0 ? inside / (outward + root) : HUGE_VAL;
}

/** Time in which a ball that rests at `until` rolls as far as it would go uniformly in time `wait`. */
static double rolling_time(double wait, double until)
{
    double left = 1 - 2 * (wait / until); /* square of the speed that it has left, relative to now */
    return left > 0 ? 2 * wait / (1 + sqrt(left)) : HUGE_VAL;
}

/** Time until a path that begins in a disc, seen from its centre, leaves it, or somewhat earlier. |p|^2 = x.x + 2 x.v t
 * + (v.v + x.a) t^2 + v.a t^3 + a.a t^4/4 is at most what it becomes with T for one t of the third power and two of the
 *  fourth, as long as t <= T: a quadratic, whose zero is an earlier bound if it comes before T. */
static double curved_exit(const struct parabola *path, double radius_squared)
{
    double aa = vec2_dot(path->a, path->a), va = vec2_dot(path->v, path->a), outward = vec2_dot(path->x, path->v);
    double inside = radius_squared - vec2_dot(path->x, path->x);
    double bound = double_min(uniform_exit(path->x, path->v, radius_squared), 2 * sqrt(sqrt(radius_squared / aa)));
    if (!(inside > 0))
        return 0;
    for (int i = 0; i < 2; i++) {
        double square = vec2_dot(path->v, path->v) + vec2_dot(path->x, path->a) + double_max(va, 0) * bound +
                        0.25 * aa * bound * bound;
        double discriminant = outward * outward + square * inside;
        double exit = discriminant >= 0 ? inside / (outward + sqrt(discriminant)) : HUGE_VAL;
        if (!(exit > 0 && exit < bound))
            return bound;
        bound = i == 0 ? double_min(bound, 1.25 * exit) : exit;
    }
    return bound;
}

double motion_exit_disc(const struct motion *motion, struct body body, double now, struct vec2 centre,
                        double radius_squared)
{
    if (!(radius_squared < HUGE_VAL))
        return HUGE_VAL;
    if (!motion_is_accelerated(motion)) {
        struct vec2 x = motion_position(motion, body, now), v = motion_velocity(motion, body, now);
        return now + uniform_exit(vec2_sub(x, centre), v, radius_squared);
    }
    struct parabola_motion m = motion_from(motion, body, now);
    m.path.x = vec2_sub(m.path.x, centre);
    if (motion_is_straight(motion) || (m.until < HUGE_VAL && !m.goes_on))
        return now + rolling_time(uniform_exit(m.path.x, m.path.v, radius_squared), m.until);
    double wait = curved_exit(&m.path, radius_squared);
    return parabola_motion_when(&m, now, wait);
}

/** When a ball in free fall leaves a strip, q and v being its coordinate and velocity now, g not 0. It falls: out at
 * the lower end, unless it rises so far as to leave at the upper one before. A ball that rises for no longer than the
 * rounding of `now` does not rise, or it would go to and fro at an end without time passing. */
static double fall_exit(struct motion_strip strip, double q, double v, double g, double now, int *side)
{
    bool flip = g > 0;
    double below = flip ? strip.hi - q : q - strip.lo, above = flip ? q - strip.lo : strip.hi - q;
    double rising = flip ? -v : v, strength = fabs(g);
    double square = rising * rising, left = square - 2 * strength * above; /* of the speed, at the upper end */
    bool rises = rising > strength * (0x1p-51 * fabs(now));
    if (rises & (left > 0)) {
        *side = flip ? -1 : 1;
        return now + double_max(2 * above / (rising + sqrt(left)), 0);
    }
    *side = !(below < HUGE_VAL) ? 0 : flip ? 1 : -1;
    if (*side == 0)
        return HUGE_VAL;
    double root = sqrt(square + 2 * strength * double_max(below, 0));
    return now + (rises ? (rising + root) / strength : below > 0 ? 2 * below / (root - rising) : 0);
}

double motion_exit_strip(const struct motion *motion, struct body body, double now, struct motion_strip strip,
                         int *side)
{
    const struct particle *ball = body.ball;
    if (!motion_is_accelerated(motion)) {
        *side = motion_side(ball, strip.axis);
        return *side ? motion_time_at(ball, strip.axis, *side > 0 ? strip.hi : strip.lo) : HUGE_VAL;
    }
    double gravity = strip.axis ? motion->gravity.y : motion->gravity.x;
    if (gravity != 0 && motion_is_free_fall(motion, ball)) {
        double wait = now - ball->t, v = strip.axis ? ball->vy : ball->vx, q = strip.axis ? ball->y : ball->x;
        return fall_exit(strip, q + wait * (v + wait * (0.5 * gravity)), v + wait * gravity, gravity, now, side);
    }
    struct parabola_motion m = motion_from(motion, body, now);
    double q = strip.axis ? m.path.x.y : m.path.x.x, v = strip.axis ? m.path.v.y : m.path.v.x;
    double a = strip.axis ? m.path.a.y : m.path.a.x;
    double down = strip.lo > -HUGE_VAL ? parabola_descent(q - strip.lo, v, a) : HUGE_VAL;
    double up = strip.hi < HUGE_VAL ? parabola_descent(strip.hi - q, -v, -a) : HUGE_VAL;
    double wait = double_min(down, up);
    *side = wait < m.until ? (up < down) - (down < up) : 0;
    return parabola_motion_when(&m, now, wait);
}
