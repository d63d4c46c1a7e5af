/*
 * First contact of two bodies on parabolas.
 *
 * Seen from one body the other is at p(t) = x + v t + a t^2 / 2 and moves with q = v + a t. They touch when
 *     f = |p|^2 - s^2
 * falls through zero. This is a quartic, whose closed form is of no use in floating point: at grazing passes Ferrari's
 * resolvent loses half of the digits. Double roots come out as complex pairs, and complex pairs as real ones. Whatever
 * tolerance decides which of them are "nearly real", some hits are missed and others invented
 * (tests/unit/test_parabola.c counts them). Here nothing depends on recognising a root; only signs decide, and each
 * sign is certain:
 *
 *   1. h = f'/2 = p.q is a cubic and h' = q.q + p.a a convex quadratic; its zeros, in closed form, cut the path into
 *      at most three pieces on which f is convex or concave. Where h' is near zero at both sides of a cut that
 *      rounding has moved or lost, f is straight to within rounding, and either answer is right.
 *   2. A convex piece has a contact if it dips below zero: if it ends there, or at its minimum, the zero of h. A
 *      concave one has a contact if it ends below zero. Either way one end of the piece is above zero, the other
 *      below it, with one zero between them.
 *   3. Zeros, of f and of h, are found between two ends by the zero of the quadratic that has value and both
 *      derivatives at the last point (Halley's irrational formula: Traub, Iterative Methods, 1964, ch. 5; of third
 *      order, exact for a = 0 and then the usual formula for uniform motion); a step out of the bracket is replaced
 *      by a bisection.
 *
 * Signs of f: where doubles leave them open (|f| within their rounding, at grazing passes and at the contact itself)
 * f is computed from p in twice the digits, base/dd.h. A pass counts as a contact if it is deeper than 2^-97 of the
 * squared lengths that p is the sum of. Times have an error of one unit of the last place for the x, v, a, s given;
 * errors of these, delta, move a contact by delta / (normal speed), so that slow contacts are as ill-conditioned as the
 * physics.
 *
 * Cost: 0.1 microseconds for a pass, 0.4 for a contact. + - * / and sqrt only, no allocation. What it does badly:
 * lengths above 1e70 overflow in the fourth power; contacts may then be missed.
 */
#include "motion/parabola.h"

#include <math.h>
#include <stdbool.h>

#include "base/dd.h"
#include "base/min_max.h"

/** Bounds on the rounding error of f, in doubles and in dd, relative to the square of the sum of |x|,
 *  |v| t, |a| t^2 / 2 and the reach. */
#define ROUNDING    0x1p-47
#define ROUNDING_DD 0x1p-97

/** A step of this relative size is the last: the next, of third order, would be none. */
#define LAST_STEP 0x1p-40

enum {
    /** From here on every other step is a bisection. */
    BISECT_FROM = 8,
    /** More than any two doubles that differ by less than 2^50 are apart in halvings. */
    STEPS_MOST = 220
};

/** side (|p|^2 - reach^2): positive while the bodies are apart. side: 1: contact from outside, -1: from inside. */
struct gap {
    const struct parabola *path;
    double reach, side;
    double speeds; /* of two bodies whose difference the path is, for its velocity has their rounding; otherwise 0 */
};

/** Value, derivative and half the second derivative at one point. */
struct taylor {
    double value, first, second;
    bool is_exact; /* no more digits to be had */
};

/** What rounding errors at time t are relative to. */
static inline double scale_at(const struct gap *gap, double t)
{
    const struct parabola *path = gap->path;
    double length = (fabs(path->x.x) + fabs(path->x.y)) +
                    t * ((fabs(path->v.x) + fabs(path->v.y)) + 0.5 * t * (fabs(path->a.x) + fabs(path->a.y))) +
                    gap->reach;
    return length * length;
}

static struct dd position_dd(double x, double v, double a, double t)
{
    const struct dd time = {t, 0};
    struct dd velocity = dd_add(dd_product(0.5 * a, t), (struct dd){v, 0});
    return dd_add(dd_multiply(velocity, time), (struct dd){x, 0});
}

