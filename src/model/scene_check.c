/*
 * Hard balls must start apart and on the table. A grid finds the overlaps: a ball of diameter d lies in level l of the
 * grid, whose cells have the side 2^l, the smallest with 2^l >= d, so that it can only touch balls of its own level in
 * the 3 x 3 cells around it, and balls of a coarser level in the 3 x 3 coarser cells around it. Balls of very different
 * sizes therefore cost no more than equal ones, up to one look per level that occurs. Cells are kept in a hash table
 * without keys: two cells that share a slot only cost a needless comparison. Lists are ascending and a search ends at
 * its first find, so that also a million balls at one place take no time worth mentioning.
 */
#include "model/scene_check.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/vec2.h"

enum { LEVELS = 41 }; /* finest cells are 2^-40 of the table, so that cell numbers are exact */

static const uint32_t nobody = UINT32_MAX;

struct level_grid {
    const struct scene *scene;
    const struct world *world;
    double coarsest;      /* side of the cells of level 0; level l has coarsest / 2^l */
    bool occurs[LEVELS];  /* some ball is of this level */
    uint32_t *first;      /* per slot */
    uint32_t *next;       /* per ball */
    unsigned char *level; /* per ball; LEVELS: not in the grid */
    size_t slots;         /* a power of two */
};

static struct vec2 centre(const struct world *world, size_t i)
{
    return (struct vec2){world->x[i], world->y[i]};
}

/** How far a ball sticks out, most at which wall; <= 0: not at all. NaN coordinates count as infinitely far. */
static double excess(const struct scene *scene, struct vec2 c, double r, const char **wall)
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

static void note_ball(const struct scene_balls_map *map, size_t ball, struct scene_report *report, const char *sentence,
                      const char *whom, double depth)
{
    char label[SCENE_BALLS_MAX_LABEL], number[SCENE_REPORT_MAX_NUMBER];
    struct scene_path path = {.name = scene_balls_label(label, map, ball)};
    scene_report_fault(report, map->entry[scene_balls_entry(map, ball)], &path, "%s %s by %s", sentence, whom,
                       scene_report_number(number, depth, 6));
}

/** True: on the table. */
static bool check_walls(const struct scene *scene, const struct world *world, const struct scene_balls_map *map,
                        size_t ball, struct scene_report *report)
{
    const char *wall = "";
    double out = excess(scene, centre(world, ball), scene->r[ball], &wall);
    if (out <= SCENE_CHECK_ROUNDING * scene->r[ball])
        return true;
    note_ball(map, ball, report, "sticks out of the table at the wall", wall, out);
    return false;
}

static unsigned char level_of(const struct level_grid *grid, double r)
{
    unsigned char level = 0;
    for (double side = grid->coarsest / 2; level + 1 < LEVELS && side >= 2 * r; side /= 2)
        level++;
    return level;
}

static double side_of(const struct level_grid *grid, unsigned level)
{
    return grid->coarsest / (double)((uint64_t)1 << level);
}

/** The slot of a cell; neighbours in x lie side by side, which the memory likes. */
static size_t slot_of(const struct level_grid *grid, unsigned level, int64_t column, int64_t row)
{
    uint64_t hash = (uint64_t)column + (uint64_t)row * 0x9e3779b97f4a7c15u + (uint64_t)level * 0xd1b54a32d192ed03u;
    return (size_t)hash & (grid->slots - 1);
}

static bool grid_create(struct level_grid *grid, const struct scene *scene, const struct world *world)
{
    *grid = (struct level_grid){.scene = scene, .world = world, .slots = 16};
    grid->coarsest = scene->table.width > scene->table.height ? scene->table.width : scene->table.height;
    while (grid->slots < 2 * scene->n)
        grid->slots *= 2;
    grid->first = mem_array(grid->slots, sizeof *grid->first);
    grid->next = mem_array(scene->n, sizeof *grid->next);
    grid->level = mem_array(scene->n, sizeof *grid->level);
    if (!grid->first || !grid->next || !grid->level)
        return false;
    for (size_t i = 0; i < grid->slots; i++)
        grid->first[i] = nobody;
    return true;
}

