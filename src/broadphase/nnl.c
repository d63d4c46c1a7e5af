/*
 * Neighbour rows with one disc per ball, renewed ball by ball (after the near-neighbour lists of Donev, Torquato and
 * Stillinger, J. Comput. Phys. 202, 737, 2005), found through a grid of cells per size of ball.
 *
 * Balls are sorted into levels by radius, each level spanning at most a factor of two, with a grid of its own. A search
 * visits every level with the range that its largest ball needs, so one ball a hundred times larger than the rest
 * neither blows up the cells of the others nor is overlooked.
 *
 * Rows live in one pool of 32-bit numbers and consist of 1, 2, 3, 4, 6, 8, ... octets, filled up with a number that is
 * no ball's, so that they can be searched in whole quads; a home tells how many are in use. A full row moves to the
 * next class and leaves its place to others.
 *
 * Invariants: i and j are neighbours exactly if the distance of their homes is at most the reach of their two levels,
 *     r_largest(i) + r_largest(j) + 2 roam + margin,
 * so whether two balls are neighbours can be told from homes alone, and a ball's former neighbours from its former
 * home; rows are symmetric; a ball is in the cell of its home. Homes outside the table count to the nearest cell. The
 * margin covers the rounding of the comparison, which is done in single precision.
 *
 * A new home lies ahead of the ball, as far as the ball is likely to fly before its next hit but at most AHEAD of the
 * disc's radius: a ball in free flight then crosses the disc along a chord instead of leaving it half-way.
 *
 * Choice of the disc: a wide one means more neighbours to look at in each prediction, a narrow one more renewals. In a
 * dense packing the best disc is a thin shell, in a dilute gas it is many diameters wide: one structure serves both.
 *
 * Cost: a renewal looks at the balls of about nine cells per level; memory 18 bytes per ball for homes and cells and
 * about 45 for rows.
 */
#include "broadphase/nnl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/min_max.h"
#include "base/mem.h"

enum { LEVELS = 64, CLASSES = NNL_CLASSES + 1, SEARCH_ROOM = 32 };

#define NOBODY 0x7ffffffu /* as `next`; no row is that long, no ball has that number */
#define PI     3.14159265358979323846

/* Balls within reach of a home, on average, for which predictions and renewals cost about the same (measured). */
#define NEIGHBOURS_WANTED 8.0
/* Part of the disc's radius by which a new home may lie ahead of its ball. */
#define AHEAD 0.7
/* Bound on the relative rounding of single-precision places and distances. */
#define HOME_ROUNDING 1e-6

struct level {
    double r_largest;
    double cells_per_length;
    int32_t columns, lines;
    uint32_t *heads; /* columns x lines */
};

struct nnl_private {
    struct particle *balls;
    size_t n;
    double roam; /* radius of the discs */
    double margin;
    double free_path; /* distance a ball flies on average from hit to hit */
    struct level levels[LEVELS];
    int n_levels;
    uint8_t *level_of;              /* NULL: one level */
    float (*reach_squared)[LEVELS]; /* of homes that are neighbours; a row for each level there is */
    size_t rows_used, rows_capacity;
    uint32_t free_rows[CLASSES];
};

/* ---- rows ---- */

/** Makes room in the pool of rows, on memory that is good for random visits. */
static bool reserve_rows(struct nnl *nnl, size_t entries)
{
    struct nnl_private *own = nnl->own;
    if (entries <= own->rows_capacity)
        return true;
    size_t larger = entries + entries / 4;
    uint32_t *rows = mem_array_raw(larger, sizeof *rows);
    if (!rows)
        return false;
    if (nnl->rows)
        memcpy(rows, nnl->rows, own->rows_used * sizeof *rows);
    free(nnl->rows);
    nnl->rows = rows;
    own->rows_capacity = larger;
    return true;
}

