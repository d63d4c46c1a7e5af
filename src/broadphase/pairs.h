#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/** Brings the list into lexicographic order (a, then b) in O(count + n), n a bound of the indices. false: out of
 *  memory, the list is as before. */
bool pairs_sort(struct pairs *pairs, size_t n);

/** Leaves out the pairs of two fixed balls, whose masses are infinite. */
void pairs_drop_fixed(struct pairs *pairs, const double *m);

void pairs_free(struct pairs *pairs);

/** The O(n^2) broad phase: right for few balls, and the oracle of the grid. Replaces the content of `near` by the pairs
 *  of which nearest images are closer than reach[a] + reach[b], in lexicographic order: the computed squares of both
 *  lengths are compared. Overflow of a square counts as far, NaN too. false: out of memory. */
bool allpairs_near(size_t n, const double *reach, const struct vec2 *centre, const struct period *period,
                   struct pairs *near);
