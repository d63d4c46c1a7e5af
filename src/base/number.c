/*
 * Doubles and integers as text.
 *
 * Shortest digits, the quick way. The decimals that read back as v = c 2^q lie within half a unit in the last place, h,
 * to either side of v. With 10^k <= 2^q < 10^(k+1) at most one of them is a multiple of 10^(k+1), and if none is, the
 * multiple of 10^k nearest to v is the answer (R. Giulietti, The Schubfach way to render doubles, 2020). So v /
 * 10^(k+1) is computed once, as a whole number of 15 or 16 digits and 64 bits of fraction, and h in the same measure by
 * a shift of the power of ten. If the fraction is below h the whole number is the answer, if it is above 1 - h the next
 * one, and otherwise one more digit, nearest to the fraction, follows; no branch. All is exact to
 * some units of 2^-64; when two sides of a comparison are nearer than that (ends of the interval, exact ties), and for
 * powers of two and subnormals, whose intervals are different, base/number_exact decides.
 *
 * Text. The digits are made into characters within two 64-bit words, eight at a time (the lanes of a word are divided
 * by 100 and by 10 at once), which also gives the trailing zeros by counting bits. The usual notations, 0.00123
 * and 12.3, take no branch either: the digits are stored twice, before the point and, shifted, behind it, and the
 * length says where the text ends. For random numbers every branch on their digits would be guessed wrong half of the
 * time, at the price of a dozen multiplications.
 *
 * Together. From the double to its characters every operation waits for the one before, a hundred cycles long. Hence
 * number_prepare() takes each step for all its numbers before the next step: what a processor looks at in advance then
 * belongs to numbers that do not wait for each other.
 */
#include "base/number.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/number_exact.h"

static const uint64_t ten_to_the_fifteenth = 1000000000000000;

static bool nearly_equal(uint64_t a, uint64_t b)
{
    enum { ERROR = 32 }; /* what was cut off, the table's excess and ten times both are less */
    return a - b + ERROR <= 2 * ERROR;
}

/** The quick way, for normal v that are no powers of two. @return false: too close to call */
static bool quick_shortest(struct number_binary v, struct number_digits *shortest)
{
    enum { SPARE = 11 }; /* bits that a mantissa leaves free in a word */
    int k = number_floor_log10_of_power_of_two(v.exponent) + 1;
    int shift = v.exponent + number_floor_log2_of_power_of_ten(-k) + 1; /* -3..0 */
    struct number_power power = number_power_of_ten(-k);
    number_uint128 product = number_scaled(v.mantissa << (SPARE + shift), power);
    uint64_t high = (uint64_t)(product >> 64), low = (uint64_t)product;
    uint64_t whole = high >> SPARE, fraction = high << (64 - SPARE) | low >> SPARE;
    uint64_t half = power.high >> (1 - shift);
    bool upper = fraction >> 63;
    uint64_t to_whole = fraction ^ (0 - (uint64_t)upper); /* the nearer one */
    number_uint128 tenfold = (number_uint128)fraction * 10;
    uint64_t nearest = (uint64_t)(tenfold >> 64) + ((uint64_t)tenfold >> 63);
    if (nearly_equal(to_whole, half) || nearly_equal((uint64_t)tenfold, 1ull << 63))
        return false;

    bool coarse = to_whole < half;
    uint64_t last = nearest * !coarse;
    whole += coarse & upper;
    bool fifteen = whole < ten_to_the_fifteenth;
    shortest->sixteen = whole + fifteen * (9 * whole + last);
    shortest->last = last * !fifteen;
    shortest->exponent = k + NUMBER_MOST_DIGITS - 2 - fifteen;
    return true;
}

static const uint64_t eight_zeros = 0x3030303030303030;

/** Eight digits, one per byte (0..9), the first in the lowest: split into fours, twos and ones, all lanes at once. With
 *  q the tens of a lane, q | (lane - 10 q) << 8 is (lane << 8) - q (10 * 2^8 - 1). */
static uint64_t split_eight(uint32_t value)
{
    uint64_t fours = ((uint64_t)value << 32) - (value / 10000) * ((10000ull << 32) - 1);
    uint64_t hundreds = fours * 10486 >> 20 & 0x7f0000007f;
    uint64_t twos = (fours << 16) - hundreds * ((100 << 16) - 1);
    uint64_t tens = twos * 103 >> 10 & 0x000f000f000f000f;
    return (twos << 8) - tens * ((10 << 8) - 1);
}

/** Digits up to the last one that is not zero; 1 for zero. */
static int significant_count(uint64_t high, uint64_t low, uint64_t last)
{
    uint64_t end = low >> 8 | last << 56; /* digits 10 to 17 */
    if (end)
        return 9 + (number_bit_count(end) + 7) / 8;
    return low ? 9 : (number_bit_count(high | 1) + 7) / 8;
}

