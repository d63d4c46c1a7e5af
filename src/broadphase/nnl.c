/*
 * Near-neighbour lists with one bounding circle, or shell, per ball (after Donev, Torquato and Stillinger, J. Comput.
 * Phys. 202, 737, 2005), rebuilt ball by ball and found through a grid of cells per size of ball.
 *
 * Balls are sorted into size levels by radius, each spanning at most a factor of two, with a grid of its own. A search
 * visits every level with the range that its largest ball needs, so one ball a hundred times larger than the rest
 * neither enlarges the cells of the others nor is overlooked.
 *
 * Invariants: i and j are neighbours exactly if the distance of their list centres is at most the reach of their
 * levels, r_largest(i) + r_largest(j) + 2 shell + margin, so whether two balls are neighbours follows from the list
 * centres alone, and a ball's previous neighbours from its previous centre; lists are symmetric; a ball is in the grid
 * cell of its list centre. Centres outside the table count to the nearest cell. The margin covers the rounding of the
 * comparison, which is done in single precision.
 *
 * A new list centre lies ahead of the ball, as far as the ball is likely to fly before its next collision but at most
 * AHEAD of the shell radius: a ball in free flight then crosses the shell along a chord instead of leaving it half-way.
 *
 * Choice of the shell radius: a large one means more neighbours in each prediction, a small one more rebuilds. In a
 * dense packing the best shell is thin, in a dilute gas many diameters wide: one structure serves both.
 *
 * Cost: a rebuild reads the balls of about nine cells per level; memory 18 bytes per ball for centres and cells, and
 * the lists (nnl_lists.c).
 */
#include "broadphase/nnl_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/min_max.h"
#include "base/mem.h"

enum { SEARCH_ROOM = 32 };

#define PI 3.14159265358979323846

/* Balls within reach of a list centre, on average, for which predictions and rebuilds cost about the same (measured).
 */
#define NEIGHBOURS_WANTED 8.0
/* Part of the shell radius by which a new list centre may lie ahead of its ball. */
#define AHEAD 0.7
/* Bound on the relative rounding of single-precision positions and distances. */
#define CENTRE_ROUNDING 1e-6

/* ---- cells ---- */

static int32_t cell_along(double x, double cells_per_length, int32_t cells)
{
    double place = x * cells_per_length;
    return place <= 0 ? 0 : place >= cells ? cells - 1 : (int32_t)place;
}

static int level_of(const struct nnl *nnl, uint32_t slot)
{
    return nnl->own->level_of ? nnl->own->level_of[slot] : 0;
}

/** Heads of the cells in a row. */
static const uint32_t *cell_heads(const struct nnl_level *level, int32_t row)
{
    return level->heads + (size_t)(row & level->row_mask) * (size_t)level->stride;
}

static uint32_t *centre_cell(struct nnl *nnl, uint32_t slot)
{
    struct nnl_level *level = &nnl->own->levels[level_of(nnl, slot)];
    const struct nnl_entry *entry = &nnl->entries[slot];
    int32_t column = cell_along((double)entry->x, level->cells_per_length, level->columns);
    int32_t row = cell_along((double)entry->y, level->cells_per_length, level->rows);
    return &level->heads[(size_t)(row & level->row_mask) * (size_t)level->stride +
                         (size_t)(column & level->column_mask)];
}

static void cell_insert(struct nnl *nnl, uint32_t slot)
{
    uint32_t *head = centre_cell(nnl, slot);
    nnl->entries[slot].next = *head & NNL_NIL;
    *head = slot;
}

static void cell_remove(struct nnl *nnl, uint32_t slot)
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

static float distance_squared(const struct nnl_entry *a, const struct nnl_entry *b)
{
    float dx = b->x - a->x, dy = b->y - a->y;
    return dx * dx + dy * dy;
}