/** f in twice the digits, rounded; 0: zero to within ROUNDING_DD. */
static double value_dd(const struct gap *gap, double t)
{
    const struct parabola *path = gap->path;
    struct dd x = position_dd(path->x.x, path->v.x, path->a.x, t);
    struct dd y = position_dd(path->x.y, path->v.y, path->a.y, t);
    struct dd distance = dd_add(dd_multiply(x, x), dd_multiply(y, y));
    double value = dd_add(distance, dd_product(gap->reach, -gap->reach)).high;
    return fabs(value) <= ROUNDING_DD * scale_at(gap, t) ? 0 : gap->side * value;
}

/** f with a certain sign. */
static inline double value_at(const struct gap *gap, double t, bool *is_exact)
{
    struct vec2 p = parabola_position(gap->path, t);
    double value = vec2_dot(p, p) - gap->reach * gap->reach;
    *is_exact = fabs(value) <= ROUNDING * scale_at(gap, t);
    return *is_exact ? value_dd(gap, t) : gap->side * value;
}

/** h, with derivatives. */
static inline struct taylor slope_at(const struct gap *gap, double t)
{
    const struct parabola *path = gap->path;
    struct vec2 p = parabola_position(path, t), q = parabola_velocity(path, t);
    return (struct taylor){gap->side * vec2_dot(p, q), gap->side * (vec2_dot(q, q) + vec2_dot(p, path->a)),
                           1.5 * gap->side * vec2_dot(q, path->a), true};
}

/** f, with derivatives. */
static inline struct taylor gap_at(const struct gap *gap, double t)
{
    struct taylor slope = slope_at(gap, t);
    bool is_exact;
    double value = value_at(gap, t, &is_exact);
    return (struct taylor){value, 2 * slope.value, slope.first, is_exact};
}

/** To the zero of the quadratic that `y` describes; from a positive value to the next zero at the right, if `y` falls
 *  there. Not finite: there is none. */
static inline double step_to_zero(struct taylor y)
{
    return 2 * y.value / (sqrt(y.first * y.first - 4 * y.value * y.second) - y.first);
}

/** The zero between `low` and `high`, where a function that is positive at `low` and not at `high` changes its sign.
 *  @param y the function at `low` */
static inline double find_zero(const struct gap *gap, struct taylor (*at)(const struct gap *, double), double low,
                               double high, struct taylor y)
{
    double t = low;
    for (int i = 0; i < STEPS_MOST; i++) {
        double step = step_to_zero(y);
        if (y.is_exact && fabs(step) <= LAST_STEP * t)
            return double_max(low, double_min(t + step, high));
        if (y.value > 0)
            low = t;
        else
            high = t;
        double middle = low + 0.5 * (high - low);
        bool is_inside = low < t + step && t + step < high;
        t = is_inside && (i < BISECT_FROM || i % 2) ? t + step : middle;
        if (t == low || t == high)
            return t;
        y = at(gap, t);
    }
    return t;
}

/** Bound on the rounding error of h up to time t. */
static inline double slope_rounding(const struct gap *gap, double t)
{
    const struct parabola *path = gap->path;
    double speed = (fabs(path->v.x) + fabs(path->v.y)) + t * (fabs(path->a.x) + fabs(path->a.y));
    return ROUNDING * sqrt(scale_at(gap, t)) * double_max(speed, gap->speeds);
}

/** First contact on a piece of the path on which f is convex or concave. Bodies that overlap and approach by no more
 *  than rounding, as those that come to rest at the end of the piece, have none. */
static double contact_on_piece(const struct gap *gap, double low, double high)
{
    double slope_high = slope_at(gap, high).value;
    struct taylor slope_low = slope_at(gap, low);
    if (slope_low.value >= 0 && slope_high >= 0)
        return HUGE_VAL;
    struct taylor y = gap_at(gap, low);
    if (!(y.value > 0) && double_min(slope_low.value, slope_high) >= -slope_rounding(gap, high))
        return HUGE_VAL;
    if (slope_low.value < 0) {
        if (!(y.value > 0))
            return low;
        if (slope_high > 0 && gap_at(gap, high).value >= 0) {
            const struct gap reversed = {gap->path, gap->reach, -gap->side, 0};
            high = find_zero(&reversed, slope_at, low, high, slope_at(&reversed, low));
        }
    } else if (!(y.value > 0)) {
        low = find_zero(gap, slope_at, low, high, slope_low);
        y = gap_at(gap, low);
        if (y.value <= 0)
            return low;
    }
    return gap_at(gap, high).value < 0 ? find_zero(gap, gap_at, low, high, y) : HUGE_VAL;
}

