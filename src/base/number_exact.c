/*
 * Decimal digits by algorithms that are right for all doubles, but take their time.
 *
 * Rounded digits: v 10^p from a table, with p such that `count` digits stand before the point. The error is below 2^-67
 * of a unit there, so that nearly always the fraction is plainly above or below one half; when it is not (exact ties
 * among them, but for the usual p, whose products are exact) the C library decides.
 *
 * Shortest digits: the decimals that read back as v = c 2^q make an interval of length 2^q about v, or 3/4 of that
 * where v is a power of two, which has twice as many doubles below it as above. With 10^k <= length < 10^(k+1) at most
 * one multiple of 10^(k+1) lies in it, and it is the answer; if there is none, the multiple of 10^k nearest to v is, or
 * the next one above, if that nearest one lies below the shorter side. v and both ends are compared with them as whole
 * numbers of quarters of 10^k, whose last bit tells of a rest (R. Giulietti, The Schubfach way to render doubles,
 * 2020). A product is known within a unit of 2^-64, and none comes nearer than 2.7 units to a number that it is
 * compared with and that it is not (by continued fractions, for each exponent).
 */
#include "base/number.h"
#include "base/number_internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* clang-format off */
static const uint64_t power_of_ten[20] = {
    1u, 10u, 100u, 1000u, 10000u, 100000u, 1000000u, 10000000u, 100000000u, 1000000000u,
    10000000000u, 100000000000u, 1000000000000u, 10000000000000u, 100000000000000u,
    1000000000000000u, 10000000000000000u, 100000000000000000u, 1000000000000000000u, 10000000000000000000u,
};
/* clang-format on */

int number_exact_count(uint64_t value)
{
    value |= 1; /* 0 has one digit; no power of ten above 1 is odd, so that no comparison changes */
    int guess = (number_bit_count(value) * 1233) >> 12; /* 1233 / 4096 is log10(2) from below: right or one too few */
    return guess + (value >= power_of_ten[guess]);
}

/** value * 10^exponent. @param value 1..10^17 */
static struct number_digits normalised(uint64_t value, int64_t exponent)
{
    int count = number_exact_count(value);
    uint64_t all = count > NUMBER_MOST_DIGITS ? value / 10 : value * power_of_ten[NUMBER_MOST_DIGITS - count];
    return (struct number_digits){all / 10, all % 10, (int)exponent + count - 1};
}

/** v 10^p rounded down to a whole number below 2^60, and what was cut off. */
struct scaled_value {
    uint64_t whole;
    int rest; /* 1: more than a half, or a half after an odd number; -1: less; 0: too close to tell */
};

static struct scaled_value scale(struct number_binary v, int64_t p)
{
    int normalise = 64 - number_bit_count(v.mantissa);
    number_uint128 product =
        number_scaled(v.mantissa << normalise, number_table_power_of_ten(p)); /* within 1 of v 10^p 2^point */
    int64_t point = 63 - number_floor_log2_of_power_of_ten(p) - (v.exponent - normalise);
    uint64_t whole = (uint64_t)(product >> point);
    number_uint128 half = (number_uint128)1 << (point - 1), fraction = product - ((number_uint128)whole << point);
    int rest = (fraction > half) - (fraction < half);
    if (rest == 0 && p >= 0 && p < NUMBER_TABLE_STEP) /* the product is exact */
        rest = whole & 1 ? 1 : -1;
    return (struct scaled_value){whole, rest};
}

/** Rounded digits by printf(3), which looks at the exact value. */
static struct number_digits printed(double value, int count)
{
    char text[32];
    const char *at = text;
    uint64_t digits = 0;
    snprintf(text, sizeof text, "%.*e", count - 1, fabs(value));
    for (; *at != 'e'; at++)
        if (*at != '.')
            digits = 10 * digits + (uint64_t)(*at - '0');
    return normalised(digits, strtol(at + 1, NULL, 10) - (count - 1));
}

struct number_digits number_exact_rounded(double value, int count)
{
    struct number_binary v = number_binary_of(value);
    int64_t magnitude =
        number_floor_log10_of_power_of_two(v.exponent + number_bit_count(v.mantissa) - 1); /* right or one too small */
    for (int64_t p = count - 1 - magnitude;; p--) {
        struct scaled_value s = scale(v, p);
        if (s.whole < power_of_ten[count])
            return s.rest ? normalised(s.whole + (s.rest > 0), -p) : printed(value, count);
    }
}

/** value * power / 2^128 if that is whole, else the odd one of the two whole numbers about it. */
static uint64_t scaled_to_odd(uint64_t value, struct number_power power)
{
    number_uint128 product = number_scaled(value, power);
    return (uint64_t)(product >> 64) | ((uint64_t)product > 0);
}

struct number_digits number_exact_shortest(double value)
{
    const struct number_binary v = number_binary_of(value);
    const uint64_t narrow = v.mantissa == NUMBER_FIRST_MANTISSA && v.exponent > NUMBER_FIRST_EXPONENT;
    const uint64_t quarters = 4 * v.mantissa, odd = v.mantissa & 1; /* an odd one does not have the ends */
    const int64_t k =
        narrow ? number_floor_log10_of_three_quarters(v.exponent) : number_floor_log10_of_power_of_two(v.exponent);
    const int64_t shift = v.exponent + number_floor_log2_of_power_of_ten(-k) + 1; /* 1..4 */
    const struct number_power power = number_table_power_of_ten(-k);
    const uint64_t from = scaled_to_odd((quarters - 2 + narrow) << shift, power) + odd;
    const uint64_t at = scaled_to_odd(quarters << shift, power);
    const uint64_t to = scaled_to_odd((quarters + 2) << shift, power) - odd;
    const uint64_t below = at / 40 * 10; /* multiples of 10 10^k */
    if (from <= 4 * below || 4 * (below + 10) <= to)
        return normalised(from <= 4 * below ? below : below + 10, k);
    uint64_t nearest = at / 4, rest = at % 4;
    nearest += rest + (nearest & 1) > 2;
    return normalised(nearest + (4 * nearest < from), k);
}
