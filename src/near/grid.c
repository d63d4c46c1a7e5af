/*
 * A hash grid: cells of one width, folded into a table of buckets.
 *
 * Balls of similar reach, the usual case: cells are as wide as two of the largest reach, and each ball is compared with
 * those in the 3 x 3 cells around it, four at a time; the few pairs of each ball are sorted (grid_kernel.c). Others:
 * cells are as wide as two of the mean reach, of which there are then about as many as balls or more, whatever the
 * sizes; each ball looks for those that are smaller, in as many cells as that takes, or among all if that are fewer;
 * then all pairs are sorted. A small ball does not look for a huge one, and the few huge ones are quick.
 *
 * The plane of cells is unbounded: integer coordinates are folded into about 2 n buckets, a square of them. A bucket
 * may hold the balls of several cells; the distance test tells them apart. The 3 x 3 cells around a ball lie in nine
 * different buckets, so no pair is found twice there; of more, repeated pairs are left out. So balls may leave the
 * table, and empty space costs nothing.
 *
 * On a periodic table balls are brought back to it, and those within reach of a seam are placed once more, as images
 * beyond the other side (Allen and Tildesley, Computer Simulation of Liquids, 2017, section 5.3.2). The rest goes on as
 * everywhere: a pair is near where the images say. With reaches above a quarter of the period a pair may be found more
 * than once; then, as with unequal balls, all pairs are sorted and repeated ones left out.
 *
 * Invariants: points 0..n-1 are the balls, those from n on images. After placing, `order` lists the balls of all points
 * bucket by bucket, bucket q holds order[first[q]..first[q+1]), and sorted_centre and sorted_reach are in the same
 * order, padded with four points that are near no other.
 * Cost: O(n + pairs) for balls that do not overlap much.
 */
#include "near/grid_internal.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/min_max.h"
#include "base/simd.h"

/** Cells are wider than needed by this part, which covers the rounding of coordinates up to FARTHEST cells. */
#define CELL_MARGIN 0.001

/** So many cells lie to each side of the origin; the last has all that is farther out. */
#define FARTHEST 0x1p40

/** The largest reach of balls that the kernel takes, in units of the mean. */
#define SIMILAR 2

struct grid_cell {
    int64_t x, y;
};

/* ---- cells ---- */

/** True if two images of a ball may be near another one at the same time. */
static bool meets_images(const struct grid *grid)
{
    double x = grid->period.length.x, y = grid->period.length.y, most = 4 * grid->largest * (1 + CELL_MARGIN);
    return (x > 0 && most > x) || (y > 0 && most > y);
}

void grid_adapt(struct grid *grid)
{
    double sum = 0, n = (double)grid->n;
    grid->largest = 0;
    for (size_t i = 0; i < grid->n; i++) {
        sum += grid->reach[i];
        grid->largest = double_max(grid->largest, grid->reach[i]);
    }
    bool similar = grid->largest * n <= SIMILAR * sum;
    grid->edge = 2 * (1 + CELL_MARGIN) * (similar ? grid->largest : sum / n);
    grid->finds_all = !similar || meets_images(grid);
}

/* ---- life ---- */

/** Twice as many buckets as balls or more, in a square of powers of two, so that cells near each other have different
 * ones.
 */
static void lay_buckets(struct grid *grid)
{
    uint64_t count = 16;
    while (count < 2 * grid->n)
        count *= 2;
    grid->mask = (uint32_t)(count - 1);
    for (grid->stride = 4; grid->stride * grid->stride < count;)
        grid->stride *= 2;
}

/** Room for the balls and, on a periodic table, for all their images, of which most are never written. */
static bool make_room(struct grid *grid)
{
    const size_t points = grid->period.is_any ? PERIOD_IMAGES * grid->n : grid->n, padded = points + F64X4_LANES;
    grid->first = mem_array((size_t)grid->mask + 2, sizeof *grid->first);
    grid->wrapped = mem_array_raw(grid->period.is_any ? points : 0, sizeof *grid->wrapped);
    grid->imaged = mem_array_raw(points - grid->n, sizeof *grid->imaged);
    grid->bucket = mem_array(points, sizeof *grid->bucket);
    grid->order = mem_array(padded, sizeof *grid->order);
    grid->sorted_centre = mem_array_raw(padded, sizeof *grid->sorted_centre);
    grid->sorted_reach = mem_array_raw(padded, sizeof *grid->sorted_reach);
    return grid->first && grid->wrapped && grid->imaged && grid->bucket && grid->order && grid->sorted_centre &&
           grid->sorted_reach;
}