static void lay_out(struct number_characters *characters, const struct number_digits *value, bool negative)
{
    static const uint64_t eight_digits = 100000000;
    uint64_t high = split_eight((uint32_t)(value->sixteen / eight_digits));
    uint64_t low = split_eight((uint32_t)(value->sixteen % eight_digits));
    characters->high = high | eight_zeros;
    characters->low = low | eight_zeros;
    characters->last = (char)('0' + value->last);
    characters->negative = negative;
    characters->count = significant_count(high, low, value->last);
    characters->exponent = value->exponent;
}

static void store_eight(char *text, uint64_t characters)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    characters = __builtin_bswap64(characters);
#endif
    memcpy(text, &characters, sizeof characters);
}

static void store_sixteen(char *text, uint64_t high, uint64_t low)
{
    store_eight(text, high);
    store_eight(text + 8, low);
}

/** "0.00123" or "12.3", for exponents -3..15 and a digit behind the point. The digits are stored from the start, or
 *  zeros if there is none before the point, and then, without those before the point, behind it. */
static size_t write_plain(char *text, const struct number_characters *value)
{
    static const uint64_t zeros_of_fraction = 0x3030303030302e30; /* "0.000000" */
    int fraction = value->exponent >> 5;                          /* all bits or none */
    int whole = (value->exponent + 1) & ~fraction;                /* digits before the point */
    int behind = (value->exponent ^ fraction) + 2, moved = behind - whole;
    uint64_t start = value->high ^ ((value->high ^ zeros_of_fraction) & (uint64_t)(int64_t)fraction);
    /* clang-tidy takes the shifted type for one of 64 bits. NOLINTNEXTLINE(clang-analyzer-core.*) */
    number_uint128 digits = (number_uint128)value->low << 64 | value->high,
                   rest = digits >> (8 * whole & 127); /* 16: see below */
    store_sixteen(text, start, value->low);
    text[whole - fraction] = '.';
    store_sixteen(text + behind, (uint64_t)rest, (uint64_t)(rest >> 64));
    text[moved + 16] = value->last; /* of 16 digits before the point none is left but this */
    return (size_t)(moved + value->count);
}

/** "1200" */
static size_t write_whole(char *text, const struct number_characters *value)
{
    store_sixteen(text, value->high, value->low); /* beyond value->count there are zeros; some more may be wanted */
    text[16] = value->last;
    store_eight(text + NUMBER_MOST_DIGITS, eight_zeros);
    return (size_t)(value->exponent + 1);
}

/** "1.23e-45" */
static size_t write_scientific(char *text, const struct number_characters *value)
{
    store_sixteen(text + 1, value->high, value->low);
    text[0] = text[1];
    text[1] = '.';
    text[17] = value->last;
    char *end = text + (value->count > 1 ? value->count + 1 : 1);
    *end++ = 'e';
    end += number_write_i64(end, value->exponent);
    return (size_t)(end - text);
}

/** The shorter notation, the plain one on a tie. With a fraction's zeros counted against ".e-" and the exponent's
 *  digits: up to 3 zeros (2 for a single digit, which has no point to save) stay plain. */
static size_t write_magnitude(char *text, const struct number_characters *value)
{
    int several = value->count > 1, most_zeros = 2 + several;
    if ((unsigned)(value->exponent + most_zeros) < (unsigned)(value->count - 1 + most_zeros))
        return write_plain(text, value);
    if (value->exponent < 0)
        return write_scientific(text, value);
    int scientific_bytes = value->count + several + 1 + (value->exponent >= 10 ? 2 : 1);
    return value->exponent + 1 <= scientific_bytes ? write_whole(text, value) : write_scientific(text, value);
}

/** By pointer, as in lay_out(): a struct returned is copied in wider pieces than it was stored in, and these wait until
 *  the stores are done. */
static void find_digits(struct number_digits *digits, double value, int precision)
{
    struct number_binary v = number_binary_of(value);
    assert(v.exponent <= DBL_MAX_EXP - DBL_MANT_DIG);
    if (v.mantissa == 0)
        *digits = (struct number_digits){0, 0, 0};
    else if (precision > 0)
        *digits = number_exact_rounded(v, precision);
    else if (v.mantissa <= NUMBER_FIRST_MANTISSA || !quick_shortest(v, digits))
        *digits = number_exact_shortest(v);
}

void number_prepare(struct number_characters *prepared, const double *values, size_t count, int precision)
{
    struct number_digits digits[NUMBER_MOST_PREPARED];
    assert(precision >= 0 && precision <= NUMBER_MOST_DIGITS);
    assert(count <= NUMBER_MOST_PREPARED);
    for (size_t i = 0; i < count; i++)
        find_digits(digits + i, values[i], precision);
    for (size_t i = 0; i < count; i++)
        lay_out(prepared + i, digits + i, signbit(values[i]));
}

size_t number_write_prepared(char *text, const struct number_characters *prepared)
{
    text[0] = '-';
    return prepared->negative + write_magnitude(text + prepared->negative, prepared);
}

size_t number_write(char *text, double value, int precision)
{
    struct number_characters prepared;
    number_prepare(&prepared, &value, 1, precision);
    return number_write_prepared(text, &prepared);
}

size_t number_write_u64(char *text, uint64_t value)
{
    static const char pairs[] =
        "0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849"
        "5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";
    int count = number_exact_count(value);
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
