#ifndef MODEL_JSON_INDEX_H
#define MODEL_JSON_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Line and column, both from 1; a column is a character (code point), a tab is one. */
struct json_position {
    size_t line, column;
};

/** Bytes 10xxxxxx do not start a character. */
static inline bool json_index_is_tail(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

/** Where lines and values begin in a text, as numbers of characters from its start; it does without the text. Starts as
 *  {0}. Owner: the caller, freed by json_index_free(). */
struct json_index {
    uint32_t *line;  /* where each line begins */
    uint32_t *value; /* of each value two, in document order: its key (or again itself) and itself */
    size_t n_lines, n_values;
};

/** Finds the lines of a text, and makes room for its values. False: out of memory. */
bool json_index_start(struct json_index *index, const char *text, size_t length);

/** Adds the next value. */
static inline void json_index_add(struct json_index *index, uint32_t key, uint32_t value)
{
    index->value[2 * index->n_values] = key;
    index->value[2 * index->n_values++ + 1] = value;
}

/** @param character its number in the text */
struct json_position json_index_position(const struct json_index *index, uint32_t character);

void json_index_free(struct json_index *index);

#endif
