#ifndef MODEL_FILL_LATTICE_H
#define MODEL_FILL_LATTICE_H

#include <stdbool.h>
#include <stdint.h>

#include "model/table.h"

/** A rectangle that balls are spread over; x0 <= x1, y0 <= y1. */
struct fill_area {
    double x0, y0, x1, y1;
    unsigned periodic; /* axes (enum table_axis) along which it is a whole period of a periodic table */
};

/** How many balls of radius r the densest lattice of the kind (hexagonal or square) holds. */
uint64_t fill_lattice_capacity(bool hexagonal, double r, struct fill_area area);

/** Writes the centres of `count` balls (at most the capacity) on the lattice with the widest spacing. */
void fill_lattice_place(bool hexagonal, uint64_t count, double r, struct fill_area area, double *x, double *y);

#endif
