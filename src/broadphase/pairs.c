/*
 * Pairs in lexicographic order by two stable counting sorts, last index first: O(count + n) whatever order they come
 * in. That order is what makes results independent of cells and lists: it is the order in which a double loop over all
 * balls would visit them.
 */
#include "broadphase/pairs.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static bool reserve(struct pairs *pairs, size_t wanted)
{
    void *items = pairs->items;
    bool grown = mem_grow(&items, &pairs->capacity, wanted, sizeof *pairs->items);
    pairs->items = items;
    return grown;
}

bool pairs_add(struct pairs *pairs, uint32_t ball, uint32_t other)
{
    if (pairs->count == pairs->capacity && !reserve(pairs, pairs->count + 1))
        return false;
    pairs->items[pairs->count++] = ball < other ? (struct pair){ball, other} : (struct pair){other, ball};
    return true;
}

/** Turns the counts in start[1..n] into first positions in start[0..n-1]. */
static void counts_to_starts(size_t *start, size_t n)
{
    for (size_t i = 0; i < n; i++)
        start[i + 1] += start[i];
}

static void sort_by_b(const struct pairs *from, struct pair *to, size_t *start, size_t n)
{
    memset(start, 0, (n + 1) * sizeof *start);
    for (size_t p = 0; p < from->count; p++)
        start[from->items[p].b + 1]++;
    counts_to_starts(start, n);
    for (size_t p = 0; p < from->count; p++)
        to[start[from->items[p].b]++] = from->items[p];
}

static void sort_by_a(const struct pairs *from, struct pair *to, size_t *start, size_t n)
{
    memset(start, 0, (n + 1) * sizeof *start);
    for (size_t p = 0; p < from->count; p++)
        start[from->items[p].a + 1]++;
    counts_to_starts(start, n);
    for (size_t p = 0; p < from->count; p++)
        to[start[from->items[p].a]++] = from->items[p];
}

bool pairs_sort(struct pairs *pairs, size_t n, size_t *start, struct pairs *spare)
{
    if (!reserve(spare, pairs->count))
        return false;
    spare->count = pairs->count;
    sort_by_b(pairs, spare->items, start, n);
    sort_by_a(spare, pairs->items, start, n);
    return true;
}

void pairs_free(struct pairs *pairs)
{
    free(pairs->items);
    *pairs = (struct pairs){0};
}
