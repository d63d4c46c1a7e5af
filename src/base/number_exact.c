/*
 * Decimal digits by algorithms that are right for all doubles, but take their time.
 *
 * Rounded digits: v 10^p from a table, with p such that `count` digits stand before the point. The error is below 2^-67
 * of a unit there, so that nearly always the fraction is plainly above or below one half; when it is not (exact ties
 * among them, but for the usual p, whose products are exact) the C library decides.
 *
 * Shortest digits: the fewest rounded ones that are read as the same double. The decimals that are make an interval
 * about v; if one of so many digits lies in it, the nearest to v does. Only where v is a power of two does the
 * interval reach farther upwards, and then the next one above may. What lies there with some digits does so with more:
 * so their number is found by bisection.
 */
#include "base/number.h"
#include "base/number_internal.h"

#include <math.h>
#include <stdbool.h>
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

static bool reads_back(const struct number_digits *digits, double size)
{
    char text[2 * NUMBER_MAX_TEXT];
    const char *rest;
    size_t end = number_write_u64(text, 10 * digits->sixteen + digits->last);
    text[end++] = 'e';
    end += number_write_i64(text + end, digits->exponent - (NUMBER_MOST_DIGITS - 1));
    text[end] = '\0';
    return number_read(text, &rest) == size;
}

/** So many digits that read back: the nearest, or if they do not, the next above. @return false: there are none */
static bool find_digits(struct number_digits *digits, double size, int count)
{
    struct number_digits nearest = number_exact_rounded(size, count);
    uint64_t above = 10 * nearest.sixteen + nearest.last + power_of_ten[NUMBER_MOST_DIGITS - count];
    struct number_digits next = normalised(above, nearest.exponent - (NUMBER_MOST_DIGITS - 1));
    bool found = reads_back(&nearest, size);
    if (!found && !reads_back(&next, size))
        return false;
    *digits = found ? nearest : next;
    return true;
}

struct number_digits number_exact_shortest(double value)
{
    double size = fabs(value);
    if (size <= 0x1p53 && size == (double)(uint64_t)size)
        return normalised((uint64_t)size, 0);
    struct number_digits digits = number_exact_rounded(size, NUMBER_MOST_DIGITS);
    int least = 1, most = NUMBER_MOST_DIGITS; /* which are enough; what comes here often needs all, or few */
    for (int count = most - 1; least < most; count = (least + most) / 2)
        if (find_digits(&digits, size, count))
            most = count;
        else
            least = count + 1;
    return digits;
}
