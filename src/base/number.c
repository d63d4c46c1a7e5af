#include "base/number.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/number_table.h"

/*
 * Doubles to decimal text, in two halves: first the value becomes a whole number of at most 17 digits times a power of
 * ten (struct decimal), then that is laid out as text.
 *
 * Shortest digits: Schubfach (R. Giulietti, The Schubfach way to render doubles, 2020). All decimals that read back as
 * v = c 2^q form the interval of half a unit in the last place to either side of v. With 10^k <= 2^q < 10^(k+1) a
 * decimal of the form s 10^k surely lies in it, and at most one of the form s 10^(k+1) does. So it suffices to look at
 * the two neighbours of v on either grid: no search, no loop, about fifty instructions. v and the interval's ends are
 * scaled by 10^-k with one 128-bit power of ten; the lost bits are kept as one sticky bit ("rounded to odd"), and the
 * article proves that the comparisons with whole numbers are then exact.
 *
 * Rounded digits: v 10^p from the same table, with p such that `digits` digits stand before the point. The error is
 * below 2^-67 of a unit there, so that nearly always the fraction is plainly above or below one half; when it is not
 * (exact ties among them) v 10^p is compared with the half in exact whole numbers of 1280 bits.
 *
 * Integers up to 2^53 skip both. Text is made eight digits at a time within one 64-bit word (the lanes of the word are
 * divided by 100 and by 10 at once), which also gives the trailing zeros by counting bits.
 *
 * Right shifts of negative integers round down, as gcc and clang define them.
 */

__extension__ typedef unsigned __int128 uint128;

/** |v| = mantissa * 2^exponent, mantissa < 2^53. */
struct binary {
    uint64_t mantissa;
    int exponent;
    bool lower_is_closer; /* v is a power of two: the next double towards 0 is only half a unit away */
};

/** digits * 10^exponent, 0 < digits <= 10^17; trailing zeros allowed. */
struct decimal {
    uint64_t digits;
    int exponent;
};

/** The digits of a decimal laid out: leading . high low * 10^exponent, of which `count` are needed (1..17). */
struct layout {
    unsigned leading;   /* 1..9 */
    uint64_t high, low; /* eight digits each, one per byte (0..9), the most significant in the lowest byte */
    int count;
    int exponent;
};

enum { MANTISSA_BITS = 52, EXPONENT_BIAS = 1075, MOST_DIGITS = 17 };

static const uint64_t eight_digits = 100000000, sixteen_digits = 10000000000000000;

/* clang-format off */
static const uint64_t power_of_ten[20] = {
    1u, 10u, 100u, 1000u, 10000u, 100000u, 1000000u, 10000000u, 100000000u, 1000000000u,
    10000000000u, 100000000000u, 1000000000000u, 10000000000000u, 100000000000000u,
    1000000000000000u, 10000000000000000u, 100000000000000000u, 1000000000000000000u, 10000000000000000000u,
};
/* clang-format on */

/* ---- small arithmetic ---- */

static int floor_log10_of_power_of_two(int exponent)
{
    return (exponent * 1262611) >> 22;
}

static int floor_log10_of_three_quarters_of_power_of_two(int exponent)
{
    return (exponent * 1262611 - 524031) >> 22;
}

static int floor_log2_of_power_of_ten(int exponent)
{
    return (exponent * 1741647) >> 19;
}

static int bit_count(uint64_t positive)
{
    return 64 - __builtin_clzll(positive);
}

static int digit_count(uint64_t value)
{
    value |= 1; /* 0 has one digit; no power of ten above 1 is odd, so that no comparison changes */
    int guess = (bit_count(value) * 1233) >> 12; /* 1233 / 4096 is log10(2) from below: right or one too few */
    return guess + (value >= power_of_ten[guess]);
}

static struct number_power table_power(int exponent)
{
    assert(exponent >= NUMBER_TABLE_FIRST && exponent <= NUMBER_TABLE_LAST);
    return number_table[exponent - NUMBER_TABLE_FIRST];
}

