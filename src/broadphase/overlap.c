/*
 * Hard balls must start apart and on the table. The balls go into a grid from the largest size class to the smallest
 * and, before they do, are compared with those already there; so balls of very different sizes cost no more than equal
 * ones, and as a search ends at its first find, neither do a million balls at one place.
 * Cost: O(n) per size class that occurs.
 */
#include "broadphase/overlap.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/disc_grid.h"
#include "base/mem.h"

enum { LEFT_OUT = DISC_GRID_LEVELS };

struct check {
    const struct scene *scene;
    const struct world *world;
    const struct scene_overlap_sink *sink;
    struct disc_grid *grid;
    unsigned char *level; /* of each ball, or LEFT_OUT */
};

static struct vec2 centre(const struct world *world, size_t i)
{
    return (struct vec2){world->x[i], world->y[i]};
}

/** How far a ball extends beyond the table, most at which wall; <= 0: not at all. NaN counts as infinitely far. */
static double beyond(const struct scene *scene, struct vec2 c, double r, const char **wall)
{
    const double out[] = {r - c.x, c.x + r - scene->table.width, r - c.y, c.y + r - scene->table.height};
    static const char *const walls[] = {"left", "right", "bottom", "top"};
    double most = -HUGE_VAL;
    for (int i = 0; i < 4; i++)
        if (!(out[i] <= most)) {
            most = isnan(out[i]) ? HUGE_VAL : out[i];
            *wall = walls[i];
        }
    return most;
}

static unsigned char check_walls(const struct check *check, size_t ball)
{
    const char *wall = "";
    double r = check->scene->r[ball], out = beyond(check->scene, centre(check->world, ball), r, &wall);
    if (!(r > 0))
        return LEFT_OUT;
    if (out <= OVERLAP_ROUNDING * r)
        return (unsigned char)disc_grid_level(check->grid, r);
    check->sink->beyond(check->sink->context, ball, wall, out);
    return LEFT_OUT;
}

static void check_level(const struct check *check, unsigned level)
{
    const struct world *world = check->world;
    const double *r = check->scene->r;
    for (size_t i = 0; i < check->scene->n; i++) {
        if (check->level[i] != level)
            continue;
        struct vec2 c = centre(world, i);
        uint32_t other = disc_grid_find(check->grid, c, r[i], OVERLAP_ROUNDING);
        if (other != UINT32_MAX)
            check->sink->overlap(check->sink->context, other > i ? other : i, other > i ? i : other,
                                 disc_grid_depth(c, r[i], centre(world, other), r[other]));
        disc_grid_insert(check->grid, (uint32_t)i, c, r[i]);
    }
}

static void check_all(const struct check *check)
{
    bool occurs[DISC_GRID_LEVELS + 1] = {false};
    for (size_t i = 0; i < check->scene->n; i++)
        occurs[check->level[i] = check_walls(check, i)] = true;
    for (unsigned level = 0; level < DISC_GRID_LEVELS; level++)
        if (occurs[level])
            check_level(check, level);
}

enum status overlap_check(const struct scene *scene, const struct world *world, const struct scene_overlap_sink *sink)
{
    struct check check = {.scene = scene, .world = world, .sink = sink};
    check.grid =
        disc_grid_create(scene->n, scene->table.width > scene->table.height ? scene->table.width : scene->table.height);
    check.level = mem_array(scene->n, sizeof *check.level);
    bool created = check.grid && check.level;
    if (created)
        check_all(&check);
    disc_grid_destroy(check.grid);
    free(check.level);
    return created ? STATUS_OK : STATUS_LIMIT;
}
