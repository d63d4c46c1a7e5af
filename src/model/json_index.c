/*
 * Positions of a million balls outlive their text in a number each, and in one for each line. The number of values is
 * known before they are read: each but the first follows a comma or a bracket.
 */
#include "model/json_scan.h"

#include <stdlib.h>

#include "base/mem.h"

bool json_index_start(struct json_index *index, const char *text, size_t length)
{
    size_t feeds = 0, values = 1, tails = 0;
    for (size_t i = 0; i < length; i++) {
        feeds += text[i] == '\n';
        values += (text[i] == ',') | (text[i] == '[') | (text[i] == '{');
    }
    index->line = mem_array_raw(feeds + 1, sizeof *index->line);
    index->value = mem_array_raw(2 * values, sizeof *index->value);
    if (!index->line || !index->value)
        return false;
    index->line[index->n_lines++] = 0;
    for (size_t i = 0; i < length; i++) {
        tails += json_index_is_tail(text[i]);
        if (text[i] == '\n')
            index->line[index->n_lines++] = (uint32_t)(i + 1 - tails);
    }
    return true;
}

struct json_position json_index_position(const struct json_index *index, uint32_t character)
{
    size_t low = 0, high = index->n_lines;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        *(index->line[middle] <= character ? &low : &high) = middle;
    }
    return (struct json_position){low + 1, character - index->line[low] + 1};
}

void json_index_free(struct json_index *index)
{
    free(index->line);
    free(index->value);
    *index = (struct json_index){0};
}
