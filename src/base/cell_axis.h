#pragma once

#include <stdbool.h>
#include <stdint.h>

/*
 * An axis of a table, from 0 to its length, with cells of one width, which are counted from 0. Places beyond an end
 * belong to the cell at that end: places near each other are then in cells near each other wherever they are.
 */
struct cell_axis {
    double per_length; /* cells per unit length */
    double last;       /* number of the last cell, a whole number */
};

/** Divides an axis evenly into cells at least as wide as wanted, or one, but into no more than so many.
 *  @param length > 0
 *  @param most   >= 1, <= 2^40, so that cell numbers are exact */
static inline struct cell_axis cell_axis_divide(double length, double width, double most)
{
    double count = length / width;
    count = count > 1 ? count < most ? (double)(int64_t)count : most : 1;
    return (struct cell_axis){count / length, count - 1};
}

/** Covers an axis with cells as wide as wanted, of which the last may go beyond the end; with at most 2^40 of them. */
static inline struct cell_axis cell_axis_cover(double length, double width)
{
    double count = length / width;
    if (!(count < 0x1p40))
        return cell_axis_divide(length, width, 0x1p40);
    return (struct cell_axis){1 / width, (double)(int64_t)count};
}

static inline int64_t cell_axis_count(const struct cell_axis *axis)
{
    return (int64_t)axis->last + 1;
}

/** The cell of a place; NaN: the last one. */
static inline int64_t cell_axis_index(const struct cell_axis *axis, double place)
{
    double cell = place * axis->per_length;
    cell = cell < axis->last ? cell : axis->last;
    return (int64_t)(cell > 0 ? cell : 0);
}

/** True if a place is between the ends of an axis that is divided evenly. */
static inline bool cell_axis_covers(const struct cell_axis *axis, double place)
{
    double cell = place * axis->per_length;
    return cell >= 0 && cell <= axis->last + 1;
}

/** Cells from first to last. */
struct cell_span {
    int64_t first, last;
};

/** The cells between two places, first <= last. */
static inline struct cell_span cell_axis_span(const struct cell_axis *axis, double first, double last)
{
    return (struct cell_span){cell_axis_index(axis, first), cell_axis_index(axis, last)};
}

/** The same on a periodic axis: the span may go on beyond its ends, see cell_axis_wrapped(). No cell is in it twice. */
static inline struct cell_span cell_axis_span_periodic(const struct cell_axis *axis, double first, double last)
{
    double count = axis->last + 1;
    if ((last - first) * axis->per_length + 1 >= count)
        return (struct cell_span){0, (int64_t)axis->last};
    return (struct cell_span){(int64_t)(first * axis->per_length + count) - (int64_t)count,
                              (int64_t)(last * axis->per_length)};
}

/** The cell that a number of a span stands for. */
static inline int64_t cell_axis_wrapped(const struct cell_axis *axis, int64_t cell)
{
    int64_t count = cell_axis_count(axis);
    return cell < 0 ? cell + count : cell >= count ? cell - count : cell;
}
