/*
 * The surfaces near each ball, kept over many steps.
 *
 * A ball far from a surface cannot touch it for many steps, so each step asks only the pairs that are near. At a
 * rebuild, which is rare, every ball is tested against every surface, or, if there are many, against those that a grid
 * lists at its place. Between rebuilds only the pairs found are tested. The list is built from the one before in a
 * single pass over both, since both are sorted.
 *
 * On a periodic table a ball that crosses a seam is brought back to the other side, where it meets other images of the
 * surfaces; so those near there are listed as well if it may cross the seam before the next rebuild.
 */
#include "near/near_surfaces.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"

static bool grow(struct near_surfaces_list *list, size_t count)
{
    return mem_grow(&list->items, &list->capacity, count, sizeof *list->items) &&
           mem_grow(&list->sides, &list->sides_capacity, count, sizeof *list->sides);
}

/** Where a ball may be before the next rebuild: about its centre, and beyond each seam that is as near, brought back.
 */
struct places {
    struct vec2 of[PERIOD_IMAGES];
    int count;
};

/** Numbers of the surfaces that a ball may be near; NULL: all, from 0 on. @param count receives how many there are */
static const uint32_t *candidates_of(const struct near_surfaces *near, const struct boundary *boundary,
                                     const struct places *places, double reach, uint32_t *count)
{
    *count = boundary->n;
    if (!near->grid || places->count > 1 || reach > near->grid->reach ||
        !surface_grid_covers(near->grid, places->of[0]))
        return NULL;
    return surface_grid_at(near->grid, places->of[0], count);
}

static bool is_near(const struct boundary *boundary, uint32_t surface, const struct places *places, double reach)
{
    for (int i = 0; i < places->count; i++) {
        struct vec2 seen = boundary_seen(boundary, &boundary->surfaces[surface], places->of[i]);
        if (boundary_distance(&boundary->surfaces[surface], seen) < reach)
            return true;
    }
    return false;
}

/** True if the ball was near a surface that has not been looked at yet. */
static bool was_near(const struct near_surfaces *near, uint32_t ball)
{
    return near->place < near->former.count && near->former.items[near->place].a == ball;
}

/** Adds the surfaces of one ball: of its candidates and of those that it had before, in ascending order. */
static bool add_ball(struct near_surfaces *near, const struct boundary *boundary, uint32_t ball, struct vec2 centre,
                     double reach)
{
    struct places places;
    places.count = period_images(&boundary->period, centre, reach, places.of);
    const bool has_none = (near->m && near->m[ball] == HUGE_VAL) || (near->left_out && near->left_out[ball]);
    uint32_t count = 0;
    const uint32_t *candidates = has_none ? NULL : candidates_of(near, boundary, &places, reach, &count);
    struct near_surfaces_list *list = &near->list;
    for (uint32_t k = 0;;) {
        uint32_t wanted = k == count ? UINT32_MAX : candidates ? candidates[k] : k;
        uint32_t before = was_near(near, ball) ? near->former.items[near->place].b : UINT32_MAX;
        struct pair pair = {ball, before < wanted ? before : wanted};
        if (pair.b == UINT32_MAX)
            return true;
        uint8_t sides = before == pair.b ? near->former.sides[near->place++] : 0;
        k += wanted == pair.b;
        if (has_none || (!sides && !is_near(boundary, pair.b, &places, reach)))
            continue;
        if (!grow(list, list->count + 1))
            return false;
        list->items[list->count] = pair;
        list->sides[list->count++] = sides;
    }
}

/** The first ball from `ball` on that was near a surface, or is now; `last`: none. The others, nearly all, cost a
 *  comparison with each wall. */
static uint32_t skip_clear(const struct near_surfaces *near, const struct boundary *boundary, uint32_t ball,
                           const struct vec2 *centre, const double *reach, uint32_t last)
{
    uint32_t end = near->place < near->former.count ? near->former.items[near->place].a : last;
    if (boundary->n == BOUNDARY_SLABS)
        while (ball < end && boundary_edge_distance(boundary, centre[ball]) >= reach[ball])
            ball++;
    return ball;
}

bool near_surfaces_rebuild(struct near_surfaces *near, const struct boundary *boundary, const struct vec2 *centre,
                           const double *reach, uint32_t first, uint32_t last)
{
    struct near_surfaces_list list = near->list;
    near->list = near->former;
    near->former = list;
    near->list.count = near->place = 0;
    for (uint32_t ball = first; ball < last; ball++) {
        ball = skip_clear(near, boundary, ball, centre, reach, last);
        if (ball < last && !add_ball(near, boundary, ball, centre[ball], reach[ball]))
            return false;
    }
    return true;
}

void near_surfaces_free(struct near_surfaces *near)
{
    free(near->list.items);
    free(near->list.sides);
    free(near->former.items);
    free(near->former.sides);
}
