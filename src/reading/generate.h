#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/disc_grid.h"
#include "base/period.h"
#include "base/random.h"
#include "given/table.h"

/*
 * Generators of balls: racks and fills. They write coordinates into arrays of the caller, with + - * / and sqrt only,
 * so that the same scene gives the same bits on every machine.
 */

/** A rectangle that balls are spread over; x0 <= x1, y0 <= y1. */
struct fill_area {
    double x0, y0, x1, y1;
    unsigned periodic; /* axes (enum table_axis) along which it is a whole period of a periodic table */
};

enum generate_rack_kind { RACK_TRIANGLE, RACK_DIAMOND, RACK_LINE };

/** A rack of touching or evenly spaced equal balls. Row k has k + 1 balls in a triangle; a diamond grows so for `rows`
 *  rows and then shrinks again (rows = 3: 1, 2, 3, 2, 1, the nine-ball rack); a line has one ball in each row. Balls
 *  are numbered row by row from the apex, in a row from -90 to +90 degrees of the rack's direction. */
struct generate_rack {
    enum generate_rack_kind kind;
    uint64_t rows;
    double x, y;  /* the apex */
    double r;     /* radius, > 0 */
    double gap;   /* clearance between neighbours, >= 0 */
    double angle; /* direction of growth, degrees, -1e6..1e6 */
};

/** Number of balls. @param rows < 2^32 */
uint64_t generate_rack_count(enum generate_rack_kind kind, uint64_t rows);

/** Writes generate_rack_count() centres. */
void generate_rack_place(const struct generate_rack *rack, double *x, double *y);

enum generate_fill_pattern { FILL_HEX, FILL_SQUARE, FILL_RANDOM };

/** Balls spread over a rectangle; they lie wholly inside. */
struct generate_fill {
    enum generate_fill_pattern pattern;
    uint64_t count; /* < 2^31 */
    uint64_t seed;
    double r[2]; /* least and largest radius, > 0 */
    struct fill_area area;
    double speed; /* root mean square, >= 0 */
};

/** Where generated balls go. */
struct generate_balls {
    double *x, *y;        /* centres of all balls */
    const double *r;      /* their radii */
    size_t first, n;      /* the generated ones */
    struct period period; /* of the table */
};

/** How many balls of the largest radius the pattern can hold (for FILL_RANDOM: what hex can hold of the least radius,
 *  more than chance ever places). */
uint64_t generate_fill_capacity(const struct generate_fill *fill);

/** Draws a radius for each ball, evenly between the least and the largest. */
void generate_fill_radii(const struct generate_fill *fill, double *r);

/** Writes `count` centres; count <= generate_fill_capacity().
 *  @param taken for FILL_RANDOM: a grid of the same arrays, with those that balls must keep clear of; it gets the new
 *  ones, too. NULL for the others
 *  @return how many were placed: all, unless FILL_RANDOM found no room */
uint64_t generate_fill_place(const struct generate_fill *fill, const struct generate_balls *balls,
                             struct disc_grid *taken);

/** Adds to each velocity a Gaussian one with root mean square `speed` in the ensemble (variance speed^2/2 per
 *  component). The sample is left as drawn: neither its momentum nor its energy is adjusted afterwards. */
void generate_velocities(uint64_t seed, double speed, double *vx, double *vy, size_t n);

/** The kinds' names in the order of the enums, ended by NULL. */
extern const char *const generate_rack_names[];
extern const char *const generate_fill_names[];

/* ---- generate_lattice and generate_random, of which fills are made ---- */

/** How many balls of radius r the densest lattice of the kind (hexagonal or square) holds. */
uint64_t generate_lattice_capacity(bool hexagonal, double r, struct fill_area area);

/** Writes the centres of `count` balls (at most the capacity) on the lattice with the widest spacing. */
void generate_lattice_place(bool hexagonal, uint64_t count, double r, struct fill_area area, double *x, double *y);

/** Places balls one after another at random where there is room beside those in `taken`, which gets them, too.
 *  @return how many were placed before the attempts (100 per ball and 100000 more) were used up */
uint64_t generate_random_place(struct random random, const struct generate_balls *balls, struct fill_area area,
                               struct disc_grid *taken);
