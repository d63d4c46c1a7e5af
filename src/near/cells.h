#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "motion/motion_exit.h"
#include "near/impact_kernel.h"

/*
 * Neighbours from a grid of cells no smaller than the largest ball's diameter: a ball in its cell can only touch balls
 * in the same cell and the eight around it. A ball that leaves its region, the cell and a little around it, moves to
 * the next; no other ball's list changes.
 *
 * Ownership: created and destroyed here; the balls are borrowed and must stay where they are.
 */

enum { CELLS_ROOM = 3 };

/** Balls in a cell, or part of them. */
struct cell {
    uint32_t slots[CELLS_ROOM];
    uint32_t count : 2;
    uint32_t more : 30; /* its overflow cell, in cells.overflow; CELLS_NO_MORE: none */
};

#define CELLS_NO_MORE 0x3fffffffu

/** A ball's cell: counted from 1, since a frame of cells surrounds the table: empty ones, or on a periodic axis copies
 *  of those at the other side. */
struct cells_position {
    uint32_t column, row;
};

struct cells {
    struct motion motion;
    const struct particle *balls;
    const struct leg *legs; /* by slot; NULL: none are kept */
    size_t n;
    uint32_t columns, rows;
    struct vec2 size;      /* of a cell */
    struct vec2 half;      /* sides of a ball's region: its cell, and `stray` around it */
    double stray, slack;   /* slack: by how much it may be beyond its region before it can touch one it does not see */
    bool wraps_x, wraps_y; /* the table is periodic */
    bool is_special;       /* one axis alone is periodic, or balls are accelerated */
    struct cells_position *positions;
    struct cell *grid; /* (columns + 2) x (rows + 2) */
    struct cell *overflow;
    size_t n_overflow, overflow_capacity;
    uint32_t free_overflow;
    uint32_t *lists[2]; /* as last gathered */
};

/** The least number of cells along a periodic axis: a ball goes no farther in its region than in a shell. */
enum { CELLS_LEAST_PERIODIC = 9 };

/** @param t    present time, not before any trajectory begins
 *  @param cell least size of a cell in x and y; 0: chosen from the density. Never below the largest diameter
 *  @param strays balls cross late: less often, but more surfaces are near each
 *  NULL: out of memory. */
struct cells *cells_create(const struct motion_system *system, double t, double cell, bool strays);
void cells_destroy(struct cells *cells);

/** Takes the ball out of its cell for good: it is no ball's neighbour any more. */
void cells_remove(struct cells *cells, uint32_t slot);

/** Where a ball leaves its cell. */
enum { CELLS_WAY_UNKNOWN, CELLS_WAY_LEFT, CELLS_WAY_RIGHT, CELLS_WAY_DOWN, CELLS_WAY_UP };

/** Moves the ball, which leaves its cell at time t, to the cell that it enters. false: out of memory.
 *  @param way as cells_exit_time() has told it; CELLS_WAY_UNKNOWN: it is found anew */
bool cells_move(struct cells *cells, uint32_t slot, double t, uint32_t way);

/** Moves a ball that is anywhere since time t, on another trajectory, to its cell. false: out of memory. */
bool cells_replace(struct cells *cells, uint32_t slot, double t);

/** The balls in a ball's cell and the eight around it but itself, padded for the kernel (impact_kernel.h).
 *  @param buffer 0 or 1: the list is valid until one with the same number is gathered
 *  @param count  receives their number */
uint32_t *cells_list(struct cells *cells, uint32_t slot, int buffer, uint32_t *count);

/** Those of them in the three cells that a ball sees since it has moved that way. */
uint32_t *cells_list_entered(struct cells *cells, uint32_t slot, uint32_t way, uint32_t *count);

/** Time from t on at which the ball leaves its region for another; HUGE_VAL: never.
 *  @param way receives where; CELLS_WAY_UNKNOWN under friction */
double cells_exit_time(const struct cells *cells, uint32_t slot, struct body body, double t, uint32_t *way);

static inline struct cell *cells_at(const struct cells *cells, uint32_t slot)
{
    size_t row = cells->positions[slot].row, column = cells->positions[slot].column;
    return &cells->grid[row * (cells->columns + 2) + column];
}

/** The walls that the ball could touch before it leaves its cell: 1, left or right; 2, bottom or top; both. */
static inline unsigned cells_near_slabs(const struct cells *cells, uint32_t slot)
{
    const uint32_t column = cells->positions[slot].column, row = cells->positions[slot].row;
    const bool x = column - 2 >= cells->columns - 2 && !cells->wraps_x; /* the first or the last; unsigned */
    const bool y = row - 2 >= cells->rows - 2 && !cells->wraps_y;
    return (unsigned)x | (unsigned)y << 1;
}

/** Centre of a ball's cell and region. */
static inline struct vec2 cells_centre(const struct cells *cells, uint32_t slot)
{
    return (struct vec2){(cells->positions[slot].column - 0.5) * cells->size.x,
                         (cells->positions[slot].row - 0.5) * cells->size.y};
}

/** On a periodic table: the shift of the image of its region that a ball is in at time t. */
static inline struct vec2 cells_shift(const struct cells *cells, uint32_t slot, struct body body, double t)
{
    if (!cells->motion.period.is_any)
        return (struct vec2){0, 0};
    struct vec2 way = vec2_sub(motion_position(&cells->motion, body, t), cells_centre(cells, slot));
    return period_shift(&cells->motion.period, way);
}

/** The distance of a region's corners from its centre. */
static inline double cells_radius(const struct cells *cells)
{
    return vec2_length(cells->half);
}

/** True if the ball, now in its region and moving straight, will stay there until t. */
static inline bool cells_stays_inside(const struct cells *cells, uint32_t slot, struct body body, double now, double t)
{
    struct vec2 centre = motion_near(&cells->motion, body, now, cells_centre(cells, slot));
    return motion_stays_in_box(&cells->motion, body, t, centre, cells->half);
}

/** Prefetches the cells around a ball's. */
ALWAYS_INLINE void cells_prefetch_around(const struct cells *cells, uint32_t slot)
{
    const struct cell *centre = cells_at(cells, slot);
    for (int row = -1; row <= 1; row++) {
        const struct cell *cell = centre + row * (ptrdiff_t)(cells->columns + 2);
        __builtin_prefetch(cell - 1);
        __builtin_prefetch(cell + 1);
    }
}