/** Removes the neighbours that are out of reach of a ball's new list centre. */
static void drop_distant(struct nnl *nnl, uint32_t slot)
{
    const struct nnl_entry *entry = &nnl->entries[slot];
    const float *reach_squared = nnl->own->reach_squared[level_of(nnl, slot)];
    uint32_t size, *list = nnl_list(nnl, slot, &size);
    for (uint32_t i = nnl_lists_count(nnl, list, size); i-- > 0;) {
        uint32_t other = list[i];
        if (distance_squared(entry, &nnl->entries[other]) > reach_squared[level_of(nnl, other)]) {
            nnl_lists_erase(nnl, slot, i);
            nnl_lists_remove(nnl, other, slot);
        }
    }
}

/** A ball's search for new neighbours: those near its list centre that were not near its previous one. */
struct search {
    uint32_t slot;
    struct nnl_entry entry, previous;
    float reach_squared;
    uint32_t count;
    uint32_t found[SEARCH_ROOM];
};

/** Links the neighbours found. */
static bool link_found(struct nnl *nnl, struct search *search)
{
    for (uint32_t i = 0; i < search->count; i++)
        if (!nnl_lists_append(nnl, search->slot, search->found[i]) ||
            !nnl_lists_append(nnl, search->found[i], search->slot))
            return false;
    search->count = 0;
    return true;
}

/** Searches the balls of a cell. Branch-free: each is stored, and kept if it is new. */
static bool search_cell(struct nnl *nnl, struct search *search, uint32_t first)
{
    for (uint32_t other = first; other != NNL_NIL; other = nnl->entries[other].next) {
        const struct nnl_entry *there = &nnl->entries[other];
        bool is_near = distance_squared(&search->entry, there) <= search->reach_squared;
        bool was_near = distance_squared(&search->previous, there) <= search->reach_squared;
        search->found[search->count] = other;
        search->count += is_near & !was_near;
        if (search->count == SEARCH_ROOM && !link_found(nnl, search))
            return false;
    }
    return true;
}

/** Links a ball and the near ones of a level. */
static bool link_level(struct nnl *nnl, struct search *search, int level_index)
{
    const struct nnl_level *level = &nnl->own->levels[level_index];
    search->reach_squared = nnl->own->reach_squared[level_of(nnl, search->slot)][level_index];
    double range = sqrt((double)search->reach_squared), x = (double)search->entry.x, y = (double)search->entry.y;
    int32_t left = cell_along(x - range, level->cells_per_length, level->columns);
    int32_t right = cell_along(x + range, level->cells_per_length, level->columns);
    int32_t bottom = cell_along(y - range, level->cells_per_length, level->rows);
    int32_t top = cell_along(y + range, level->cells_per_length, level->rows);
    if (right - left > level->column_mask) /* once round is enough, and twice would find balls twice */
        right = left + level->column_mask;
    if (top - bottom > level->row_mask)
        top = bottom + level->row_mask;
    for (int32_t row = bottom; row <= top; row++) {
        const uint32_t *heads = cell_heads(level, row);
        for (int32_t column = left; column <= right; column++)
            if (!search_cell(nnl, search, heads[column & level->column_mask]))
                return false;
    }
    return link_found(nnl, search);
}

/** Links a ball and all that are near. @param previous the ball's entry before; NULL: it had none */
static bool link_near(struct nnl *nnl, uint32_t slot, const struct nnl_entry *previous)
{
    static const struct nnl_entry nowhere = {.x = (float)HUGE_VAL, .y = (float)HUGE_VAL};
    struct search search = {.slot = slot, .entry = nnl->entries[slot], .previous = previous ? *previous : nowhere};
    for (int i = 0; i < nnl->own->n_levels; i++)
        if (!link_level(nnl, &search, i))
            return false;
    return true;
}

