/*
 * A linked-cell grid on a periodic table (Hockney and Eastwood, Computer Simulation Using Particles, 1988, section
 * 8.4). Cells divide each period evenly and are as wide as twice the largest reach, so two near balls are at most one
 * cell apart, the last cell being beside the first. With fewer than three cells along an axis all of them are searched.
 * Along an axis with walls, balls beyond them belong to the outermost cells, which keeps neighbours neighbours.
 *
 * Invariants: order[] lists the balls cell by cell, cell c holds order[first[c]..first[c+1]).
 * Cost: O(n + pairs) for balls of similar size. What it does badly: one large ball makes all cells large.
 */
#include "broadphase/periodic_grid.h"

#include <stdlib.h>

#include "base/counting_sort.h"
#include "base/mem.h"
#include "base/min_max.h"

struct periodic_grid {
    size_t n;
    const double *reach;
    struct vec2 size; /* of the table */
    struct period period;
    int32_t columns, rows;
    uint32_t *cell;  /* of each ball */
    uint32_t *order; /* balls by cell */
    uint32_t *first; /* where each cell begins in order[] */
};

/** At most so many cells. */
static size_t most_cells(size_t n)
{
    return 2 * n + 16;
}

struct periodic_grid *periodic_grid_create(size_t n, const double *reach, const struct table *table)
{
    struct periodic_grid *grid = mem_array(1, sizeof *grid);
    if (!grid)
        return NULL;
    grid->n = n;
    grid->reach = reach;
    grid->size = table_size(table);
    grid->period = table_period(table);
    grid->cell = mem_array(n, sizeof *grid->cell);
    grid->order = mem_array(n, sizeof *grid->order);
    grid->first = mem_array(most_cells(n) + 1, sizeof *grid->first);
    if (grid->cell && grid->order && grid->first)
        return grid;
    periodic_grid_destroy(grid);
    return NULL;
}

void periodic_grid_destroy(struct periodic_grid *grid)
{
    if (!grid)
        return;
    free(grid->cell);
    free(grid->order);
    free(grid->first);
    free(grid);
}

/* ---- placing ---- */

static int32_t cells_along(double length, double edge)
{
    double count = length / edge;
    return count > 1 ? count < 1e6 ? (int32_t)count : 1000000 : 1;
}

/** Chooses cells that are large enough, and no more than there is room for. */
static void lay(struct periodic_grid *grid)
{
    double edge = 0;
    for (size_t i = 0; i < grid->n; i++)
        edge = double_max(edge, 2 * grid->reach[i]);
    edge = edge > 0 ? edge * (1 + 1e-9) : grid->size.x;
    for (;; edge *= 1.5) {
        grid->columns = cells_along(grid->size.x, edge);
        grid->rows = cells_along(grid->size.y, edge);
        if ((double)grid->columns * grid->rows <= (double)most_cells(grid->n))
            return;
    }
}

static int32_t cell_along(double place, double length, int32_t cells)
{
    double index = place / length * cells;
    return index > 0 ? index < cells ? (int32_t)index : cells - 1 : 0;
}

static uint32_t cell_of(const struct periodic_grid *grid, struct vec2 centre)
{
    return (uint32_t)cell_along(centre.y, grid->size.y, grid->rows) * (uint32_t)grid->columns +
           (uint32_t)cell_along(centre.x, grid->size.x, grid->columns);
}

void periodic_grid_place(struct periodic_grid *grid, const struct vec2 *centre)
{
    lay(grid);
    size_t cells = (size_t)grid->columns * (size_t)grid->rows;
    for (size_t i = 0; i < grid->n; i++) {
        struct vec2 place = centre[i];
        period_wrap(&grid->period, &place);
        grid->cell[i] = cell_of(grid, place);
    }
    counting_sort(grid->cell, grid->n, cells, grid->first, grid->order);
}

/* ---- searching ---- */

/** Cells around one along an axis: at most three, each once. Returns their number. */
static int around(int32_t cell, int32_t cells, bool wraps, int32_t found[3])
{
    int count = 0;
    for (int32_t c = cell - 1; c <= cell + 1; c++) {
        bool is_outside = c < 0 || c >= cells;
        if (is_outside && (!wraps || cells < 3))
            continue;
        found[count++] = c < 0 ? c + cells : c >= cells ? c - cells : c;
    }
    return count;
}

/** Adds the pairs of ball i with those of the balls range.a..range.b-1 that are in a cell. */
static bool search_cell(const struct periodic_grid *grid, const struct vec2 *centre, uint32_t i, uint32_t cell,
                        struct pairs *pairs, struct pair range)
{
    for (uint32_t k = grid->first[cell]; k < grid->first[cell + 1]; k++) {
        uint32_t j = grid->order[k];
        struct vec2 way = period_nearest(&grid->period, vec2_sub(centre[i], centre[j]));
        double limit = grid->reach[i] + grid->reach[j];
        if (j >= range.a && j < range.b && vec2_dot(way, way) < limit * limit && !pairs_add(pairs, i, j))
            return false;
    }
    return true;
}

/** Adds the pairs of ball i with balls range.a..range.b-1. */
static bool search_ball(const struct periodic_grid *grid, const struct vec2 *centre, uint32_t i, struct pairs *pairs,
                        struct pair range)
{
    int32_t columns[3], rows[3];
    int32_t column = (int32_t)grid->cell[i] % grid->columns, row = (int32_t)grid->cell[i] / grid->columns;
    int n_columns = around(column, grid->columns, grid->period.length.x > 0, columns);
    int n_rows = around(row, grid->rows, grid->period.length.y > 0, rows);
    for (int r = 0; r < n_rows; r++)
        for (int c = 0; c < n_columns; c++) {
            uint32_t cell = (uint32_t)rows[r] * (uint32_t)grid->columns + (uint32_t)columns[c];
            if (!search_cell(grid, centre, i, cell, pairs, range))
                return false;
        }
    return true;
}

bool periodic_grid_near(const struct periodic_grid *grid, const struct vec2 *centre, size_t first, size_t last,
                        struct pairs *local, struct pairs *ghost)
{
    local->count = ghost->count = 0;
    for (uint32_t i = (uint32_t)first; i < last; i++)
        if (!search_ball(grid, centre, i, local, (struct pair){i + 1, (uint32_t)grid->n}) ||
            !search_ball(grid, centre, i, ghost, (struct pair){0, (uint32_t)first}))
            return false;
    return pairs_sort(local, grid->n) && pairs_sort(ghost, grid->n);
}
