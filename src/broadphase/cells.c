/*
 * Cells for dilute gases, where a ball crosses much free space between two hits and moving it from cell to cell is
 * cheaper than keeping lists (Alder and Wainwright, J. Chem. Phys. 31, 459, 1959, sec. III).
 *
 * A cell has room for three balls in 16 bytes; crowds spill into more of the same, chained to it. A row is
 * gathered when it is asked for: the three cells side by side on each of three lines are copied one after the other,
 * whole, each overwriting what the former had left unused, so that there is no branch to guess wrong.
 *
 * Invariants: a ball is in the cell of its home; between two renewals its centre is in that cell, but for rounding;
 * cells are wider than the largest diameter by more than rounding, so balls that touch are in cells side by side.
 * The last column and line end at the walls: cells divide the table evenly. Outside the table lies a frame of cells
 * that stay empty.
 *
 * Choice of the cell: a large one means more balls to look at in each prediction, a small one more crossings.
 *
 * Cost: a renewal moves one number from cell to cell; memory 16 bytes per cell, of which there are about as many as
 * balls, and 8 per ball.
 */
#include "broadphase/cells.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/min_max.h"
#include "base/mem.h"

/* Balls in nine cells, on average, for which predictions and crossings cost about the same (measured). */
#define WANTED 7.0
/* By how much cells are wider than the largest diameter: far more than rounding. */
#define MARGIN 1e-9

/* ---- a cell's balls ---- */

/** A place among the spilled parts; CELLS_NO_MORE: out of memory. */
static uint32_t take_spilled(struct cells *cells)
{
    uint32_t place = cells->free_spilled;
    if (place != CELLS_NO_MORE) {
        cells->free_spilled = cells->spilled[place].more;
        return place;
    }
    if (cells->n_spilled == CELLS_NO_MORE ||
        !mem_grow((void **)&cells->spilled, &cells->spilled_capacity, cells->n_spilled + 1, sizeof *cells->spilled))
        return CELLS_NO_MORE;
    return (uint32_t)cells->n_spilled++;
}

/** Moves a full cell's balls to a spilled part; false: out of memory. */
static bool spill(struct cells *cells, struct cell *cell)
{
    uint32_t place = take_spilled(cells);
    if (place == CELLS_NO_MORE)
        return false;
    cells->spilled[place] = *cell;
    cell->more = place & CELLS_NO_MORE;
    cell->count = 0;
    return true;
}

/** Takes the last spilled part of a cell back. */
static void unspill(struct cells *cells, struct cell *cell)
{
    uint32_t place = cell->more;
    *cell = cells->spilled[place];
    cells->spilled[place].more = cells->free_spilled & CELLS_NO_MORE;
    cells->free_spilled = place;
}

static bool insert(struct cells *cells, uint32_t slot)
{
    struct cell *cell = cells_at(cells, slot);
    if (cell->count == CELLS_ROOM && !spill(cells, cell))
        return false;
    cell->slots[cell->count++] = slot;
    return true;
}

/** Where a slot stands in its cell. */
static uint32_t *find(struct cells *cells, struct cell *cell, uint32_t slot)
{
    for (;; cell = &cells->spilled[cell->more])
        for (uint32_t i = 0; i < cell->count; i++)
            if (cell->slots[i] == slot)
                return &cell->slots[i];
}

static void take_out(struct cells *cells, uint32_t slot)
{
    struct cell *cell = cells_at(cells, slot);
    *find(cells, cell, slot) = cell->slots[cell->count - 1];
    cell->count--;
    if (cell->count == 0 && cell->more != CELLS_NO_MORE)
        unspill(cells, cell);
}

/* ---- rows ---- */

/** Copies a cell's balls, and what spilled from it, to the end of a row. */
static uint32_t gather_crowd(const struct cells *cells, const struct cell *cell, uint32_t *row, uint32_t count)
{
    for (;; cell = &cells->spilled[cell->more]) {
        memcpy(row + count, cell, sizeof *cell);
        count += cell->count;
        if (cell->more == CELLS_NO_MORE)
            return count;
    }
}

/** Copies the balls of nine cells, of which some have spilled. */
static uint32_t gather_crowds(const struct cells *cells, const struct cell *corner, uint32_t *row, uint32_t *centre)
{
    uint32_t count = 0;
    for (int line = 0; line < 3; line++, corner += cells->columns + 2)
        for (int i = 0; i < 3; i++) {
            *centre = line == 1 && i == 1 ? count : *centre;
            count = gather_crowd(cells, &corner[i], row, count);
        }
    return count;
}

/** Copies the balls of nine cells; tells where those of the middle one begin. No branch to guess wrong. */
static uint32_t gather(const struct cells *cells, const struct cell *corner, uint32_t *row, uint32_t *centre)
{
    const struct cell *cell = corner;
    uint32_t count = 0, spilled = CELLS_NO_MORE;
    for (int line = 0; line < 3; line++, cell += cells->columns + 2)
        for (int i = 0; i < 3; i++) {
            *centre = line == 1 && i == 1 ? count : *centre;
            memcpy(row + count, &cell[i], sizeof *cell); /* more than the balls: overwritten by the next */
            count += cell[i].count;
            spilled &= cell[i].more;
        }
    return spilled == CELLS_NO_MORE ? count : gather_crowds(cells, corner, row, centre);
}

/** Replaces a ball's own number, not before `place`, by the last one of a row, which is dropped. */
static uint32_t drop_self(uint32_t *row, uint32_t count, uint32_t place, uint32_t slot)
{
    while (row[place] != slot)
        place++;
    row[place] = row[count - 1];
    return count - 1;
}

