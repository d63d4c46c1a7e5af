/*
 * Size levels of balls, and linked cells (base/linked_cells) for each.
 *
 * A level spans at most a factor of two in radius. Its cells are as large as its own reach, so a search for balls of
 * that size visits 3 x 3 of them, and there are about as many as balls. On a table much larger than the balls need
 * cells share lists. On a periodic axis the cells divide the period, so that the first is beside the last.
 *
 * Cost: once for each run.
 */
#include "near/nnl_internal.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/min_max.h"

struct vec2 nnl_levels_extent(const struct particle *balls, size_t n)
{
    double left = HUGE_VAL, right = -HUGE_VAL, bottom = HUGE_VAL, top = -HUGE_VAL;
    for (size_t i = 0; i < n; i++) {
        const struct particle *ball = &balls[i];
        left = double_min(left, ball->x - ball->r);
        right = double_max(right, ball->x + ball->r);
        bottom = double_min(bottom, ball->y - ball->r);
        top = double_max(top, ball->y + ball->r);
    }
    return (struct vec2){right - left, top - bottom};
}

static double smallest_radius(const struct nnl *nnl)
{
    double r = HUGE_VAL;
    for (size_t i = 0; i < nnl->n; i++)
        r = double_min(r, nnl->balls[i].r);
    return r;
}

/** Level by size alone, before the empty ones are left out. */
static uint8_t size_level(double r, double r_smallest)
{
    uint8_t level = 0;
    for (double limit = 2 * r_smallest; r > limit && level < NNL_LEVELS - 1; limit *= 2)
        level++;
    return level;
}

/** Numbers the levels that hold balls without gaps and counts their members. */
static bool sort_into_levels(struct nnl *nnl, size_t members[NNL_LEVELS])
{
    uint8_t number[NNL_LEVELS];
    size_t found[NNL_LEVELS] = {0};
    double r_smallest = smallest_radius(nnl);
    for (size_t i = 0; i < nnl->n; i++)
        found[size_level(nnl->balls[i].r, r_smallest)]++;
    for (int i = 0; i < NNL_LEVELS; i++)
        if (found[i]) {
            members[nnl->n_levels] = found[i];
            number[i] = (uint8_t)nnl->n_levels++;
        }
    nnl->levels = mem_array((size_t)nnl->n_levels, sizeof *nnl->levels);
    if (!nnl->levels || (nnl->n_levels > 1 && !(nnl->level_of = mem_array(nnl->n, sizeof *nnl->level_of))))
        return false;
    for (size_t i = 0; i < nnl->n; i++) {
        double r = nnl->balls[i].r;
        uint8_t level = number[size_level(r, r_smallest)];
        if (nnl->level_of)
            nnl->level_of[i] = level;
        nnl->levels[level].r_largest = double_max(nnl->levels[level].r_largest, r);
    }
    return true;
}

static bool set_reaches(struct nnl *nnl)
{
    nnl->reach_squared = mem_array((size_t)nnl->n_levels, sizeof *nnl->reach_squared);
    if (!nnl->reach_squared)
        return false;
    for (int i = 0; i < nnl->n_levels; i++)
        for (int j = 0; j < nnl->n_levels; j++) {
            double reach = nnl->levels[i].r_largest + nnl->levels[j].r_largest + 2 * nnl->shell + nnl->margin;
            nnl->reach_squared[i][j] = (float)(reach * reach * (1 + NNL_CENTRE_ROUNDING));
        }
    return true;
}

static struct cell_axis axis_of(double length, double width, bool wraps)
{
    return wraps ? cell_axis_divide(length, width, 0x1p40) : cell_axis_cover(length, width);
}

/** Cells as large as the level's own reach, but no more than four per ball where the balls are: around a ball of any
 *  size a search visits at most (2 sqrt(members) + 4)^2 of them. */
static bool lay_cells(const struct nnl *nnl, struct nnl_level *level, size_t members)
{
    struct vec2 extent = nnl_levels_extent(nnl->balls, nnl->n), period = nnl->motion.period.length;
    double area = double_min(nnl->size.x, extent.x) * double_min(nnl->size.y, extent.y);
    double reach = 2 * (level->r_largest + nnl->shell) + nnl->margin;
    double width = double_max(reach, sqrt(area / (4 * (double)members)));
    size_t room = linked_cells_room(8 * members);
    level->lists = linked_cells_lay(&level->cells, axis_of(nnl->size.x, width, period.x > 0),
                                    axis_of(nnl->size.y, width, period.y > 0));
    if (level->lists > room) {
        level->lists = room;
        linked_cells_share(&level->cells, room, 0);
    }
    level->cells.heads = linked_cells_heads(level->lists, NNL_NIL);
    return level->cells.heads;
}

bool nnl_levels_open(struct nnl *nnl)
{
    size_t members[NNL_LEVELS] = {0};
    if (!sort_into_levels(nnl, members) || !set_reaches(nnl))
        return false;
    for (int i = 0; i < nnl->n_levels; i++)
        if (!lay_cells(nnl, &nnl->levels[i], members[i]))
            return false;
    return true;
}

void nnl_levels_close(struct nnl *nnl)
{
    for (int i = 0; nnl->levels && i < nnl->n_levels; i++)
        free(nnl->levels[i].cells.heads);
    free(nnl->levels);
    free(nnl->level_of);
    free(nnl->reach_squared);
}
