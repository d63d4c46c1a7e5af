#pragma once

#include "near/grid.h"

/* What grid.c (places, pairs of unequal balls) and grid_kernel.c (pairs of similar ones, in vectors) share. No other
 * file includes this header. */

struct grid {
    size_t n;
    struct period period;
    const double *reach;
    double largest;  /* reach */
    double edge;     /* of cells */
    uint64_t stride; /* buckets between a cell and the one above it */
    size_t n_points;
    const struct vec2 *point; /* where the balls are, and images behind them */
    struct vec2 *wrapped;     /* on a periodic table: they themselves */
    uint32_t *imaged;         /* the balls that they are images of, from point n on */
    uint32_t *bucket;         /* of each point */
    uint32_t *order;
    uint32_t *first;
    uint32_t mask; /* number of buckets - 1; a power of two - 1 */
    struct vec2 *sorted_centre;
    double *sorted_reach;
    bool finds_all;   /* unequal balls, or pairs that may be found more than once */
    struct pairs all; /* then: all near pairs, found when the balls are placed */
};

/** The near pairs of balls first..last-1 that are similar, as grid_near(), each ball's in ascending order if
 *  *sorted is still true afterwards. false: out of memory. */
bool grid_kernel_search(const struct grid *grid, size_t first, size_t last, struct pairs *local, struct pairs *ghost,
                        bool *sorted);
