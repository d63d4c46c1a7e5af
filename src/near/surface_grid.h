#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/cell_axis.h"
#include "surfaces/boundary.h"

/*
 * The surfaces near a place on the table: a grid of cells, each with the list of surfaces within reach of any place in
 * it.
 *
 * Ownership: surface_grid_create() allocates, surface_grid_destroy() frees and accepts NULL.
 */
struct surface_grid {
    double reach;
    struct cell_axis x, y;
    uint32_t *first; /* where each cell's list begins; one more entry for the end of the last */
    uint32_t *items; /* surfaces, ascending within a cell */
};

/** @param reach distance within which surfaces are wanted, wherever they move until boundary->end; HUGE_VAL: all
 *  surfaces everywhere
 *  @param cells about so many at most
 *  NULL: out of memory. */
struct surface_grid *surface_grid_create(const struct boundary *boundary, double reach, size_t cells);
void surface_grid_destroy(struct surface_grid *grid);

/** The cell of a place; one off the table counts to the nearest. */
static inline uint32_t surface_grid_cell(const struct surface_grid *grid, struct vec2 place)
{
    int64_t column = cell_axis_index(&grid->x, place.x), row = cell_axis_index(&grid->y, place.y);
    return (uint32_t)(row * cell_axis_count(&grid->x) + column);
}

/** The surfaces within reach of any place in a cell. @param count receives their number */
static inline const uint32_t *surface_grid_list(const struct surface_grid *grid, uint32_t cell, uint32_t *count)
{
    const uint32_t *first = &grid->first[cell];
    *count = first[1] - first[0];
    return grid->items + first[0];
}

/** The surfaces within reach of a place. @param count receives their number */
static inline const uint32_t *surface_grid_at(const struct surface_grid *grid, struct vec2 place, uint32_t *count)
{
    return surface_grid_list(grid, surface_grid_cell(grid, place), count);
}

/** True if a place is on the table. Off it, the list may lack surfaces that stand there, too. */
static inline bool surface_grid_covers(const struct surface_grid *grid, struct vec2 place)
{
    return cell_axis_covers(&grid->x, place.x) && cell_axis_covers(&grid->y, place.y);
}
