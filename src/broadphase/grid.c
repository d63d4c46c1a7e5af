/*
 * A hierarchy of cell grids. A ball of reach h lives at the level whose cell edge is the smallest power of two (times
 * the smallest reach) not below 2 h. Two balls nearer than the sum of their reaches are then at most one cell apart at
 * the coarser one's level: each ball looks into half of the 3 x 3 cells at its own level, so that it meets its peers
 * once, and into all 3 x 3 cells at each coarser level that is inhabited. One huge ball among many small ones costs
 * the small ones nine look-ups each, not n. (Hierarchical hash grids: Eitz and Gu, Shape Modeling International 2007.)
 *
 * Cells have no bounds: their integer coordinates are folded into a table of about 2 n buckets, row after row for
 * cells on the table, and a ball is met only in the cell that it is really in. So balls may leave the table, and an
 * empty table costs nothing.
 *
 * Invariants: after place(), `order` lists the balls bucket by bucket, and bucket q holds order[first[q]..first[q+1]).
 * Cost: O(n levels + pairs) for balls that do not overlap much.
 */
#include "broadphase/grid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/** Cells are this much larger than needed, which covers the rounding of coordinates up to EVEN_CELLS and beyond. */
#define CELL_MARGIN 1.001

/** So many cells to each side of the origin are equally wide; farther out they widen with the distance. */
#define EVEN_CELLS 0x1p40

struct cell {
    int64_t x, y;
    uint32_t level;
};

struct level {
    double edge;     /* of its cells */
    uint64_t stride; /* buckets between a cell and the one above it; odd, so that no fold lines up rows */
};

struct grid {
    size_t n, n_levels;
    double *reach;
    struct level *levels; /* the inhabited ones, finest first */
    struct cell *cell;    /* of each ball */
    uint32_t *bucket;     /* of each ball */
    uint32_t *order;
    uint32_t *first;
    uint32_t mask;      /* number of buckets - 1; a power of two - 1 */
    size_t *pair_start; /* scratch of the sort */
    struct pairs spare; /* scratch of the sort */
};

/* ---- levels ---- */

static double smallest(size_t n, const double *values)
{
    double least = (double)INFINITY;
    for (size_t i = 0; i < n; i++)
        least = values[i] < least ? values[i] : least;
    return least;
}

static double edge_for(double reach, double finest)
{
    double edge = 2 * finest;
    while (edge < 2 * reach)
        edge *= 2;
    return edge * CELL_MARGIN;
}

static int compare_levels(const void *a, const void *b)
{
    double one = ((const struct level *)a)->edge, other = ((const struct level *)b)->edge;
    return (one > other) - (one < other);
}

/** Keeps one of each run of equal edges; returns how many are left. */
static size_t unique_levels(struct level *levels, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || levels[i].edge > levels[kept - 1].edge)
            levels[kept++] = levels[i];
    return kept;
}

static uint64_t stride_for(double edge, double width)
{
    double columns = width / edge + 2;
    return (columns < EVEN_CELLS ? (uint64_t)columns : 0) | 1;
}

/** Assigns every ball its level, which never changes. */
static void make_levels(struct grid *grid, double width)
{
    double finest = smallest(grid->n, grid->reach);
    for (size_t i = 0; i < grid->n; i++)
        grid->levels[i].edge = edge_for(grid->reach[i], finest);
    qsort(grid->levels, grid->n, sizeof *grid->levels, compare_levels);
    grid->n_levels = unique_levels(grid->levels, grid->n);
    for (size_t l = 0; l < grid->n_levels; l++)
        grid->levels[l].stride = stride_for(grid->levels[l].edge, width);
    for (size_t i = 0; i < grid->n; i++) {
        double edge = edge_for(grid->reach[i], finest);
        while (grid->levels[grid->cell[i].level].edge < edge)
            grid->cell[i].level++;
    }
}

/* ---- life ---- */

static uint32_t bucket_count(size_t n)
{
    uint32_t count = 16;
    while (count < 2 * n)
        count *= 2;
    return count;
}

struct grid *grid_create(size_t n, const double *reach, double width)
{
    struct grid *grid = mem_array(1, sizeof *grid);
    if (!grid)
        return NULL;
    grid->n = n;
    grid->mask = bucket_count(n) - 1;
    grid->reach = mem_array(n, sizeof *grid->reach);
    grid->levels = mem_array(n, sizeof *grid->levels);
    grid->cell = mem_array(n, sizeof *grid->cell);
    grid->bucket = mem_array(n, sizeof *grid->bucket);
    grid->order = mem_array(n, sizeof *grid->order);
    grid->first = mem_array((size_t)grid->mask + 2, sizeof *grid->first);
    grid->pair_start = mem_array(n + 1, sizeof *grid->pair_start);
    if (!grid->reach || !grid->levels || !grid->cell || !grid->bucket || !grid->order || !grid->first ||
        !grid->pair_start) {
        grid_destroy(grid);
        return NULL;
    }
    memcpy(grid->reach, reach, n * sizeof *reach);
    make_levels(grid, width);
    return grid;
}

