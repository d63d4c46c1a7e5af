#pragma once

#include "base/period.h"
#include "near/pairs.h"

/*
 * Cells in which near pairs are found in O(n), for balls of any sizes anywhere in the plane, which may be periodic. Two
 * balls are near when they, or nearest images of them, are closer than the sum of their reaches, as allpairs_near()
 * decides it. Owns its memory; grid_create() allocates, grid_destroy() frees and accepts NULL.
 */
struct grid;

/** @param reach how far each ball reaches (> 0, finite), borrowed
 *  @return NULL: out of memory */
struct grid *grid_create(size_t n, const double *reach, struct period period);

/** To be called after the reaches have changed, before balls are placed. */
void grid_adapt(struct grid *grid);
void grid_destroy(struct grid *grid);

/** Sorts the balls into cells. Coordinates may be huge, infinite or NaN. false: out of memory.
 *  @param centre borrowed until the balls are placed anew */
bool grid_place(struct grid *grid, const struct vec2 *centre);

/** Finds the near pairs of balls first..last-1 where they were placed. Changes nothing in the grid, so that several
 * threads may ask for different balls at once.
 *  @param local pairs with a in the range and b > a, in lexicographic order
 *  @param ghost pairs (a, b) with a in the range and b < first, each ball's b ascending
 *  @return false: out of memory */
bool grid_near(const struct grid *grid, size_t first, size_t last, struct pairs *local, struct pairs *ghost);
