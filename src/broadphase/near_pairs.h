#ifndef BROADPHASE_NEAR_PAIRS_H
#define BROADPHASE_NEAR_PAIRS_H

#include "broadphase/pairs.h"
#include "model/table.h"

/*
 * All pairs of balls that are closer than the sum of their reaches, found by the structure that suits the table: a grid
 * (broadphase/grid), for a few balls a double loop, on a periodic table cells that divide the period. Owns its memory;
 * near_pairs_create() allocates, near_pairs_destroy() frees and accepts NULL.
 */
struct near_pairs;

/** @param reach how far each ball reaches (> 0, finite), borrowed
 *  @return NULL: out of memory */
struct near_pairs *near_pairs_create(size_t n, const double *reach, const struct table *table);
void near_pairs_destroy(struct near_pairs *near);

/** To be called after the reaches have changed, before balls are placed. */
void near_pairs_adapt(struct near_pairs *near);

/** Takes new centres, borrowed until the next call. false: out of memory. */
bool near_pairs_place(struct near_pairs *near, const struct vec2 *centre);

/** The near pairs of balls first..last-1, as grid_near(). Of few balls all have to be asked for at once. */
bool near_pairs_find(const struct near_pairs *near, size_t first, size_t last, struct pairs *local,
                     struct pairs *ghost);

#endif
