#ifndef BROADPHASE_TOUCHING_H
#define BROADPHASE_TOUCHING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec2.h"
#include "broadphase/pairs.h"

/*
 * Which of many pairs touch. Centres (x_a, y_a) and (x_b, y_b) touch when the computed sqrt(dx^2 + dy^2) + softening is
 * less than the computed r_a + r_b. All this allocates nothing.
 */

/** The smallest computed dx^2 + dy^2 of two balls that do not touch; 0 if none do, infinite if all do. Comparing with
 *  it needs no root and decides as exactly. */
double touching_limit(double reach, double softening);

/** Pairs to be asked about, four by four. */
struct touching_pairs {
    const struct pair *pairs;
    size_t count;         /* a multiple of 4; the rest is filled up with pairs of a ball whose centre is NaN */
    const double *limits; /* touching_limit() of each; NULL: `limit` for all */
    double limit;
};

/** Copies the pairs that touch, in their order, and marks each four by bits.
 *  @param marks a byte for each four pairs: bit i is set if pair i of the four touches
 *  @param passing bits that are set stay so
 *  @param touching room for as many as are asked about
 *  @param begun grows by the number of bits that were not set before
 *  @return how many touch */
size_t touching_find(const struct touching_pairs *ask, const struct vec2 *centre, bool passing, uint8_t *marks,
                     struct pair *touching, size_t *begun);

#endif
