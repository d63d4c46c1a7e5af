/*
 * A cell lists the surfaces whose distance from its centre is at most the reach and half the cell's diagonal: by the
 * triangle inequality none within reach of a place in the cell is left out. A place off the table is moved to the
 * nearest cell, which brings it no farther from any place on the table, as the table is convex.
 *
 * Cost: cells x surfaces distances to build, once for each run; two products to look up.
 */
#include "broadphase/surface_grid.h"

#include <stdlib.h>

#include "base/mem.h"

/** Covers the rounding of distances. */
#define REACH_MARGIN (1 + 1e-9)

struct cell {
    struct vec2 centre;
    double range;
};

static struct cell cell_of(const struct surface_grid *grid, double reach, size_t index)
{
    double width = 1 / grid->columns_per_length, height = 1 / grid->lines_per_length;
    double column = (double)(index % grid->columns), line = (double)(index / grid->columns);
    double diagonal = vec2_length((struct vec2){width, height});
    return (struct cell){{(column + 0.5) * width, (line + 0.5) * height}, (reach + 0.5 * diagonal) * REACH_MARGIN};
}

/** Counts a cell's surfaces, and writes them to `items` unless it is NULL. */
static uint32_t list_cell(const struct boundary *boundary, struct cell cell, uint32_t *items)
{
    uint32_t count = 0;
    for (uint32_t s = 0; s < boundary->n; s++) {
        const struct surface *surface = &boundary->surfaces[s];
        struct vec2 centre = boundary_seen(boundary, surface, cell.centre, (struct vec2){0, 0});
        if (!(boundary_distance(surface, centre) <= cell.range))
            continue;
        if (items)
            items[count] = s;
        count++;
    }
    return count;
}

static bool fill(struct surface_grid *grid, const struct boundary *boundary, double reach)
{
    size_t cells = (size_t)grid->columns * grid->lines;
    grid->first = mem_array(cells + 1, sizeof *grid->first);
    if (!grid->first)
        return false;
    for (size_t c = 0; c < cells; c++)
        grid->first[c + 1] = grid->first[c] + list_cell(boundary, cell_of(grid, reach, c), NULL);
    grid->items = mem_array((size_t)grid->first[cells] + 1, sizeof *grid->items);
    for (size_t c = 0; grid->items && c < cells; c++)
        list_cell(boundary, cell_of(grid, reach, c), grid->items + grid->first[c]);
    return grid->items != NULL;
}

static uint32_t divisions(double length, double cell)
{
    double count = length / cell;
    return count > 1 ? count < 1e4 ? (uint32_t)count : 10000 : 1;
}

struct surface_grid *surface_grid_create(const struct boundary *boundary, const struct table *table, double reach,
                                         size_t cells)
{
    struct surface_grid *grid = mem_array(1, sizeof *grid);
    if (!grid)
        return NULL;
    double side = sqrt(table->width) * sqrt(table->height) / sqrt((double)cells);
    grid->columns = reach < HUGE_VAL ? divisions(table->width, side) : 1;
    grid->lines = reach < HUGE_VAL ? divisions(table->height, side) : 1;
    grid->columns_per_length = grid->columns / table->width;
    grid->lines_per_length = grid->lines / table->height;
    if (fill(grid, boundary, reach))
        return grid;
    surface_grid_destroy(grid);
    return NULL;
}

void surface_grid_destroy(struct surface_grid *grid)
{
    if (!grid)
        return;
    free(grid->first);
    free(grid->items);
    free(grid);
}