/** Takes an empty row of a class; returns its first octet, NOBODY: out of memory. */
static uint32_t take_row(struct nnl *nnl, uint32_t class)
{
    struct nnl_private *own = nnl->own;
    uint32_t octet = own->free_rows[class], size = NNL_OCTET * nnl_octets(class);
    if (octet != NOBODY) {
        own->free_rows[class] = nnl->rows[(size_t)octet * NNL_OCTET];
    } else {
        size_t end = own->rows_used + size;
        if (end / NNL_OCTET > NNL_MOST_OCTETS || class >= NNL_CLASSES || !reserve_rows(nnl, end))
            return NOBODY;
        octet = (uint32_t)(own->rows_used / NNL_OCTET);
        own->rows_used = end;
    }
    uint32_t *row = nnl->rows + (size_t)octet * NNL_OCTET;
    for (uint32_t i = 0; i < size; i++)
        row[i] = nnl->nobody;
    return octet;
}

static void give_row(struct nnl *nnl, uint32_t octet, uint32_t class)
{
    nnl->rows[(size_t)octet * NNL_OCTET] = nnl->own->free_rows[class];
    nnl->own->free_rows[class] = octet;
}

static uint32_t row_capacity(const struct nnl *nnl, uint32_t slot)
{
    return NNL_OCTET * nnl_octets(nnl->homes[slot].class);
}

uint32_t nnl_row_size(const struct nnl *nnl, uint32_t slot)
{
    const uint32_t *row = nnl_row_start(nnl, slot);
    uint32_t size = row_capacity(nnl, slot);
    while (size && row[size - IMPACT_KERNEL_LANES] == nnl->nobody)
        size -= IMPACT_KERNEL_LANES;
    return size;
}

/** Number of neighbours in a row, whose quads in use have `size` entries. */
static uint32_t row_count(const struct nnl *nnl, const uint32_t *row, uint32_t size)
{
    uint32_t count = size;
    while (count && row[count - 1] == nnl->nobody)
        count--;
    return count;
}

/** Gives a ball, whose row is full, a row of the next class with the same neighbours. */
static bool row_enlarge(struct nnl *nnl, uint32_t slot)
{
    struct nnl_home *home = &nnl->homes[slot];
    uint32_t size, octet = take_row(nnl, home->class + 1);
    if (octet == NOBODY)
        return false;
    const uint32_t *from = nnl_row(nnl, slot, &size);
    memcpy(nnl->rows + (size_t)octet * NNL_OCTET, from, size * sizeof *from);
    give_row(nnl, home->octet, home->class);
    home->octet = octet & (NNL_MOST_OCTETS - 1);
    home->class ++;
    return true;
}

static bool row_append(struct nnl *nnl, uint32_t slot, uint32_t other)
{
    uint32_t size, *row = nnl_row(nnl, slot, &size), count = row_count(nnl, row, size);
    if (count == row_capacity(nnl, slot)) {
        if (!row_enlarge(nnl, slot))
            return false;
        row = nnl_row_start(nnl, slot);
    }
    row[count] = other;
    if (count == size && nnl->homes[slot].quads < NNL_MANY)
        nnl->homes[slot].quads++;
    return true;
}

/** Takes out the entry at `place` of a ball's row. */
static void row_erase(struct nnl *nnl, uint32_t slot, uint32_t place)
{
    uint32_t size, *row = nnl_row(nnl, slot, &size), last = row_count(nnl, row, size) - 1;
    row[place] = row[last];
    row[last] = nnl->nobody;
    if (last % IMPACT_KERNEL_LANES == 0 && nnl->homes[slot].quads < NNL_MANY)
        nnl->homes[slot].quads--;
}

static void row_remove(struct nnl *nnl, uint32_t slot, uint32_t other)
{
    const uint32_t *row = nnl_row_start(nnl, slot);
    uint32_t place = 0;
    while (row[place] != other)
        place++;
    row_erase(nnl, slot, place);
}

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

