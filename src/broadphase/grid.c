/*
 * A hierarchical hash grid (Eitz and Gu, Shape Modeling International 2007). A ball of reach h belongs to the level
 * whose cell edge is the smallest power of two (times the smallest reach) not below 2 h. Two balls nearer than the sum
 * of their reaches are then at most one cell apart at the coarser one's level.
 *
 * One level, as for equal balls: each ball is compared with those in the 3 x 3 cells around it, four at a time, and the
 * few pairs of each ball are sorted. Several levels: each ball is compared with half of the 3 x 3 cells at its own
 * level, so that each pair is found once, and with all 3 x 3 cells at each coarser level that holds balls; then all
 * pairs are sorted. One huge ball among many small ones costs each of these nine cells, not n.
 *
 * The plane of cells is unbounded: integer coordinates are folded into about 2 n buckets. A bucket may hold the balls
 * of several cells; the distance test tells them apart, and no pair is found twice because the nine cells around a ball
 * lie in nine different buckets. So balls may leave the table, and empty space costs nothing.
 *
 * Invariants: after placing, `order` lists the balls bucket by bucket, bucket q holds order[first[q]..first[q+1]), and
 * sorted_centre and sorted_reach are in the same order, padded with four balls that are near no other.
 * Cost: O(n levels + pairs) for balls that do not overlap much.
 */
#include "broadphase/grid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/counting_sort.h"
#include "base/cpu.h"
#include "base/mem.h"
#include "broadphase/pairs_simd.h"

/** Cells are this much larger than needed, which covers the rounding of coordinates up to EVEN_CELLS and beyond. */
#define CELL_MARGIN 1.001

/** So many cells to each side of the origin are equally wide; farther out they widen with the distance. */
#define EVEN_CELLS 0x1p40

enum {
    MAX_LEVELS = 2200, /* more powers of two than the range of doubles holds */
    SHORT_LIST = 8,    /* partners that most balls have at most */
    LONG_LIST = 16     /* partners that nearly all balls have at most */
};

struct cell {
    int64_t x, y;
    uint32_t level;
};

struct level {
    double edge;     /* of its cells */
    uint64_t stride; /* buckets between a cell and the one above it */
};

struct grid {
    size_t n, n_levels;
    double extent; /* in x, of where most balls are */
    const double *reach;
    struct level *levels; /* those that hold balls, finest first */
    uint16_t *level;      /* of each ball */
    uint32_t *bucket;     /* of each ball */
    uint32_t *order;
    uint32_t *first;
    uint32_t mask; /* number of buckets - 1; a power of two - 1 */
    struct vec2 *sorted_centre;
    double *sorted_reach;
    struct pairs all; /* with several levels: all near pairs, found when the balls are placed */
};

/* ---- levels ---- */

static double smallest(size_t n, const double *values)
{
    double least = (double)INFINITY;
    for (size_t i = 0; i < n; i++)
        least = values[i] < least ? values[i] : least;
    return least;
}

/** How often the finest edge must be doubled to reach twice this reach. */
static uint16_t doublings(double reach, double finest)
{
    uint16_t count = 0;
    for (double edge = 2 * finest; edge < 2 * reach; edge *= 2)
        count++;
    return count;
}

/** True if neither `stride` nor 2 `stride` buckets lead to within two buckets of the start. */
static bool keeps_apart(uint64_t stride, uint32_t mask)
{
    uint32_t once = (uint32_t)stride & mask, twice = (uint32_t)(2 * stride) & mask;
    return once > 2 && once < mask - 1 && twice > 2 && twice < mask - 1;
}

static uint64_t stride_for(double edge, double extent, uint32_t mask)
{
    double columns = extent / edge + 2;
    uint64_t stride = (columns < EVEN_CELLS ? (uint64_t)columns : 0) | 1;
    while (!keeps_apart(stride, mask))
        stride += 2;
    return stride;
}

