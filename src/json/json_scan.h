#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/** Line and column, both from 1; a column is a character (code point), a tab is one. */
struct json_position {
    uint32_t line, column;
    uint32_t key; /* column of the key of a value, if that is on the same line; else `column` */
};

/* ---- json_string.c ---- */

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

/* ---- json_scan.c ---- */

/* A strict reader of JSON text (RFC 8259) that builds no tree: it reports whether the text is valid, where it is not,
 * and hands each value to a sink. */

/** Arrays and objects may be nested this deep. */
enum { JSON_SCAN_DEPTH = 64 };

enum json_kind { JSON_OBJECT, JSON_ARRAY, JSON_STRING, JSON_NUMBER, JSON_TRUE, JSON_FALSE, JSON_NULL };

struct json_value {
    enum json_kind kind;
    unsigned depth; /* arrays and objects around it */
    size_t at;      /* where it begins in the text, in bytes */
    struct json_position position;
    const char *key;    /* of a member of an object; NULL: an element of an array, or the outermost value */
    const char *string; /* of a JSON_STRING. Both texts: escapes resolved, borrowed for the call */
    double number;      /* of a JSON_NUMBER: finite */
};

enum json_answer {
    JSON_GO_ON,
    JSON_PASS, /* of an array: what it holds is checked and counted, and not handed over */
    JSON_STOP
};

/** Gets the values in document order: an array before its elements, an object before its members' values. The text may
 *  prove invalid later. */
struct json_sink {
    void *context;
    enum json_answer (*add)(void *context, const struct json_value *value);
    void (*passed)(void *context, size_t elements); /* the end of an array that JSON_PASS was said of */
};

/** The first thing that is wrong with a text. */
struct json_fault {
    struct json_position position;
    char text[448];
};

/** @param text   NUL-terminated at text[length], length < 2^32
 *  @param sink   NULL: not wanted
 *  STATUS_SCENE: not strict JSON, *fault says where and why; STATUS_LIMIT: out of memory, or the sink said JSON_STOP.
 */
enum status json_scan(const char *text, size_t length, const struct json_sink *sink, struct json_fault *fault);

/** Hands over the elements of an array one by one: each call the next with all that it holds, which has the depth 0.
 *  @param text of which json_scan() has found that it is valid
 *  @param at   the '[', or where the call before ended; moved to the end of the element, or 0: there are no more
 *  @return false: out of memory, or the sink said JSON_STOP */
bool json_scan_element(const char *text, size_t length, size_t *at, const struct json_sink *sink);
