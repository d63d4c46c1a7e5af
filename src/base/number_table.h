#ifndef BASE_NUMBER_TABLE_H
#define BASE_NUMBER_TABLE_H

#include <assert.h>
#include <stdint.h>

#include "base/number_binary.h"

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

#endif
