#ifndef BROADPHASE_ALLPAIRS_H
#define BROADPHASE_ALLPAIRS_H

#include "broadphase/pairs.h"

/* The O(n^2) broad phase: right for few balls, and the oracle of the grid. Both replace the content of `near`, in
 * lexicographic order, and return false when memory runs out. */

/** Every pair of n balls. */
bool allpairs_every(size_t n, struct pairs *near);

/** The pairs whose centres are closer than reach[a] + reach[b]: the computed squares of both lengths are compared.
 *  Overflow of a square counts as far, NaN too. */
bool allpairs_near(size_t n, const double *reach, const double *x, const double *y, struct pairs *near);

#endif
