/* Rows of contacts that rub: memory, and what is copied from step to step. */
#include "springs/tangential_rows.h"

#include <stdlib.h>

#include "base/mem.h"

void tangential_rows_close(struct tangential_rows *rows)
{
    free(rows->keys);
    free(rows->columns);
    free(rows->open);
    free(rows->constants);
    free(rows->rolling);
    free(rows->pulls);
}

bool tangential_rows_reserve(struct tangential_rows *rows, size_t count, bool with_pulls, bool rolls)
{
    enum { LINE = 8 }; /* and a few rows more than a multiple of many, so that columns do not share cache sets */
    if (count + LINE <= rows->stride)
        return true;
    const size_t room = (count + count / 2) / (8 * LINE) * (8 * LINE) + (9 * LINE);
    tangential_rows_close(rows);
    *rows = (struct tangential_rows){
        .keys = mem_array_raw(room, sizeof *rows->keys),
        .columns = mem_array_raw(room, (rolls ? ROW_COLUMNS : ROW_ROLL) * sizeof *rows->columns),
        .open = mem_array_raw(room, sizeof *rows->open),
        .constants = mem_array_raw(room, sizeof *rows->constants),
        .rolling = rolls ? mem_array_raw(room, sizeof *rows->rolling) : NULL,
        .pulls = with_pulls ? mem_array_raw(room, sizeof *rows->pulls) : NULL,
        .stride = room,
    };
    return rows->keys && rows->columns && rows->open && rows->constants && (rows->pulls || !with_pulls) &&
           (rows->rolling || !rolls);
}

void tangential_rows_clear(const struct tangential_rows *rows, size_t row)
{
    for (enum tangential_column c = 0; c < ROW_ROLL; c++)
        *tangential_rows_at(rows, c, row) = 0;
    *tangential_rows_at(rows, ROW_N_X, row) = 1;
    rows->open[row] = 0;
    rows->constants[row] = (struct spring_constants){0};
    for (enum tangential_column c = ROW_ROLL; rows->rolling && c < ROW_COLUMNS; c++)
        *tangential_rows_at(rows, c, row) = 0;
    if (rows->rolling)
        rows->rolling[row] = (struct rolling_constants){0};
    if (rows->pulls)
        rows->pulls[row] = (struct tangential_pull){0};
}
