/*
 * A grid that tells which surfaces are near a place.
 *
 * A cell lists the surfaces whose distance from its centre is at most the reach and half the cell's diagonal: by the
 * triangle inequality none within reach of a place in the cell is left out. A place off the table is moved to the
 * nearest cell, which brings it no farther from any place on the table, as the table is convex. A surface that moves is
 * listed as far as it may come from where it is at t = 0.
 *
 * Other grids put a ball into the one cell of its centre and search the cells around it, but a line is in many cells.
 * So here each cell lists all surfaces near it, and a look-up reads one cell.
 *
 * Cells are no smaller than a quarter of the reach: that would hardly shorten the lists, but make the more of them. So
 * a surface that is short beside the reach is in some seventy lists, however many surfaces there are.
 *
 * Cost: to build, once for each run, two distances for each cell along a surface, and some for each row of cells in the
 * upright box around it, widened by the reach. Two products to look up.
 */
#include "near/surface_grid.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/min_max.h"

/** Covers the rounding of distances. */
#define REACH_MARGIN (1 + 1e-9)

/** Cells along an axis. */
#define MOST_ALONG 1e4

/** Least side of a cell, in units of the reach. */
#define LEAST_SIDE 0.25

static struct vec2 cell_size(const struct surface_grid *grid)
{
    return (struct vec2){1 / grid->x.per_length, 1 / grid->y.per_length};
}

/** Enters surface s in the cells that it is near: they are counted in `next`, or it is written to where that points in
 *  `items`. A cell that is far from it has neighbours that are far, too. */
static void enter(struct surface_grid *grid, const struct boundary *boundary, uint32_t s, uint32_t *next)
{
    const struct surface *surface = boundary->first ? &boundary->first[s] : &boundary->surfaces[s];
    const struct vec2 cell = cell_size(grid);
    const double range = (grid->reach + boundary_range(boundary, s) + 0.5 * vec2_length(cell)) * REACH_MARGIN;
    struct vec2 lo, hi;
    boundary_box(boundary, surface, &lo, &hi);
    struct cell_span columns = cell_axis_span(&grid->x, lo.x - range, hi.x + range);
    struct cell_span rows = cell_axis_span(&grid->y, lo.y - range, hi.y + range);
    for (int64_t row = rows.first; row <= rows.last; row++)
        for (int64_t column = columns.first; column <= columns.last; column++) {
            struct vec2 centre = {((double)column + 0.5) * cell.x, ((double)row + 0.5) * cell.y};
            size_t index = (size_t)(row * cell_axis_count(&grid->x) + column);
            double distance = boundary_distance(surface, boundary_seen(boundary, surface, centre));
            if (!(distance <= range)) {
                column += (int64_t)double_min((distance - range) / cell.x, grid->x.last);
                continue;
            }
            if (grid->items)
                grid->items[next[index]] = s;
            next[index]++;
        }
}

/** In the order of surfaces: first to count them, then to list them. false: out of memory, or too many to be counted.
 */
static bool fill(struct surface_grid *grid, const struct boundary *boundary)
{
    size_t cells = (size_t)(cell_axis_count(&grid->x) * cell_axis_count(&grid->y)), items = 0;
    uint32_t *next = mem_array(cells, sizeof *next);
    grid->first = mem_array(cells + 1, sizeof *grid->first);
    if (next && grid->first) {
        for (uint32_t s = 0; s < boundary->n; s++)
            enter(grid, boundary, s, next);
        for (size_t c = 0; c < cells; c++) {
            items += next[c];
            grid->first[c + 1] = (uint32_t)items;
        }
        memcpy(next, grid->first, cells * sizeof *next);
        grid->items = items < UINT32_MAX ? mem_array(items + 1, sizeof *grid->items) : NULL;
        for (uint32_t s = 0; grid->items && s < boundary->n; s++)
            enter(grid, boundary, s, next);
    }
    free(next);
    return grid->items != NULL;
}

struct surface_grid *surface_grid_create(const struct boundary *boundary, double reach, size_t cells)
{
    struct surface_grid *grid = mem_array(1, sizeof *grid);
    if (!grid)
        return NULL;
    grid->reach = reach;
    struct vec2 size = table_size(boundary->table);
    double side = double_max(sqrt(size.x) * sqrt(size.y) / sqrt((double)cells), LEAST_SIDE * reach);
    grid->x = cell_axis_divide(size.x, side, MOST_ALONG);
    grid->y = cell_axis_divide(size.y, side, MOST_ALONG);
    if (fill(grid, boundary))
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
