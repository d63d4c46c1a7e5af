#pragma once

#include "near/pairs.h"

/** The O(n^2) broad phase: right for few balls, and the oracle of the grid. Replaces the content of `near` by the pairs
 *  of which nearest images are closer than reach[a] + reach[b], in lexicographic order: the computed squares of both
 *  lengths are compared. Overflow of a square counts as far, NaN too. false: out of memory. */
bool allpairs_near(size_t n, const double *reach, const struct vec2 *centre, const struct period *period,
                   struct pairs *near);