/** Assigns every ball its level; levels without balls are left out. */
void grid_adapt(struct grid *grid)
{
    double finest = smallest(grid->n, grid->reach);
    uint16_t number[MAX_LEVELS] = {0};
    grid->n_levels = 0;
    for (size_t i = 0; i < grid->n; i++)
        number[grid->level[i] = doublings(grid->reach[i], finest)] = 1;
    double edge = 2 * finest;
    for (size_t l = 0; l < MAX_LEVELS; l++, edge *= 2)
        if (number[l]) {
            number[l] = (uint16_t)grid->n_levels;
            double wide = edge * CELL_MARGIN;
            grid->levels[grid->n_levels++] = (struct level){wide, stride_for(wide, grid->extent, grid->mask)};
        }
    for (size_t i = 0; i < grid->n; i++)
        grid->level[i] = number[grid->level[i]];
}

/* ---- life ---- */

static uint32_t bucket_count(size_t n)
{
    uint32_t count = 16;
    while (count < 2 * n)
        count *= 2;
    return count;
}

static bool allocate(struct grid *grid)
{
    size_t n = grid->n;
    grid->levels = mem_array(MAX_LEVELS, sizeof *grid->levels);
    grid->level = mem_array(n, sizeof *grid->level);
    grid->bucket = mem_array(n, sizeof *grid->bucket);
    grid->order = mem_array(n + F64X4_LANES, sizeof *grid->order);
    grid->first = mem_array((size_t)grid->mask + 2, sizeof *grid->first);
    grid->sorted_centre = mem_array_aligned(n + F64X4_LANES, sizeof *grid->sorted_centre);
    grid->sorted_reach = mem_array_aligned(n + F64X4_LANES, sizeof *grid->sorted_reach);
    return grid->levels && grid->level && grid->bucket && grid->order && grid->first && grid->sorted_centre &&
           grid->sorted_reach;
}

struct grid *grid_create(size_t n, const double *reach, double extent)
{
    struct grid *grid = mem_array(1, sizeof *grid);
    if (!grid)
        return NULL;
    grid->n = n;
    grid->extent = extent;
    grid->reach = reach;
    grid->mask = bucket_count(n) - 1;
    if (!allocate(grid)) {
        grid_destroy(grid);
        return NULL;
    }
    for (size_t i = n; i < n + F64X4_LANES; i++)
        grid->sorted_centre[i] = (struct vec2){(double)NAN, (double)NAN};
    grid_adapt(grid);
    return grid;
}

void grid_destroy(struct grid *grid)
{
    if (!grid)
        return;
    free(grid->levels);
    free(grid->level);
    free(grid->bucket);
    free(grid->order);
    free(grid->first);
    free(grid->sorted_centre);
    free(grid->sorted_reach);
    pairs_free(&grid->all);
    free(grid);
}

/* ---- placing ---- */

/** Number of the cell that holds q >= 0. Beyond EVEN_CELLS the bits of a double, read as an integer, count on: 2^40
 *  cells for each power of two, at most one per unit of q, so that near balls stay in neighbouring cells. */
static int64_t cell_outwards(double q)
{
    if (q < EVEN_CELLS)
        return (int64_t)q;
    const double edge_of_even = EVEN_CELLS;
    int64_t bits, first;
    memcpy(&bits, &q, sizeof bits);
    memcpy(&first, &edge_of_even, sizeof first);
    return (int64_t)EVEN_CELLS + ((bits - first) >> 12);
}

/** Every double has a cell, also an infinite one; NaN is put anywhere. */
static int64_t cell_coordinate(double q)
{
    if (!(q == q))
        return 0;
    return q < 0 ? -1 - cell_outwards(-q) : cell_outwards(q);
}

static struct cell cell_at(const struct grid *grid, uint32_t level, struct vec2 at)
{
    double edge = grid->levels[level].edge;
    return (struct cell){cell_coordinate(at.x / edge), cell_coordinate(at.y / edge), level};
}

/** Unsigned arithmetic folds the plane into the table of buckets. */
static uint32_t bucket_of(const struct grid *grid, struct cell cell)
{
    uint64_t place = (uint64_t)cell.x + (uint64_t)cell.y * grid->levels[cell.level].stride + cell.level * 7919u;
    return (uint32_t)place & grid->mask;
}

