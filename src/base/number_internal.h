#pragma once

#include <assert.h>
#include <stdint.h>

#include "base/double_bits.h"

/* What base/number and base/number_exact share: doubles taken apart, decimal digits, and products with powers of ten.
 * Right shifts of negative integers round down, as gcc and clang define them. */

__extension__ typedef unsigned __int128 number_uint128;

enum { NUMBER_MOST_DIGITS = 17, NUMBER_MANTISSA_BITS = 52, NUMBER_FIRST_EXPONENT = -1074 };

/** The smallest mantissa of normal doubles, that of the powers of two. */
static const uint64_t NUMBER_FIRST_MANTISSA = UINT64_C(1) << NUMBER_MANTISSA_BITS;

/** |v| = mantissa * 2^exponent, mantissa < 2^53. */
struct number_binary {
    uint64_t mantissa;
    int64_t exponent;
};

/** d.ddd... * 10^exponent: 17 digits, the first of them not zero; or zero: all 0. */
struct number_digits {
    uint64_t sixteen; /* the first sixteen as one whole number, 10^15 <= sixteen < 10^16 */
    uint64_t last;    /* 0..9 */
    int exponent;     /* of the first digit */
};

static inline struct number_binary number_binary_of(double value)
{
    uint64_t bits = double_bits_of(value);
    uint64_t fraction = bits & (NUMBER_FIRST_MANTISSA - 1);
    int64_t biased = (int64_t)(bits >> NUMBER_MANTISSA_BITS & 0x7ff);
    if (biased == 0)
        return (struct number_binary){fraction, NUMBER_FIRST_EXPONENT};
    return (struct number_binary){fraction | NUMBER_FIRST_MANTISSA, biased - 1 + NUMBER_FIRST_EXPONENT};
}

static inline int64_t number_floor_log10_of_power_of_two(int64_t exponent)
{
    return (exponent * 1262611) >> 22;
}

/** Of 3/4 2^exponent. */
static inline int64_t number_floor_log10_of_three_quarters(int64_t exponent)
{
    return (exponent * 1262611 - 524031) >> 22;
}

static inline int64_t number_floor_log2_of_power_of_ten(int64_t exponent)
{
    return (exponent * 1741647) >> 19;
}

static inline int number_bit_count(uint64_t positive)
{
    return 64 - __builtin_clzll(positive);
}

/** A power of ten to 128 bits, see number_table.c below. */
struct number_power {
    uint64_t high, low;
};

/** floor(value * power / 2^64) */
static inline number_uint128 number_scaled(uint64_t value, struct number_power power)
{
    number_uint128 product = (number_uint128)value * power.high;
    uint64_t rest = (uint64_t)(((number_uint128)value * power.low) >> 64), low = (uint64_t)product + rest;
    return (number_uint128)((uint64_t)(product >> 64) + (low < rest)) << 64 | low;
}

/* ---- number_table.c ---- */

/*
 * Powers of ten to 128 bits, rounded up: that of p is
 *
 *     ceil(10^p * 2^(127 - floor(log2 10^p))),
 *
 * an integer in [2^127, 2^128); it is exact for 0 <= p <= 55, as 5^55 < 2^128. The range is what number.c asks for:
 * 17 digits of the largest double need p = 16 - 308 and one digit of it p = -308; 17 digits of the smallest
 * subnormal, 4.9e-324, need p = 16 + 324. The unit test of number.c computes all of them in whole numbers.
 */

enum { NUMBER_TABLE_FIRST = -308, NUMBER_TABLE_LAST = 340, NUMBER_TABLE_STEP = 28 };

/** 5^p with its first bit in the highest place, p < NUMBER_TABLE_STEP: the upper half of that power of ten, whose lower
 *  half is 0. Numbers of the usual sizes need no other. */
extern const uint64_t number_table_fives[NUMBER_TABLE_STEP];

/** @param exponent NUMBER_TABLE_FIRST..NUMBER_TABLE_LAST */
struct number_power number_table_power(int64_t exponent);

/** The same, quickly for the usual ones. */
static inline struct number_power number_table_power_of_ten(int64_t exponent)
{
    assert(exponent >= NUMBER_TABLE_FIRST && exponent <= NUMBER_TABLE_LAST);
    if (exponent >= 0 && exponent < NUMBER_TABLE_STEP)
        return (struct number_power){number_table_fives[exponent], 0};
    return number_table_power(exponent);
}

/* ---- number_exact.c ---- */

/* Decimal digits of doubles by algorithms that are right for all of them; base/number asks them where its own quick way
 * cannot tell. */

/** The shortest digits that read back as exactly a value, which is not zero; among those as few, the nearest to it;
 * then zeros. */
struct number_digits number_exact_shortest(double value);

/** The size of a value, which is not zero, correctly rounded (half to even) to `count` significant digits, 1..17; then
 *  zeros. */
struct number_digits number_exact_rounded(double value, int count);

/** Decimal digits of an integer, 1..20. */
int number_exact_count(uint64_t value);
