#ifndef BROADPHASE_CELLS_H
#define BROADPHASE_CELLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "physics/motion.h"
#include "broadphase/impact_kernel.h"

/*
 * Who can hit whom before anybody has to look again, from a grid of cells no smaller than the largest ball's diameter:
 * a ball in its cell can only touch balls in the same cell and the eight around it. A ball that leaves its cell moves
 * to the next; nobody else's list changes.
 *
 * Ownership: created and destroyed here; the flights are borrowed and must stay where they are.
 */

enum { CELLS_ROOM = 3 };

/** Balls in a cell, or part of them. */
struct cell {
    uint32_t slots[CELLS_ROOM];
    uint32_t count : 2;
    uint32_t more : 30; /* where the others are, in cells.spilled; CELLS_NO_MORE: there are none */
};

#define CELLS_NO_MORE 0x3fffffffu

/** A ball's cell: counted from 1, since a frame of empty cells surrounds the table. */
struct cells_home {
    uint32_t column, line;
};

struct cells {
    struct motion motion;
    const struct particle *balls;
    size_t n;
    uint32_t columns, lines;
    double width, height; /* of a cell */
    struct cells_home *homes;
    struct cell *grid; /* (columns + 2) x (lines + 2) */
    struct cell *spilled;
    size_t n_spilled, spilled_capacity;
    uint32_t free_spilled;
    uint32_t *rows[2]; /* as last gathered */
};

/** @param t    present time, not before any flight's beginning
 *  @param cell least width and height of a cell; 0: chosen from the density. Never below the largest diameter.
 *  NULL: out of memory. */
struct cells *cells_create(const struct motion_system *system, double t, double cell);
void cells_destroy(struct cells *cells);

/** Moves the ball, which reaches the end of its cell at time t, to the cell that it enters. false: out of memory. */
bool cells_renew(struct cells *cells, uint32_t slot, double t);

/** The balls in a ball's cell and the eight around it but itself, filled up to whole octets with the number of balls.
 *  @param buffer 0 or 1: the row is valid until one with the same number is gathered
 *  @param size   receives the number of entries, fillers included */
uint32_t *cells_row(struct cells *cells, uint32_t slot, int buffer, uint32_t *size);

/** Time from t on at which the ball leaves its cell for another; HUGE_VAL: never. */
double cells_leave_time(const struct cells *cells, uint32_t slot, const struct particle *ball, double t);

static inline struct cell *cells_at(const struct cells *cells, uint32_t slot)
{
    size_t line = cells->homes[slot].line, column = cells->homes[slot].column;
    return &cells->grid[line * (cells->columns + 2) + column];
}

/** True if the ball could touch the left or right wall before it leaves its cell. */
static inline bool cells_near_slab_x(const struct cells *cells, uint32_t slot)
{
    uint32_t column = cells->homes[slot].column;
    return (column == 1) | (column == cells->columns);
}

/** The same for the bottom and top walls. */
static inline bool cells_near_slab_y(const struct cells *cells, uint32_t slot)
{
    uint32_t line = cells->homes[slot].line;
    return (line == 1) | (line == cells->lines);
}

/** Centre of a ball's cell, and the distance of its corners from there. */
static inline struct vec2 cells_centre(const struct cells *cells, uint32_t slot)
{
    return (struct vec2){(cells->homes[slot].column - 0.5) * cells->width,
                         (cells->homes[slot].line - 0.5) * cells->height};
}

static inline double cells_radius(const struct cells *cells)
{
    return 0.5 * vec2_length((struct vec2){cells->width, cells->height});
}

/** True if the ball, now in its cell, still is in it at time t. */
static inline bool cells_is_home(const struct cells *cells, uint32_t slot, const struct particle *ball, double t)
{
    if (!motion_is_straight(&cells->motion)) /* it may have left the cell and returned */
        return false;
    struct vec2 x = motion_position(&cells->motion, ball, t); /* a cell is convex */
    double across = x.x - (cells->homes[slot].column - 0.5) * cells->width;
    double along = x.y - (cells->homes[slot].line - 0.5) * cells->height;
    return (across * across < 0.25 * cells->width * cells->width) &
           (along * along < 0.25 * cells->height * cells->height);
}

/** Asks memory for the cells around a ball's. */
static inline __attribute__((always_inline)) void cells_prefetch_around(const struct cells *cells, uint32_t slot)
{
    const struct cell *centre = cells_at(cells, slot);
    for (int line = -1; line <= 1; line++) {
        const struct cell *cell = centre + line * (ptrdiff_t)(cells->columns + 2);
        __builtin_prefetch(cell - 1);
        __builtin_prefetch(cell + 1);
    }
}

#endif