/** Sorts the balls by bucket, and within a bucket by index. */
static void sort_into_buckets(struct grid *grid, const struct vec2 *centre)
{
    for (size_t i = 0; i < grid->n; i++)
        grid->bucket[i] = bucket_of(grid, cell_at(grid, grid->level[i], centre[i]));
    counting_sort(grid->bucket, grid->n, (size_t)grid->mask + 1, grid->first, grid->order);
    for (size_t slot = 0; slot < grid->n; slot++) {
        grid->sorted_centre[slot] = centre[grid->order[slot]];
        grid->sorted_reach[slot] = grid->reach[grid->order[slot]];
    }
}

/* ---- searching several levels ---- */

/** Adds the pairs of the ball in `slot` with the balls of `cell` in slots from `from` on. */
static bool search_cell(struct grid *grid, uint32_t slot, struct cell cell, uint32_t from)
{
    uint32_t q = bucket_of(grid, cell), i = grid->order[slot];
    struct vec2 centre = grid->sorted_centre[slot];
    for (uint32_t s = grid->first[q] > from ? grid->first[q] : from; s < grid->first[q + 1]; s++) {
        uint32_t j = grid->order[s];
        double dx = centre.x - grid->sorted_centre[s].x, dy = centre.y - grid->sorted_centre[s].y;
        double limit = grid->sorted_reach[slot] + grid->sorted_reach[s];
        if (grid->level[j] == cell.level && dx * dx + dy * dy < limit * limit &&
            !pairs_add(&grid->all, i < j ? i : j, i < j ? j : i))
            return false;
    }
    return true;
}

/** Own cell (later slots) and the four cells after it; the balls of the other four search this cell. */
static bool search_own_level(struct grid *grid, uint32_t slot, struct cell c)
{
    return search_cell(grid, slot, c, slot + 1) && search_cell(grid, slot, (struct cell){c.x + 1, c.y, c.level}, 0) &&
           search_cell(grid, slot, (struct cell){c.x - 1, c.y + 1, c.level}, 0) &&
           search_cell(grid, slot, (struct cell){c.x, c.y + 1, c.level}, 0) &&
           search_cell(grid, slot, (struct cell){c.x + 1, c.y + 1, c.level}, 0);
}

static bool search_coarser_level(struct grid *grid, uint32_t slot, struct cell c)
{
    for (int64_t y = c.y - 1; y <= c.y + 1; y++)
        for (int64_t x = c.x - 1; x <= c.x + 1; x++)
            if (!search_cell(grid, slot, (struct cell){x, y, c.level}, 0))
                return false;
    return true;
}

static bool find_all(struct grid *grid)
{
    grid->all.count = 0;
    for (uint32_t slot = 0; slot < grid->n; slot++) {
        uint32_t level = grid->level[grid->order[slot]];
        if (!search_own_level(grid, slot, cell_at(grid, level, grid->sorted_centre[slot])))
            return false;
        while (++level < grid->n_levels)
            if (!search_coarser_level(grid, slot, cell_at(grid, level, grid->sorted_centre[slot])))
                return false;
    }
    return pairs_sort(&grid->all, grid->n);
}

bool grid_place(struct grid *grid, const struct vec2 *centre)
{
    sort_into_buckets(grid, centre);
    return grid->n_levels <= 1 || find_all(grid);
}

/** Picks those of a range out of all pairs. */
static bool pick(const struct pairs *all, size_t first, size_t last, struct pairs *local, struct pairs *ghost)
{
    for (size_t p = 0; p < all->count; p++) {
        struct pair pair = all->items[p];
        if (pair.a >= first && pair.a < last && !pairs_add(local, pair.a, pair.b))
            return false;
        if (pair.a < first && pair.b >= first && pair.b < last && !pairs_add(ghost, pair.b, pair.a))
            return false;
    }
    return true;
}

/* ---- searching one level ---- */

