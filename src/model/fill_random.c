/*
 * Random sequential addition: draw a place, keep it unless a ball lies there already. The area fraction that can be
 * reached is about 0.547 in the limit of infinitely many attempts (Feder, J. Theor. Biol. 87, 237, 1980), about 0.52
 * with the attempts granted here; denser starts need a lattice.
 *
 * A grid of cells no smaller than a diameter, about one ball per cell, holds the balls in linked lists: overlaps can
 * only be in the 3 x 3 cells around. Cost: a few cell visits per attempt.
 */
#include "model/fill_random.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/mem.h"

enum { ATTEMPTS_PER_BALL = 100, ATTEMPTS_MORE = 100000 };

static const uint32_t nobody = UINT32_MAX;

struct cells {
    struct fill_area area;
    uint64_t columns, rows;
    double per_diameter; /* 1/(2 r) */
    uint32_t *first;     /* per cell */
    uint32_t *next;      /* per ball */
};

/** floor(length / cell), at least 1 and at most `most`. */
static uint64_t cells_along(double length, double cell, uint64_t most)
{
    double n = length / cell;
    if (!(n >= 1))
        return 1;
    return n < (double)most ? (uint64_t)n : most;
}

static bool cells_create(struct cells *cells, uint64_t count, double r, struct fill_area area)
{
    double width = area.x1 - area.x0, height = area.y1 - area.y0;
    double roomy = sqrt(width) * sqrt(height) / sqrt((double)count);
    double cell = roomy > 2 * r ? roomy : 2 * r;
    cells->area = area;
    cells->per_diameter = 1 / (2 * r);
    cells->columns = cells_along(width, cell, count);
    cells->rows = cells_along(height, cell, count);
    cells->first = mem_array(cells->columns * cells->rows, sizeof *cells->first);
    cells->next = mem_array(count, sizeof *cells->next);
    if (!cells->first || !cells->next)
        return false;
    for (uint64_t c = 0; c < cells->columns * cells->rows; c++)
        cells->first[c] = nobody;
    return true;
}

static uint64_t slot(double offset, double length, uint64_t slots)
{
    uint64_t at = (uint64_t)(offset / length * (double)slots);
    return at < slots ? at : slots - 1;
}

static bool free_of(const struct cells *cells, uint64_t cell, const double *x, const double *y, double px, double py)
{
    double per_diameter = cells->per_diameter;
    for (uint32_t j = cells->first[cell]; j != nobody; j = cells->next[j]) {
        double dx = (x[j] - px) * per_diameter, dy = (y[j] - py) * per_diameter;
        if (dx * dx + dy * dy < 1)
            return false;
    }
    return true;
}

/** The cell itself is asked first: it is the likeliest to refuse. */
static bool free_around(const struct cells *cells, uint64_t column, uint64_t row, const double *x, const double *y,
                        double px, double py)
{
    uint64_t left = column > 0 ? column - 1 : 0, right = column + 1 < cells->columns ? column + 1 : column;
    uint64_t bottom = row > 0 ? row - 1 : 0, top = row + 1 < cells->rows ? row + 1 : row;
    if (!free_of(cells, row * cells->columns + column, x, y, px, py))
        return false;
    for (uint64_t b = bottom; b <= top; b++)
        for (uint64_t a = left; a <= right; a++)
            if (!(a == column && b == row) && !free_of(cells, b * cells->columns + a, x, y, px, py))
                return false;
    return true;
}

/** One attempt to place ball i. */
static bool try_place(struct cells *cells, struct random *random, uint32_t i, double r, double *x, double *y)
{
    const struct fill_area *area = &cells->area;
    double width = area->x1 - area->x0, height = area->y1 - area->y0;
    double along = r + random_uniform(random) * (width - 2 * r);
    double up = r + random_uniform(random) * (height - 2 * r);
    uint64_t column = slot(along, width, cells->columns), row = slot(up, height, cells->rows);
    x[i] = area->x0 + along;
    y[i] = area->y0 + up;
    if (!free_around(cells, column, row, x, y, x[i], y[i]))
        return false;
    uint64_t cell = row * cells->columns + column;
    cells->next[i] = cells->first[cell];
    cells->first[cell] = i;
    return true;
}

static uint64_t place_all(struct cells *cells, struct random random, uint64_t count, double r, double *x, double *y)
{
    uint64_t placed = 0;
    uint64_t attempts = ATTEMPTS_PER_BALL * count + ATTEMPTS_MORE;
    while (placed < count && attempts-- > 0)
        placed += try_place(cells, &random, (uint32_t)placed, r, x, y);
    return placed;
}

enum status fill_random_place(struct random random, uint64_t count, double r, struct fill_area area, double *x,
                              double *y, uint64_t *placed)
{
    struct cells cells = {0};
    enum status status = STATUS_LIMIT;
    if (cells_create(&cells, count, r, area)) {
        *placed = place_all(&cells, random, count, r, x, y);
        status = *placed == count ? STATUS_OK : STATUS_SCENE;
    }
    free(cells.first);
    free(cells.next);
    return status;
}
