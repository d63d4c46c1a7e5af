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
 * powers of two, whose interval is not symmetric, and subnormals, base/number_exact decides.
 *
 * Text. The digits are made into characters within one vector, sixteen at a time (its lanes are divided by 100 and by
 * 10 at once); trailing zeros follow by counting bits. The usual notations, 0.00123 and 12.3, take no branch either:
 * the digits are stored twice, before the point and, shifted, behind it, and the length says where the text ends. For
 * random numbers every branch on their digits would be guessed wrong half of the time, at the price of a dozen
 * multiplications.
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
#include <stdlib.h>
#include <string.h>

#include "base/number_internal.h"
#include "base/simd.h"

static const uint64_t ten_to_the_fifteenth = 1000000000000000;

static bool nearly_equal(uint64_t a, uint64_t b)
{
    enum { ERROR = 32 }; /* what was cut off, the table's excess and ten times both are less */
    return a - b + ERROR <= 2 * ERROR;
}

/** The quick way: the digits are left in `shortest`, the first sixteen as one number, for lay_out().
 *  @return false: zero, a power of two, subnormal, or too close to call */
static inline bool quick_shortest(double value, struct number_characters *shortest)
{
    enum { SPARE = 11 }; /* bits that a mantissa leaves free in a word */
    struct number_binary v = number_binary_of(value);
    assert(v.exponent <= DBL_MAX_EXP - DBL_MANT_DIG);
    if (v.mantissa <= NUMBER_FIRST_MANTISSA)
        return false;
    int64_t k = number_floor_log10_of_power_of_two(v.exponent) + 1;
    int64_t shift = v.exponent + number_floor_log2_of_power_of_ten(-k) + 1; /* -3..0 */
    struct number_power power = number_table_power_of_ten(-k);
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
    shortest->eight[0] = whole + fifteen * (9 * whole + last);
    shortest->last = (char)(last * !fifteen);
    shortest->exponent = (int16_t)(k + NUMBER_MOST_DIGITS - 2 - fifteen);
    return true;
}

static const uint64_t eight_zeros = 0x3030303030303030;

/** Sixteen digits, one per byte (0..9), the first of each eight in the lowest: split into fours, twos and ones, all
 *  lanes at once. With q the tens of a lane, q | (lane - 10 q) << 8 has both digits in their places. */
static u64x2 split_sixteen(uint32_t high, uint32_t low)
{
    u64x2 value = {high, low};
    u64x2 thousands = u64x2_product_of_low_halves(value, 0xd1b71759) >> 45; /* value / 10^4 */
    u64x2 fours = thousands | (value - u64x2_product_of_low_halves(thousands, 10000)) << 32;
    u16x8 hundreds = u16x8_high_product((u16x8)fours, 10486) >> 4;
    u64x2 twos = (u64x2)hundreds | (u64x2)((u16x8)fours - u16x8_product(hundreds, 100)) << 16;
    u16x8 tens = u16x8_high_product((u16x8)twos, 6554);
    return (u64x2)(((u16x8)twos << 8) - u16x8_product(tens, (10 << 8) - 1)); /* tens + ((twos - 10 tens) << 8) */
}

/** Bytes of a word, which is not zero, up to the last one that is not zero; turned round, as counting from below is
 * quick everywhere. */
static int byte_count(uint64_t word)
{
    return 8 - (int)((unsigned)__builtin_ctzll(__builtin_bswap64(word)) / 8);
}

/** Digits up to the last one that is not zero; 1 for zero. */
static int significant_count(u64x2 sixteen, uint64_t last)
{
    uint64_t end = sixteen[1] >> 8 | last << 56; /* digits 10 to 17 */
    if (__builtin_expect(end != 0, 1))
        return 9 + byte_count(end);
    return sixteen[1] ? 9 : byte_count(sixteen[0] | 1);
}

