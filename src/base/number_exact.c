/*
 * Decimal digits by algorithms that are right for all doubles, but take their time.
 *
 * Shortest digits: R. Giulietti, The Schubfach way to render doubles, 2020. All decimals that read back as v = c 2^q
 * form the interval of half a unit in the last place to either side of v. With 10^k <= 2^q < 10^(k+1) a decimal of the
 * form s 10^k surely lies in it, and at most one of the form s 10^(k+1) does. So it suffices to look at the two
 * neighbours of v on either grid. v and the interval's ends are scaled by 10^-k with one 128-bit power of ten; the lost
 * bits are kept as one sticky bit ("rounded to odd"), and the article proves that the comparisons with whole numbers
 * are then exact.
 *
 * Rounded digits: v 10^p from the same table, with p such that `count` digits stand before the point. The error is
 * below 2^-67 of a unit there, so that nearly always the fraction is plainly above or below one half; when it is not
 * (exact ties among them) the C library decides.
 */
#include "base/number_table.h"

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

/** floor(value * power / 2^128), its last bit set when anything was lost. The table's excess (value < 2^60 times less
 *  than one) is gone with the lowest 64 bits, so that a whole number stays whole. */
static uint64_t scaled_to_odd(uint64_t value, struct number_power power)
{
    number_uint128 product = number_scaled(value, power);
    return (uint64_t)(product >> 64) | ((uint64_t)product > 0);
}

/** Of the two whole multiples around v on a grid of `step` (in quarters, as all of these), the only one within the
 *  interval. @return false: both or none are. */
static bool only_multiple_inside(uint64_t below, uint64_t step, uint64_t lower, uint64_t upper, bool *above)
{
    bool below_inside = lower <= below, above_inside = below + step <= upper;
    *above = above_inside;
    return below_inside != above_inside;
}

struct number_digits number_exact_shortest(struct number_binary v)
{
    int64_t q = v.exponent;
    bool even_interval = v.mantissa != NUMBER_FIRST_MANTISSA || q == NUMBER_FIRST_EXPONENT; /* else below is closer */
    int64_t k =
        even_interval ? number_floor_log10_of_power_of_two(q) : number_floor_log10_of_three_quarters_of_power_of_two(q);
    int64_t shift = q + number_floor_log2_of_power_of_ten(-k) + 1;
    struct number_power power = number_table_power_of_ten(-k);

    /* four times the value and the ends of its interval, over 10^k; even mantissas own their ends */
    uint64_t odd = v.mantissa & 1, quarters = 4 * v.mantissa;
    uint64_t value = scaled_to_odd(quarters << shift, power);
    uint64_t lower = scaled_to_odd((quarters - (even_interval ? 2 : 1)) << shift, power) + odd;
    uint64_t upper = scaled_to_odd((quarters + 2) << shift, power) - odd;

    uint64_t fine = value / 4, coarse = fine / 10;
    bool above;
    if (coarse > 0 && only_multiple_inside(40 * coarse, 40, lower, upper, &above))
        return normalised(coarse + above, k + 1);
    if (only_multiple_inside(4 * fine, 4, lower, upper, &above))
        return normalised(fine + above, k);
    uint64_t middle = 4 * fine + 2;
    bool nearest_above = value > middle || (value == middle && (fine & 1));
    return normalised(fine + nearest_above, k);
}

/* ---- rounded digits ---- */

/** v 10^p rounded down to a whole number below 2^60, and what was cut off. */
struct scaled_value {
    uint64_t whole;
    int rest; /* 1: more than a half, -1: less, 0: too close to tell */
};

static struct scaled_value scale(struct number_binary v, int64_t p)
{
    int normalise = 64 - number_bit_count(v.mantissa);
    number_uint128 product =
        number_scaled(v.mantissa << normalise, number_table_power_of_ten(p)); /* within 1 of v 10^p 2^point */
    int64_t point = 63 - number_floor_log2_of_power_of_ten(p) - (v.exponent - normalise);
    uint64_t whole = (uint64_t)(product >> point);
    number_uint128 half = (number_uint128)1 << (point - 1), fraction = product - ((number_uint128)whole << point);
    return (struct scaled_value){whole, (fraction > half) - (fraction < half)};
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
