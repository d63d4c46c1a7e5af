/*
 * A hierarchical grid (Eitz and Gu, Hierarchical Spatial Hashing for Real-Time Collision Detection, Shape Modeling
 * International 2007) of linked cells (base/linked_cells). A disc of diameter d belongs to level l, whose cells have
 * the width extent / 2^l, the finest with width >= d; it is put into the cell of its centre. A search visits, at each
 * level that holds a disc, the cells whose discs can reach: 3 x 3 at most at its own and at coarser levels. At finer
 * levels there may be many cells; then the discs of that level are looked at one by one instead.
 *
 * How many discs a level will hold is not known beforehand, so all share one array of heads, and those that come late
 * its lists. Discs that share a list without being near only cost needless comparisons. With many discs in no order the
 * time goes into waiting for memory.
 *
 * Discs are put in one by one, which is why no grid that sorts all of them at once (near/grid) takes its place:
 * a random fill asks after each disc, and the search for overlaps ends at the first even if all lie at one place.
 *
 * Invariants: lists of cells and of levels end with NONE. The order of insertion decides which of several overlapping
 * discs is found, and nothing else.
 * Cost: O(1) per insertion and, for discs that do not overlap much, per search and level. Its weak points: large discs
 * after many small ones, so put in the large ones first; many discs beyond the table, which its last cells hold.
 */
#include "base/disc_grid.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/linked_cells.h"
#include "base/mem.h"
#include "base/min_max.h"

static const uint32_t NONE = UINT32_MAX;

struct level {
    struct linked_cells cells;
    uint32_t count, last; /* its discs, linked by links.previous */
    double largest;       /* radius among them */
};

/** A disc in its lists, with all that a search wants to know of it: half a cache line. */
struct entry {
    double x, y, r;
    uint32_t next;     /* in the cell */
    uint32_t previous; /* in the level */
};

struct disc_grid {
    struct disc_grid_discs discs;
    struct vec2 table;
    size_t room, used; /* heads there are, and those of levels with lists of their own */
    uint32_t *heads;
    struct entry *entries; /* of each disc */
    struct level level[DISC_GRID_LEVELS];
    double largest;            /* radius */
    unsigned last_level;       /* of the disc put in last */
    unsigned coarsest, finest; /* levels that hold discs */
};

struct disc_grid *disc_grid_create(struct disc_grid_discs discs, size_t capacity, struct vec2 table)
{
    struct disc_grid *grid = mem_array(1, sizeof *grid);
    if (!grid)
        return NULL;
    grid->discs = discs;
    grid->table = table;
    grid->room = linked_cells_room(2 * capacity);
    grid->heads = linked_cells_heads(grid->room, NONE);
    grid->entries = mem_array_raw(capacity, sizeof *grid->entries);
    if (!grid->heads || !grid->entries) {
        disc_grid_destroy(grid);
        return NULL;
    }
    grid->level[0].cells.heads = grid->heads; /* a cell without discs, which the level put in last is at first */
    grid->coarsest = DISC_GRID_LEVELS;
    return grid;
}

void disc_grid_destroy(struct disc_grid *grid)
{
    if (!grid)
        return;
    free(grid->heads);
    free(grid->entries);
    free(grid);
}

/** Width of the cells of level 0. */
static double extent(const struct disc_grid *grid)
{
    return double_max(grid->table.x, grid->table.y);
}

unsigned disc_grid_level(const struct disc_grid *grid, double r)
{
    unsigned level = 0;
    for (double width = extent(grid) / 2; level + 1 < DISC_GRID_LEVELS && width >= 2 * r; width /= 2)
        level++;
    return level;
}

/** The cells of a level that gets its first disc: with lists of their own as long as there are heads left. */
static void lay_level(struct disc_grid *grid, unsigned number)
{
    struct level *level = &grid->level[number];
    double width = extent(grid) / (double)((uint64_t)1 << number);
    size_t wanted =
        linked_cells_lay(&level->cells, cell_axis_cover(grid->table.x, width), cell_axis_cover(grid->table.y, width));
    level->last = NONE;
    level->cells.heads = grid->heads;
    if (wanted <= grid->room - grid->used) {
        level->cells.heads += grid->used;
        grid->used += wanted;
    } else {
        linked_cells_share(&level->cells, grid->room, number);
    }
}

void disc_grid_insert(struct disc_grid *grid, uint32_t i)
{
    double r = grid->discs.r[i];
    struct vec2 centre = {grid->discs.x[i], grid->discs.y[i]};
    unsigned number = disc_grid_level(grid, r);
    struct level *level = &grid->level[number];
    if (level->count == 0)
        lay_level(grid, number);
    uint32_t *first = linked_cells_at(&level->cells, centre.x, centre.y);
    grid->entries[i] = (struct entry){centre.x, centre.y, r, *first, level->last};
    *first = level->last = i;
    level->count++;
    grid->last_level = number;
    grid->coarsest = number < grid->coarsest ? number : grid->coarsest;
    grid->finest = number > grid->finest ? number : grid->finest;
    level->largest = r > level->largest ? r : level->largest;
    grid->largest = r > grid->largest ? r : grid->largest;
}

double disc_grid_depth(struct vec2 a, double ra, struct vec2 b, double rb)
{
    double reach = ra + rb;
    struct vec2 gap = vec2_sub(b, a);
    gap = (struct vec2){gap.x / reach, gap.y / reach};
    double square = vec2_dot(gap, gap);
    return square >= 1 ? 0 : reach * (1 - sqrt(square));
}

