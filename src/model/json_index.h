#ifndef MODEL_JSON_INDEX_H
#define MODEL_JSON_INDEX_H

#include <stdbool.h>
#include <stddef.h>

/** Line and column, both from 1; a column is a character (code point), a tab is one. */
struct json_position {
    size_t line, column;
};

/** Positions from one entry that is stored in full to the next. */
enum { JSON_INDEX_STRIDE = 64 };

/** Where in the code an entry starts that is stored in full. */
struct json_anchor {
    size_t at;                     /* the code of the entry after this one */
    struct json_position position; /* of this one */
};

/** Positions in a text, in ascending order, without the text. Starts as {0}. Owner: the caller, freed by
 *  json_index_free(). */
struct json_index {
    unsigned char *code;
    size_t code_length, code_capacity;
    struct json_anchor *anchor; /* of positions 0, JSON_INDEX_STRIDE, ... */
    size_t n_anchors, anchor_capacity;
    struct json_position last;
    size_t count;
};

/** Adds a position, not before the last one. False: out of memory. */
bool json_index_add(struct json_index *index, struct json_position position);

/** @param number < count. Costs up to JSON_INDEX_STRIDE steps. */
struct json_position json_index_position(const struct json_index *index, size_t number);

void json_index_free(struct json_index *index);

#endif
