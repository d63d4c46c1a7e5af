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
    if (!pairs_reserve(pairs, 1))
        return false;
    pairs->items[pairs->count++] = (struct pair){a, b};
    return true;
}

bool pairs_sort(struct pairs *pairs, size_t n)
{
    if (pairs->count == 0)
        return true;
    struct pair *spare = mem_array(pairs->count, sizeof *spare);
    uint32_t *order = mem_array(pairs->count, sizeof *order), *first = mem_array(n + 1, sizeof *first);
    bool room = spare && order && first && pairs->count < UINT32_MAX;
    for (int ball = 1; room && ball >= 0; ball--) {
        pairs_order(ball ? &pairs->items->b : &pairs->items->a, 2, pairs->count, n, first, order);
        memcpy(spare, pairs->items, pairs->count * sizeof *spare);
        for (size_t p = 0; p < pairs->count; p++)
            pairs->items[p] = spare[order[p]];
    }
    free(spare);
    free(order);
    free(first);
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
