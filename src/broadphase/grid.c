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
 * On a periodic table balls are brought back to it, and those within reach of a seam are placed once more, as images
 * beyond the other side (Allen and Tildesley, Computer Simulation of Liquids, 2017, section 5.3.2). The rest goes on as
 * everywhere: a pair is near where the images say. With reaches above a quarter of the period a pair may be found more
 * than once; then, as with several levels, all pairs are sorted and repeated ones left out.
 *
 * Invariants: points 0..n-1 are the balls, those from n on images. After placing, `order` lists the balls of all points
 * bucket by bucket, bucket q holds order[first[q]..first[q+1]), and sorted_centre and sorted_reach are in the same
 * order, padded with four points that are near no other.
 * Cost: O(n levels + pairs) for balls that do not overlap much.
 */
#include "broadphase/grid_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/double_bits.h"
#include "base/mem.h"
#include "base/min_max.h"
#include "base/simd.h"

/** Cells are this much larger than needed, which covers the rounding of coordinates up to EVEN_CELLS and beyond. */
#define CELL_MARGIN 1.001

/** So many cells to each side of the origin are equally wide; farther out they widen with the distance. */
#define EVEN_CELLS 0x1p40

enum { MAX_LEVELS = 2200 }; /* more powers of two than the range of doubles holds */

struct grid_cell {
    int64_t x, y;
    uint32_t level;
};

/* ---- levels ---- */