/** Puts the list centre of a ball ahead of where it is at time t. */
static void place_centre(struct nnl *nnl, uint32_t slot, double t)
{
    const struct particle *ball = &nnl->own->balls[slot];
    struct vec2 place = motion_position(&nnl->motion, ball, t), v = motion_velocity(&nnl->motion, ball, t);
    double speed = sqrt(v.x * v.x + v.y * v.y);
    double ahead = double_min(AHEAD * nnl->own->shell, nnl->own->free_path / 2);
    double wait = speed > 0 ? ahead / speed : 0;
    if (!(wait * speed < HUGE_VAL))
        wait = 0;
    struct nnl_entry *entry = &nnl->entries[slot];
    entry->x = (float)(place.x + v.x * wait);
    entry->y = (float)(place.y + v.y * wait);
    double range = ball->r + nnl->own->shell + nnl->own->margin, x = (double)entry->x, y = (double)entry->y;
    entry->near_boundary = (x < range) | (y < range) | (x > nnl->width - range) | (y > nnl->height - range);
}

bool nnl_rebuild(struct nnl *nnl, uint32_t slot, double t)
{
    struct nnl_entry previous = nnl->entries[slot];
    cell_remove(nnl, slot);
    place_centre(nnl, slot, t);
    drop_distant(nnl, slot);
    if (!link_near(nnl, slot, &previous))
        return false;
    cell_insert(nnl, slot);
    return true;
}

void nnl_remove(struct nnl *nnl, uint32_t slot)
{
    uint32_t size, *list = nnl_list(nnl, slot, &size);
    if (nnl->own->n_levels > 0) /* otherwise all balls are neighbours, and there is no grid */
        cell_remove(nnl, slot);
    for (uint32_t i = nnl_lists_count(nnl, list, size); i-- > 0;) {
        nnl_lists_remove(nnl, list[i], slot);
        nnl_lists_erase(nnl, slot, i);
    }
}

double nnl_exit_time(const struct nnl *nnl, uint32_t slot, const struct particle *ball, double t)
{
    struct vec2 centre = {(double)nnl->entries[slot].x, (double)nnl->entries[slot].y};
    return motion_exit_disc(&nnl->motion, ball, t, centre, nnl->shell_squared);
}

/* ---- creation ---- */

/** Sides of the smallest upright rectangle around all balls. */
static void extent(const struct nnl_private *own, double *across, double *along)
{
    double left = HUGE_VAL, right = -HUGE_VAL, bottom = HUGE_VAL, top = -HUGE_VAL;
    for (size_t i = 0; i < own->n; i++) {
        const struct particle *ball = &own->balls[i];
        left = double_min(left, ball->x - ball->r);
        right = double_max(right, ball->x + ball->r);
        bottom = double_min(bottom, ball->y - ball->r);
        top = double_max(top, ball->y + ball->r);
    }
    *across = right - left;
    *along = top - bottom;
}

/** Chooses the shell radius so that a ball of mean size has NEIGHBOURS_WANTED neighbours, and estimates the free path,
 *  from the density of balls. */
