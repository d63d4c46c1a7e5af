#ifndef BROADPHASE_PERIODIC_GRID_H
#define BROADPHASE_PERIODIC_GRID_H

#include "base/vec2.h"
#include "broadphase/pairs.h"
#include "model/table.h"

/*
 * Near pairs of balls on a periodic table, what broadphase/grid is on any other: two balls are near when their nearest
 * images are closer than the sum of their reaches. Owns its memory; periodic_grid_create() allocates,
 * periodic_grid_destroy() frees and accepts NULL.
 */
struct periodic_grid;

/** @param reach how far each ball reaches (> 0, finite); it may change between two calls of periodic_grid_place();
 *  borrowed
 *  @return NULL: out of memory */
struct periodic_grid *periodic_grid_create(size_t n, const double *reach, const struct table *table);
void periodic_grid_destroy(struct periodic_grid *grid);

/** Sorts the balls into cells. */
void periodic_grid_place(struct periodic_grid *grid, const struct vec2 *centre);

/** As grid_near(). */
bool periodic_grid_near(const struct periodic_grid *grid, const struct vec2 *centre, size_t first, size_t last,
                        struct pairs *local, struct pairs *ghost);

#endif
