/*
 * A hierarchical grid (Eitz and Gu, Hierarchical Spatial Hashing for Real-Time Collision Detection, Shape Modeling
 * International 2007) of linked cells (base/linked_cells). A disc of diameter d belongs to level l, whose cells have
 * the width extent / 2^l, the finest with width >= d; it is put into the cell of its centre. A search visits, at each
 * level that holds a disc, the cells whose discs can reach: 3 x 3 at most at its own and at coarser levels. At finer
 * levels there may be many, nearly all empty; the first search that meets so many spreads the discs of that level over
 * wider cells, about one to each, which as many discs as come later make narrower again.
 *
 * How many discs a level will hold is not known beforehand. So all levels share one array of heads; a level that finds
 * too few left uses the lists of the others, too. Discs that share a list without being near only cost needless
 * comparisons. With many discs in no order the time goes into waiting for memory.
 *
 * Discs are put in one by one, which is why no grid that sorts all of them at once (near/grid) takes its place:
 * a random fill asks after each disc, and the search for overlaps ends at the first even if all lie at one place.
 *
 * Invariants: lists of cells and of levels end with NONE. The order of insertion decides which of several overlapping
 * discs is found, and nothing else.
 * Cost: O(1) per insertion and, for discs that do not overlap much, per search, level and disc of a finer level in
 * reach. Its weak points: large discs after many small ones about them, so put in the large ones first; many discs
 * beyond the table, which its last cells hold.
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
    uint32_t count, last;     /* of its discs; without wide cells the last links to all others by entry.previous */
    struct linked_cells wide; /* once they have heads they link the discs in each of them by entry.previous instead */
    double largest;           /* radius among them */
};

/** A disc in its lists, with all that a search wants to know of it: half a cache line. */
struct entry {
    double x, y, r;
    uint32_t next;     /* in the cell */
    uint32_t previous; /* in the level, or in a wide cell */
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
    grid->level[0].cells.heads = grid->heads; /* for own_list() before the first disc: a list that is empty */
    grid->coarsest = DISC_GRID_LEVELS;
    return grid;
}

