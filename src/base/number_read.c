/*
 * Decimal text to the nearest double. Up to 19 digits make one whole number w, and |v| = w 10^q. Where both are exact
 * doubles one multiplication or division rounds once (W. Clinger, How to read floating point numbers accurately, 1990).
 * Else w is multiplied by 10^q to 128 bits (D. Lemire, Number parsing at a gigabyte per second, 2021): as the table's
 * powers are rounded up by less than a unit, and w has 64 bits, the upper 128 bits of the product are within 1 of the
 * true ones, whose lower part is then above or below one half, unless it is one half to the last bit. Then, with more
 * digits, and at the limits of what a double holds, strtod(3) decides, which this program leaves in the C locale.
 */
#include "base/number.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/number_internal.h"

enum { MOST_DIGITS = 19, EXACT_POWER = 22, LARGEST_BIASED = 2046, BIAS = 1075 };

/** A number w 10^q as it is read. */
struct decimal {
    uint64_t w;
    int64_t q;
    ptrdiff_t digits; /* of w, without zeros before the first; more than MOST_DIGITS: w has not room for them */
};

/** Takes digits into w. @return the end of them */
static inline const char *read_digits(const char *text, uint64_t *w)
{
    for (; number_is_digit(*text); text++)
        *w = 10 * *w + (uint64_t)(*text - '0');
    return text;
}

/** Zeros before the first digit that is none, in a text of digits and perhaps a point. */
static ptrdiff_t count_zeros(const char *text)
{
    ptrdiff_t zeros = 0;
    for (; *text == '0' || *text == '.'; text++)
        zeros += *text == '0';
    return zeros;
}

/** @return the end of it */
static const char *read_exponent(const char *text, struct decimal *decimal)
{
    const bool negative = *text == '-';
    int64_t exponent = 0;
    text += *text == '-' || *text == '+';
    for (; number_is_digit(*text); text++)
        exponent = exponent < 1000000000000000 ? 10 * exponent + (*text - '0') : exponent;
    decimal->q += negative ? -exponent : exponent;
    return text;
}

/** w 10^q. @return false: its upper bits do not tell, or it is beyond what a double holds, or subnormal
 *  @param w not 0 */
static bool multiply(uint64_t w, int64_t q, double *value)
{
    if (q < NUMBER_TABLE_FIRST || q > NUMBER_TABLE_LAST)
        return false;
    const int shift = 64 - number_bit_count(w);
    const number_uint128 product = number_scaled(w << shift, number_table_power_of_ten(q));
    const int cut = 128 - (NUMBER_MANTISSA_BITS + 1) - !(product >> 127);
    const number_uint128 half = (number_uint128)1 << (cut - 1), rest = product & (2 * half - 1);
    const int64_t biased = cut + number_floor_log2_of_power_of_ten(q) - 63 - shift + BIAS;
    if (rest == half || biased < 1 || biased >= LARGEST_BIASED)
        return false;
    const uint64_t mantissa = (uint64_t)(product >> cut) + (rest > half);
    *value = double_bits_value(((uint64_t)biased << NUMBER_MANTISSA_BITS) + (mantissa - NUMBER_FIRST_MANTISSA));
    return true;
}

/** @return false as multiply() */
static bool convert(const struct decimal *decimal, double *value)
{
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    const int64_t q = decimal->q;
    if (decimal->digits > MOST_DIGITS)
        return false;
    if (decimal->w > UINT64_C(1) << (NUMBER_MANTISSA_BITS + 1) || q < -EXACT_POWER || q > EXACT_POWER)
        return decimal->w > 0 ? multiply(decimal->w, q, value) : (*value = 0, true);
    const double w = (double)decimal->w;
    *value = q < 0 ? w / powers[-q] : w * powers[q];
    return true;
}

double number_read(const char *text, const char **end)
{
    const bool negative = *text == '-';
    const char *const first = text + negative, *at;
    uint64_t w = 0;
    double value;
    struct decimal decimal = {.q = 0};
    at = read_digits(first, &w);
    decimal.digits = at - first;
    if (*at == '.') {
        const char *point = at + 1;
        at = read_digits(point, &w);
        decimal.q = point - at;
        decimal.digits += at - point;
    }
    decimal.w = w;
    if (decimal.digits > MOST_DIGITS)
        decimal.digits -= count_zeros(first);
    if (*at == 'e' || *at == 'E')
        at = read_exponent(at + 1, &decimal);
    *end = at;
    if (!convert(&decimal, &value))
        return strtod(text, NULL);
    return negative ? -value : value;
}
