#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/period.h"

/* A list of pairs of balls: what every broad phase returns. Start from {NULL, 0, 0}; pairs_free() frees. */

struct pair {
    uint32_t a, b; /* indices */
};

/** Lexicographic order. */
static inline bool pairs_before(struct pair one, struct pair other)
{
    return one.a < other.a || (one.a == other.a && one.b < other.b);
}

struct pairs {
    struct pair *items;
    size_t count, capacity;
};

/** Makes room for `more` pairs behind those there are. false: out of memory. */
bool pairs_reserve(struct pairs *pairs, size_t more);

/** Appends a pair. false: out of memory. */
bool pairs_add(struct pairs *pairs, uint32_t a, uint32_t b);

/** Lists 0..n-1 by key, those of the same key in ascending order: order[first[k]..first[k+1]) have key k. Costs O(n +
 * keys).
 *  @param key   of each, < keys, `stride` apart
 *  @param first room for keys + 1 */
static inline void pairs_order(const uint32_t *key, size_t stride, size_t n, size_t keys, uint32_t *first,
                               uint32_t *order)
{
    memset(first, 0, (keys + 1) * sizeof *first);
    for (size_t i = 0; i < n; i++)
        first[key[stride * i]]++;
    for (size_t k = 0; k < keys; k++)
        first[k + 1] += first[k];
    for (size_t i = n; i-- > 0;)
        order[--first[key[stride * i]]] = (uint32_t)i;
}

/** Brings the list into lexicographic order (a, then b) in O(count + n), n a bound of the indices. false: out of
 *  memory, the list is as before. */
bool pairs_sort(struct pairs *pairs, size_t n);

/** Leaves out the pairs of two fixed balls, whose masses are infinite. */
void pairs_drop_fixed(struct pairs *pairs, const double *m);

void pairs_free(struct pairs *pairs);