void grid_destroy(struct grid *grid)
{
    if (!grid)
        return;
    free(grid->reach);
    free(grid->levels);
    free(grid->cell);
    free(grid->bucket);
    free(grid->order);
    free(grid->first);
    free(grid->pair_start);
    pairs_free(&grid->spare);
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

static struct cell cell_at(const struct grid *grid, uint32_t level, double x, double y)
{
    double edge = grid->levels[level].edge;
    return (struct cell){cell_coordinate(x / edge), cell_coordinate(y / edge), level};
}

/** Unsigned arithmetic folds the plane into the table of buckets. */
static uint32_t bucket_of(const struct grid *grid, struct cell cell)
{
    uint64_t place = (uint64_t)cell.x + (uint64_t)cell.y * grid->levels[cell.level].stride + cell.level * 7919u;
    return (uint32_t)place & grid->mask;
}

/** Sorts the balls by bucket (a counting sort; within a bucket in ascending index). */
static void place(struct grid *grid, const double *x, const double *y)
{
    uint32_t *first = grid->first;
    memset(first, 0, ((size_t)grid->mask + 2) * sizeof *first);
    for (size_t i = 0; i < grid->n; i++) {
        grid->cell[i] = cell_at(grid, grid->cell[i].level, x[i], y[i]);
        grid->bucket[i] = bucket_of(grid, grid->cell[i]);
        first[grid->bucket[i]]++;
    }
    for (size_t q = 0; q <= grid->mask; q++)
        first[q + 1] += first[q];
    for (size_t i = grid->n; i-- > 0;)
        grid->order[--first[grid->bucket[i]]] = (uint32_t)i;
}

/* ---- searching ---- */

/** One search in progress: what the functions below hand on to each other. */
struct search {
    struct grid *grid;
    const double *x, *y;
    struct pairs *near;
};

static bool is_near(const struct search *s, uint32_t i, uint32_t j)
{
    double dx = s->x[i] - s->x[j], dy = s->y[i] - s->y[j], limit = s->grid->reach[i] + s->grid->reach[j];
    return dx * dx + dy * dy < limit * limit;
}

/** Adds the pairs of ball i with those balls in `cell` whose index is at least `from`. */
static bool meet(const struct search *s, uint32_t i, struct cell cell, uint32_t from)
{
    const struct grid *grid = s->grid;
    uint32_t q = bucket_of(grid, cell);
    for (uint32_t slot = grid->first[q]; slot < grid->first[q + 1]; slot++) {
        uint32_t j = grid->order[slot];
        const struct cell *other = &grid->cell[j];
        if (j < from || other->x != cell.x || other->y != cell.y || other->level != cell.level)
            continue;
        if (is_near(s, i, j) && !pairs_add(s->near, i, j))
            return false;
    }
    return true;
}

/** Own cell (balls of higher index) and the four cells after it; the four before it have met us, or will. */
static bool meet_peers(const struct search *s, uint32_t i)
{
    struct cell c = s->grid->cell[i];
    return meet(s, i, c, i + 1) && meet(s, i, (struct cell){c.x + 1, c.y, c.level}, 0) &&
           meet(s, i, (struct cell){c.x - 1, c.y + 1, c.level}, 0) &&
           meet(s, i, (struct cell){c.x, c.y + 1, c.level}, 0) &&
           meet(s, i, (struct cell){c.x + 1, c.y + 1, c.level}, 0);
}

static bool meet_larger(const struct search *s, uint32_t i, uint32_t level)
{
    struct cell c = cell_at(s->grid, level, s->x[i], s->y[i]);
    for (int64_t y = c.y - 1; y <= c.y + 1; y++)
        for (int64_t x = c.x - 1; x <= c.x + 1; x++)
            if (!meet(s, i, (struct cell){x, y, level}, 0))
                return false;
    return true;
}

bool grid_near(struct grid *grid, const double *x, const double *y, struct pairs *near)
{
    struct search search = {grid, x, y, near};
    near->count = 0;
    place(grid, x, y);
    for (size_t slot = 0; slot < grid->n; slot++) {
        uint32_t i = grid->order[slot];
        if (!meet_peers(&search, i))
            return false;
        for (uint32_t level = grid->cell[i].level + 1; level < grid->n_levels; level++)
            if (!meet_larger(&search, i, level))
                return false;
    }
    return pairs_sort(near, grid->n, grid->pair_start, &grid->spare);
}
