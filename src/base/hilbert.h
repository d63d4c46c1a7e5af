#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec2.h"

/** Order of points along a Hilbert curve, so that what is near on the table is near in memory.
 *  @param size of the table, where most points are
 *  @param order filled with a permutation of 0..n-1; points in the same cell of the curve keep their order
 *  @return false: out of memory */
bool hilbert_order(const double *x, const double *y, size_t n, struct vec2 size, uint32_t *order);