static double shell_from_density(struct nnl_private *own)
{
    double across, along, mean_r = 0, covered = 0;
    extent(own, &across, &along);
    for (size_t i = 0; i < own->n; i++) {
        mean_r += own->balls[i].r / (double)own->n;
        covered += PI * own->balls[i].r * own->balls[i].r;
    }
    double eta = double_min(covered / (across * along), 0.9);
    /* Z - 1 of Henderson (Mol. Phys. 30, 971, 1975) gives the collision rate of a hard-disc gas */
    double pressure = (1 + eta * eta / 8) / ((1 - eta) * (1 - eta)) - 1;
    own->free_path = PI / sqrt(8.0) * mean_r / pressure;
    double range = sqrt((NEIGHBOURS_WANTED + 1) * across * along / (PI * (double)own->n));
    return double_max(range / 2 - mean_r, 0.05 * mean_r);
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
            own->reach_squared[i][j] = (float)(reach * reach * (1 + CENTRE_ROUNDING));
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

/** A grid whose cells are as large as the level's own reach, but no more than four per ball where the balls are. Where
 * the table is much larger than that, the grid repeats itself: cells far from each other share a list. */
static bool lay_grid(const struct nnl *nnl, struct nnl_level *level, size_t members)
{
    double reach = 2 * (level->r_largest + nnl->own->shell) + nnl->own->margin;
    double across, along, most = 4.0 * (double)members;
    extent(nnl->own, &across, &along);
    double area = double_min(nnl->width, across) * double_min(nnl->height, along);
    double cell = double_max(reach, sqrt(area / most));
    cell = double_max(cell, double_max(nnl->width, nnl->height) / (1 << 28));
    level->cells_per_length = 1 / cell;
    level->columns = (int32_t)(nnl->width / cell) + 1;
    level->rows = (int32_t)(nnl->height / cell) + 1;
    level->column_mask = level->row_mask = INT32_MAX;
    level->stride = level->columns;
    size_t cells = (size_t)level->columns * (size_t)level->rows;
    if ((double)cells > 4 * most + 64) {
        int32_t side = power_of_two(sqrt(most));
        level->column_mask = level->row_mask = side - 1;
        level->stride = side;
        cells = (size_t)side * (size_t)side;
    }
    level->heads = mem_array_aligned(cells, sizeof *level->heads);
    if (!level->heads)
        return false;
    for (size_t i = 0; i < cells; i++)
        level->heads[i] = NNL_NIL;
    return true;
}

static bool initialise(struct nnl *nnl, double t)
{
    struct nnl_private *own = nnl->own;
    size_t members[NNL_LEVELS] = {0};
    if (!sort_into_levels(own, members) || !set_reaches(own))
        return false;
    for (int i = 0; i < own->n_levels; i++)
        if (!lay_grid(nnl, &own->levels[i], members[i]))
            return false;
    for (uint32_t i = 0; i < own->n; i++) {
        place_centre(nnl, i, t);
        if (!link_near(nnl, i, NULL))
            return false;
        cell_insert(nnl, i);
    }
    return true;
}

static bool link_all(struct nnl *nnl)
{
    for (uint32_t i = 0; i < nnl->own->n; i++)
        for (uint32_t j = 0; j < nnl->own->n; j++)
            if (i != j && !nnl_lists_append(nnl, i, j))
                return false;
    return true;
}

static bool build(struct nnl *nnl, double t, double shell)
{
    struct nnl_private *own = nnl->own;
    double rounding = CENTRE_ROUNDING * (nnl->width + nnl->height);
    double from_density = shell_from_density(own);
    if (shell == 0)
        shell = double_max(from_density, 16 * rounding);
    own->shell = shell;
    own->margin = rounding + CENTRE_ROUNDING * shell;
    nnl->shell_squared = shell * shell;
    return nnl_lists_open(nnl) && (shell < HUGE_VAL ? initialise(nnl, t) : link_all(nnl));
}

struct nnl *nnl_create(const struct motion_system *system, double t, double shell)
{
    struct nnl *nnl = mem_array(1, sizeof *nnl);
    if (!nnl)
        return NULL;
    nnl->motion = system->motion;
    nnl->width = system->width;
    nnl->height = system->height;
    nnl->own = mem_array(1, sizeof *nnl->own);
    nnl->entries = mem_array_aligned(system->n, sizeof *nnl->entries);
    if (nnl->own && nnl->entries) {
        nnl->own->balls = system->balls;
        nnl->own->n = system->n;
        nnl->sentinel = (uint32_t)system->n;
        if (build(nnl, t, shell))
            return nnl;
    }
    nnl_destroy(nnl);
    return NULL;
}

void nnl_destroy(struct nnl *nnl)
{
    if (!nnl)
        return;
    for (int i = 0; nnl->own && i < nnl->own->n_levels; i++)
        free(nnl->own->levels[i].heads);
    if (nnl->own) {
        free(nnl->own->level_of);
        free(nnl->own->reach_squared);
    }
    free(nnl->own);
    free(nnl->entries);
    free(nnl->lists);
    free(nnl);
}
