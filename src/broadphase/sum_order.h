#ifndef BROADPHASE_SUM_ORDER_H
#define BROADPHASE_SUM_ORDER_H

#include "broadphase/pairs.h"

/*
 * Where balls have been moved in memory, sums over a ball's partners must still run in the order of the partners'
 * indices in the scene, their ids, as rounding depends on the order.
 */

/** A bit of pair.b that a caller may set, and that moves with its pair: no ball has so large an index. */
#define SUM_ORDER_MARK UINT32_C(0x80000000)

/** Brings pairs of n balls into an order in which every ball that has more than two of them meets its partners in
 *  ascending id, and otherwise near that in which they come. Of two summands the order does not matter.
 *  @param pairs with a and b as places in memory, in an order of memory; no pair twice
 *  @param id of the ball at each place, a permutation
 *  @return false: out of memory, the pairs are as before */
bool sum_order_arrange(struct pairs *pairs, const uint32_t *id, size_t n);

#endif
