/*
 * Cuts of a table into tiles with equally many balls.
 *
 * Cost: the coordinates of a sample of the balls, sorted once for the columns, and those of each column for its rows.
 */
#include "events/event_cuts.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"

enum { SAMPLE = 65536 /* balls by which the table is cut */ };

double event_cuts_seams(const struct event_cuts *cuts, size_t columns, size_t rows)
{
    const double across = (double)(columns - (cuts->length.x > 0 && columns > 1 ? 0 : 1)) * cuts->size.y;
    const double along = (double)(rows - (cuts->length.y > 0 && rows > 1 ? 0 : 1)) * cuts->size.x;
    return across + along;
}

void event_cuts_choose(struct event_cuts *cuts, size_t wanted)
{
    double shortest = HUGE_VAL;
    for (size_t columns = 1; columns <= wanted; columns++) {
        const size_t rows = wanted / columns;
        const double seams = event_cuts_seams(cuts, columns, rows);
        if (columns * rows != wanted || !(seams < shortest))
            continue;
        shortest = seams;
        cuts->columns = columns;
        cuts->rows = rows;
    }
}

bool event_cuts_reserve(struct event_cuts *cuts)
{
    const size_t n = cuts->columns * cuts->rows;
    return (cuts->x = mem_array(cuts->columns, sizeof *cuts->x)) && (cuts->y = mem_array(n, sizeof *cuts->y)) &&
           (cuts->boxes = mem_array(n, sizeof *cuts->boxes));
}

void event_cuts_free(struct event_cuts *cuts)
{
    free(cuts->x);
    free(cuts->y);
    free(cuts->boxes);
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/** The part of n numbers that lies before each of the cuts that divide them evenly. */
static void cut(double *numbers, size_t n, double *cuts, size_t parts)
{
    qsort(numbers, n, sizeof *numbers, compare_doubles);
    for (size_t i = 0; i + 1 < parts; i++)
        cuts[i] = n > 0 ? numbers[n * (i + 1) / parts] : HUGE_VAL;
}

static size_t part_of(double x, const double *cuts, size_t parts)
{
    size_t part = 0;
    while (part + 1 < parts && x >= cuts[part])
        part++;
    return part;
}

/** The ends of part i. @param length of a periodic axis; else 0 */
static void ends_of(const double *cuts, size_t parts, size_t i, double length, double *lo, double *hi)
{
    const bool wraps = length > 0 && parts > 1;
    *lo = i > 0 ? cuts[i - 1] : wraps ? 0 : -HUGE_VAL;
    *hi = i + 1 < parts ? cuts[i] : wraps ? length : HUGE_VAL;
}

static void set_boxes(const struct event_cuts *cuts, size_t column)
{
    const double *y = cuts->y + column * cuts->rows;
    for (size_t row = 0; row < cuts->rows; row++) {
        struct event_box *box = &cuts->boxes[column * cuts->rows + row];
        ends_of(cuts->x, cuts->columns, column, cuts->length.x, &box->lo.x, &box->hi.x);
        ends_of(y, cuts->rows, row, cuts->length.y, &box->lo.y, &box->hi.y);
    }
}

bool event_cuts_make(struct event_cuts *cuts, const struct vec2 *places, size_t n)
{
    const size_t stride = n / SAMPLE + 1;
    double *sample = mem_array(n / stride + 1, sizeof *sample);
    size_t count = 0;
    if (!sample)
        return false;
    for (size_t i = 0; i < n; i += stride)
        sample[count++] = places[i].x;
    cut(sample, count, cuts->x, cuts->columns);
    for (size_t column = 0; column < cuts->columns; column++) {
        count = 0;
        for (size_t i = 0; i < n; i += stride)
            if (part_of(places[i].x, cuts->x, cuts->columns) == column)
                sample[count++] = places[i].y;
        cut(sample, count, cuts->y + column * cuts->rows, cuts->rows);
        set_boxes(cuts, column);
    }
    free(sample);
    return true;
}

size_t event_cuts_owner(const struct event_cuts *cuts, struct vec2 place)
{
    const size_t column = part_of(place.x, cuts->x, cuts->columns);
    return column * cuts->rows + part_of(place.y, cuts->y + column * cuts->rows, cuts->rows);
}