static uint32_t *home_cell(struct nnl *nnl, uint32_t slot)
{
    struct level *level = &nnl->own->levels[level_of(nnl, slot)];
    const struct nnl_home *home = &nnl->homes[slot];
    int32_t column = cell_along((double)home->x, level->cells_per_length, level->columns);
    int32_t line = cell_along((double)home->y, level->cells_per_length, level->lines);
    return &level->heads[(size_t)line * (size_t)level->columns + (size_t)column];
}

static void cell_insert(struct nnl *nnl, uint32_t slot)
{
    uint32_t *head = home_cell(nnl, slot);
    nnl->homes[slot].next = *head & NOBODY;
    *head = slot;
}

static void cell_remove(struct nnl *nnl, uint32_t slot)
{
    uint32_t *head = home_cell(nnl, slot), before = *head;
    if (before == slot) {
        *head = nnl->homes[slot].next;
        return;
    }
    while (nnl->homes[before].next != slot)
        before = nnl->homes[before].next;
    nnl->homes[before].next = nnl->homes[slot].next;
}

/* ---- neighbours ---- */

static float distance_squared(const struct nnl_home *a, const struct nnl_home *b)
{
    float dx = b->x - a->x, dy = b->y - a->y;
    return dx * dx + dy * dy;
}

/** Ends the neighbourhoods of a ball that its new home has left behind. */
static void drop_distant(struct nnl *nnl, uint32_t slot)
{
    const struct nnl_home *home = &nnl->homes[slot];
    const float *reach_squared = nnl->own->reach_squared[level_of(nnl, slot)];
    uint32_t size, *row = nnl_row(nnl, slot, &size);
    for (uint32_t i = row_count(nnl, row, size); i-- > 0;) {
        uint32_t other = row[i];
        if (distance_squared(home, &nnl->homes[other]) > reach_squared[level_of(nnl, other)]) {
            row_erase(nnl, slot, i);
            row_remove(nnl, other, slot);
        }
    }
}

/** A ball's search for new neighbours: those near its home that were not near its former one. */
struct search {
    uint32_t slot;
    struct nnl_home home, former;
    float reach_squared;
    uint32_t count;
    uint32_t found[SEARCH_ROOM];
};

/** Makes what the search has found neighbours. */
static bool join_found(struct nnl *nnl, struct search *search)
{
    for (uint32_t i = 0; i < search->count; i++)
        if (!row_append(nnl, search->slot, search->found[i]) || !row_append(nnl, search->found[i], search->slot))
            return false;
    search->count = 0;
    return true;
}

/** Looks through the balls of a cell. Notes each, and keeps the note if it is new: no branch to guess wrong. */
static bool search_cell(struct nnl *nnl, struct search *search, uint32_t first)
{
    for (uint32_t other = first; other != NOBODY; other = nnl->homes[other].next) {
        const struct nnl_home *there = &nnl->homes[other];
        bool is_near = distance_squared(&search->home, there) <= search->reach_squared;
        bool was_near = distance_squared(&search->former, there) <= search->reach_squared;
        search->found[search->count] = other;
        search->count += is_near & !was_near;
        if (search->count == SEARCH_ROOM && !join_found(nnl, search))
            return false;
    }
    return true;
}

/** Makes a ball and the near ones of a level neighbours. */
static bool join_level(struct nnl *nnl, struct search *search, int level_index)
{
    const struct level *level = &nnl->own->levels[level_index];
    search->reach_squared = nnl->own->reach_squared[level_of(nnl, search->slot)][level_index];
    double range = sqrt((double)search->reach_squared), x = (double)search->home.x, y = (double)search->home.y;
    int32_t left = cell_along(x - range, level->cells_per_length, level->columns);
    int32_t right = cell_along(x + range, level->cells_per_length, level->columns);
    int32_t bottom = cell_along(y - range, level->cells_per_length, level->lines);
    int32_t top = cell_along(y + range, level->cells_per_length, level->lines);
    for (int32_t line = bottom; line <= top; line++) {
        const uint32_t *heads = level->heads + (size_t)line * (size_t)level->columns;
        for (int32_t column = left; column <= right; column++)
            if (!search_cell(nnl, search, heads[column]))
                return false;
    }
    return join_found(nnl, search);
}