/** First contact between two times, piece by piece. */
static double contact_between(const struct gap *gap, double from, double end)
{
    const struct parabola *path = gap->path;
    double c0 = vec2_dot(path->v, path->v) + vec2_dot(path->x, path->a);
    double c1 = 3 * vec2_dot(path->v, path->a), c2 = 1.5 * vec2_dot(path->a, path->a); /* h' = c0 + c1 t + c2 t^2 */
    double q = -0.5 * (c1 + copysign(sqrt(c1 * c1 - 4 * c0 * c2), c1));
    double first = double_min(q / c2, c0 / q), second = double_max(q / c2, c0 / q); /* not finite: no such cut */
    double low = from, t = HUGE_VAL;
    if (low < first && first < end) {
        t = contact_on_piece(gap, low, first);
        low = first;
    }
    if (!(t < HUGE_VAL) && low < second && second < end) {
        t = contact_on_piece(gap, low, second);
        low = second;
    }
    return t < HUGE_VAL ? t : contact_on_piece(gap, low, end);
}

/** A time after which |p| exceeds the reach for good: the path has left it behind by its speed or its acceleration;
 *  HUGE_VAL: never, since nothing moves. */
static double horizon(const struct gap *gap)
{
    const struct parabola *path = gap->path;
    double speed = vec2_length(path->v), acceleration = vec2_length(path->a);
    double way = vec2_length(path->x) + gap->reach;
    if (!(acceleration > 0))
        return speed > 0 ? 2 * way / speed : HUGE_VAL;
    return 2 * (speed + sqrt(speed * speed + 2 * acceleration * way)) / acceleration;
}

/** First contact from one side. */
static inline double first_contact(const struct gap *gap, double from, double end)
{
    if (!(end < HUGE_VAL))
        end = horizon(gap);
    return from < end && end < HUGE_VAL ? contact_between(gap, from, end) : HUGE_VAL;
}

double parabola_fall(const struct parabola *path, double reach, double from, double end)
{
    return first_contact(&(const struct gap){path, reach, 1, 0}, from, end);
}

double parabola_rise(const struct parabola *path, double reach, double from, double end)
{
    return first_contact(&(const struct gap){path, reach, -1, 0}, from, end);
}

/** v^2 - 2 a x without cancellation. */
static double discriminant_of(double x, double v, double a)
{
    double vv = v * v, value = vv - 2 * a * x;
    return 16 * fabs(value) > vv ? value : dd_add(dd_product(v, v), dd_product(-2 * a, x)).high;
}

double parabola_descent(double x, double v, double a)
{
    if (x <= 0 && v < 0)
        return 0;
    if (v >= 0 && a >= 0)
        return HUGE_VAL;
    double discriminant = discriminant_of(x, v, a);
    if (v >= 0) /* rises, and falls from its apex; if that is below the wall, it counts as falling onto it */
        return (v + sqrt(double_max(discriminant, 0))) / -a;
    return discriminant > 0 ? 2 * x / (sqrt(discriminant) - v) : HUGE_VAL;
}

/** First contact between two times between which neither body stops. */
static inline double impact_between(const struct parabola_motion *a, const struct parabola_motion *b, double reach,
                                    double from, double end)
{
    struct parabola of_a = parabola_motion_from(a, from).path, of_b = parabola_motion_from(b, from).path;
    struct parabola path = {vec2_sub(of_b.x, of_a.x), vec2_sub(of_b.v, of_a.v), vec2_sub(of_b.a, of_a.a)};
    double speeds = fabs(a->path.v.x) + fabs(a->path.v.y) + fabs(b->path.v.x) + fabs(b->path.v.y);
    return from + first_contact(&(const struct gap){&path, reach, 1, speeds}, 0, end - from);
}

double parabola_impact(const struct parabola_motion *a, const struct parabola_motion *b, double reach, double end)
{
    double one_stops = double_min(a->until, b->until), both_rest = double_max(a->until, b->until);
    if (a->goes_on)
        end = double_min(end, a->until);
    if (b->goes_on)
        end = double_min(end, b->until);
    double t = impact_between(a, b, reach, 0, double_min(one_stops, end));
    if (t < HUGE_VAL || end <= one_stops)
        return t;
    return impact_between(a, b, reach, one_stops, double_min(both_rest, end));
}