/** What a search asks for. */
struct query {
    struct vec2 centre;
    double r, allowed;
    double beyond; /* centres whose distance from here is larger certainly do not overlap */
};

/** The query, for discs no larger than `largest`. Where squares could underflow, nothing is out of reach. */
static void narrow(struct query *query, double largest)
{
    double reach = query->r + largest;
    query->beyond = reach > 0x1p-500 ? reach * (1 + 0x1p-40) : HUGE_VAL;
}

/** False if the disc is certainly out of reach, to more than rounding; not for overflowing numbers. */
static bool may_overlap(const struct entry *entry, const struct query *query)
{
    double dx = entry->x - query->centre.x, dy = entry->y - query->centre.y;
    return !(dx * dx + dy * dy > query->beyond * query->beyond);
}

/** True if the disc overlaps another one by more than rounding. */
static bool clearly_overlaps(const struct entry *entry, struct vec2 centre, double r)
{
    double dx = entry->x - centre.x, dy = entry->y - centre.y, reach = (entry->r + r) * (1 - 0x1p-40);
    return dx * dx + dy * dy < reach * reach;
}

static bool overlaps(const struct entry *entry, const struct query *query)
{
    double smaller = entry->r < query->r ? entry->r : query->r;
    if (query->allowed == 0 && clearly_overlaps(entry, query->centre, query->r))
        return true;
    return disc_grid_depth((struct vec2){entry->x, entry->y}, entry->r, query->centre, query->r) >
           query->allowed * smaller;
}

/** @param of_level the list of a level, else that of a cell */
static uint32_t find_in_list(const struct disc_grid *grid, uint32_t first, bool of_level, const struct query *query)
{
    uint32_t i = first;
    while (i != NONE && !(may_overlap(&grid->entries[i], query) && overlaps(&grid->entries[i], query)))
        i = of_level ? grid->entries[i].previous : grid->entries[i].next;
    return i;
}

static uint32_t find_in_level(const struct disc_grid *grid, unsigned number, struct query *query)
{
    const struct level *level = &grid->level[number];
    narrow(query, linked_cells_are_shared(&level->cells) ? grid->largest : level->largest); /* of all in its lists */
    double reach = query->r + level->largest;
    struct vec2 centre = query->centre;
    struct cell_span columns = cell_axis_span(&level->cells.x, centre.x - reach, centre.x + reach);
    struct cell_span rows = cell_axis_span(&level->cells.y, centre.y - reach, centre.y + reach);
    double cells = (double)(columns.last - columns.first + 1) * (double)(rows.last - rows.first + 1);
    if (cells > 16 && cells > level->count)
        return find_in_list(grid, level->last, true, query);
    uint32_t found = NONE;
    for (int64_t row = rows.first; row <= rows.last && found == NONE; row++)
        for (int64_t column = columns.first; column <= columns.last && found == NONE; column++)
            found = find_in_list(grid, *linked_cells_head(&level->cells, column, row), false, query);
    return found;
}

static uint32_t find_here(const struct disc_grid *grid, struct vec2 centre, double r, double allowed)
{
    struct query query = {.centre = centre, .r = r, .allowed = allowed};
    for (unsigned number = grid->finest + 1; number-- > grid->coarsest;) {
        uint32_t found = grid->level[number].count ? find_in_level(grid, number, &query) : NONE;
        if (found != NONE)
            return found;
    }
    return NONE;
}

uint32_t disc_grid_find(const struct disc_grid *grid, struct vec2 centre, double r, double allowed)
{
    struct vec2 images[PERIOD_IMAGES];
    if (!grid->discs.period.is_any)
        return find_here(grid, centre, r, allowed);
    int count = period_images(&grid->discs.period, centre, r + grid->largest, images);
    uint32_t found = NONE;
    for (int i = 0; found == NONE && i < count; i++)
        found = find_here(grid, images[i], r, allowed);
    return found;
}

/** The list of the cell of a centre, at the level of the disc that was put in last. */
static const uint32_t *own_list(const struct disc_grid *grid, struct vec2 centre)
{
    return linked_cells_at(&grid->level[grid->last_level].cells, centre.x, centre.y);
}

void disc_grid_prefetch_cell(const struct disc_grid *grid, struct vec2 centre)
{
    __builtin_prefetch(own_list(grid, centre));
}

void disc_grid_prefetch_disc(const struct disc_grid *grid, struct vec2 centre)
{
    uint32_t first = *own_list(grid, centre);
    __builtin_prefetch(&grid->entries[first != NONE ? first : 0]);
}

/** True if a disc in the cell of the centre, of the size that was put in last, clearly overlaps; as most do in a crowd.
 */
static bool is_taken(const struct disc_grid *grid, struct vec2 centre, double r)
{
    uint32_t first = *own_list(grid, centre);
    for (uint32_t i = first; i != NONE; i = grid->entries[i].next)
        if (clearly_overlaps(&grid->entries[i], centre, r))
            return true;
    return false;
}

bool disc_grid_has_room(const struct disc_grid *grid, struct vec2 centre, double r)
{
    return !is_taken(grid, centre, r) && disc_grid_find(grid, centre, r, 0) == NONE;
}
