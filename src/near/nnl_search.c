/*
 * The search for neighbours: grids of linked cells, one for each level of size, that hold the balls by their list
 * centres. A cell has the number of its first ball, and each entry that of the next: 4 to 16 bytes per ball.
 */
#include "near/nnl_internal.h"

#include <math.h>

#include "base/simd.h"

enum { SEARCH_ROOM = 32 };

/* ---- cells ---- */

static uint32_t *centre_cell(struct nnl *nnl, uint32_t slot)
{
    const struct nnl_entry *entry = &nnl->entries[slot];
    return linked_cells_at(&nnl->levels[nnl_level_of(nnl, slot)].cells, (double)entry->x, (double)entry->y);
}

void nnl_search_insert(struct nnl *nnl, uint32_t slot)
{
    struct nnl_entry *entry = &nnl->entries[slot];
    uint32_t *head = centre_cell(nnl, slot);
    entry->next = *head & NNL_NIL;
    *head = slot;
}

void nnl_search_remove(struct nnl *nnl, uint32_t slot)
{
    uint32_t *head = centre_cell(nnl, slot), before = *head;
    if (before == slot) {
        *head = nnl->entries[slot].next;
        return;
    }
    while (nnl->entries[before].next != slot)
        before = nnl->entries[before].next;
    nnl->entries[before].next = nnl->entries[slot].next;
}

/* ---- neighbours ---- */

/** A ball's search for new neighbours: those near its list centre that were not near its previous one. */
struct cell_search {
    uint32_t slot;
    struct nnl_entry entry, previous;
    float reach_squared;
    bool shared; /* cells share lists, so a search of more than 4 x 4 may find a ball twice */
    uint32_t count;
    uint32_t found[SEARCH_ROOM];
};

static bool is_listed(const struct nnl *nnl, uint32_t slot, uint32_t other)
{
    const uint32_t *list = nnl_list_start(nnl, slot);
    uint32_t i = 0, count = nnl->entries[slot].count;
    while (i < count && list[i] != other)
        i++;
    return i < count;
}

/** Links the neighbours found. */
static bool link_found(struct nnl *nnl, struct cell_search *search)
{
    for (uint32_t i = 0; i < search->count; i++) {
        if (search->shared && is_listed(nnl, search->slot, search->found[i]))
            continue;
        if (!nnl_lists_append(nnl, search->slot, search->found[i]) ||
            !nnl_lists_append(nnl, search->found[i], search->slot))
            return false;
    }
    search->count = 0;
    return true;
}

/** Searches the balls of a cell. Branch-free: each is stored, and kept if it is new. */
ALWAYS_INLINE bool search_cell(struct nnl *nnl, struct cell_search *search, uint32_t first, const struct period *period)
{
    for (uint32_t other = first; other != NNL_NIL; other = nnl->entries[other].next) {
        const struct nnl_entry *there = &nnl->entries[other];
        bool is_near = nnl_distance_squared(&search->entry, there, period) <= search->reach_squared;
        bool was_near = nnl_distance_squared(&search->previous, there, period) <= search->reach_squared;
        search->found[search->count] = other;
        search->count += is_near & !was_near;
        if (search->count == SEARCH_ROOM && !link_found(nnl, search))
            return false;
    }
    return true;
}

/** Searches the cells of two spans. */
ALWAYS_INLINE bool search_cells(struct nnl *nnl, struct cell_search *search, const struct linked_cells *cells,
                                struct cell_span columns, struct cell_span rows, const struct period *period)
{
    for (int64_t row = rows.first; row <= rows.last; row++)
        for (int64_t column = columns.first; column <= columns.last; column++) {
            int64_t across = period ? cell_axis_wrapped(&cells->x, column) : column;
            int64_t up = period ? cell_axis_wrapped(&cells->y, row) : row;
            if (!search_cell(nnl, search, *linked_cells_head(cells, across, up), period))
                return false;
        }
    return true;
}

static struct cell_span span_around(const struct cell_axis *axis, double place, double range, bool wraps)
{
    return wraps ? cell_axis_span_periodic(axis, place - range, place + range)
                 : cell_axis_span(axis, place - range, place + range);
}

/** Links a ball and the near ones of a level. */
static bool link_level(struct nnl *nnl, struct cell_search *search, int level_index)
{
    const struct nnl_level *level = &nnl->levels[level_index];
    const struct linked_cells *cells = &level->cells;
    const struct period *period = nnl_period_near(nnl, search->slot);
    search->reach_squared = nnl->reach_squared[nnl_level_of(nnl, search->slot)][level_index];
    search->shared = linked_cells_are_shared(cells);
    double range = sqrt((double)search->reach_squared), x = (double)search->entry.x, y = (double)search->entry.y;
    struct cell_span columns = span_around(&cells->x, x, range, period && period->length.x > 0);
    struct cell_span rows = span_around(&cells->y, y, range, period && period->length.y > 0);
    bool searched = period ? search_cells(nnl, search, cells, columns, rows, period)
                           : search_cells(nnl, search, cells, columns, rows, NULL);
    return searched && link_found(nnl, search);
}

bool nnl_search_link(struct nnl *nnl, uint32_t slot, const struct nnl_entry *previous)
{
    static const struct nnl_entry nowhere = {.x = (float)HUGE_VAL, .y = (float)HUGE_VAL};
    struct cell_search search; /* room need not be cleared */
    search.slot = slot;
    search.entry = nnl->entries[slot];
    search.previous = previous ? *previous : nowhere;
    search.count = 0;
    for (int i = 0; i < nnl->n_levels; i++)
        if (!link_level(nnl, &search, i))
            return false;
    return true;
}
