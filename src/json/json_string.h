#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The strings of JSON: UTF-8, escapes, and how a piece of the text is shown in a message. */

struct json_string_fault {
    size_t offset;  /* from the opening quote, in characters */
    char text[128]; /* what is wrong */
};

/** Checks the string literal whose opening quote is text[0].
 *  @param length bytes that may be read; text[length] is NUL
 *  @param tails  counts the bytes of the literal that do not start a character
 *  @return bytes from quote to quote, or 0: *fault says why */
size_t json_string_check(const char *text, size_t length, size_t *tails, struct json_string_fault *fault);

/** Puts the bytes of a literal that has been checked, escapes resolved and with a NUL behind, to `to`, which has room
 *  for length - 1.
 *  @param length from quote to quote */
void json_string_decode(char *to, const char *text, size_t length);

/** Length of the well-formed UTF-8 character at text[0] (RFC 3629: shortest form, no surrogates, <= U+10FFFF), or 0. */
size_t json_string_utf8(const char *text, size_t length);

/** True when all of the text is well-formed UTF-8. */
bool json_string_is_utf8(const char *text, size_t length);

/** The character at text[0] for a message: 'x', U+00E9, byte 0xff, or "the end of the text" when length is 0. */
enum { JSON_STRING_MAX_FOUND = 32 };
const char *json_string_found(char to[JSON_STRING_MAX_FOUND], const char *text, size_t length);
