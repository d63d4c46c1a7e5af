#ifndef MODEL_JSON_SCAN_H
#define MODEL_JSON_SCAN_H

#include <stddef.h>

#include "base/error.h"

/* A strict reader of JSON text (RFC 8259) that builds no tree: it reports whether the text is valid, where it is not,
 * and where each value starts. */

/** Arrays and objects may be nested this deep. */
enum { JSON_SCAN_DEPTH = 64 };

/** Byte offset of each value's first character, in document order (an array before its elements, an object before
 *  its members' values; keys are no values). Owner: the caller, freed by json_scan_free(). */
struct json_index {
    size_t *offset;
    size_t count, capacity;
};

/** The first thing that is wrong with a text. */
struct json_fault {
    size_t offset;
    char text[448];
};

/** @param text   NUL-terminated at text[length]
 *  @param index  filled on success; empty before; NULL: not wanted
 *  STATUS_SCENE: not strict JSON, *fault says where and why; STATUS_LIMIT: out of memory. */
enum status json_scan(const char *text, size_t length, struct json_index *index, struct json_fault *fault);

void json_scan_free(struct json_index *index);

/** Line and column from 1; a column is a character (code point), a tab is one. Start from {0, 1, 1}. */
struct json_position {
    size_t offset, line, column;
};

/** Moves *place to `offset`. Forward costs the distance, backward starts over from the beginning. */
void json_scan_locate(const char *text, size_t offset, struct json_position *place);

#endif