/** @param former the ball's home before; NULL: it had none */
static bool join_near(struct nnl *nnl, uint32_t slot, const struct nnl_home *former)
{
    static const struct nnl_home nowhere = {.x = (float)HUGE_VAL, .y = (float)HUGE_VAL};
    struct search search = {.slot = slot, .home = nnl->homes[slot], .former = former ? *former : nowhere};
    for (int i = 0; i < nnl->own->n_levels; i++)
        if (!join_level(nnl, &search, i))
            return false;
    return true;
}

/** Puts the home of a ball ahead of where it is at time t. */
static void settle(struct nnl *nnl, uint32_t slot, double t)
{
    const struct particle *ball = &nnl->own->balls[slot];
    struct vec2 place = motion_position(&nnl->motion, ball, t), v = motion_velocity(&nnl->motion, ball, t);
    double speed = sqrt(v.x * v.x + v.y * v.y);
    double ahead = double_min(AHEAD * nnl->own->roam, nnl->own->free_path / 2);
    double wait = speed > 0 ? ahead / speed : 0;
    if (!(wait * speed < HUGE_VAL))
        wait = 0;
    struct nnl_home *home = &nnl->homes[slot];
    home->x = (float)(place.x + v.x * wait);
    home->y = (float)(place.y + v.y * wait);
    double range = ball->r + nnl->own->roam + nnl->own->margin, x = (double)home->x, y = (double)home->y;
    home->near_wall = (x < range) | (y < range) | (x > nnl->width - range) | (y > nnl->height - range);
}

bool nnl_renew(struct nnl *nnl, uint32_t slot, double t)
{
    struct nnl_home former = nnl->homes[slot];
    cell_remove(nnl, slot);
    settle(nnl, slot, t);
    drop_distant(nnl, slot);
    if (!join_near(nnl, slot, &former))
        return false;
    cell_insert(nnl, slot);
    return true;
}

double nnl_leave_time(const struct nnl *nnl, uint32_t slot, const struct particle *ball, double t)
{
    struct vec2 centre = {(double)nnl->homes[slot].x, (double)nnl->homes[slot].y};
    return motion_exit_disc(&nnl->motion, ball, t, centre, nnl->roam_squared);
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

/** Chooses the discs' radius so that a ball of mean size has NEIGHBOURS_WANTED neighbours, and estimates the free
 *  path, from the density of balls. */
static double roam_from_density(struct nnl_private *own)
{
    double across, along, mean_r = 0, covered = 0;
    extent(own, &across, &along);
    for (size_t i = 0; i < own->n; i++) {
        mean_r += own->balls[i].r / (double)own->n;
        covered += PI * own->balls[i].r * own->balls[i].r;
    }
    double eta = double_min(covered / (across * along), 0.9);
    /* Z - 1 of Henderson (Mol. Phys. 30, 971, 1975) gives the rate of hits of a hard-disc gas */
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
    for (double limit = 2 * r_smallest; r > limit && level < LEVELS - 1; limit *= 2)
        level++;
    return level;
}

/** Numbers the levels that hold balls without gaps and counts their members. */
static bool sort_into_levels(struct nnl_private *own, size_t members[LEVELS])
{
    uint8_t number[LEVELS];
    size_t found[LEVELS] = {0};
    double r_smallest = smallest_radius(own);
    for (size_t i = 0; i < own->n; i++)
        found[size_level(own->balls[i].r, r_smallest)]++;
    for (int i = 0; i < LEVELS; i++)
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
            double reach = own->levels[i].r_largest + own->levels[j].r_largest + 2 * own->roam + own->margin;
            own->reach_squared[i][j] = (float)(reach * reach * (1 + HOME_ROUNDING));
        }
    return true;
}

