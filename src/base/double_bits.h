#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* A double as its 64 bits (IEEE 754): sign, 11 of the exponent, 52 of the mantissa. Read as whole numbers, those of
 * positive doubles are in the order of the doubles. */

static inline uint64_t double_bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/** Unlike ==, false for 0 and -0, and true for a NaN and itself. */
static inline bool double_bits_same(double a, double b)
{
    return double_bits_of(a) == double_bits_of(b);
}

static inline double double_bits_value(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