static void grid_free(struct level_grid *grid)
{
    free(grid->first);
    free(grid->next);
    free(grid->level);
}

/** Inserting from the last ball to the first leaves the lists ascending. */
static void grid_insert(struct level_grid *grid, size_t ball)
{
    unsigned char level = level_of(grid, grid->scene->r[ball]);
    struct vec2 c = centre(grid->world, ball);
    double side = side_of(grid, level);
    size_t slot = slot_of(grid, level, (int64_t)(c.x / side), (int64_t)(c.y / side));
    grid->level[ball] = level;
    grid->occurs[level] = true;
    grid->next[ball] = grid->first[slot];
    grid->first[slot] = (uint32_t)ball;
}

/** Depth of the overlap of two balls beyond rounding, or 0. Lengths are taken relative to the sum of the radii, so
 *  that no scale overflows. */
static double overlap(const struct level_grid *grid, size_t a, size_t b)
{
    double ra = grid->scene->r[a], rb = grid->scene->r[b], reach = ra + rb;
    struct vec2 gap = vec2_sub(centre(grid->world, b), centre(grid->world, a));
    gap = (struct vec2){gap.x / reach, gap.y / reach};
    double square = vec2_dot(gap, gap);
    if (square >= 1)
        return 0;
    double depth = reach * (1 - sqrt(square));
    return depth > SCENE_CHECK_ROUNDING * (ra < rb ? ra : rb) ? depth : 0;
}

/** A pair is found from the finer ball, within a level from the later one. */
static bool is_searched_from(const struct level_grid *grid, size_t ball, uint32_t partner)
{
    return grid->level[partner] < grid->level[ball] || (grid->level[partner] == grid->level[ball] && partner < ball);
}

static uint32_t find_in_slot(const struct level_grid *grid, size_t ball, size_t slot)
{
    for (uint32_t j = grid->first[slot]; j != nobody; j = grid->next[j])
        if (is_searched_from(grid, ball, j) && overlap(grid, ball, j) > 0)
            return j;
    return nobody;
}

/** A ball of that level or finer that overlaps `ball`, or nobody. */
static uint32_t find_in_level(const struct level_grid *grid, size_t ball, unsigned level)
{
    struct vec2 c = centre(grid->world, ball);
    double side = side_of(grid, level);
    int64_t column = (int64_t)(c.x / side), row = (int64_t)(c.y / side);
    for (int64_t b = row - 1; b <= row + 1; b++)
        for (int64_t a = column - 1; a <= column + 1; a++) {
            uint32_t partner = find_in_slot(grid, ball, slot_of(grid, level, a, b));
            if (partner != nobody)
                return partner;
        }
    return nobody;
}

static uint32_t find_partner(const struct level_grid *grid, size_t ball)
{
    for (unsigned level = grid->level[ball] + 1u; level-- > 0;) {
        uint32_t partner = grid->occurs[level] ? find_in_level(grid, ball, level) : nobody;
        if (partner != nobody)
            return partner;
    }
    return nobody;
}

static void note_overlaps(const struct level_grid *grid, const struct scene_balls_map *map, struct scene_report *report)
{
    for (size_t ball = 0; ball < grid->scene->n; ball++) {
        char label[SCENE_BALLS_MAX_LABEL];
        uint32_t partner = grid->level[ball] < LEVELS ? find_partner(grid, ball) : nobody;
        if (partner == nobody)
            continue;
        size_t later = partner > ball ? partner : ball, earlier = partner > ball ? ball : partner;
        note_ball(map, later, report, "overlaps", scene_balls_label(label, map, earlier), overlap(grid, ball, partner));
    }
}

enum status scene_check_separation(const struct scene *scene, const struct world *world,
                                   const struct scene_balls_map *map, struct scene_report *report)
{
    struct level_grid grid;
    bool created = grid_create(&grid, scene, world);
    if (created) {
        for (size_t ball = scene->n; ball-- > 0;) {
            grid.level[ball] = LEVELS;
            if (scene->r[ball] > 0 && check_walls(scene, world, map, ball, report))
                grid_insert(&grid, ball);
        }
        note_overlaps(&grid, map, report);
    }
    grid_free(&grid);
    return created ? STATUS_OK : STATUS_LIMIT;
}