/** The smallest reach, and the largest into the grid. */
static double measure_reaches(struct grid *grid)
{
    double least = HUGE_VAL;
    grid->largest = 0;
    for (size_t i = 0; i < grid->n; i++) {
        least = double_min(least, grid->reach[i]);
        grid->largest = double_max(grid->largest, grid->reach[i]);
    }
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

/** True if two images of a ball may be near another one at the same time. */
static bool meets_images(const struct grid *grid)
{
    double x = grid->period.length.x, y = grid->period.length.y, most = 4 * grid->largest * CELL_MARGIN;
    return (x > 0 && most > x) || (y > 0 && most > y);
}

/** Assigns every ball its level; levels without balls are left out. */
void grid_adapt(struct grid *grid)
{
    double finest = measure_reaches(grid);
    uint16_t number[MAX_LEVELS] = {0};
    grid->n_levels = 0;
    for (size_t i = 0; i < grid->n; i++)
        number[grid->level[i] = doublings(grid->reach[i], finest)] = 1;
    double edge = 2 * finest;
    for (size_t l = 0; l < MAX_LEVELS; l++, edge *= 2)
        if (number[l]) {
            number[l] = (uint16_t)grid->n_levels;
            double wide = edge * CELL_MARGIN;
            grid->levels[grid->n_levels++] = (struct grid_level){wide, stride_for(wide, grid->extent, grid->mask)};
        }
    for (size_t i = 0; i < grid->n; i++)
        grid->level[i] = number[grid->level[i]];
    grid->finds_all = grid->n_levels > 1 || meets_images(grid);
}

/* ---- life ---- */

/** One less than the number of buckets, a power of two. */
static uint32_t bucket_mask(size_t n)
{
    uint64_t count = 16;
    while (count < 2 * n)
        count *= 2;
    return (uint32_t)(count - 1);
}

static void free_points(struct grid *grid)
{
    free(grid->bucket);
    free(grid->order);
    free(grid->sorted_centre);
    free(grid->sorted_reach);
}

/** Makes room for points; what there was is lost. */
static bool make_room(struct grid *grid, size_t points)
{
    free_points(grid);
    grid->room = points;
    grid->bucket = mem_array(points, sizeof *grid->bucket);
    grid->order = mem_array(points + F64X4_LANES, sizeof *grid->order);
    grid->sorted_centre = mem_array_aligned(points + F64X4_LANES, sizeof *grid->sorted_centre);
    grid->sorted_reach = mem_array_aligned(points + F64X4_LANES, sizeof *grid->sorted_reach);
    return grid->bucket && grid->order && grid->sorted_centre && grid->sorted_reach;
}

struct grid *grid_create(size_t n, const double *reach, double extent, struct period period)
{
    struct grid *grid = mem_array(1, sizeof *grid);
    if (!grid)
        return NULL;
    grid->n = n;
    grid->extent = extent;
    grid->period = period;
    grid->reach = reach;
    grid->mask = bucket_mask(n);
    grid->levels = mem_array(MAX_LEVELS, sizeof *grid->levels);
    grid->level = mem_array(n, sizeof *grid->level);
    grid->first = mem_array((size_t)grid->mask + 2, sizeof *grid->first);
    if (!grid->levels || !grid->level || !grid->first || !make_room(grid, n)) {
        grid_destroy(grid);
        return NULL;
    }
    grid_adapt(grid);
    return grid;
}

void grid_destroy(struct grid *grid)
{
    if (!grid)
        return;
    free_points(grid);
    free(grid->wrapped);
    free(grid->imaged);
    free(grid->levels);
    free(grid->level);
    free(grid->first);
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
    return (int64_t)EVEN_CELLS + (int64_t)((double_bits_of(q) - double_bits_of(EVEN_CELLS)) >> 12);
}

/** Every double has a cell, also an infinite one; NaN is put anywhere. */
static int64_t cell_coordinate(double q)
{
    if (!(q == q))
        return 0;
    return q < 0 ? -1 - cell_outwards(-q) : cell_outwards(q);
}

static struct grid_cell cell_at(const struct grid *grid, uint32_t level, struct vec2 at)
{
    double edge = grid->levels[level].edge;
    return (struct grid_cell){cell_coordinate(at.x / edge), cell_coordinate(at.y / edge), level};
}

/** Unsigned arithmetic folds the plane into the table of buckets. */
static uint32_t bucket_of(const struct grid *grid, struct grid_cell cell)
{
    uint64_t place = (uint64_t)cell.x + (uint64_t)cell.y * grid->levels[cell.level].stride + cell.level * 7919u;
    return (uint32_t)place & grid->mask;
}

/** Brings the balls back to a periodic table and adds the images that may be near others. */
static bool add_images(struct grid *grid, const struct vec2 *centre)
{
    struct vec2 images[PERIOD_IMAGES];
    if (!mem_grow(&grid->wrapped, &grid->wrapped_capacity, grid->n + 1, sizeof *grid->wrapped))
        return false;
    for (size_t i = 0; i < grid->n; i++) {
        struct vec2 place = centre[i];
        period_wrap(&grid->period, &place);
        int count = period_images(&grid->period, place, grid->reach[i] + grid->largest, images);
        size_t more = (size_t)count - 1, n_images = grid->n_points - grid->n;
        if (!mem_grow(&grid->wrapped, &grid->wrapped_capacity, grid->n_points + more, sizeof *grid->wrapped) ||
            !mem_grow(&grid->imaged, &grid->imaged_capacity, n_images + more, sizeof *grid->imaged))
            return false;
        grid->wrapped[i] = place;
        for (size_t k = 0; k < more; k++) {
            grid->wrapped[grid->n_points++] = images[k + 1];
            grid->imaged[n_images + k] = (uint32_t)i;
        }
    }
    return true;
}

/** Takes the places of the balls and, on a periodic table, of their images. */
static bool take_points(struct grid *grid, const struct vec2 *centre)
{
    grid->n_points = grid->n;
    grid->point = centre;
    if (!grid->period.is_any)
        return true;
    if (!add_images(grid, centre))
        return false;
    grid->point = grid->wrapped;
    return grid->n_points <= grid->room || make_room(grid, grid->n_points + grid->n_points / 8);
}

/** The ball that a point shows. */
static uint32_t ball_of(const struct grid *grid, uint32_t point)
{
    return point < grid->n ? point : grid->imaged[point - grid->n];
}

/** Lists points 0..n-1 by key, those of the same key in ascending order: order[first[k]..first[k+1]) have key k. Costs
 *  O(n + keys).
 *  @param key   of each, < keys
 *  @param first room for keys + 1 */
static void counting_sort(const uint32_t *key, size_t n, size_t keys, uint32_t *first, uint32_t *order)
{
    memset(first, 0, (keys + 1) * sizeof *first);
    for (size_t i = 0; i < n; i++)
        first[key[i]]++;
    for (size_t k = 0; k < keys; k++)
        first[k + 1] += first[k];
    for (size_t i = n; i-- > 0;)
        order[--first[key[i]]] = (uint32_t)i;
}

/** Sorts the points by bucket, and within a bucket by index. */
static void sort_into_buckets(struct grid *grid)
{
    for (uint32_t p = 0; p < grid->n_points; p++)
        grid->bucket[p] = bucket_of(grid, cell_at(grid, grid->level[ball_of(grid, p)], grid->point[p]));
    counting_sort(grid->bucket, grid->n_points, (size_t)grid->mask + 1, grid->first, grid->order);
    for (size_t slot = 0; slot < grid->n_points; slot++) {
        uint32_t point = grid->order[slot], ball = grid->order[slot] = ball_of(grid, point);
        grid->sorted_centre[slot] = grid->point[point];
        grid->sorted_reach[slot] = grid->reach[ball];
    }
    for (size_t slot = grid->n_points; slot < grid->n_points + F64X4_LANES; slot++)
        grid->sorted_centre[slot] = (struct vec2){(double)NAN, (double)NAN};
}

/* ---- searching several levels ---- */

/** Adds the pairs of the ball in `slot` with the balls of `cell` in slots from `from` on. */
static bool search_cell(struct grid *grid, uint32_t slot, struct grid_cell cell, uint32_t from)
{
    uint32_t q = bucket_of(grid, cell), i = grid->order[slot];
    struct vec2 centre = grid->sorted_centre[slot];
    for (uint32_t s = grid->first[q] > from ? grid->first[q] : from; s < grid->first[q + 1]; s++) {
        uint32_t j = grid->order[s];
        double dx = centre.x - grid->sorted_centre[s].x, dy = centre.y - grid->sorted_centre[s].y;
        double limit = grid->sorted_reach[slot] + grid->sorted_reach[s];
        if (grid->level[j] == cell.level && i != j && dx * dx + dy * dy < limit * limit &&
            !pairs_add(&grid->all, i < j ? i : j, i < j ? j : i))
            return false;
    }
    return true;
}

/** Own cell (later slots) and the four cells after it; the balls of the other four search this cell. */
static bool search_own_level(struct grid *grid, uint32_t slot, struct grid_cell c)
{
    return search_cell(grid, slot, c, slot + 1) &&
           search_cell(grid, slot, (struct grid_cell){c.x + 1, c.y, c.level}, 0) &&
           search_cell(grid, slot, (struct grid_cell){c.x - 1, c.y + 1, c.level}, 0) &&
           search_cell(grid, slot, (struct grid_cell){c.x, c.y + 1, c.level}, 0) &&
           search_cell(grid, slot, (struct grid_cell){c.x + 1, c.y + 1, c.level}, 0);
}

static bool search_coarser_level(struct grid *grid, uint32_t slot, struct grid_cell c)
{
    for (int64_t y = c.y - 1; y <= c.y + 1; y++)
        for (int64_t x = c.x - 1; x <= c.x + 1; x++)
            if (!search_cell(grid, slot, (struct grid_cell){x, y, c.level}, 0))
                return false;
    return true;
}

static void drop_repeated(struct pairs *sorted)
{
    size_t kept = 0;
    for (size_t p = 0; p < sorted->count; p++)
        if (p == 0 || pairs_before(sorted->items[p - 1], sorted->items[p]))
            sorted->items[kept++] = sorted->items[p];
    sorted->count = kept;
}

static bool find_all(struct grid *grid)
{
    grid->all.count = 0;
    for (uint32_t slot = 0; slot < grid->n_points; slot++) {
        uint32_t level = grid->level[grid->order[slot]];
        if (!search_own_level(grid, slot, cell_at(grid, level, grid->sorted_centre[slot])))
            return false;
        while (++level < grid->n_levels)
            if (!search_coarser_level(grid, slot, cell_at(grid, level, grid->sorted_centre[slot])))
                return false;
    }
    if (!pairs_sort(&grid->all, grid->n))
        return false;
    drop_repeated(&grid->all);
    return true;
}

bool grid_place(struct grid *grid, const struct vec2 *centre)
{
    if (!take_points(grid, centre))
        return false;
    sort_into_buckets(grid);
    return !grid->finds_all || find_all(grid);
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

bool grid_near(const struct grid *grid, size_t first, size_t last, struct pairs *local, struct pairs *ghost)
{
    local->count = ghost->count = 0;
    if (grid->finds_all)
        return pick(&grid->all, first, last, local, ghost);
    bool sorted = true;
    if (!grid_kernel_search(grid, first, last, local, ghost, &sorted))
        return false;
    return sorted || (pairs_sort(local, grid->n) && pairs_sort(ghost, grid->n));
}
