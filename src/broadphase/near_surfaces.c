/*
 * At a rebuild, which is rare, every ball is tested against every surface, or, where there are many, against those that
 * a grid lists at its place; between rebuilds only the pairs found are looked at. The list is built from the one before
 * in a single walk along both, since both are sorted.
 *
 * On a periodic table a ball that crosses a seam is brought back to the other side, where it meets other images of the
 * surfaces; so those near there are listed as well if it may cross the seam before the next rebuild.
 */
#include "broadphase/near_surfaces.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static bool grow(struct near_surfaces *near, size_t count)
{
    return mem_grow(&near->items, &near->capacity, count, sizeof *near->items) &&
           mem_grow(&near->sides, &near->sides_capacity, count, sizeof *near->sides);
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

/** Where a ball may be before the next rebuild: about its centre, and beyond each seam that is as near, brought back.
 */
struct places {
    struct vec2 of[PERIOD_IMAGES];
    int count;
};

/** Numbers of the surfaces that a ball may be near: of a list, or all. */
struct candidates_of_ball {
    const uint32_t *list; /* NULL: 0 .. count - 1 */
    uint32_t count;
};

static struct candidates_of_ball candidates_of(const struct near_surfaces *near, const struct boundary *boundary,
                                               const struct places *places, double reach)
{
    struct candidates_of_ball candidates = {NULL, boundary->n};
    struct vec2 centre = places->of[0];
    if (near->grid && places->count == 1 && reach <= near->grid->reach && surface_grid_covers(near->grid, centre))
        candidates.list = surface_grid_at(near->grid, centre, &candidates.count);
    return candidates;
}

static bool is_near(const struct boundary *boundary, uint32_t surface, const struct places *places, double reach)
{
    static const struct vec2 no_turns = {0, 0}; /* balls are brought back to a periodic table */
    for (int i = 0; i < places->count; i++) {
        struct vec2 seen = boundary_seen(boundary, &boundary->surfaces[surface], places->of[i], no_turns);
        if (boundary_distance(&boundary->surfaces[surface], seen) < reach)
            return true;
    }
    return false;
}

/** Adds the surfaces of one ball: of its candidates and of those that it had before, in ascending order. */
static bool add_ball(struct near_surfaces *near, const struct boundary *boundary, uint32_t ball, struct vec2 centre,
                     double reach, bool keep_touching)
{
    struct places places;
    places.count = period_images(&boundary->period, centre, reach, places.of);
    struct candidates_of_ball candidates = candidates_of(near, boundary, &places, reach);
    for (uint32_t k = 0;;) {
        uint32_t wanted = k == candidates.count ? UINT32_MAX : candidates.list ? candidates.list[k] : k;
        bool is_old = near->old < near->n_old && near->old_items[near->old].a == ball;
        uint32_t before = is_old ? near->old_items[near->old].b : UINT32_MAX;
        struct pair pair = {ball, before < wanted ? before : wanted};
        if (pair.b == UINT32_MAX)
            return true;
        uint8_t sides = before == pair.b ? near->old_sides[near->old++] : 0;
        k += wanted == pair.b;
        if (!is_near(boundary, pair.b, &places, reach) && !(keep_touching && sides))
            continue;
        if (!grow(near, near->count + 1))
            return false;
        near->items[near->count] = pair;
        near->sides[near->count++] = sides;
    }
}

/** True if the ball was near no surface and is near none: as a rule. */
static bool stays_clear(const struct near_surfaces *near, const struct boundary *boundary, uint32_t ball,
                        struct vec2 centre, double reach)
{
    bool is_old = near->old < near->n_old && near->old_items[near->old].a == ball;
    return boundary->n == 2 && !is_old && boundary_edge_distance(boundary, centre) >= reach;
}

bool near_surfaces_rebuild(struct near_surfaces *near, const struct boundary *boundary, const struct vec2 *centre,
                           const double *reach, struct pair range, bool keep_touching)
{
    near->n_old = near->count;
    near->old = 0;
    swap_lists(near);
    for (uint32_t ball = range.a; ball < range.b; ball++)
        if (!stays_clear(near, boundary, ball, centre[ball], reach[ball]) &&
            !add_ball(near, boundary, ball, centre[ball], reach[ball], keep_touching))
            return false;
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
