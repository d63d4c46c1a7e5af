/*
 * Pairs of sorted balls in an order that suits memory and changes no sum.
 *
 * Memory wants pairs in the order of places, sums want each ball's partners in the order of ids; both are had by taking
 * pairs in the order of places, but before each, those that come first for one of its balls, and before them those that
 * come first for one of theirs. There is no circle, since lexicographic order by ids satisfies all. With ids in no
 * order a pair waits for a few others, all of them near.
 *
 * Cost: O(pairs), and sorting the few partners of each ball.
 */
#include "broadphase/sum_order.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

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

/** Makes each ball's row of pairs, by the partners' ids; `next` is where it begins. */
static void make_rows(struct sum_order_workspace *space, const struct pairs *pairs, const uint32_t *id, size_t n)
{
    uint32_t *next = space->next, *end = space->end, entries = 0;
    memset(end, 0, n * sizeof *end);
    for (size_t p = 0; p < pairs->count; p++) {
        end[pairs->items[p].a]++;
        end[pairs->items[p].b]++;
    }
    for (size_t i = 0; i < n; i++) {
        next[i] = entries;
        entries += end[i];
        end[i] = next[i];
    }
    for (size_t p = 0; p < pairs->count; p++) {
        struct pair pair = pairs->items[p];
        space->row[end[pair.a]++] = (uint64_t)id[pair.b] << 32 | p;
        space->row[end[pair.b]++] = (uint64_t)id[pair.a] << 32 | p;
    }
    for (size_t i = 0; i < n; i++)
        sort(space->row + next[i], end[i] - next[i]);
}

/** Appends a pair to those that are arranged, and before it those that it must follow. The stack of pairs that wait
 *  lies at the end of `to`, which has room for all `count`. */
static void arrange(struct sum_order_workspace *space, const struct pairs *pairs, size_t wanted, struct pairs *to)
{
    struct pair *waiting = to->items + pairs->count;
    for ((--waiting)->a = (uint32_t)wanted; waiting < to->items + pairs->count;) {
        struct pair pair = pairs->items[waiting->a];
        uint32_t of_a = (uint32_t)space->row[space->next[pair.a]], of_b = (uint32_t)space->row[space->next[pair.b]];
        if (of_a != waiting->a || of_b != waiting->a) {
            uint32_t first = of_a != waiting->a ? of_a : of_b;
            (--waiting)->a = first;
            continue;
        }
        waiting++;
        to->items[to->count++] = pair;
        space->next[pair.a]++;
        space->next[pair.b]++;
    }
}

static bool reserve(struct sum_order_workspace *space, size_t pairs, size_t n)
{
    space->arranged.count = 0;
    if (pairs >= UINT32_MAX / 2) /* each is entered twice */
        return false;
    return mem_grow(&space->next, &space->next_capacity, n + 1, sizeof *space->next) &&
           mem_grow(&space->end, &space->end_capacity, n + 1, sizeof *space->end) &&
           mem_grow(&space->row, &space->row_capacity, 2 * pairs + 1, sizeof *space->row) &&
           pairs_reserve(&space->arranged, pairs + 1);
}

bool sum_order_arrange(struct pairs *pairs, const uint32_t *id, size_t n, struct sum_order_workspace *space)
{
    if (!reserve(space, pairs->count, n))
        return false;
    make_rows(space, pairs, id, n);
    for (size_t p = 0; p < pairs->count; p++) {
        struct pair pair = pairs->items[p];
        uint32_t next = space->next[pair.a];
        bool is_arranged = next == space->end[pair.a] || space->row[next] >> 32 > id[pair.b];
        if (!is_arranged)
            arrange(space, pairs, p, &space->arranged);
    }
    struct pairs former = *pairs;
    *pairs = space->arranged;
    space->arranged = former;
    return true;
}

void sum_order_free(struct sum_order_workspace *space)
{
    pairs_free(&space->arranged);
    free(space->row);
    free(space->next);
    free(space->end);
}