uint32_t *cells_row(struct cells *cells, uint32_t slot, int buffer, uint32_t *size)
{
    uint32_t *row = cells->rows[buffer];
    uint32_t centre = 0, count = gather(cells, cells_at(cells, slot) - (cells->columns + 2) - 1, row, &centre);
    count = drop_self(row, count, centre, slot);
    for (uint32_t i = 0; i < IMPACT_KERNEL_LANES; i++)
        row[count + i] = (uint32_t)cells->n; /* nobody */
    *size = count ? (count + IMPACT_KERNEL_LANES - 1) / IMPACT_KERNEL_LANES * IMPACT_KERNEL_LANES : IMPACT_KERNEL_LANES;
    return row;
}

/* ---- leaving ---- */

/** Where and when a ball leaves its cell along either axis. */
struct crossing {
    double t[2];
    int side[2]; /* -1, 1: towards smaller, larger coordinates */
};

/** Nobody crosses a wall: there a cell has no end. */
static void crossings(const struct cells *cells, uint32_t slot, const struct particle *ball, double t,
                      struct crossing *crossing)
{
    struct cells_home home = cells->homes[slot];
    double left = home.column == 1 ? -HUGE_VAL : (home.column - 1) * cells->width;
    double right = home.column == cells->columns ? HUGE_VAL : home.column * cells->width;
    double bottom = home.line == 1 ? -HUGE_VAL : (home.line - 1) * cells->height;
    double top = home.line == cells->lines ? HUGE_VAL : home.line * cells->height;
    crossing->t[0] = motion_exit_interval(&cells->motion, ball, t, 0, left, right, &crossing->side[0]);
    crossing->t[1] = motion_exit_interval(&cells->motion, ball, t, 1, bottom, top, &crossing->side[1]);
}

double cells_leave_time(const struct cells *cells, uint32_t slot, const struct particle *ball, double t)
{
    struct crossing crossing;
    crossings(cells, slot, ball, t, &crossing);
    double leave = crossing.t[0] < crossing.t[1] ? crossing.t[0] : crossing.t[1];
    return leave > t ? leave : t;
}

bool cells_renew(struct cells *cells, uint32_t slot, double t)
{
    struct cells_home *home = &cells->homes[slot];
    struct crossing crossing;
    crossings(cells, slot, &cells->balls[slot], t, &crossing);
    take_out(cells, slot);
    bool sideways = crossing.t[0] <= crossing.t[1];
    home->column += sideways ? (uint32_t)crossing.side[0] : 0;
    home->line += sideways ? 0 : (uint32_t)crossing.side[1];
    return insert(cells, slot);
}

/* ---- creation ---- */

static double cell_from_density(const struct cells *cells, double width, double height)
{
    return sqrt(WANTED / 9 * width * height / (double)cells->n);
}

static uint32_t cells_along(double length, double cell)
{
    double count = length / cell;
    return count < 1 ? 1 : count > 1e6 ? 1000000 : (uint32_t)count;
}

/** Divides the table into cells of at least the wanted size, but into no more than four per ball. */
static bool lay_grid(struct cells *cells, double width, double height, double cell)
{
    double r = 0;
    for (size_t i = 0; i < cells->n; i++)
        r = double_max(r, cells->balls[i].r);
    cell = double_max(cell, 2 * r * (1 + MARGIN) + MARGIN * (width + height));
    cell = double_max(cell, sqrt(width * height / (4.0 * (double)cells->n)));
    cells->columns = cells_along(width, cell);
    cells->lines = cells_along(height, cell);
    cells->width = width / cells->columns;
    cells->height = height / cells->lines;
    size_t count = (size_t)(cells->columns + 2) * (cells->lines + 2);
    cells->grid = mem_array_aligned(count, sizeof *cells->grid);
    for (size_t i = 0; cells->grid && i < count; i++)
        cells->grid[i].more = CELLS_NO_MORE;
    return cells->grid != NULL;
}

/** Counted from 1. */
static uint32_t place_along(double x, double cell, uint32_t count)
{
    double place = x / cell;
    return place < 0 ? 1 : place >= count ? count : (uint32_t)place + 1;
}

static bool settle_all(struct cells *cells, double t)
{
    for (uint32_t i = 0; i < cells->n; i++) {
        struct vec2 x = motion_position(&cells->motion, &cells->balls[i], t);
        cells->homes[i].column = place_along(x.x, cells->width, cells->columns);
        cells->homes[i].line = place_along(x.y, cells->height, cells->lines);
        if (!insert(cells, i))
            return false;
    }
    return true;
}

struct cells *cells_create(const struct motion_system *system, double t, double cell)
{
    struct cells *cells = mem_array(1, sizeof *cells);
    if (!cells)
        return NULL;
    const size_t n = cells->n = system->n;
    const double width = system->width, height = system->height;
    cells->motion = system->motion;
    cells->balls = system->balls;
    cells->free_spilled = CELLS_NO_MORE;
    cells->homes = mem_array_aligned(n, sizeof *cells->homes);
    for (int i = 0; i < 2; i++)
        cells->rows[i] = mem_array_raw(n + 9 * (CELLS_ROOM + 1) + IMPACT_KERNEL_LANES, sizeof *cells->rows[i]);
    if (cells->homes && cells->rows[0] && cells->rows[1] &&
        lay_grid(cells, width, height, cell > 0 ? cell : cell_from_density(cells, width, height)) &&
        settle_all(cells, t))
        return cells;
    cells_destroy(cells);
    return NULL;
}

void cells_destroy(struct cells *cells)
{
    if (!cells)
        return;
    free(cells->homes);
    free(cells->grid);
    free(cells->spilled);
    free(cells->rows[0]);
    free(cells->rows[1]);
    free(cells);
}
