#ifndef BROADPHASE_SUM_ORDER_H
#define BROADPHASE_SUM_ORDER_H

#include "broadphase/pairs.h"

/* Where balls have been moved in memory, sums over a ball's partners must still run in the order of the partners'
 * indices in the scene, their ids, as rounding depends on the order; and so must exchanges of momentum. */

/** What arranging needs, kept from list to list, as fresh memory costs more than the work. A zeroed struct is empty;
 *  sum_order_free() releases what it has grown to. */
struct sum_order_workspace {
    struct pairs arranged;
    uint64_t *row;        /* each ball's pairs: the partner's id in the upper half, the pair in the lower */
    uint32_t *next, *end; /* of each ball: the place in `row` of its next pair, and the end of its pairs */
    size_t row_capacity, next_capacity, end_capacity;
};

/** Brings pairs of n balls into an order in which every ball meets its partners in ascending id, and otherwise near
 * that in which they come.
 *  @param pairs with a and b as places in memory, in an order of memory; no pair twice
 *  @param id    of the ball at each place
 *  @return false: out of memory, the pairs are as before */
bool sum_order_arrange(struct pairs *pairs, const uint32_t *id, size_t n, struct sum_order_workspace *workspace);

void sum_order_free(struct sum_order_workspace *workspace);

#endif
