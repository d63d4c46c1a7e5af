/*
 * Hard balls must start apart and on the table. Fixed balls, which may overlap each other, go into a grid at once; the
 * others do from the largest size class to the smallest and, before that, are compared with those already there. So
 * balls of very different sizes cost no more than equal ones, and as a search ends at its first find, neither do a
 * million balls at one place. Cost: O(n) per size class that occurs. Few balls are compared in pairs first: mostly none
 * overlap, and all is done.
 *
 * Surfaces and their grid take three times the room of their obstacles, so long lists of obstacles are looked at in
 * parts, by all balls each: a look that finds nothing is cheap beside reading a ball.
 */
#include "near/overlap.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/disc_grid.h"
#include "base/mem.h"
#include "base/min_max.h"
#include "near/surface_grid.h"

/* No level; and balls up to which a look at all pairs is cheap beside a grid. */
enum { LEFT_OUT = DISC_GRID_LEVELS, FEW = 64 };

struct check {
    const struct scene *scene;
    const struct world *world;
    const struct overlap_sink *sink;
    struct disc_grid *grid; /* of the fixed balls, and of the free ones looked at so far; NULL: no two balls overlap */
    unsigned char *level;   /* of each ball, or LEFT_OUT */
};

static struct vec2 centre(const struct world *world, size_t i)
{
    return (struct vec2){world->x[i], world->y[i]};
}

/** Depth that passes for rounding, relative to the radius. */
static double rounding(const struct check *check, size_t ball)
{
    const struct checkpoint *saved = check->scene->checkpoint;
    return saved && saved->hit[ball] ? OVERLAP_HIT_ROUNDING : OVERLAP_ROUNDING;
}

/** Reports a ball that extends beyond the table. False: it is there, or off the table, and is not compared with others.
 */
static bool check_place(const struct check *check, size_t ball)
{
    enum contact_kind side;
    double r = check->scene->r[ball];
    double out = boundary_excess(&check->scene->table, check->world->t, centre(check->world, ball), r, &side);
    if (!(r > 0) || !world_is_on_table(check->world, ball))
        return false;
    if (out <= rounding(check, ball) * r || scene_is_fixed(check->scene, ball))
        return true;
    check->sink->beyond(check->sink->context, ball, contact_kind_name(side), out);
    return false;
}

/** How deep two balls, or nearest images of them, overlap. */
static double depth(const struct world *world, size_t i, size_t other)
{
    struct vec2 way = period_nearest(&world->period, vec2_sub(centre(world, other), centre(world, i)));
    return disc_grid_depth((struct vec2){0, 0}, world->r[i], way, world->r[other]);
}

/** True if there are few balls, no two of which overlap; most are clearly apart. False on a periodic table. */
static bool are_apart(const struct world *world)
{
    if (world->n > FEW || world->period.is_any)
        return false;
    for (size_t i = 0; i < world->n; i++)
        for (size_t k = 0; k < i; k++) {
            const struct vec2 way = vec2_sub(centre(world, k), centre(world, i));
            const double reach = (world->r[i] + world->r[k]) * (1 + 0x1p-40);
            if (!(vec2_dot(way, way) > reach * reach) &&
                depth(world, i, k) > OVERLAP_ROUNDING * double_min(world->r[i], world->r[k]))
                return false;
        }
    return true;
}

static void check_level(const struct check *check, unsigned level)
{
    const struct world *world = check->world;
    const double *r = check->scene->r;
    for (size_t i = 0; i < check->scene->n; i++) {
        if (check->level[i] != level || scene_is_fixed(check->scene, i))
            continue;
        struct vec2 c = centre(world, i);
        uint32_t other = disc_grid_find(check->grid, c, r[i], rounding(check, i));
        if (other != UINT32_MAX)
            check->sink->overlap(check->sink->context, other > i ? other : i, other > i ? i : other,
                                 depth(world, i, other));
        disc_grid_insert(check->grid, (uint32_t)i);
    }
}

/* Parts of a list of obstacles, at most, and obstacles of a part, at least. */
enum { PARTS = 16, LEAST_IN_PART = 1024 };

