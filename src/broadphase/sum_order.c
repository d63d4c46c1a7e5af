/*
 * A pair may be summed when it is the next one of both its balls. So pairs wait for others as tasks for tasks that come
 * before (A. B. Kahn, Comm. ACM 5, 558, 1962); no circle of them can arise, since lexicographic order by ids
 * satisfies all. Taken from the front, with those that have only just stopped waiting first, they come nearly in
 * the order of memory: with ids in no order a pair waits for a few others, all of them near.
 *
 * Cost: O(pairs), and sorting the few partners of each ball.
 */
#include "broadphase/sum_order.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { FREE = 2, FEW = 24 }; /* pairs of a ball that need no order; so many are sorted by insertion */

struct arrangement {
    const struct pair *pairs;
    size_t count;
    uint32_t *row;        /* pairs of each ball that has more than FREE, by the partner's id */
    uint32_t *next, *end; /* of each ball: the place in `row` of its next pair, and the end of its pairs; equal: none */
    uint8_t *waits;       /* of each pair: for how many of its balls */
    struct pair *arranged;
    size_t n_arranged, n_stacked; /* the stack lies at the end of `arranged`, which has room for both */
};

static inline uint32_t second(const struct pair *pair)
{
    return pair->b & ~SUM_ORDER_MARK;
}

static void arrangement_free(struct arrangement *work)
{
    free(work->row);
    free(work->next);
    free(work->end);
    free(work->waits);
    free(work->arranged);
}

/** Sets next and end to the beginning of each ball's row. @return the entries of all rows */
static size_t lay_rows(struct arrangement *work, size_t n)
{
    size_t entries = 0;
    for (size_t p = 0; p < work->count; p++) {
        work->end[work->pairs[p].a]++;
        work->end[second(&work->pairs[p])]++;
    }
    for (size_t i = 0; i < n; i++) {
        size_t own = work->end[i] > FREE ? work->end[i] : 0;
        work->next[i] = own ? (uint32_t)entries : UINT32_MAX;
        work->end[i] = work->next[i];
        entries += own;
    }
    return entries;
}

/** Enters a pair in the row of one of its balls, where there is one. */
static inline void enter(struct arrangement *work, uint32_t ball, size_t pair)
{
    if (work->next[ball] == UINT32_MAX)
        return;
    work->row[work->end[ball]++] = (uint32_t)pair;
    work->waits[pair]++;
}

static int ascending(const void *one, const void *other)
{
    uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
    return (a > b) - (a < b);
}

static void sort_keys(uint64_t *keys, size_t count)
{
    if (count > FEW) {
        qsort(keys, count, sizeof *keys, ascending);
        return;
    }
    for (size_t k = 1; k < count; k++) {
        uint64_t key = keys[k];
        size_t at = k;
        for (; at > 0 && keys[at - 1] > key; at--)
            keys[at] = keys[at - 1];
        keys[at] = key;
    }
}

/** Sorts a ball's row by its partners' ids. @param keys room for as many */
static void sort_row(struct arrangement *work, uint32_t ball, const uint32_t *id, uint64_t *keys)
{
    uint32_t *row = work->row + work->next[ball];
    size_t count = work->end[ball] - work->next[ball];
    for (size_t k = 0; k < count; k++) {
        const struct pair *pair = &work->pairs[row[k]];
        uint32_t partner = pair->a == ball ? second(pair) : pair->a;
        keys[k] = (uint64_t)id[partner] << 32 | row[k];
    }
    sort_keys(keys, count);
    for (size_t k = 0; k < count; k++)
        row[k] = (uint32_t)keys[k];
    work->waits[row[0]]--;
}

static bool sort_rows(struct arrangement *work, const uint32_t *id, size_t n)
{
    size_t most = 0;
    for (size_t i = 0; i < n; i++)
        most = work->end[i] - work->next[i] > most ? work->end[i] - work->next[i] : most;
    uint64_t *keys = mem_array(most, sizeof *keys);
    for (size_t i = 0; keys && i < n; i++)
        if (work->next[i] < work->end[i])
            sort_row(work, (uint32_t)i, id, keys);
    free(keys);
    return keys;
}

/** A ball's pair has been arranged: its next one no longer waits for it. @param scanned pairs from there on are still
 * to be looked at */
static inline void advance(struct arrangement *work, uint32_t ball, size_t scanned)
{
    if (work->next[ball] >= work->end[ball] || ++work->next[ball] == work->end[ball])
        return;
    uint32_t pair = work->row[work->next[ball]];
    if (--work->waits[pair] == 0 && pair < scanned)
        work->arranged[work->count - ++work->n_stacked].a = pair;
}

static void arrange(struct arrangement *work)
{
    for (size_t scanned = 0; scanned < work->count; scanned++) {
        if (work->waits[scanned] > 0)
            continue;
        size_t taken = scanned;
        for (;;) {
            struct pair pair = work->pairs[taken];
            work->arranged[work->n_arranged++] = pair;
            advance(work, pair.a, scanned);
            advance(work, second(&pair), scanned);
            if (work->n_stacked == 0)
                break;
            taken = work->arranged[work->count - work->n_stacked--].a;
        }
    }
}

bool sum_order_arrange(struct pairs *pairs, const uint32_t *id, size_t n)
{
    struct arrangement work = {.pairs = pairs->items, .count = pairs->count};
    bool countable = pairs->count < UINT32_MAX / 2; /* two entries each; else take it for out of memory */
    work.next = mem_array(n, sizeof *work.next);
    work.end = mem_array(n, sizeof *work.end);
    work.waits = mem_array(pairs->count, sizeof *work.waits);
    work.arranged = mem_array(pairs->capacity, sizeof *work.arranged);
    bool room = countable && work.next && work.end && work.waits && work.arranged;
    if (room) {
        work.row = mem_array(lay_rows(&work, n), sizeof *work.row);
        for (size_t p = 0; work.row && p < pairs->count; p++) {
            enter(&work, pairs->items[p].a, p);
            enter(&work, second(&pairs->items[p]), p);
        }
        room = work.row && sort_rows(&work, id, n);
    }
    if (room) {
        arrange(&work);
        struct pair *former = pairs->items;
        pairs->items = work.arranged;
        work.arranged = former;
    }
    arrangement_free(&work);
    return room;
}