static inline void lay_out(struct number_characters *characters, double value)
{
    static const uint64_t eight_digits = 100000000;
    uint64_t sixteen = characters->eight[0], last = (uint8_t)characters->last;
    u64x2 digits = split_sixteen((uint32_t)(sixteen / eight_digits), (uint32_t)(sixteen % eight_digits));
    u64x2 texts = digits | eight_zeros;
    memcpy(characters->eight, &texts, sizeof texts);
    characters->last = (char)('0' + last);
    characters->negative = (uint8_t)(double_bits_of(value) >> 63);
    characters->count = (uint8_t)significant_count(digits, last);
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

/** Sixteen characters without the first `count`. */
static inline void store_without(char *text, const uint64_t eight[2], int64_t count)
{
    if (__builtin_expect(count >= 8, 0)) {
        store_eight(text, eight[1] >> (8 * count & 63));
        return;
    }
    store_eight(text, eight[0] >> 8 * count);
    store_eight(text + 8 - count, eight[1]); /* over the zeros */
}

/** "0.00123" or "12.3", for exponents -3..15 and a digit behind the point. The digits are stored from the start, or
 *  zeros if there is none before the point, and then, without those before the point, behind it. */
static inline char *write_plain(char *text, const struct number_characters *value)
{
    static const uint64_t zeros_of_fraction = 0x3030303030302e30; /* "0.000000" */
    int64_t exponent = value->exponent, fraction = exponent >> 5; /* all bits or none */
    int64_t whole = (exponent + 1) & ~fraction;                   /* digits before the point */
    int64_t behind = (exponent ^ fraction) + 2, moved = behind - whole;
    uint64_t start = value->eight[0] ^ ((value->eight[0] ^ zeros_of_fraction) & (uint64_t)fraction);
    store_sixteen(text, start, value->eight[1]);
    text[whole - fraction] = '.';
    store_without(text + behind, value->eight, whole);
    text[moved + 16] = value->last; /* of 16 digits before the point none is left but this */
    return text + moved + value->count;
}

/** "1200" */
static inline char *write_whole(char *text, const struct number_characters *value)
{
    store_sixteen(text, value->eight[0], value->eight[1]); /* zeros beyond value->count; some more may be wanted */
    text[16] = value->last;
    store_eight(text + NUMBER_MOST_DIGITS, eight_zeros);
    return text + value->exponent + 1;
}

/** "1.23e-45" */
__attribute__((noinline)) static char *write_scientific(char *text, const struct number_characters *value)
{
    store_sixteen(text + 1, value->eight[0], value->eight[1]);
    text[0] = text[1];
    text[1] = '.';
    text[17] = value->last;
    char *end = text + (value->count > 1 ? value->count + 1 : 1);
    *end++ = 'e';
    return end + number_write_i64(end, value->exponent);
}

/** The shorter notation, the plain one on a tie. With a fraction's zeros counted against ".e-" and the exponent's
 *  digits: up to 3 zeros (2 for a single digit, which has no point to save) stay plain. */
static inline char *write_magnitude(char *text, const struct number_characters *value)
{
    bool several = value->count > 1, plain = (unsigned)(value->exponent + 3) < value->count + 2u;
    if (plain && (several || value->exponent > -3))
        return write_plain(text, value);
    if (value->exponent < 0)
        return write_scientific(text, value);
    int scientific_bytes = value->count + several + 1 + (value->exponent >= 10 ? 2 : 1);
    return value->exponent + 1 <= scientific_bytes ? write_whole(text, value) : write_scientific(text, value);
}

/** The digits of any finite number, as quick_shortest() leaves them. Apart, as it is seldom needed. */
__attribute__((noinline)) static void sure_digits(struct number_characters *digits, double value, int precision)
{
    assert(isfinite(value));
    struct number_digits sure = {0, 0, 0};
    if (value != 0)
        sure = precision > 0 ? number_exact_rounded(value, precision) : number_exact_shortest(value);
    digits->eight[0] = sure.sixteen;
    digits->last = (char)sure.last;
    digits->exponent = (int16_t)sure.exponent;
}

void number_prepare(struct number_characters *prepared, const double *values, size_t count, int precision)
{
    assert(precision >= 0 && precision <= NUMBER_MOST_DIGITS);
    assert(count <= NUMBER_MOST_PREPARED);
    for (size_t i = 0; i < count; i++)
        if (precision > 0 || !quick_shortest(values[i], prepared + i))
            sure_digits(prepared + i, values[i], precision);
    for (size_t i = 0; i < count; i++)
        lay_out(prepared + i, values[i]);
}

char *number_write_prepared(char *text, const struct number_characters *prepared)
{
    text[0] = '-';
    return write_magnitude(text + prepared->negative, prepared);
}

size_t number_write(char *text, double value, int precision)
{
    struct number_characters prepared;
    number_prepare(&prepared, &value, 1, precision);
    return (size_t)(number_write_prepared(text, &prepared) - text);
}

size_t number_write_u64(char *text, uint64_t value)
{
    static const char pairs[] =
        "0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849"
        "5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";
    if (value < 10) {
        *text = (char)('0' + value);
        return 1;
    }
    int count = value < 100 ? 2 : number_exact_count(value);
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

bool number_read_u64(const char **text, uint64_t most, uint64_t *value)
{
    char *end;
    if (**text < '0' || **text > '9')
        return false;
    *value = strtoull(*text, &end, 10); /* 2^64 - 1 if it is larger */
    *text = end;
    return *value <= most;
}