/** floor(value * power / 2^64) */
static uint128 scaled(uint64_t value, struct number_power power)
{
    return (uint128)value * power.high + (uint64_t)(((uint128)value * power.low) >> 64);
}

static struct binary to_binary(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint64_t fraction = bits & ((1ull << MANTISSA_BITS) - 1);
    int biased = (int)(bits >> MANTISSA_BITS & 0x7ff);
    if (biased == 0)
        return (struct binary){fraction, 1 - EXPONENT_BIAS, false};
    return (struct binary){fraction | 1ull << MANTISSA_BITS, biased - EXPONENT_BIAS, fraction == 0 && biased > 1};
}

/** True for whole numbers in 1..2^53, which then are *whole. */
static bool is_whole(double magnitude, uint64_t *whole)
{
    if (!(magnitude >= 1 && magnitude <= 0x1p53))
        return false;
    *whole = (uint64_t)magnitude;
    return (double)*whole == magnitude;
}

/* ---- shortest digits ---- */

/** floor(value * power / 2^128), its last bit set when anything was lost. The table's excess (value < 2^60 times less
 *  than one) is gone with the lowest 64 bits, so that a whole number stays whole. */
static uint64_t scaled_to_odd(uint64_t value, struct number_power power)
{
    uint128 product = scaled(value, power);
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

static struct decimal shortest_digits(struct binary v)
{
    int q = v.exponent;
    int k = v.lower_is_closer ? floor_log10_of_three_quarters_of_power_of_two(q) : floor_log10_of_power_of_two(q);
    int shift = q + floor_log2_of_power_of_ten(-k) + 1;
    struct number_power power = table_power(-k);

    /* four times the value and the ends of its interval, over 10^k; even mantissas own their ends */
    uint64_t odd = v.mantissa & 1, quarters = 4 * v.mantissa;
    uint64_t value = scaled_to_odd(quarters << shift, power);
    uint64_t lower = scaled_to_odd((quarters - (v.lower_is_closer ? 1 : 2)) << shift, power) + odd;
    uint64_t upper = scaled_to_odd((quarters + 2) << shift, power) - odd;

    uint64_t fine = value / 4, coarse = fine / 10;
    bool above;
    if (coarse > 0 && only_multiple_inside(40 * coarse, 40, lower, upper, &above))
        return (struct decimal){coarse + above, k + 1};
    if (only_multiple_inside(4 * fine, 4, lower, upper, &above))
        return (struct decimal){fine + above, k};
    uint64_t middle = 4 * fine + 2;
    bool nearest_above = value > middle || (value == middle && (fine & 1));
    return (struct decimal){fine + nearest_above, k};
}

/* ---- rounded digits ---- */

/** A natural number below 2^(32 LIMBS), least significant limb first; wide enough for the largest double's and the
 *  smallest one's products below. */
enum { LIMBS = 40 };
struct natural {
    uint32_t limb[LIMBS];
};

static struct natural natural_from(uint64_t value)
{
    struct natural n = {{(uint32_t)value, (uint32_t)(value >> 32)}};
    return n;
}

static void natural_multiply(struct natural *n, uint32_t factor, int times)
{
    for (; times > 0; times--) {
        uint64_t carry = 0;
        for (int i = 0; i < LIMBS; i++) {
            carry += (uint64_t)n->limb[i] * factor;
            n->limb[i] = (uint32_t)carry;
            carry >>= 32;
        }
        assert(carry == 0);
    }
}

static int natural_compare(const struct natural *a, const struct natural *b)
{
    for (int i = LIMBS - 1; i >= 0; i--)
        if (a->limb[i] != b->limb[i])
            return a->limb[i] < b->limb[i] ? -1 : 1;
    return 0;
}

/** The sign of v 10^p - (whole + 1/2), exactly: both sides times 2, negative powers moved to the other side. */
static int compare_with_half(struct binary v, int p, uint64_t whole)
{
    struct natural left = natural_from(v.mantissa), right = natural_from(2 * whole + 1);
    int fives = p, twos = v.exponent + p + 1;
    natural_multiply(&left, 5, fives);
    natural_multiply(&right, 5, -fives);
    natural_multiply(&left, 2, twos);
    natural_multiply(&right, 2, -twos);
    return natural_compare(&left, &right);
}

/** v 10^p rounded down to a whole number below 2^60, and how it must be rounded. */
struct scaled_value {
    uint64_t whole;
    bool up; /* v 10^p rounds, half to even, to whole + up */
};

static struct scaled_value scale_and_round(struct binary v, int p)
{
    int normalise = 64 - bit_count(v.mantissa);
    uint128 product = scaled(v.mantissa << normalise, table_power(p)); /* within 1 of v 10^p 2^point */
    int point = 63 - floor_log2_of_power_of_ten(p) - (v.exponent - normalise);
    uint64_t whole = (uint64_t)(product >> point);
    uint128 half = (uint128)1 << (point - 1), fraction = product - ((uint128)whole << point);
    if (fraction != half)
        return (struct scaled_value){whole, fraction > half};
    int sign = compare_with_half(v, p, whole);
    return (struct scaled_value){whole, sign > 0 || (sign == 0 && (whole & 1))};
}

static struct decimal rounded_digits(struct binary v, int digits)
{
    int magnitude = floor_log10_of_power_of_two(v.exponent + bit_count(v.mantissa) - 1); /* right or one too small */
    int p = digits - 1 - magnitude;
    struct scaled_value s = scale_and_round(v, p);
    if (s.whole >= power_of_ten[digits])
        s = scale_and_round(v, --p);
    return (struct decimal){s.whole + s.up, -p};
}

/* ---- layout as text ---- */

/** Eight digits of a value below 10^8, as in struct layout: split into fours, twos and ones, all lanes at once. */
static uint64_t split_eight(uint64_t value)
{
    uint64_t fours = value / 10000 | value % 10000 << 32;
    uint64_t hundreds = fours * 10486 >> 20 & 0x7f0000007f;
    uint64_t twos = hundreds | (fours - 100 * hundreds) << 16;
    uint64_t tens = twos * 103 >> 10 & 0x000f000f000f000f;
    return tens | (twos - 10 * tens) << 8;
}

/** The digits up to the last one that is not zero. */
static int significant_count(uint64_t high, uint64_t low)
{
    if (low)
        return 9 + (bit_count(low) + 7) / 8;
    return high ? 1 + (bit_count(high) + 7) / 8 : 1;
}

static struct layout lay_out(struct decimal value)
{
    int count = digit_count(value.digits);
    int exponent = value.exponent + count - 1;
    uint64_t all = count > MOST_DIGITS ? value.digits / 10 : value.digits * power_of_ten[MOST_DIGITS - count];
    uint64_t rest = all % sixteen_digits;
    uint64_t high = split_eight(rest / eight_digits), low = split_eight(rest % eight_digits);
    return (struct layout){(unsigned)(all / sixteen_digits), high, low, significant_count(high, low), exponent};
}

/** Eight digits as eight characters. */
static void store_eight(char *text, uint64_t digits)
{
    uint64_t ascii = digits | 0x3030303030303030;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    ascii = __builtin_bswap64(ascii);
#endif
    memcpy(text, &ascii, sizeof ascii);
}

/** All digits in a row; writes 17 bytes, of which value->count matter. */
static void store_digits(char *text, const struct layout *value)
{
    text[0] = (char)('0' + value->leading);
    store_eight(text + 1, value->high);
    store_eight(text + 9, value->low);
}

/** "0.00123" */
static size_t write_fraction(char *text, const struct layout *value)
{
    int zeros = -value->exponent; /* one of them before the point; few: more make the scientific form shorter */
    memcpy(text, "0.000000", 8);
    store_digits(text + 1 + zeros, value);
    return (size_t)(1 + zeros + value->count);
}

/** "12.3" */
static size_t write_mixed(char *text, const struct layout *value)
{
    int whole = value->exponent + 1;
    store_digits(text + 1, value);
    for (int i = 0; i < whole; i++)
        text[i] = text[i + 1];
    text[whole] = '.';
    return (size_t)(value->count + 1);
}

/** "1200" */
static size_t write_whole(char *text, const struct layout *value)
{
    store_digits(text, value); /* the digits beyond value->count are zeros; some more may be wanted */
    memcpy(text + MOST_DIGITS, "00000000", 8);
    return (size_t)(value->exponent + 1);
}

/** "1.23e-45" */
static size_t write_scientific(char *text, const struct layout *value)
{
    store_digits(text + 1, value);
    text[0] = text[1];
    text[1] = '.';
    char *end = text + (value->count > 1 ? value->count + 1 : 1);
    *end++ = 'e';
    end += number_write_i64(end, value->exponent);
    return (size_t)(end - text);
}

/** The shorter notation, the plain one on a tie. With a fraction's zeros counted against ".e-" and the exponent's
 *  digits: up to 3 zeros (2 for a single digit, which has no point to save) stay plain. */
static size_t write_decimal(char *text, struct decimal decimal)
{
    struct layout value = lay_out(decimal);
    int several = value.count > 1;
    if (value.exponent < 0)
        return -value.exponent <= 2 + several ? write_fraction(text, &value) : write_scientific(text, &value);
    if (value.exponent < value.count - 1)
        return write_mixed(text, &value);
    int scientific_bytes = value.count + several + 1 + (value.exponent >= 10 ? 2 : 1);
    return value.exponent + 1 <= scientific_bytes ? write_whole(text, &value) : write_scientific(text, &value);
}

/* ---- the interface ---- */

static size_t write_sign(char *text, double value)
{
    text[0] = '-';
    return signbit(value) ? 1 : 0;
}

size_t number_write_shortest(char *text, double value)
{
    assert(isfinite(value));
    size_t sign = write_sign(text, value);
    double magnitude = fabs(value);
    uint64_t whole;
    if (is_whole(magnitude, &whole))
        return sign + write_decimal(text + sign, (struct decimal){whole, 0});
    if (magnitude > 0)
        return sign + write_decimal(text + sign, shortest_digits(to_binary(magnitude)));
    text[sign] = '0';
    return sign + 1;
}

size_t number_write_rounded(char *text, double value, int digits)
{
    assert(isfinite(value));
    assert(digits >= 1 && digits <= MOST_DIGITS);
    size_t sign = write_sign(text, value);
    double magnitude = fabs(value);
    uint64_t whole;
    if (is_whole(magnitude, &whole) && whole < power_of_ten[digits])
        return sign + write_decimal(text + sign, (struct decimal){whole, 0});
    if (magnitude > 0)
        return sign + write_decimal(text + sign, rounded_digits(to_binary(magnitude), digits));
    text[sign] = '0';
    return sign + 1;
}

size_t number_write(char *text, double value, int precision)
{
    return precision == 0 ? number_write_shortest(text, value) : number_write_rounded(text, value, precision);
}

size_t number_write_u64(char *text, uint64_t value)
{
    static const char pairs[] =
        "0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849"
        "5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";
    int count = digit_count(value);
    char *end = text + count;
    while (value >= 100) {
        end -= 2;
        memcpy(end, pairs + 2 * (value % 100), 2);
        value /= 100;
    }
    if (value >= 10)
        memcpy(end - 2, pairs + 2 * value, 2);
    else
        end[-1] = (char)('0' + value);
    return (size_t)count;
}

size_t number_write_i64(char *text, int64_t value)
{
    if (value >= 0)
        return number_write_u64(text, (uint64_t)value);
    text[0] = '-';
    return 1 + number_write_u64(text + 1, 0 - (uint64_t)value);
}
