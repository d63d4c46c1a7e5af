/*
 * Positions in a byte or two each: a scene of a million balls has eight million keys and values, and their positions
 * outlive the text. A position is stored relative to the one before: twice the difference of the columns on the same
 * line, else twice the column, plus 1, and then the number of lines. Numbers are written to the base 128, the lowest
 * digit first, with 128 added to all digits but the last (LEB128, as in DWARF). Every 64th position is stored in full,
 * so that a look-up decodes few.
 */
#include "model/json_index.h"

#include <stdlib.h>

#include "base/mem.h"

enum { MAX_CODE = 20, DIGIT = 0x7f, MORE = 0x80 }; /* two numbers of 64 bits */

static void write_number(struct json_index *index, size_t number)
{
    for (; number > DIGIT; number >>= 7)
        index->code[index->code_length++] = (unsigned char)((number & DIGIT) | MORE);
    index->code[index->code_length++] = (unsigned char)number;
}

static size_t read_number(const unsigned char **code)
{
    size_t number = 0;
    for (unsigned shift = 0;; shift += 7) {
        unsigned char byte = *(*code)++;
        number |= (size_t)(byte & DIGIT) << shift;
        if (!(byte & MORE))
            return number;
    }
}

static void write_step(struct json_index *index, struct json_position to)
{
    size_t lines = to.line - index->last.line;
    if (lines == 0) {
        write_number(index, 2 * (to.column - index->last.column));
        return;
    }
    write_number(index, 2 * to.column + 1);
    write_number(index, lines);
}

static void read_step(const unsigned char **code, struct json_position *place)
{
    size_t first = read_number(code);
    if (first % 2 == 0) {
        place->column += first / 2;
        return;
    }
    place->column = first / 2;
    place->line += read_number(code);
}

static bool add_anchor(struct json_index *index, struct json_position position)
{
    if (!mem_grow(&index->anchor, &index->anchor_capacity, index->n_anchors + 1, sizeof *index->anchor))
        return false;
    index->anchor[index->n_anchors++] = (struct json_anchor){index->code_length, position};
    return true;
}

bool json_index_add(struct json_index *index, struct json_position position)
{
    if (index->count % JSON_INDEX_STRIDE == 0) {
        if (!add_anchor(index, position))
            return false;
    } else {
        if (!mem_grow(&index->code, &index->code_capacity, index->code_length + MAX_CODE, 1))
            return false;
        write_step(index, position);
    }
    index->last = position;
    index->count++;
    return true;
}

struct json_position json_index_position(const struct json_index *index, size_t number)
{
    const struct json_anchor *anchor = &index->anchor[number / JSON_INDEX_STRIDE];
    struct json_position place = anchor->position;
    if (number % JSON_INDEX_STRIDE == 0)
        return place; /* there may be no code */
    const unsigned char *code = index->code + anchor->at;
    for (size_t i = number % JSON_INDEX_STRIDE; i > 0; i--)
        read_step(&code, &place);
    return place;
}

void json_index_free(struct json_index *index)
{
    free(index->code);
    free(index->anchor);
    *index = (struct json_index){0};
}