/** Surfaces near the balls, and where to find them. */
struct near {
    struct table table; /* the scene's, with a part of its obstacles, */
    uint32_t first;     /* from this one on */
    struct boundary boundary;
    struct surface_grid *grid;
};

/** Overlaps with the curves of obstacles. */
static void check_obstacles(const struct check *check, const struct near *near, size_t ball)
{
    struct vec2 place = centre(check->world, ball);
    double r = check->scene->r[ball];
    uint32_t count = near->boundary.n;
    const uint32_t *list = surface_grid_covers(near->grid, place) ? surface_grid_at(near->grid, place, &count) : NULL;
    for (uint32_t k = 0; k < count; k++) {
        const struct surface *surface = &near->boundary.surfaces[list ? list[k] : k];
        if (!boundary_bars(surface))
            continue;
        struct vec2 seen = boundary_seen(&near->boundary, surface, place);
        const uint32_t body = contact_surface((uint32_t)(surface - near->boundary.surfaces), 0);
        seen = vec2_sub(seen, boundary_way(&near->boundary, body, check->world->t));
        double depth = r - boundary_distance(surface, seen);
        if (depth > rounding(check, ball) * r)
            check->sink->obstacle(check->sink->context, ball, near->first + surface->obstacle, depth);
    }
}

/** The same of all balls and a part of the obstacles. False: out of memory. */
static bool check_part(const struct check *check, uint32_t first, uint32_t count)
{
    struct near near = {.table = check->scene->table, .first = first};
    near.table.obstacles += first;
    near.table.n_obstacles = count;
    if (!boundary_open(&near.boundary, &near.table)) {
        boundary_close(&near.boundary);
        return false;
    }
    boundary_end_at(&near.boundary, check->world->t);
    boundary_turn(&near.boundary, check->world->t);
    near.grid = surface_grid_create(&near.boundary, scene_largest_radii(check->scene).first, near.boundary.n);
    for (size_t i = 0; near.grid && i < check->scene->n; i++)
        if (check->scene->r[i] > 0 && world_is_in_play(check->world, i)) /* else nothing is in its way */
            check_obstacles(check, &near, i);
    bool created = near.grid;
    surface_grid_destroy(near.grid);
    boundary_close(&near.boundary);
    return created;
}

static bool check_all_obstacles(const struct check *check)
{
    const uint32_t n = check->scene->table.n_obstacles, share = n / PARTS + 1;
    const uint32_t most = share > LEAST_IN_PART ? share : LEAST_IN_PART;
    bool created = true;
    for (uint32_t first = 0; created && first < n; first += most)
        created = check_part(check, first, n - first < most ? n - first : most);
    return created;
}

static void check_pairs(const struct check *check)
{
    bool occurs[DISC_GRID_LEVELS] = {false};
    for (size_t i = 0; i < check->scene->n; i++) {
        if (check->level[i] != LEFT_OUT)
            occurs[check->level[i] = (unsigned char)disc_grid_level(check->grid, check->scene->r[i])] = true;
        if (scene_is_fixed(check->scene, i) && check->scene->r[i] > 0)
            disc_grid_insert(check->grid, (uint32_t)i);
    }
    for (unsigned level = 0; level < DISC_GRID_LEVELS; level++)
        if (occurs[level])
            check_level(check, level);
}

enum status overlap_check(const struct scene *scene, const struct world *world, const struct overlap_sink *sink)
{
    const bool apart = are_apart(world);
    struct check check = {.scene = scene, .world = world, .sink = sink};
    if (!apart)
        check.grid = disc_grid_create((struct disc_grid_discs){world->x, world->y, scene->r, world->period}, scene->n,
                                      table_size(&scene->table));
    check.level = mem_array(scene->n, sizeof *check.level);
    bool created = (check.grid || apart) && check.level;
    for (size_t i = 0; created && i < scene->n; i++)
        check.level[i] = check_place(&check, i) ? 0 : LEFT_OUT;
    if (created && check.grid)
        check_pairs(&check);
    created = created && check_all_obstacles(&check);
    disc_grid_destroy(check.grid);
    free(check.level);
    return created ? STATUS_OK : STATUS_LIMIT;
}