/** A grid whose cells are as large as the level's own reach, but no more cells than four per ball. */
static bool lay_grid(const struct nnl *nnl, struct level *level, size_t members)
{
    double reach = 2 * (level->r_largest + nnl->own->roam) + nnl->own->margin;
    double cell = double_max(reach, sqrt(nnl->width * nnl->height / (4.0 * (double)members)));
    cell = double_max(cell, double_max(nnl->width, nnl->height) / 32000);
    level->cells_per_length = 1 / cell;
    level->columns = (int32_t)(nnl->width / cell) + 1;
    level->lines = (int32_t)(nnl->height / cell) + 1;
    size_t cells = (size_t)level->columns * (size_t)level->lines;
    level->heads = mem_array_aligned(cells, sizeof *level->heads);
    if (!level->heads)
        return false;
    for (size_t i = 0; i < cells; i++)
        level->heads[i] = NOBODY;
    return true;
}

static bool settle_all(struct nnl *nnl, double t)
{
    struct nnl_private *own = nnl->own;
    size_t members[LEVELS] = {0};
    if (!sort_into_levels(own, members) || !set_reaches(own))
        return false;
    for (int i = 0; i < own->n_levels; i++)
        if (!lay_grid(nnl, &own->levels[i], members[i]))
            return false;
    for (uint32_t i = 0; i < own->n; i++) {
        settle(nnl, i, t);
        if (!join_near(nnl, i, NULL))
            return false;
        cell_insert(nnl, i);
    }
    return true;
}

static bool join_everybody(struct nnl *nnl)
{
    for (uint32_t i = 0; i < nnl->own->n; i++)
        for (uint32_t j = 0; j < nnl->own->n; j++)
            if (i != j && !row_append(nnl, i, j))
                return false;
    return true;
}

/** An empty row for every ball, with room for the neighbours that most will have. */
static bool make_rows(struct nnl *nnl)
{
    for (int i = 0; i < CLASSES; i++)
        nnl->own->free_rows[i] = NOBODY;
    if (!reserve_rows(nnl, 2 * nnl->own->n * NNL_OCTET))
        return false;
    for (size_t i = 0; i < nnl->own->n; i++) {
        uint32_t octet = take_row(nnl, 0);
        if (octet == NOBODY)
            return false;
        nnl->homes[i] = (struct nnl_home){.octet = octet & (NNL_MOST_OCTETS - 1), .near_wall = 1};
    }
    return true;
}

static bool build(struct nnl *nnl, double t, double roam)
{
    struct nnl_private *own = nnl->own;
    double rounding = HOME_ROUNDING * (nnl->width + nnl->height);
    double from_density = roam_from_density(own);
    if (roam == 0)
        roam = double_max(from_density, 16 * rounding);
    own->roam = roam;
    own->margin = rounding + HOME_ROUNDING * roam;
    nnl->roam_squared = roam * roam;
    return make_rows(nnl) && (roam < HUGE_VAL ? settle_all(nnl, t) : join_everybody(nnl));
}

struct nnl *nnl_create(const struct motion_system *system, double t, double roam)
{
    struct nnl *nnl = mem_array(1, sizeof *nnl);
    if (!nnl)
        return NULL;
    nnl->motion = system->motion;
    nnl->width = system->width;
    nnl->height = system->height;
    nnl->own = mem_array(1, sizeof *nnl->own);
    nnl->homes = mem_array_aligned(system->n, sizeof *nnl->homes);
    if (nnl->own && nnl->homes) {
        nnl->own->balls = system->balls;
        nnl->own->n = system->n;
        nnl->nobody = (uint32_t)system->n;
        if (build(nnl, t, roam))
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
    free(nnl->homes);
    free(nnl->rows);
    free(nnl);
}
