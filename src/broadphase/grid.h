#ifndef BROADPHASE_GRID_H
#define BROADPHASE_GRID_H

#include "broadphase/pairs.h"

/*
 * Cells in which near pairs are found in O(n), for balls of any sizes anywhere in the plane. Owns its memory;
 * grid_create() allocates, grid_destroy() frees and accepts NULL.
 */
struct grid;

/** @param reach how far each ball reaches (> 0, finite), copied
 *  @param width where most balls are, in x; it orders cells in memory and influences nothing else
 *  @return NULL: out of memory */
struct grid *grid_create(size_t n, const double *reach, double width);
void grid_destroy(struct grid *grid);

/** The same pairs in the same order as allpairs_near(). Coordinates may be huge, infinite or NaN.
 *  false: out of memory. */
bool grid_near(struct grid *grid, const double *x, const double *y, struct pairs *near);

#endif
