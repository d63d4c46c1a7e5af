/*
 * Exponential, logarithm and arctangent by range reduction and power series (for the method see Muller, Elementary
 * Functions, 3rd ed., 2016, chapters 5 and 11):
 *
 *   exp:   x = n ln 2 + r with |r| <= ln 2 / 2; Taylor series of e^r; times 2^n
 *   log1p: 1 + x = 2^n m with m in [1/sqrt 2, sqrt 2); ln m = 2 artanh f, f = (m - 1)/(m + 1), |f| <= 0.172
 *   atan:  atan x = atan c + atan t, t = (x - c)/(1 + x c), c the multiple of 1/8 next to x; below 3/16 c = 0
 *
 * Constants that are added are split into a leading and a trailing part, so that the sum loses nothing. Each series
 * ends where its next term is below 2^-60 of the sum. These functions prepare constants before a run: they are written
 * for exactness, not for speed.
 */
#include "base/portable_math.h"

#include <math.h> /* INFINITY and NAN only */

#include "base/double_bits.h"

#define LN2_HEAD     0x1.62e42fep-1 /* 32 bits of ln 2: times any exponent of a double it is exact */
#define LN2_TAIL     1.8206359985041462e-09
#define PI_HALF_HEAD 1.5707963267948966
#define PI_HALF_TAIL 6.123233995736766e-17
#define SQRT_2       1.4142135623730951
#define SQRT_HALF    0.7071067811865476

/** 2^n for normal results, n = -1022..1023. */
static double power_of_two(int n)
{
    return double_bits_value((uint64_t)(n + 1023) << 52);
}

/** e^r - 1 for |r| <= 0.35. */
static double exp_series(double r)
{
    double sum = 0;
    for (int k = 15; k >= 2; k--)
        sum = (sum + 1) * r / k;
    return r + r * sum;
}

double portable_math_exp(double x)
{
    if (!(x == x))
        return x;
    if (x > 710)
        x = 710;
    if (x < -746)
        x = -746;
    int n = (int)(x / (LN2_HEAD + LN2_TAIL) + (x < 0 ? -0.5 : 0.5));
    double r = (x - n * LN2_HEAD) - n * LN2_TAIL;
    int half = n / 2; /* two factors, since 2^n alone may overflow or be subnormal */
    return (1 + exp_series(r)) * power_of_two(half) * power_of_two(n - half);
}

/** ln(1 + t) for t in 1/sqrt 2 - 1 .. sqrt 2 - 1, where t is exact: with 2 artanh f = 2 f (1 + S), f = t/(2 + t), the
 *  leading part 2 f is t - f t, and rounding matters only in what is subtracted. */
static double log_series(double t)
{
    double f = t / (2 + t), square = f * f, sum = 0;
    for (int k = 25; k >= 3; k -= 2)
        sum = (sum + 1.0 / k) * square;
    return t - f * (t - 2 * sum);
}

double portable_math_log(double v)
{
    int n = (int)(double_bits_of(v) >> 52) - 1023;
    double m = v * power_of_two(-n / 2) * power_of_two(-n - -n / 2);
    if (m > SQRT_2) {
        m *= 0.5;
        n++;
    }
    return n * LN2_HEAD + (n * LN2_TAIL + log_series(m - 1));
}

double portable_math_log1p(double x)
{
    if (!(x > -1))
        return x == -1 ? -(double)INFINITY : (double)NAN;
    if (x > SQRT_HALF - 1 && x < SQRT_2 - 1)
        return log_series(x);
    double v = 1 + x, rest = x < 1 ? x - (v - 1) : 1 - (v - x); /* 1 + x = v + rest exactly */
    return v - v == 0 ? portable_math_log(v) + rest / v : v;    /* v >= 2^-53: normal */
}

/** atan t for |t| <= 3/16. */
static double atan_series(double t)
{
    double square = t * t, sum = 0;
    for (int k = 25; k >= 3; k -= 2)
        sum = (1.0 / k - sum) * square;
    return t - t * sum;
}

/** atan x for 0 <= x <= 1. */
static double atan_unit(double x)
{
    static const struct {
        double head, tail;
    } from_quarter[] = {
        {0.24497866312686414, 1.0698755618734451e-17}, {0.35877067027057225, -2.4623815582638635e-17},
        {0.4636476090008061, 2.2698777452961687e-17},  {0.5585993153435624, -5.4556305485916264e-18},
        {0.6435011087932844, 1.5834785051444286e-17},  {0.7188299996216245, -2.1478388444456983e-17},
        {0.7853981633974483, 3.061616997868383e-17},
    };
    if (x < 0.1875)
        return atan_series(x);
    int k = (int)(8 * x + 0.5);
    double c = k / 8.0, rest = atan_series((x - c) / (1 + x * c));
    return from_quarter[k - 2].head + (from_quarter[k - 2].tail + rest);
}

double portable_math_atan(double x)
{
    double size = x < 0 ? -x : x;
    if (!(size > 0)) /* 0, -0 and NaN are their own arctangents */
        return x;
    double angle = size <= 1 ? atan_unit(size) : PI_HALF_HEAD + (PI_HALF_TAIL - atan_unit(1 / size));
    return x < 0 ? -angle : angle;
}
