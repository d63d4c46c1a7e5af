#ifndef BROADPHASE_TOUCHING_H
#define BROADPHASE_TOUCHING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/period.h"
#include "base/vec2.h"
#include "broadphase/pairs.h"

/*
 * The distance test of the stepped integrators. Balls a and b touch when the computed sqrt(dx^2 + dy^2) + offset is
 * less than the computed r_a + r_b. Allocates nothing.
 */

/** The smallest computed dx^2 + dy^2 of two balls that do not touch; 0: no two balls touch, infinite: all do. Comparing
 * the square with this limit gives exactly the answer of the definition, without a square root. */
double touching_limit(double reach, double offset);

enum { TOUCHING_GROUP = 8 }; /* pairs with a byte of flags */

/** Candidate pairs. */
struct touching_pairs {
    const struct pair *pairs;
    size_t count;         /* a multiple of TOUCHING_GROUP; padded with pairs of a ball whose centre is NaN */
    const double *limits; /* touching_limit() of each; NULL: `limit` for all */
    double limit;
    const struct period *period; /* NULL: the table is not periodic */
};

/** A search: finds which pairs touch.
 *  @param centre 16-byte aligned
 *  @param flags receives a byte for each group: bit i is set if pair i of the group touches */
typedef void touching_search(const struct touching_pairs *ask, const struct vec2 *centre, uint8_t *flags);

/** The search that suits this processor and a period, or none (NULL), which the pairs asked for must share. */
touching_search *touching_search_for(const struct period *period);

#endif
