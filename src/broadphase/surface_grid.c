/*
 * A cell lists the surfaces whose distance from its centre is at most the reach and half the cell's diagonal: by the
 * triangle inequality none within reach of a place in the cell is left out. A place off the table is moved to the
 * nearest cell, which brings it no farther from any place on the table, as the table is convex.
 *
 * Other grids put a ball into the one cell of its centre and search the cells around it, but a line is in many cells.
 * So here each cell lists all surfaces near it, and a look-up reads one cell.
 *
 * Cost: to build, once for each run, some distances for each cell that a surface is near: its upright box, widened by
 * the reach, is halved again and again, and parts that it is not near are left out. Two products to look up.
 */
#include "broadphase/surface_grid.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/** Covers the rounding of distances. */
#define REACH_MARGIN (1 + 1e-9)

/** Cells along an axis. */
#define MOST_ALONG 1e4

/** Cells of a block that are looked at one by one. */
enum { FEW_CELLS = 16 };

/** Cells of neighbouring columns and rows. */
struct block {
    struct cell_span columns, rows;
};

/** A surface on its way into the cells that it is near: they are counted in `next`, or it is written to where that
 *  points in `items`. */
struct entry {
    struct surface_grid *grid;
    const struct boundary *boundary;
    uint32_t surface, *next;
};

static struct vec2 cell_size(const struct surface_grid *grid)
{
    return (struct vec2){1 / grid->x.per_length, 1 / grid->y.per_length};
}

static int64_t span_count(struct cell_span span)
{
    return span.last - span.first + 1;
}

/** Half the block's diagonal and the reach. */
static double block_range(const struct surface_grid *grid, struct block block)
{
    struct vec2 cell = cell_size(grid);
    struct vec2 size = {(double)span_count(block.columns) * cell.x, (double)span_count(block.rows) * cell.y};
    return (grid->reach + 0.5 * vec2_length(size)) * REACH_MARGIN;
}

/** True if the surface is within reach of a place in the block, or nearly so. */
static bool is_near(const struct entry *entry, struct block block)
{
    struct vec2 cell = cell_size(entry->grid);
    struct vec2 centre = {0.5 * (double)(block.columns.first + block.columns.last + 1) * cell.x,
                          0.5 * (double)(block.rows.first + block.rows.last + 1) * cell.y};
    const struct surface *surface = &entry->boundary->surfaces[entry->surface];
    return boundary_distance(surface, boundary_seen(entry->boundary, surface, centre)) <=
           block_range(entry->grid, block);
}

static void enter_cells(const struct entry *entry, struct block block)
{
    struct surface_grid *grid = entry->grid;
    for (int64_t row = block.rows.first; row <= block.rows.last; row++)
        for (int64_t column = block.columns.first; column <= block.columns.last; column++) {
            size_t index = (size_t)(row * cell_axis_count(&grid->x) + column);
            if (!is_near(entry, (struct block){{column, column}, {row, row}}))
                continue;
            if (grid->items)
                grid->items[entry->next[index]] = entry->surface;
            entry->next[index]++;
        }
}

/** Halves blocks of many cells as long as the surface is near them. */
static void enter_block(const struct entry *entry, struct block block)
{
    int64_t columns = span_count(block.columns), rows = span_count(block.rows);
    if (columns * rows <= FEW_CELLS) {
        enter_cells(entry, block);
        return;
    }
    if (!is_near(entry, block))
        return;
    struct block half = block;
    struct cell_span *lower = columns > rows ? &block.columns : &block.rows;
    struct cell_span *upper = columns > rows ? &half.columns : &half.rows;
    lower->last = lower->first + (columns > rows ? columns : rows) / 2 - 1;
    upper->first = lower->last + 1;
    enter_block(entry, block);
    enter_block(entry, half);
}

static void enter(struct surface_grid *grid, const struct boundary *boundary, uint32_t s, uint32_t *next)
{
    struct vec2 lo, hi;
    double range = block_range(grid, (struct block){{0, 0}, {0, 0}});
    boundary_box(boundary, &boundary->surfaces[s], &lo, &hi);
    struct block box = {cell_axis_span(&grid->x, lo.x - range, hi.x + range),
                        cell_axis_span(&grid->y, lo.y - range, hi.y + range)};
    enter_block(&(struct entry){grid, boundary, s, next}, box);
}

/** In the order of surfaces: first to count them, then to list them. */
static bool fill(struct surface_grid *grid, const struct boundary *boundary)
{
    size_t cells = (size_t)(cell_axis_count(&grid->x) * cell_axis_count(&grid->y));
    uint32_t *next = mem_array(cells, sizeof *next);
    grid->first = mem_array(cells + 1, sizeof *grid->first);
    if (next && grid->first) {
        for (uint32_t s = 0; s < boundary->n; s++)
            enter(grid, boundary, s, next);
        for (size_t c = 0; c < cells; c++)
            grid->first[c + 1] = grid->first[c] + next[c];
        memcpy(next, grid->first, cells * sizeof *next);
        grid->items = mem_array((size_t)grid->first[cells] + 1, sizeof *grid->items);
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
    double side = sqrt(size.x) * sqrt(size.y) / sqrt((double)cells);
    grid->x = cell_axis_divide(size.x, side, reach < HUGE_VAL ? MOST_ALONG : 1);
    grid->y = cell_axis_divide(size.y, side, reach < HUGE_VAL ? MOST_ALONG : 1);
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
