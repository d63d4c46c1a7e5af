#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Numbers as text, without locale: the bytes are a function of the value alone. (printf of the C library, which is
 * slower by far, only decides ties of rounded digits.) All functions that write do so to a buffer of the caller, add no
 * NUL and return the number of bytes written. */

/** Room that any of the functions below may need. */
enum { NUMBER_MAX_TEXT = 40 };

/** Most bytes that a double takes of it: "-1.2345678901234567e-300". */
enum { NUMBER_LONGEST = 24 };

/** One of 0 to 9, in any locale. */
static inline bool number_is_digit(char c)
{
    return (unsigned char)(c - '0') < 10;
}

/** The end of the digits with which a text begins. */
static inline const char *number_digits_end(const char *text)
{
    while (number_is_digit(*text))
        text++;
    return text;
}

/** Plain or scientific notation, whichever is shorter (plain on a tie); always a valid JSON number ("0.5", "-0",
 * "1e-3", "1e21").
 *  @param value finite (an assert guards it)
 *  @param precision 0: the shortest decimal text that reads back as exactly this double; among the texts with as few
 *  digits, the one nearest to the value. 1..17: correctly rounded (half to even on the exact binary value) to so many
 *  significant digits, without trailing zeros. */
size_t number_write(char *text, double value, int precision);

/** What number_write() writes: sign, digits d.ddd... * 10^exponent, and how many of them. */
struct number_characters {
    uint64_t eight[2]; /* characters, the first in the lowest byte */
    char last;
    uint8_t negative; /* 0 or 1 */
    uint8_t count;    /* digits up to the last one that is not zero, 1..17 */
    int16_t exponent; /* of the first */
};

enum { NUMBER_MOST_PREPARED = 4 };

/** number_write() in two steps, quicker for several numbers: prepared together they do not wait for each other.
 *  @param values `count` of them, 0..NUMBER_MOST_PREPARED; these and precision as for number_write() */
void number_prepare(struct number_characters *prepared, const double *values, size_t count, int precision);
/** @return the end of what it wrote */
char *number_write_prepared(char *text, const struct number_characters *prepared);

size_t number_write_u64(char *text, uint64_t value);
size_t number_write_i64(char *text, int64_t value);

/** The double nearest to a JSON number at the start of a text, half to even, as strtod(3) reads it: infinite if it is
 * too large.
 *  @param text a sign '-' or none, digits, and perhaps a point with digits and an exponent; what follows is no part of
 *  them
 *  @param end gets the end of the number */
double number_read(const char *text, const char **end);

/** Reads decimal digits, without sign or blanks before them, and moves *text behind them.
 *  @param most  below 2^64 - 1
 *  @return false: there is no digit, or the number is larger than `most` */
bool number_read_u64(const char **text, uint64_t most, uint64_t *value);
