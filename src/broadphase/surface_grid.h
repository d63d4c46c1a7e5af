#ifndef BROADPHASE_SURFACE_GRID_H
#define BROADPHASE_SURFACE_GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "physics/boundary.h"

/*
 * The surfaces near a place on the table: a grid of cells, each with the list of surfaces within reach of any place in
 * it.
 *
 * Ownership: surface_grid_create() allocates, surface_grid_destroy() frees and accepts NULL.
 */
struct surface_grid {
    double reach;
    uint32_t columns, lines;
    double columns_per_length, lines_per_length;
    uint32_t *first; /* where each cell's list begins; one more entry for the end of the last */
    uint32_t *items; /* surfaces, ascending within a cell */
};

/** @param reach distance within which surfaces are wanted; HUGE_VAL: all surfaces everywhere
 *  @param cells about so many at most
 *  NULL: out of memory. */
struct surface_grid *surface_grid_create(const struct boundary *boundary, const struct table *table, double reach,
                                         size_t cells);
void surface_grid_destroy(struct surface_grid *grid);

static inline uint32_t surface_grid_index(double place, double per_length, uint32_t count)
{
    double index = place * per_length;
    return index > 0 ? index < count ? (uint32_t)index : count - 1 : 0;
}

/** The cell of a place; one off the table counts to the nearest. */
static inline uint32_t surface_grid_cell(const struct surface_grid *grid, struct vec2 place)
{
    uint32_t column = surface_grid_index(place.x, grid->columns_per_length, grid->columns);
    uint32_t line = surface_grid_index(place.y, grid->lines_per_length, grid->lines);
    return line * grid->columns + column;
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
    double column = place.x * grid->columns_per_length, line = place.y * grid->lines_per_length;
    return column >= 0 && column <= grid->columns && line >= 0 && line <= grid->lines;
}

#endif
