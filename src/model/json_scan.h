#ifndef MODEL_JSON_SCAN_H
#define MODEL_JSON_SCAN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "model/json_index.h"

/* A strict reader of JSON text (RFC 8259) that builds no tree: it reports whether the text is valid, where it is not,
 * and hands each value to a sink. */

/** Arrays and objects may be nested this deep. */
enum { JSON_SCAN_DEPTH = 64 };

enum json_kind { JSON_OBJECT, JSON_ARRAY, JSON_STRING, JSON_NUMBER, JSON_TRUE, JSON_FALSE, JSON_NULL };

struct json_value {
    enum json_kind kind;
    uint32_t at;        /* its first character, counted from 0 */
    const char *key;    /* of a member of an object; NULL: an element of an array, or the outermost value */
    uint32_t key_at;    /* its first quote; without a key `at` */
    const char *string; /* of a JSON_STRING. Both texts: escapes resolved, borrowed from the text */
    double number;      /* of a JSON_NUMBER: finite */
};

/** Gets the values in document order: an array before its elements, an object before its members' values. The text may
 *  prove invalid later. */
struct json_sink {
    void *context;
    bool (*add)(void *context, const struct json_value *value); /* false: out of memory */
    void (*close)(void *context);                               /* the innermost open array or object is complete */
};

/** The first thing that is wrong with a text. */
struct json_fault {
    struct json_position position;
    char text[448];
};

/** @param text   NUL-terminated at text[length], length < 2^32; its strings are decoded where they stand
 *  @param sink   NULL: not wanted
 *  STATUS_SCENE: not strict JSON, *fault says where and why; STATUS_LIMIT: out of memory. */
enum status json_scan(char *text, size_t length, const struct json_sink *sink, struct json_fault *fault);

#endif
