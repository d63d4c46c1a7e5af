/*
 * Pairs in lexicographic order by two stable counting sorts, last index first: O(count + n) whatever order they come
 * in. That order is what makes results independent of cells and lists: it is the order in which a double loop over all
 * balls would visit them.
 */
#include "broadphase/pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

bool pairs_reserve(struct pairs *pairs, size_t more)
{
    return mem_grow(&pairs->items, &pairs->capacity, pairs->count + more, sizeof *pairs->items);
}

bool pairs_add(struct pairs *pairs, uint32_t a, uint32_t b)
{
    if (pairs->count == pairs->capacity && !pairs_reserve(pairs, 1))
        return false;
    pairs->items[pairs->count++] = (struct pair){a, b};
    return true;
}

/** Turns the counts in start[1..n] into first positions in start[0..n-1]. */
static void counts_to_starts(size_t *start, size_t n)
{
    for (size_t i = 0; i < n; i++)
        start[i + 1] += start[i];
}

static inline uint32_t ball_of(const struct pair *pair, bool second)
{
    return second ? pair->b : pair->a;
}

/** Stable, by the first or the second ball. @param start room for n + 1 */
static inline void sort_by(bool second, const struct pair *from, struct pair *to, size_t count, size_t *start, size_t n)
{
    memset(start, 0, (n + 1) * sizeof *start);
    for (size_t p = 0; p < count; p++)
        start[ball_of(&from[p], second) + 1]++;
    counts_to_starts(start, n);
    for (size_t p = 0; p < count; p++)
        to[start[ball_of(&from[p], second)]++] = from[p];
}

bool pairs_sort(struct pairs *pairs, size_t n)
{
    struct pair *spare = mem_array(pairs->count, sizeof *spare);
    size_t *start = mem_array(n + 1, sizeof *start);
    bool room = spare && start;
    if (room) {
        sort_by(true, pairs->items, spare, pairs->count, start, n);
        sort_by(false, spare, pairs->items, pairs->count, start, n);
    }
    free(spare);
    free(start);
    return room;
}

void pairs_drop_fixed(struct pairs *pairs, const double *m)
{
    size_t kept = 0;
    for (size_t p = 0; p < pairs->count; p++) {
        struct pair pair = pairs->items[p];
        if (m[pair.a] < HUGE_VAL || m[pair.b] < HUGE_VAL)
            pairs->items[kept++] = pair;
    }
    pairs->count = kept;
}

void pairs_free(struct pairs *pairs)
{
    free(pairs->items);
    *pairs = (struct pairs){0};
}
