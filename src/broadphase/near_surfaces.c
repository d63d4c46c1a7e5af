/*
 * Every ball is tested against every surface at a rebuild, which is rare; between rebuilds only the pairs found are
 * looked at. The list is built from the one before in a single walk along both, since both are sorted.
 */
#include "broadphase/near_surfaces.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static bool grow(struct near_surfaces *near, size_t count)
{
    void *items = near->items, *sides = near->sides;
    bool grown = mem_grow(&items, &near->capacity, count, sizeof *near->items);
    near->items = items;
    grown = grown && mem_grow(&sides, &near->sides_capacity, count, sizeof *near->sides);
    near->sides = sides;
    return grown;
}

/** The present list becomes the old one. */
static void swap_lists(struct near_surfaces *near)
{
    struct near_surfaces now = *near;
    near->items = now.old_items;
    near->sides = now.old_sides;
    near->capacity = now.old_capacity;
    near->sides_capacity = now.old_sides_capacity;
    near->old_items = now.items;
    near->old_sides = now.sides;
    near->old_capacity = now.capacity;
    near->old_sides_capacity = now.sides_capacity;
    near->count = 0;
}

bool near_surfaces_rebuild(struct near_surfaces *near, const struct boundary *boundary, const struct vec2 *centre,
                           const double *reach, struct pair range, bool keep_touching)
{
    static const struct vec2 no_turns = {0, 0}; /* balls are brought back to a periodic table */
    size_t n_old = near->count, old = 0;
    swap_lists(near);
    for (uint32_t ball = range.a; ball < range.b; ball++)
        for (uint32_t surface = 0; surface < boundary->n; surface++) {
            struct pair pair = {ball, surface};
            while (old < n_old && pairs_before(near->old_items[old], pair))
                old++;
            bool listed = old < n_old && !pairs_before(pair, near->old_items[old]);
            uint8_t sides = listed ? near->old_sides[old] : 0;
            struct vec2 seen = boundary_seen(boundary, &boundary->surfaces[surface], centre[ball], no_turns);
            if (!(boundary_distance(&boundary->surfaces[surface], seen) < reach[ball]) && !(keep_touching && sides))
                continue;
            if (!grow(near, near->count + 1))
                return false;
            near->items[near->count] = pair;
            near->sides[near->count++] = sides;
        }
    return true;
}

void near_surfaces_drop(struct near_surfaces *near, const double *m, const uint32_t *pocket)
{
    size_t kept = 0;
    for (size_t p = 0; p < near->count; p++) {
        uint32_t ball = near->items[p].a;
        if (m[ball] == HUGE_VAL || (pocket && pocket[ball] != WORLD_ON_TABLE))
            continue;
        near->items[kept] = near->items[p];
        near->sides[kept++] = near->sides[p];
    }
    near->count = kept;
}

void near_surfaces_free(struct near_surfaces *near)
{
    free(near->items);
    free(near->sides);
    free(near->old_items);
    free(near->old_sides);
}
