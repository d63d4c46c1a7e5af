/*
 * A grid that tells which surfaces are near a place.
 *
 * A cell lists the surfaces whose distance from its centre is at most the reach and half the cell's diagonal: by the
 * triangle inequality none within reach of a place in the cell is left out. A place off the table is moved to the
 * nearest cell, which brings it no farther from any place on the table, as the table is convex.
 *
 * Other grids put a ball into the one cell of its centre and search the cells around it, but a line is in many cells.
 * So here each cell lists all surfaces near it, and a look-up reads one cell.
 *
 * Cells are no smaller than a quarter of the reach: that would hardly shorten the lists, but make the more of them. So
 * a surface that is short beside the reach is in some seventy lists, however many surfaces there are.
 *
 * Cost: to build, once for each run, two distances for each cell along a surface, or in the upright box around a short
 * one, widened by the reach. Two products to look up.
 */
#include "broadphase/surface_grid.h"

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

/** Cells that are looked at one by one. */
enum { SMALL_BLOCK = 64 };

static struct vec2 cell_size(const struct surface_grid *grid)
{
    return (struct vec2){1 / grid->x.per_length, 1 / grid->y.per_length};
}

/** A rectangle of cells. */
struct cell_block {
    struct cell_span columns, rows;
};

static int64_t span_count(struct cell_span span)
{
    return span.last - span.first + 1;
}

/** Half the diagonal of a block and the reach. */
static double block_range(const struct surface_grid *grid, const struct cell_block *block)
{
    struct vec2 cell = cell_size(grid);
    struct vec2 size = {(double)span_count(block->columns) * cell.x, (double)span_count(block->rows) * cell.y};
    return (grid->reach + 0.5 * vec2_length(size)) * REACH_MARGIN;
}

/** True if the surface is within reach of a place in the block, or nearly so. */
static bool is_near(const struct surface_grid *grid, const struct boundary *boundary, const struct surface *surface,
                    const struct cell_block *block)
{
    struct vec2 cell = cell_size(grid);
    struct vec2 centre = {0.5 * (double)(block->columns.first + block->columns.last + 1) * cell.x,
                          0.5 * (double)(block->rows.first + block->rows.last + 1) * cell.y};
    return boundary_distance(surface, boundary_seen(boundary, surface, centre)) <= block_range(grid, block);
}

/** Halves a block across its longer side: returns the second half and leaves the first. */
static struct cell_block halve(struct cell_block *block)
{
    struct cell_block second = *block;
    bool is_wide = span_count(block->columns) > span_count(block->rows);
    struct cell_span *span = is_wide ? &block->columns : &block->rows;
    struct cell_span *rest = is_wide ? &second.columns : &second.rows;
    span->last = span->first + span_count(*span) / 2 - 1;
    rest->first = span->last + 1;
    return second;
}

/** Enters surface s in the cells of a small block that it is near. */
static void enter_cells(struct surface_grid *grid, const struct boundary *boundary, uint32_t s, uint32_t *next,
                        const struct cell_block *block)
{
    for (int64_t row = block->rows.first; row <= block->rows.last; row++)
        for (int64_t column = block->columns.first; column <= block->columns.last; column++) {
            const struct cell_block cell = {{column, column}, {row, row}};
            size_t index = (size_t)(row * cell_axis_count(&grid->x) + column);
            if (!is_near(grid, boundary, &boundary->surfaces[s], &cell))
                continue;
            if (grid->items)
                grid->items[next[index]] = s;
            next[index]++;
        }
}

/** The same in any block: halves that the surface is not near are not looked into. */
static void enter_block(struct surface_grid *grid, const struct boundary *boundary, uint32_t s, uint32_t *next,
                        struct cell_block block)
{
    while (span_count(block.columns) * span_count(block.rows) > SMALL_BLOCK) {
        if (!is_near(grid, boundary, &boundary->surfaces[s], &block))
            return;
        enter_block(grid, boundary, s, next, halve(&block));
    }
    enter_cells(grid, boundary, s, next, &block);
}

/** Enters surface s in the cells that it is near: they are counted in `next`, or it is written to where that points in
 *  `items`. */
static void enter(struct surface_grid *grid, const struct boundary *boundary, uint32_t s, uint32_t *next)
{
    struct vec2 lo, hi;
    const struct cell_block cell = {{0, 0}, {0, 0}};
    double range = block_range(grid, &cell);
    boundary_box(boundary, &boundary->surfaces[s], &lo, &hi);
    enter_block(grid, boundary, s, next,
                (struct cell_block){cell_axis_span(&grid->x, lo.x - range, hi.x + range),
                                    cell_axis_span(&grid->y, lo.y - range, hi.y + range)});
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

struct surface_grid *surface_grid_create(const struct boundary *boundary, const struct table *table, double reach,
                                         size_t cells)
{
    struct surface_grid *grid = mem_array(1, sizeof *grid);
    if (!grid)
        return NULL;
    grid->reach = reach;
    struct vec2 size = table_size(table);
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
