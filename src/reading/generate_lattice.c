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
 * Along a periodic axis the first and the last ball are neighbours too, and the lattice must match the period:
 *
 *   n balls in a row:           D = w/n, whether rows are shifted or not; all rows are then equally long,
 *   m square rows:              D = h/m,
 *   m hexagonal rows, m even:   D = h/(m sqrt(3)/2).
 *
 * More balls per row shrink the D of the row and, with fewer rows, widen the D of the column, so the best number per
 * row is where they cross: a bisection. Places left over are spread evenly too.
 */
#include "reading/generate.h"

#include <assert.h>
#include <math.h>

enum arrangement { SQUARE, EQUAL_ROWS, ALTERNATING_ROWS };

/** The rectangle as the rows see it. */
struct room {
    double along, across; /* sizes */
    bool wraps_along, wraps_across;
};

struct lattice {
    enum arrangement arrangement;
    bool upright;           /* rows run along y */
    uint64_t per_row, rows; /* per_row: of the first, longer row */
    double in_row, across;  /* D from the width and from the height */
    double start, bottom;   /* place of the first ball */
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

static uint64_t touching_places(enum arrangement arrangement, struct room room, double r)
{
    double shift = arrangement == EQUAL_ROWS && !room.wraps_along ? 0.5 : 0;
    double per_row = room.along / (2 * r) - shift + rounding;
    double rows = room.across / (2 * r) + rounding;
    if (arrangement == ALTERNATING_ROWS && room.wraps_along)
        return 0;
    if (arrangement != SQUARE && room.wraps_across)
        rows = 2 * (double)whole(rows / sqrt(3));
    else if (arrangement != SQUARE && rows >= 1)
        rows = (rows - 1) / sqrt(0.75) + 1;
    return places(arrangement, whole(per_row), whole(rows));
}

static struct room room_of(struct fill_area area, bool upright)
{
    struct room level = {area.x1 - area.x0, area.y1 - area.y0, area.periodic & TABLE_AXIS_X,
                         area.periodic & TABLE_AXIS_Y};
    struct room transposed = {level.across, level.along, level.wraps_across, level.wraps_along};
    return upright ? transposed : level;
}

/** The arrangements to choose from: of squares one, of hexagons two along either axis. */
struct choice {
    enum arrangement arrangement;
    bool upright;
};
static const struct choice CHOICES[] = {
    {SQUARE, false}, {ALTERNATING_ROWS, false}, {EQUAL_ROWS, false}, {ALTERNATING_ROWS, true}, {EQUAL_ROWS, true}};
enum { N_CHOICES = sizeof CHOICES / sizeof CHOICES[0] };

uint64_t generate_lattice_capacity(bool hexagonal, double r, struct fill_area area)
{
    uint64_t most = 0;
    for (size_t i = hexagonal; i < (hexagonal ? N_CHOICES : 1); i++) {
        uint64_t capacity = touching_places(CHOICES[i].arrangement, room_of(area, CHOICES[i].upright), r);
        most = capacity > most ? capacity : most;
    }
    return most;
}

static uint64_t rows_for(enum arrangement arrangement, uint64_t per_row, uint64_t count, bool wraps_across)
{
    assert(per_row > 0);
    if (arrangement != SQUARE && wraps_across) {
        uint64_t two = arrangement == EQUAL_ROWS ? 2 * per_row : 2 * per_row - 1;
        return (count + two - 1) / two * 2;
    }
    if (arrangement != ALTERNATING_ROWS)
        return (count + per_row - 1) / per_row;
    uint64_t pair = 2 * per_row - 1, rest = count % pair;
    if (rest == 0)
        return count / pair * 2 - (per_row == 1);
    return count / pair * 2 + (rest > per_row ? 2 : 1);
}

static struct lattice lattice_with(enum arrangement arrangement, uint64_t per_row, uint64_t count, double r,
                                   struct room room)
{
    struct lattice lattice = {.arrangement = arrangement, .per_row = per_row};
    lattice.rows = rows_for(arrangement, per_row, count, room.wraps_across);
    double n = (double)per_row, m = (double)lattice.rows;
    lattice.in_row = (room.along + 2 * r) / (n + (arrangement == EQUAL_ROWS ? 1.5 : 1));
    lattice.across = (room.across + 2 * r) / (arrangement == SQUARE ? m + 1 : 2 + (m - 1) * sqrt(0.75));
    lattice.start = lattice.in_row - r;
    lattice.bottom = lattice.across - r;
    if (room.wraps_along) {
        lattice.in_row = room.along / n;
        lattice.start = lattice.in_row / 4;
    }
    if (room.wraps_across) {
        lattice.across = room.across / (arrangement == SQUARE ? m : m * sqrt(0.75));
        lattice.bottom = room.across / (2 * m);
    }
    return lattice;
}

/** The best number per row: the first at which the rows are no longer the wider direction, or the one before. */
static struct lattice best_lattice(enum arrangement arrangement, uint64_t count, double r, struct room room)
{
    uint64_t low = 1, high = count;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        struct lattice lattice = lattice_with(arrangement, middle, count, r, room);
        if (lattice.in_row > lattice.across)
            low = middle + 1;
        else
            high = middle;
    }
    struct lattice at = lattice_with(arrangement, low, count, r, room);
    struct lattice before = lattice_with(arrangement, low > 1 ? low - 1 : 1, count, r, room);
    return clearest(&before) > clearest(&at) ? before : at;
}

/** The clearest; of several the first. Along a periodic axis only equal rows match. */
static struct lattice choose(bool hexagonal, uint64_t count, double r, struct fill_area area)
{
    struct lattice best = {.in_row = -HUGE_VAL, .per_row = 1};
    for (size_t i = hexagonal; i < (hexagonal ? N_CHOICES : 1); i++) {
        const struct room room = room_of(area, CHOICES[i].upright);
        if (CHOICES[i].arrangement == ALTERNATING_ROWS && room.wraps_along)
            continue;
        struct lattice lattice = best_lattice(CHOICES[i].arrangement, count, r, room);
        lattice.upright = CHOICES[i].upright;
        best = clearest(&lattice) > clearest(&best) ? lattice : best;
    }
    return best;
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

void generate_lattice_place(bool hexagonal, uint64_t count, double r, struct fill_area area, double *x, double *y)
{
    if (count == 0)
        return;
    struct lattice lattice = choose(hexagonal, count, r, area);
    uint64_t total = places(lattice.arrangement, lattice.per_row, lattice.rows);
    double row_step = hexagonal ? lattice.across * sqrt(0.75) : lattice.across;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t row, column;
        locate(&lattice, i * total / count, &row, &column);
        double shift = hexagonal && row % 2 == 1 ? 0.5 : 0;
        double along = lattice.start + ((double)column + shift) * lattice.in_row;
        double across = lattice.bottom + (double)row * row_step;
        x[i] = area.x0 + (lattice.upright ? across : along);
        y[i] = area.y0 + (lattice.upright ? along : across);
    }
}
