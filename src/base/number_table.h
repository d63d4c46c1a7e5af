#ifndef BASE_NUMBER_TABLE_H
#define BASE_NUMBER_TABLE_H

#include <stdint.h>

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

struct number_power {
    uint64_t high, low;
};

/** 5^p with its first bit in the highest place, p < NUMBER_TABLE_STEP: the upper half of that power of ten, whose lower
 *  half is 0. Numbers of the usual sizes need no other. */
extern const uint64_t number_table_fives[NUMBER_TABLE_STEP];

/** @param exponent NUMBER_TABLE_FIRST..NUMBER_TABLE_LAST */
struct number_power number_table_power(int64_t exponent);

#endif