void disc_grid_destroy(struct disc_grid *grid)
{
    if (!grid)
        return;
    for (unsigned number = 0; number < DISC_GRID_LEVELS; number++)
        free(grid->level[number].wide.heads);
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

static double cells_of(const struct linked_cells *cells)
{
    return (double)cell_axis_count(&cells->x) * (double)cell_axis_count(&cells->y);
}

/** Links a disc into a level as a whole: into its wide cell or, if there are none, its list. */
static void link_in_level(struct disc_grid *grid, struct level *level, uint32_t i)
{
    struct entry *entry = &grid->entries[i];
    uint32_t *first = level->wide.heads ? linked_cells_at(&level->wide, entry->x, entry->y) : &level->last;
    entry->previous = *first;
    *first = i;
}

/** Discs of a level in their order, the one put in last first; takes it out of its wide cells. */
static void unlink_level(struct disc_grid *grid, struct level *level)
{
    const size_t heads = linked_cells_lay(&level->wide, level->wide.x, level->wide.y);
    level->last = NONE;
    for (size_t h = 0; h < heads; h++)
        for (uint32_t i = level->wide.heads[h], next; i != NONE; i = next) {
            next = grid->entries[i].previous;
            grid->entries[i].previous = level->last;
            level->last = i;
        }
    free(level->wide.heads);
    level->wide.heads = NULL;
}

/** Spreads a level over wide cells, more than it has discs. Without memory for these its discs stay in one list. */
static void spread_level(struct disc_grid *grid, struct level *level)
{
    struct linked_cells wide = {0};
    size_t wanted = 0;
    for (double width = extent(grid); cells_of(&wide) <= level->count; width /= 2)
        wanted = linked_cells_lay(&wide, cell_axis_cover(grid->table.x, width), cell_axis_cover(grid->table.y, width));
    if (level->wide.heads)
        unlink_level(grid, level);
    wide.heads = linked_cells_heads(wanted, NONE);
    uint32_t i = level->last, next;
    level->wide = wide;
    for (; wide.heads && i != NONE; i = next) {
        next = grid->entries[i].previous;
        link_in_level(grid, level, i);
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
    grid->entries[i] = (struct entry){centre.x, centre.y, r, *first, NONE};
    *first = i;
    link_in_level(grid, level, i);
    level->count++;
    if (level->wide.heads && level->count > 2 * cells_of(&level->wide))
        spread_level(grid, level);
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

/** @param of_level the list of a level or a wide cell, else that of a cell */
static uint32_t find_in_list(const struct disc_grid *grid, uint32_t first, bool of_level, const struct query *query)
{
    uint32_t i = first;
    while (i != NONE && !(may_overlap(&grid->entries[i], query) && overlaps(&grid->entries[i], query)))
        i = of_level ? grid->entries[i].previous : grid->entries[i].next;
    return i;
}

/** Cells of a grid in a search. */
struct reached {
    struct cell_span columns, rows;
    double count;
};

static struct reached reach_of(const struct linked_cells *cells, const struct query *query, double largest)
{
    const double reach = query->r + largest;
    const struct vec2 centre = query->centre;
    struct reached reached = {cell_axis_span(&cells->x, centre.x - reach, centre.x + reach),
                              cell_axis_span(&cells->y, centre.y - reach, centre.y + reach), 0};
    reached.count = (double)(reached.columns.last - reached.columns.first + 1) *
                    (double)(reached.rows.last - reached.rows.first + 1);
    return reached;
}

static uint32_t find_in_cells(const struct disc_grid *grid, const struct linked_cells *cells, struct reached reached,
                              bool are_wide, const struct query *query)
{
    uint32_t found = NONE;
    for (int64_t row = reached.rows.first; row <= reached.rows.last && found == NONE; row++)
        for (int64_t column = reached.columns.first; column <= reached.columns.last && found == NONE; column++)
            found = find_in_list(grid, *linked_cells_head(cells, column, row), are_wide, query);
    return found;
}

/** Where nearly all cells in reach must be empty: all discs of a level, or its wide cells. */
static __attribute__((noinline)) uint32_t find_in_thin(struct disc_grid *grid, struct level *level, struct query *query)
{
    if (!level->wide.heads)
        spread_level(grid, level);
    narrow(query, level->largest);
    if (!level->wide.heads)
        return find_in_list(grid, level->last, true, query);
    return find_in_cells(grid, &level->wide, reach_of(&level->wide, query, level->largest), true, query);
}

static uint32_t find_in_level(struct disc_grid *grid, unsigned number, struct query *query)
{
    struct level *level = &grid->level[number];
    const struct reached reached = reach_of(&level->cells, query, level->largest);
    if (reached.count > 16 && level->count < cells_of(&level->cells))
        return find_in_thin(grid, level, query);
    narrow(query, linked_cells_are_shared(&level->cells) ? grid->largest : level->largest); /* of all in its lists */
    return find_in_cells(grid, &level->cells, reached, false, query);
}

static uint32_t find_here(struct disc_grid *grid, struct vec2 centre, double r, double allowed)
{
    struct query query = {.centre = centre, .r = r, .allowed = allowed};
    for (unsigned number = grid->finest + 1; number-- > grid->coarsest;) {
        uint32_t found = grid->level[number].count ? find_in_level(grid, number, &query) : NONE;
        if (found != NONE)
            return found;
    }
    return NONE;
}

uint32_t disc_grid_find(struct disc_grid *grid, struct vec2 centre, double r, double allowed)
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

bool disc_grid_has_room(struct disc_grid *grid, struct vec2 centre, double r)
{
    return !is_taken(grid, centre, r) && disc_grid_find(grid, centre, r, 0) == NONE;
}
