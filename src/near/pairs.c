/*
 * Pairs in lexicographic order by two stable counting sorts, last index first: O(count + n) whatever order they come
 * in. That order is what makes results independent of cells and lists: it is the order in which a double loop over all
 * balls would visit them.
 */
#include "near/pairs.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"

bool pairs_reserve(struct pairs *pairs, size_t more)
{
    return mem_grow(&pairs->items, &pairs->capacity, pairs->count + more, sizeof *pairs->items);
}

bool pairs_add(struct pairs *pairs, uint32_t a, uint32_t b)
{
    if (!pairs_reserve(pairs, 1))
        return false;
    pairs->items[pairs->count++] = (struct pair){a, b};
    return true;
}

/** Those of the same key stay in order. @param key of the first, that of the others 2 apart */
static void sort_by(const uint32_t *key, const struct pair *from, struct pair *to, size_t count, size_t n,
                    uint32_t *room)
{
    uint32_t *first = room, *order = room + n + 1;
    pairs_order(key, 2, count, n, first, order);
    for (size_t p = 0; p < count; p++)
        to[p] = from[order[p]];
}

bool pairs_sort(struct pairs *pairs, size_t n)
{
    if (pairs->count == 0)
        return true;
    struct pair *spare = mem_array_raw(pairs->count, sizeof *spare);
    uint32_t *room = mem_array_raw(pairs->count + n + 1, sizeof *room);
    const bool done = spare && room && pairs->count < UINT32_MAX;
    if (done) {
        sort_by(&pairs->items->b, pairs->items, spare, pairs->count, n, room);
        sort_by(&spare->a, spare, pairs->items, pairs->count, n, room);
    }
    free(spare);
    free(room);
    return done;
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
