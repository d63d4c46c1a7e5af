#ifndef BASE_NUMBER_TABLE_H
#define BASE_NUMBER_TABLE_H

#include <stdint.h>

/*
 * Powers of ten to 128 bits, rounded up: entry p - NUMBER_TABLE_FIRST is
 *
 *     ceil(10^p * 2^(127 - floor(log2 10^p))),
 *
 * an integer in [2^127, 2^128); it is exact for 0 <= p <= 55, as 5^55 < 2^128. The range is what number.c asks for:
 * 17 digits of the largest double need p = 16 - 308 and one digit of it p = -308; 17 digits of the smallest
 * subnormal, 4.9e-324, need p = 16 + 324. The unit test of number.c recomputes every entry in whole numbers.
 */

enum { NUMBER_TABLE_FIRST = -308, NUMBER_TABLE_LAST = 340 };

struct number_power {
    uint64_t high, low;
};

extern const struct number_power number_table[NUMBER_TABLE_LAST - NUMBER_TABLE_FIRST + 1];

#endif
