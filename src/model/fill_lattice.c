/*
 * Balls on a lattice, spread evenly over a rectangle. Of all arrangements with enough places the one is taken whose
 * nearest neighbours are farthest apart, where balls keep as much clearance from the walls as from each other:
 *
 *   n balls in a row over the width w:       2 r + (n - 1 + s) D + 2 (D - 2 r) = w,   so D = (w + 2 r)/(n + 1 + s),
 *   m square rows over the height h:         D = (h + 2 r)/(m + 1),
 *   m hexagonal rows, sqrt(3)/2 D apart:     D = (h + 2 r)/(2 + (m - 1) sqrt(3)/2),
 *
 * with s = 1/2 where every second row is shifted and equally long, s = 0 where it has one ball less. The smaller D is
 * the spacing; in the other direction the lattice is stretched to its own D. Hexagonal rows run along either axis,
 * whichever is better. Balls touch when D = 2 r, which gives the capacity.
 *
 * More balls per row shrink the D of the row and, with fewer rows, widen the D of the column, so the best number per
 * row is where they cross: a bisection. Places left over are spread evenly too.
 */
#include "model/fill_lattice.h"

#include <assert.h>
#include <math.h>

enum arrangement { SQUARE, EQUAL_ROWS, ALTERNATING_ROWS };

struct lattice {
    enum arrangement arrangement;
    bool upright;           /* rows run along y */
    uint64_t per_row, rows; /* per_row: of the first, longer row */
    double in_row, across;  /* D from the width and from the height */
};

/** Touching balls may miss the place by this part of a diameter, so that ten balls of radius 0.05 fit into 1. */
static const double rounding = 1e-10;

static double clearest(const struct lattice *lattice)
{
    return lattice->in_row < lattice->across ? lattice->in_row : lattice->across;
}

/** floor(value) within 0..2^31 - 1. */
static uint64_t whole(double value)
{
    return value >= 1 ? (value < 0x1p31 ? (uint64_t)value : (1u << 31) - 1) : 0;
}

static uint64_t places(enum arrangement arrangement, uint64_t per_row, uint64_t rows)
{
    if (arrangement == ALTERNATING_ROWS)
        return per_row > 0 ? (rows + 1) / 2 * per_row + rows / 2 * (per_row - 1) : 0;
    return per_row * rows;
}

static uint64_t touching_places(enum arrangement arrangement, double width, double height, double r)
{
    double shift = arrangement == EQUAL_ROWS ? 0.5 : 0;
    double per_row = width / (2 * r) - shift + rounding;
    double rows = height / (2 * r) + rounding;
    if (arrangement != SQUARE && rows >= 1)
        rows = (rows - 1) / sqrt(0.75) + 1;
    return places(arrangement, whole(per_row), whole(rows));
}

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

uint64_t fill_lattice_capacity(bool hexagonal, double r, struct fill_area area)
{
    double width = area.x1 - area.x0, height = area.y1 - area.y0;
    if (!hexagonal)
        return touching_places(SQUARE, width, height, r);
    uint64_t level =
        larger(touching_places(EQUAL_ROWS, width, height, r), touching_places(ALTERNATING_ROWS, width, height, r));
    uint64_t upright =
        larger(touching_places(EQUAL_ROWS, height, width, r), touching_places(ALTERNATING_ROWS, height, width, r));
    return larger(level, upright);
}

static uint64_t rows_for(enum arrangement arrangement, uint64_t per_row, uint64_t count)
{
    assert(per_row > 0);
    if (arrangement != ALTERNATING_ROWS)
        return (count + per_row - 1) / per_row;
    uint64_t pair = 2 * per_row - 1, rest = count % pair;
    if (rest == 0)
        return count / pair * 2 - (per_row == 1);
    return count / pair * 2 + (rest > per_row ? 2 : 1);
}

static struct lattice lattice_with(enum arrangement arrangement, uint64_t per_row, uint64_t count, double r,
                                   double width, double height)
{
    struct lattice lattice = {.arrangement = arrangement, .per_row = per_row};
    lattice.rows = rows_for(arrangement, per_row, count);
    double n = (double)per_row, m = (double)lattice.rows;
    lattice.in_row = (width + 2 * r) / (n + (arrangement == EQUAL_ROWS ? 1.5 : 1));
    lattice.across = (height + 2 * r) / (arrangement == SQUARE ? m + 1 : 2 + (m - 1) * sqrt(0.75));
    return lattice;
}

/** The best number per row: the first at which the rows are no longer the wider direction, or the one before. */
static struct lattice best_lattice(enum arrangement arrangement, uint64_t count, double r, double width, double height)
{
    uint64_t low = 1, high = count;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        struct lattice lattice = lattice_with(arrangement, middle, count, r, width, height);
        if (lattice.in_row > lattice.across)
            low = middle + 1;
        else
            high = middle;
    }
    struct lattice at = lattice_with(arrangement, low, count, r, width, height);
    struct lattice before = lattice_with(arrangement, low > 1 ? low - 1 : 1, count, r, width, height);
    return clearest(&before) > clearest(&at) ? before : at;
}

static struct lattice clearer(struct lattice a, struct lattice b)
{
    return clearest(&b) > clearest(&a) ? b : a;
}

static struct lattice choose(bool hexagonal, uint64_t count, double r, double width, double height)
{
    if (!hexagonal)
        return best_lattice(SQUARE, count, r, width, height);
    struct lattice level = clearer(best_lattice(ALTERNATING_ROWS, count, r, width, height),
                                   best_lattice(EQUAL_ROWS, count, r, width, height));
    struct lattice upright = clearer(best_lattice(ALTERNATING_ROWS, count, r, height, width),
                                     best_lattice(EQUAL_ROWS, count, r, height, width));
    upright.upright = true;
    return clearer(level, upright);
}

/** Row and place in it of the n-th place of a lattice. */
static void locate(const struct lattice *lattice, uint64_t place, uint64_t *row, uint64_t *column)
{
    if (lattice->arrangement != ALTERNATING_ROWS) {
        *row = place / lattice->per_row;
        *column = place % lattice->per_row;
        return;
    }
    uint64_t pair = 2 * lattice->per_row - 1, rest = place % pair;
    bool second = rest >= lattice->per_row;
    *row = place / pair * 2 + second;
    *column = second ? rest - lattice->per_row : rest;
}

void fill_lattice_place(bool hexagonal, uint64_t count, double r, struct fill_area area, double *x, double *y)
{
    if (count == 0)
        return;
    struct lattice lattice = choose(hexagonal, count, r, area.x1 - area.x0, area.y1 - area.y0);
    uint64_t total = places(lattice.arrangement, lattice.per_row, lattice.rows);
    double row_step = hexagonal ? lattice.across * sqrt(0.75) : lattice.across;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t row, column;
        locate(&lattice, i * total / count, &row, &column);
        double shift = hexagonal && row % 2 == 1 ? 0.5 : 0;
        double along = lattice.in_row - r + ((double)column + shift) * lattice.in_row;
        double across = lattice.across - r + (double)row * row_step;
        x[i] = area.x0 + (lattice.upright ? across : along);
        y[i] = area.y0 + (lattice.upright ? along : across);
    }
}
