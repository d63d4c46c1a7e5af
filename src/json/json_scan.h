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

/** Moves behind an element that nobody wants: from the '[', or the end of the element before, to its end.
 *  @param text, at as above; there is such an element */
size_t json_scan_pass(const char *text, size_t at);
