/*
 * Near pairs of balls of similar reach: each ball is compared with the points in the nine buckets around it, four at a
 * time and three buckets side by side at once, which lie one behind the other in memory. The pairs of a ball are few;
 * they are sorted by counting the smaller ones, without branches.
 *
 * Cost: per ball about 600 instructions for 20 points around it.
 */
#include "near/grid_internal.h"
#include "near/pairs_simd.h"

enum {
    SHORT_LIST = 8, /* partners that most balls have at most */
    LONG_LIST = 16  /* partners that nearly all balls have at most */
};

/** One search in progress. */
struct pair_search {
    const struct grid *grid;
    uint32_t first; /* of the range */
    struct pairs *local, *ghost;
    bool (*sort)(struct pairs *pairs, size_t start);
};

ALWAYS_INLINE bool has_room(struct pairs *pairs, size_t more)
{
    return pairs->capacity - pairs->count >= more || pairs_reserve(pairs, more);
}

/** Appends the selected ones of four pairs to a list that has room. */
ALWAYS_INLINE void append(struct pairs *pairs, const struct pair four[F64X4_LANES], unsigned bits, struct simd_ops simd)
{
    simd.compress(&pairs->items[pairs->count], four, bits);
    pairs->count += simd_lane_count[bits];
}

/** Compares ball i with the balls in slots from..to-1. */
ALWAYS_INLINE bool scan(const struct pair_search *search, uint32_t i, struct vec2 centre, uint32_t from, uint32_t to,
                        struct simd_ops simd)
{
    const struct grid *grid = search->grid;
    size_t room = to - from + F64X4_LANES;
    if (!has_room(search->local, room) || !has_room(search->ghost, room))
        return false;
    f64x4 c = {centre.x, centre.y, centre.x, centre.y};
    for (uint32_t slot = from; slot < to; slot += F64X4_LANES) {
        const struct vec2 *others = &grid->sorted_centre[slot];
        const uint32_t *ids = &grid->order[slot];
        struct pair four[F64X4_LANES] = {{i, ids[0]}, {i, ids[1]}, {i, ids[2]}, {i, ids[3]}};
        struct vec2x4 d =
            vec2x4_of(c - simd.join(&others[0].x, &others[2].x), c - simd.join(&others[1].x, &others[3].x));
        f64x4 limit = grid->reach[i] + f64x4_load(&grid->sorted_reach[slot]);
        unsigned near = simd.movemask(d.x * d.x + d.y * d.y < limit * limit);
        near &= to - slot < F64X4_LANES ? (1u << (to - slot)) - 1 : 15u;
        i32x4 indices = *(const i32x4_unaligned *)(const void *)ids;
        append(search->local, four, near & i32x4_movemask(indices > (int32_t)i), simd);
        if (search->first > 0)
            append(search->ghost, four, near & i32x4_movemask(indices < (int32_t)search->first), simd);
    }
    return true;
}

/** Compares ball i with the balls in three buckets side by side, the middle one being q. */
ALWAYS_INLINE bool scan_three(const struct pair_search *search, uint32_t i, struct vec2 centre, uint32_t q,
                              struct simd_ops simd)
{
    const uint32_t *first = search->grid->first, mask = search->grid->mask;
    if (q > 0 && q < mask)
        return scan(search, i, centre, first[q - 1], first[q + 2], simd);
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t one = (q + k - 1) & mask;
        if (!scan(search, i, centre, first[one], first[one + 1], simd))
            return false;
    }
    return true;
}

/** Sorts a list of up to `most` pairs of one ball: each goes to the place that is the number of smaller ones, counted
 *  without branches. `most` is a constant where this is called. */
ALWAYS_INLINE void sort_by_rank(struct pair *list, size_t count, size_t most)
{
    uint32_t b[LONG_LIST], rank[LONG_LIST] = {0}, a = list[0].a;
    for (size_t k = 0; k < most; k++)
        b[k] = k < count ? list[k].b : UINT32_MAX;
    for (size_t j = 0; j < most; j++)
        for (size_t k = 0; k < most; k++)
            rank[k] += b[j] < b[k];
    for (size_t k = 0; k < count; k++)
        list[rank[k]] = (struct pair){a, b[k]};
}

/** Sorts the pairs from `start` on, all of one ball; true: they are sorted, not too many. */
ALWAYS_INLINE bool sort_list(struct pairs *pairs, size_t start)
{
    struct pair *list = pairs->items + start;
    size_t count = pairs->count - start;
    if (count > LONG_LIST)
        return false;
    if (count > SHORT_LIST)
        sort_by_rank(list, count, LONG_LIST);
    else if (count > 1)
        sort_by_rank(list, count, SHORT_LIST);
    return true;
}

ALWAYS_INLINE bool search_balls(const struct pair_search *search, uint32_t last, bool *sorted, struct simd_ops simd)
{
    const struct grid *grid = search->grid;
    for (uint32_t i = search->first; i < last; i++) {
        uint32_t q = grid->bucket[i], stride = (uint32_t)grid->stride;
        struct vec2 centre = grid->point[i];
        size_t local = search->local->count, ghost = search->ghost->count;
        for (uint32_t row = 0, three = q - stride; row < 3; row++, three += stride)
            if (!scan_three(search, i, centre, three & grid->mask, simd))
                return false;
        *sorted &= search->sort(search->local, local);
        if (search->first > 0)
            *sorted &= search->sort(search->ghost, ghost);
    }
    return true;
}

/* Not inlined, as the code is long. */
SIMD_BOTH(__attribute__((noinline)) bool, sort, (struct pairs * pairs, size_t start), return sort_list(pairs, start);)

SIMD_BOTH(bool, search, (const struct pair_search *search, uint32_t last, bool *sorted),
          return search_balls(search, last, sorted, simd);)

bool grid_kernel_search(const struct grid *grid, size_t first, size_t last, struct pairs *local, struct pairs *ghost,
                        bool *sorted)
{
    struct pair_search search = {grid, (uint32_t)first, local, ghost, SIMD_CHOSEN(sort)};
    return SIMD_CHOSEN(search)(&search, (uint32_t)last, sorted);
}
