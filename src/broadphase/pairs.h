#ifndef BROADPHASE_PAIRS_H
#define BROADPHASE_PAIRS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A list of pairs of balls: what every broad phase returns. Start from {NULL, 0, 0}; pairs_free() frees. */

struct pair {
    uint32_t a, b; /* indices, a < b */
};

struct pairs {
    struct pair *items;
    size_t count, capacity;
};

/** Appends the pair of two different balls, smaller index first. false: out of memory. */
bool pairs_add(struct pairs *pairs, uint32_t ball, uint32_t other);

/** Brings the list into lexicographic order (a, then b) in O(count + n), n a bound of the indices.
 *  @param start room for n + 1 counts, overwritten
 *  @param spare overwritten; grows to the size of the list. false: out of memory, the list is as before. */
bool pairs_sort(struct pairs *pairs, size_t n, size_t *start, struct pairs *spare);

void pairs_free(struct pairs *pairs);

#endif