struct grid *grid_create(size_t n, const double *reach, struct period period)
{
    struct grid *grid = mem_array(1, sizeof *grid);
    if (!grid)
        return NULL;
    grid->n = n;
    grid->period = period;
    grid->reach = reach;
    lay_buckets(grid);
    if (!make_room(grid)) {
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
    free(grid->first);
    free(grid->wrapped);
    free(grid->imaged);
    free(grid->bucket);
    free(grid->order);
    free(grid->sorted_centre);
    free(grid->sorted_reach);
    pairs_free(&grid->all);
    free(grid);
}

/* ---- placing ---- */

/** Number of the cell that holds q; NaN: any. */
static int64_t cell_coordinate(double q)
{
    q = q < FARTHEST ? q > -FARTHEST ? q : -FARTHEST : FARTHEST;
    return (int64_t)q - (q < 0);
}

/** The cell of a place, moved by as much along both axes. */
static struct grid_cell cell_at(const struct grid *grid, struct vec2 at, double by)
{
    return (struct grid_cell){cell_coordinate((at.x + by) / grid->edge), cell_coordinate((at.y + by) / grid->edge)};
}

/** Unsigned arithmetic folds the plane into the table of buckets. */
static uint32_t bucket_of(const struct grid *grid, int64_t column, int64_t row)
{
    return (uint32_t)((uint64_t)column + (uint64_t)row * grid->stride) & grid->mask;
}

/** Takes the places of the balls, on a periodic table brought back to it and with the images that may be near others.
 */
static void take_points(struct grid *grid, const struct vec2 *centre)
{
    struct vec2 images[PERIOD_IMAGES];
    grid->n_points = grid->n;
    grid->point = centre;
    if (!grid->period.is_any)
        return;
    grid->point = grid->wrapped;
    for (size_t i = 0; i < grid->n; i++) {
        struct vec2 *place = &grid->wrapped[i];
        *place = centre[i];
        period_wrap(&grid->period, place);
        int count = period_images(&grid->period, *place, grid->reach[i] + grid->largest, images);
        for (int k = 1; k < count; k++) {
            grid->imaged[grid->n_points - grid->n] = (uint32_t)i;
            grid->wrapped[grid->n_points++] = images[k];
        }
    }
}

/** The ball that a point shows. */
static uint32_t ball_of(const struct grid *grid, uint32_t point)
{
    return point < grid->n ? point : grid->imaged[point - grid->n];
}

/** Sorts the points by bucket, and within a bucket by index. */
static void sort_into_buckets(struct grid *grid)
{
    for (uint32_t p = 0; p < grid->n_points; p++) {
        struct grid_cell cell = cell_at(grid, grid->point[p], 0);
        bool is_known = grid->point[p].x == grid->point[p].x;
        grid->bucket[p] = is_known ? bucket_of(grid, cell.x, cell.y) : p & grid->mask;
    }
    pairs_order(grid->bucket, 1, grid->n_points, (size_t)grid->mask + 1, grid->first, grid->order);
    for (size_t slot = 0; slot < grid->n_points; slot++) {
        uint32_t point = grid->order[slot], ball = grid->order[slot] = ball_of(grid, point);
        grid->sorted_centre[slot] = grid->point[point];
        grid->sorted_reach[slot] = grid->reach[ball];
    }
    for (size_t slot = grid->n_points; slot < grid->n_points + F64X4_LANES; slot++) {
        grid->sorted_centre[slot] = (struct vec2){(double)NAN, (double)NAN};
        grid->sorted_reach[slot] = 0;
    }
}

/* ---- searching among unequal balls ---- */

/** Adds the pairs of ball i with smaller ones in some slots; of equal ones, the first is smaller. */
static bool search_slots(struct grid *grid, uint32_t i, uint32_t from, uint32_t to)
{
    const struct vec2 centre = grid->point[i];
    const double reach = grid->reach[i];
    for (uint32_t s = from; s < to; s++) {
        uint32_t j = grid->order[s];
        double dx = centre.x - grid->sorted_centre[s].x, dy = centre.y - grid->sorted_centre[s].y;
        double other = grid->sorted_reach[s], limit = reach + other;
        bool is_smaller = other < reach || (other == reach && j < i);
        if (is_smaller && dx * dx + dy * dy < limit * limit && !pairs_add(&grid->all, i < j ? i : j, i < j ? j : i))
            return false;
    }
    return true;
}

static bool search_smaller(struct grid *grid, uint32_t i)
{
    const double range = 2 * grid->reach[i] + CELL_MARGIN * grid->edge;
    struct grid_cell low = cell_at(grid, grid->point[i], -range), high = cell_at(grid, grid->point[i], range);
    double cells = (double)(high.x - low.x + 1) * (double)(high.y - low.y + 1);
    if (cells > (double)grid->n_points)
        return search_slots(grid, i, 0, (uint32_t)grid->n_points);
    for (int64_t row = low.y; row <= high.y; row++)
        for (int64_t column = low.x; column <= high.x; column++) {
            uint32_t q = bucket_of(grid, column, row);
            if (!search_slots(grid, i, grid->first[q], grid->first[q + 1]))
                return false;
        }
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
    for (uint32_t i = 0; i < grid->n; i++)
        if (!search_smaller(grid, i))
            return false;
    if (!pairs_sort(&grid->all, grid->n))
        return false;
    drop_repeated(&grid->all);
    return true;
}

bool grid_place(struct grid *grid, const struct vec2 *centre)
{
    take_points(grid, centre);
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
