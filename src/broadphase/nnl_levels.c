/*
 * Size levels of balls, and a grid of cells for each.
 *
 * A level spans at most a factor of two in radius. Its cells are as large as its own reach, so a search for balls of
 * that size visits 3 x 3 of them, and there are about as many as balls. On a table much larger than the balls need the
 * grid repeats itself: distant cells share a list. On a periodic axis the cells divide the period instead, so that the
 * first is beside the last.
 *
 * Cells are looked up by row and column, and a search meets each ball once. The hashed cells of base/disc_grid, which
 * serve discs anywhere in the plane, would do with repeated finds left out; `event` would take 1.1 times as long.
 *
 * Cost: once for each run.
 */
#include "broadphase/nnl_internal.h"

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

static double smallest_radius(const struct nnl_private *own)
{
    double r = HUGE_VAL;
    for (size_t i = 0; i < own->n; i++)
        r = double_min(r, own->balls[i].r);
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
static bool sort_into_levels(struct nnl_private *own, size_t members[NNL_LEVELS])
{
    uint8_t number[NNL_LEVELS];
    size_t found[NNL_LEVELS] = {0};
    double r_smallest = smallest_radius(own);
    for (size_t i = 0; i < own->n; i++)
        found[size_level(own->balls[i].r, r_smallest)]++;
    for (int i = 0; i < NNL_LEVELS; i++)
        if (found[i]) {
            members[own->n_levels] = found[i];
            number[i] = (uint8_t)own->n_levels++;
        }
    if (own->n_levels > 1 && !(own->level_of = mem_array(own->n, sizeof *own->level_of)))
        return false;
    for (size_t i = 0; i < own->n; i++) {
        double r = own->balls[i].r;
        uint8_t level = number[size_level(r, r_smallest)];
        if (own->level_of)
            own->level_of[i] = level;
        own->levels[level].r_largest = double_max(own->levels[level].r_largest, r);
    }
    return true;
}

static bool set_reaches(struct nnl_private *own)
{
    own->reach_squared = mem_array((size_t)own->n_levels, sizeof *own->reach_squared);
    if (!own->reach_squared)
        return false;
    for (int i = 0; i < own->n_levels; i++)
        for (int j = 0; j < own->n_levels; j++) {
            double reach = own->levels[i].r_largest + own->levels[j].r_largest + 2 * own->shell + own->margin;
            own->reach_squared[i][j] = (float)(reach * reach * (1 + NNL_CENTRE_ROUNDING));
        }
    return true;
}

/** Smallest power of two that is not below a number. */
static int32_t power_of_two(double number)
{
    int32_t power = 1;
    while (power < number)
        power *= 2;
    return power;
}

static bool fill_grid(struct nnl_level *level, size_t cells)
{
    level->heads = mem_array_aligned(cells, sizeof *level->heads);
    if (!level->heads)
        return false;
    for (size_t i = 0; i < cells; i++)
        level->heads[i] = NNL_NIL;
    return true;
}

/** A grid whose cells divide each period, if they are that many, and are no more than four per ball. */
static bool lay_periodic_grid(const struct nnl *nnl, struct nnl_level *level, size_t members)
{
    double most = 4.0 * (double)members, cell = 2 * (level->r_largest + nnl->own->shell) + nnl->own->margin;
    cell = double_max(cell, double_max(nnl->size.x, nnl->size.y) / (1 << 28));
    for (;; cell *= 2) {
        level->columns = (int32_t)double_max(nnl->size.x / cell, 1);
        level->rows = (int32_t)double_max(nnl->size.y / cell, 1);
        if ((double)level->columns * level->rows <= most + 64)
            break;
    }
    level->cells_per_length = (struct vec2){level->columns / nnl->size.x, level->rows / nnl->size.y};
    level->column_mask = level->row_mask = INT32_MAX;
    level->stride = level->columns;
    return fill_grid(level, (size_t)level->columns * (size_t)level->rows);
}

/** A grid whose cells are as large as the level's own reach, but no more than four per ball where the balls are. Where
 * the table is much larger than that, the grid repeats itself: cells far from each other share a list. */
static bool lay_grid(const struct nnl *nnl, struct nnl_level *level, size_t members)
{
    if (nnl->motion.is_periodic)
        return lay_periodic_grid(nnl, level, members);
    double reach = 2 * (level->r_largest + nnl->own->shell) + nnl->own->margin;
    double most = 4.0 * (double)members;
    struct vec2 extent = nnl_levels_extent(nnl->own->balls, nnl->own->n);
    double area = double_min(nnl->size.x, extent.x) * double_min(nnl->size.y, extent.y);
    double cell = double_max(reach, sqrt(area / most));
    cell = double_max(cell, double_max(nnl->size.x, nnl->size.y) / (1 << 28));
    level->cells_per_length = (struct vec2){1 / cell, 1 / cell};
    level->columns = (int32_t)(nnl->size.x / cell) + 1;
    level->rows = (int32_t)(nnl->size.y / cell) + 1;
    level->column_mask = level->row_mask = INT32_MAX;
    level->stride = level->columns;
    size_t cells = (size_t)level->columns * (size_t)level->rows;
    if ((double)cells > 4 * most + 64) {
        int32_t side = power_of_two(sqrt(most));
        level->column_mask = level->row_mask = side - 1;
        level->stride = side;
        cells = (size_t)side * (size_t)side;
    }
    return fill_grid(level, cells);
}

bool nnl_levels_open(struct nnl *nnl)
{
    struct nnl_private *own = nnl->own;
    size_t members[NNL_LEVELS] = {0};
    if (!sort_into_levels(own, members) || !set_reaches(own))
        return false;
    for (int i = 0; i < own->n_levels; i++)
        if (!lay_grid(nnl, &own->levels[i], members[i]))
            return false;
    return true;
}

void nnl_levels_close(struct nnl_private *own)
{
    for (int i = 0; i < own->n_levels; i++)
        free(own->levels[i].heads);
    free(own->level_of);
    free(own->reach_squared);
}