/** One search in progress. */
struct search {
    const struct grid *grid;
    const struct vec2 *centre;
    uint32_t first; /* of the range */
    struct pairs *local, *ghost;
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
ALWAYS_INLINE bool scan(const struct search *search, uint32_t i, struct vec2 centre, uint32_t from, uint32_t to,
                        struct simd_ops simd)
{
    const struct grid *grid = search->grid;
    size_t room = to - from + F64X4_LANES;
    if (!has_room(search->local, room) || !has_room(search->ghost, room))
        return false;
    f64x2 c = {centre.x, centre.y};
    for (uint32_t slot = from; slot < to; slot += F64X4_LANES) {
        const struct vec2 *others = &grid->sorted_centre[slot];
        const uint32_t *ids = &grid->order[slot];
        struct pair four[F64X4_LANES] = {{i, ids[0]}, {i, ids[1]}, {i, ids[2]}, {i, ids[3]}};
        struct vec2x4 d = vec2x4_of(c - vec2x4_get(others, 0), c - vec2x4_get(others, 1), c - vec2x4_get(others, 2),
                                    c - vec2x4_get(others, 3));
        f64x4 limit = grid->reach[i] + f64x4_load(&grid->sorted_reach[slot]);
        unsigned near = simd.movemask(d.x * d.x + d.y * d.y < limit * limit);
        near &= to - slot < F64X4_LANES ? (1u << (to - slot)) - 1 : 15u;
        i32x4 indices = *(const i32x4 *)(const void *)ids;
        append(search->local, four, near & i32x4_movemask(indices > (int32_t)i), simd);
        if (search->first > 0)
            append(search->ghost, four, near & i32x4_movemask(indices < (int32_t)search->first), simd);
    }
    return true;
}

/** Compares ball i with the balls in three buckets side by side, the middle one being q. */
ALWAYS_INLINE bool scan_three(const struct search *search, uint32_t i, struct vec2 centre, uint32_t q,
                              struct simd_ops simd)
{
    const uint32_t *first = search->grid->first, mask = search->grid->mask;
    if (q > 0 && q < mask)
        return scan(search, i, centre, first[q - 1], first[q + 2], simd);
    uint32_t before = (q - 1) & mask, after = (q + 1) & mask;
    return scan(search, i, centre, first[before], first[before + 1], simd) &&
           scan(search, i, centre, first[q], first[q + 1], simd) &&
           scan(search, i, centre, first[after], first[after + 1], simd);
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

ALWAYS_INLINE bool search_balls(const struct search *search, uint32_t last, bool *sorted, struct simd_ops simd)
{
    const struct grid *grid = search->grid;
    for (uint32_t i = search->first; i < last; i++) {
        uint32_t q = grid->bucket[i], stride = (uint32_t)grid->levels[0].stride;
        struct vec2 centre = search->centre[i];
        size_t local = search->local->count, ghost = search->ghost->count;
        if (!scan_three(search, i, centre, (q - stride) & grid->mask, simd) ||
            !scan_three(search, i, centre, q, simd) || !scan_three(search, i, centre, (q + stride) & grid->mask, simd))
            return false;
        *sorted &= sort_list(search->local, local);
        *sorted &= sort_list(search->ghost, ghost);
    }
    return true;
}

static bool search_baseline(const struct search *search, uint32_t last, bool *sorted)
{
    return search_balls(search, last, sorted, SIMD_BASELINE);
}

TARGET_AVX2 static bool search_avx2(const struct search *search, uint32_t last, bool *sorted)
{
    return search_balls(search, last, sorted, SIMD_AVX2);
}

bool grid_near(const struct grid *grid, const struct vec2 *centre, size_t first, size_t last, struct pairs *local,
               struct pairs *ghost)
{
    local->count = ghost->count = 0;
    if (grid->n_levels > 1)
        return pick(&grid->all, first, last, local, ghost);
    struct search search = {grid, centre, (uint32_t)first, local, ghost};
    bool sorted = true;
    if (!(cpu_has_avx2() ? search_avx2 : search_baseline)(&search, (uint32_t)last, &sorted))
        return false;
    return sorted || (pairs_sort(local, grid->n) && pairs_sort(ghost, grid->n));
}
