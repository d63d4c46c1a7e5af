/*
 * Pairs of sorted balls in an order that suits memory and changes no sum.
 *
 * Memory wants pairs in the order of places, sums want each ball's partners in the order of ids; both are had by taking
 * pairs in the order of places as far as the sums allow. A pair may be summed when it is the next one of both its
 * balls. So pairs depend on each other like tasks in a topological sort (A. B. Kahn, Comm. ACM 5, 558, 1962). There is
 * no cycle, since lexicographic order by ids satisfies all dependencies. Pairs are taken from the front, those that
 * have only just become free first, and so come nearly in the order of memory: with ids in no order a pair waits for a
 * few others, all of them near.
 *
 * Cost: O(pairs), and sorting the few partners of each ball.
 */
#include "broadphase/sum_order.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

struct arrangement {
    const struct pair *pairs;
    size_t count;
    uint64_t *row; /* of each ball that needs an order: the partner's id in the upper half, the pair in the lower */
    uint32_t *next, *end; /* of each ball: the place in `row` of its next pair, and the end of its pairs; equal: none */
    uint8_t *waits;       /* of each pair: for how many of its balls */
    struct pair *arranged;
    size_t n_arranged, n_stacked; /* the stack lies at the end of `arranged`, which has room for both */
};

/** Sets next and end to the beginning of each ball's row, or the former to no row at all. */
static void lay_rows(struct arrangement *work, size_t n, uint32_t unordered)
{
    size_t entries = 0;
    for (size_t p = 0; p < work->count; p++) {
        work->end[work->pairs[p].a]++;
        work->end[work->pairs[p].b]++;
    }
    for (size_t i = 0; i < n; i++) {
        size_t own = work->end[i] > unordered ? work->end[i] : 0;
        work->next[i] = own ? (uint32_t)entries : UINT32_MAX;
        work->end[i] = work->next[i];
        entries += own;
    }
}

/** Enters a pair in the row of one of its balls, where there is one. */
static inline void enter(struct arrangement *work, uint32_t ball, uint32_t partner_id, size_t pair)
{
    if (work->next[ball] == UINT32_MAX)
        return;
    work->row[work->end[ball]++] = (uint64_t)partner_id << 32 | pair;
    work->waits[pair]++;
}

/** Shell's sort, in place: rows are short, but a large ball may touch thousands. */
static inline void sort(uint64_t *row, size_t count)
{
    for (size_t stride = count; stride > 1;) {
        stride = stride < 16 ? 1 : stride * 4 / 9;
        for (size_t i = stride; i < count; i++) {
            uint64_t moving = row[i];
            size_t place = i;
            for (; place >= stride && row[place - stride] > moving; place -= stride)
                row[place] = row[place - stride];
            row[place] = moving;
        }
    }
}

/** Sorts all rows; the first pair of each no longer waits for that ball. */
static void sort_rows(struct arrangement *work, size_t n)
{
    for (uint32_t ball = 0; ball < n; ball++) {
        if (work->end[ball] == work->next[ball])
            continue;
        uint64_t *row = work->row + work->next[ball];
        sort(row, work->end[ball] - work->next[ball]);
        work->waits[(uint32_t)row[0]]--;
    }
}

/** A ball's pair has been arranged: its next one no longer waits for it. @param scanned pairs from there on are still
 * to be looked at */
static inline void advance(struct arrangement *work, uint32_t ball, size_t scanned)
{
    if (work->next[ball] >= work->end[ball] || ++work->next[ball] == work->end[ball])
        return;
    uint32_t pair = (uint32_t)work->row[work->next[ball]];
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
            advance(work, pair.b, scanned);
            if (work->n_stacked == 0)
                break;
            taken = work->arranged[work->count - work->n_stacked--].a;
        }
    }
}

static bool reserve(struct sum_order_workspace *space, size_t pairs, size_t n)
{
    if (pairs >= UINT32_MAX / 2) /* each is entered twice */
        return false;
    return mem_grow(&space->next, &space->next_capacity, n + 1, sizeof *space->next) &&
           mem_grow(&space->end, &space->end_capacity, n + 1, sizeof *space->end) &&
           mem_grow(&space->waits, &space->waits_capacity, pairs + 1, sizeof *space->waits) &&
           mem_grow(&space->row, &space->row_capacity, 2 * pairs + 1, sizeof *space->row);
}

bool sum_order_arrange(struct pairs *pairs, const struct sum_order *order, size_t n, struct sum_order_workspace *space)
{
    space->arranged.count = 0;
    if (!reserve(space, pairs->count, n) || !pairs_reserve(&space->arranged, pairs->count + 1))
        return false;
    struct arrangement work = {.pairs = pairs->items,
                               .count = pairs->count,
                               .row = space->row,
                               .next = space->next,
                               .end = space->end,
                               .waits = space->waits,
                               .arranged = space->arranged.items};
    memset(work.end, 0, n * sizeof *work.end);
    memset(work.waits, 0, pairs->count);
    lay_rows(&work, n, order->unordered);
    for (size_t p = 0; p < pairs->count; p++) {
        struct pair pair = pairs->items[p];
        enter(&work, pair.a, order->id[pair.b], p);
        enter(&work, pair.b, order->id[pair.a], p);
    }
    sort_rows(&work, n);
    arrange(&work);
    struct pairs former = *pairs;
    *pairs = space->arranged;
    pairs->count = former.count;
    space->arranged = former;
    return true;
}

void sum_order_free(struct sum_order_workspace *space)
{
    pairs_free(&space->arranged);
    free(space->row);
    free(space->next);
    free(space->end);
    free(space->waits);
}
