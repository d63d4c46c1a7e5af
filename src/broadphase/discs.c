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
#include "broadphase/discs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/min_max.h"
#include "base/mem.h"

enum { LEVELS = 64, CLASSES = DISCS_CLASSES + 1, SEARCH_ROOM = 32 };

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

struct discs_private {
    struct flight *balls;
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
static bool reserve_rows(struct discs *discs, size_t entries)
{
    struct discs_private *own = discs->own;
    if (entries <= own->rows_capacity)
        return true;
    size_t larger = entries + entries / 4;
    uint32_t *rows = mem_array_raw(larger, sizeof *rows);
    if (!rows)
        return false;
    if (discs->rows)
        memcpy(rows, discs->rows, own->rows_used * sizeof *rows);
    free(discs->rows);
    discs->rows = rows;
    own->rows_capacity = larger;
    return true;
}

/** Takes an empty row of a class; returns its first octet, NOBODY: out of memory. */
static uint32_t take_row(struct discs *discs, uint32_t class)
{
    struct discs_private *own = discs->own;
    uint32_t octet = own->free_rows[class], size = DISCS_OCTET * discs_octets(class);
    if (octet != NOBODY) {
        own->free_rows[class] = discs->rows[(size_t)octet * DISCS_OCTET];
    } else {
        size_t end = own->rows_used + size;
        if (end / DISCS_OCTET > DISCS_MOST_OCTETS || class >= DISCS_CLASSES || !reserve_rows(discs, end))
            return NOBODY;
        octet = (uint32_t)(own->rows_used / DISCS_OCTET);
        own->rows_used = end;
    }
    uint32_t *row = discs->rows + (size_t)octet * DISCS_OCTET;
    for (uint32_t i = 0; i < size; i++)
        row[i] = discs->nobody;
    return octet;
}

static void give_row(struct discs *discs, uint32_t octet, uint32_t class)
{
    discs->rows[(size_t)octet * DISCS_OCTET] = discs->own->free_rows[class];
    discs->own->free_rows[class] = octet;
}

static uint32_t row_capacity(const struct discs *discs, uint32_t slot)
{
    return DISCS_OCTET * discs_octets(discs->homes[slot].class);
}

uint32_t discs_row_size(const struct discs *discs, uint32_t slot)
{
    const uint32_t *row = discs_row_start(discs, slot);
    uint32_t size = row_capacity(discs, slot);
    while (size && row[size - FLIGHT_LANES] == discs->nobody)
        size -= FLIGHT_LANES;
    return size;
}

/** Number of neighbours in a row, whose quads in use have `size` entries. */
static uint32_t row_count(const struct discs *discs, const uint32_t *row, uint32_t size)
{
    uint32_t count = size;
    while (count && row[count - 1] == discs->nobody)
        count--;
    return count;
}

/** Gives a ball, whose row is full, a row of the next class with the same neighbours. */
static bool row_enlarge(struct discs *discs, uint32_t slot)
{
    struct discs_home *home = &discs->homes[slot];
    uint32_t size, octet = take_row(discs, home->class + 1);
    if (octet == NOBODY)
        return false;
    const uint32_t *from = discs_row(discs, slot, &size);
    memcpy(discs->rows + (size_t)octet * DISCS_OCTET, from, size * sizeof *from);
    give_row(discs, home->octet, home->class);
    home->octet = octet & (DISCS_MOST_OCTETS - 1);
    home->class ++;
    return true;
}

static bool row_append(struct discs *discs, uint32_t slot, uint32_t other)
{
    uint32_t size, *row = discs_row(discs, slot, &size), count = row_count(discs, row, size);
    if (count == row_capacity(discs, slot)) {
        if (!row_enlarge(discs, slot))
            return false;
        row = discs_row_start(discs, slot);
    }
    row[count] = other;
    if (count == size && discs->homes[slot].quads < DISCS_MANY)
        discs->homes[slot].quads++;
    return true;
}

/** Takes out the entry at `place` of a ball's row. */
static void row_erase(struct discs *discs, uint32_t slot, uint32_t place)
{
    uint32_t size, *row = discs_row(discs, slot, &size), last = row_count(discs, row, size) - 1;
    row[place] = row[last];
    row[last] = discs->nobody;
    if (last % FLIGHT_LANES == 0 && discs->homes[slot].quads < DISCS_MANY)
        discs->homes[slot].quads--;
}

static void row_remove(struct discs *discs, uint32_t slot, uint32_t other)
{
    const uint32_t *row = discs_row_start(discs, slot);
    uint32_t place = 0;
    while (row[place] != other)
        place++;
    row_erase(discs, slot, place);
}

/* ---- cells ---- */

static int32_t cell_along(double x, double cells_per_length, int32_t cells)
{
    double place = x * cells_per_length;
    return place <= 0 ? 0 : place >= cells ? cells - 1 : (int32_t)place;
}

static int level_of(const struct discs *discs, uint32_t slot)
{
    return discs->own->level_of ? discs->own->level_of[slot] : 0;
}

static uint32_t *home_cell(struct discs *discs, uint32_t slot)
{
    struct level *level = &discs->own->levels[level_of(discs, slot)];
    const struct discs_home *home = &discs->homes[slot];
    int32_t column = cell_along((double)home->x, level->cells_per_length, level->columns);
    int32_t line = cell_along((double)home->y, level->cells_per_length, level->lines);
    return &level->heads[(size_t)line * (size_t)level->columns + (size_t)column];
}

static void cell_insert(struct discs *discs, uint32_t slot)
{
    uint32_t *head = home_cell(discs, slot);
    discs->homes[slot].next = *head & NOBODY;
    *head = slot;
}

static void cell_remove(struct discs *discs, uint32_t slot)
{
    uint32_t *head = home_cell(discs, slot), before = *head;
    if (before == slot) {
        *head = discs->homes[slot].next;
        return;
    }
    while (discs->homes[before].next != slot)
        before = discs->homes[before].next;
    discs->homes[before].next = discs->homes[slot].next;
}

/* ---- neighbours ---- */

static float distance_squared(const struct discs_home *a, const struct discs_home *b)
{
    float dx = b->x - a->x, dy = b->y - a->y;
    return dx * dx + dy * dy;
}

/** Ends the neighbourhoods of a ball that its new home has left behind. */
static void drop_distant(struct discs *discs, uint32_t slot)
{
    const struct discs_home *home = &discs->homes[slot];
    const float *reach_squared = discs->own->reach_squared[level_of(discs, slot)];
    uint32_t size, *row = discs_row(discs, slot, &size);
    for (uint32_t i = row_count(discs, row, size); i-- > 0;) {
        uint32_t other = row[i];
        if (distance_squared(home, &discs->homes[other]) > reach_squared[level_of(discs, other)]) {
            row_erase(discs, slot, i);
            row_remove(discs, other, slot);
        }
    }
}

/** A ball's search for new neighbours: those near its home that were not near its former one. */
struct search {
    uint32_t slot;
    struct discs_home home, former;
    float reach_squared;
    uint32_t count;
    uint32_t found[SEARCH_ROOM];
};

/** Makes what the search has found neighbours. */
static bool join_found(struct discs *discs, struct search *search)
{
    for (uint32_t i = 0; i < search->count; i++)
        if (!row_append(discs, search->slot, search->found[i]) || !row_append(discs, search->found[i], search->slot))
            return false;
    search->count = 0;
    return true;
}

/** Looks through the balls of a cell. Notes each, and keeps the note if it is new: no branch to guess wrong. */
static bool search_cell(struct discs *discs, struct search *search, uint32_t first)
{
    for (uint32_t other = first; other != NOBODY; other = discs->homes[other].next) {
        const struct discs_home *there = &discs->homes[other];
        bool is_near = distance_squared(&search->home, there) <= search->reach_squared;
        bool was_near = distance_squared(&search->former, there) <= search->reach_squared;
        search->found[search->count] = other;
        search->count += is_near & !was_near;
        if (search->count == SEARCH_ROOM && !join_found(discs, search))
            return false;
    }
    return true;
}

/** Makes a ball and the near ones of a level neighbours. */
static bool join_level(struct discs *discs, struct search *search, int level_index)
{
    const struct level *level = &discs->own->levels[level_index];
    search->reach_squared = discs->own->reach_squared[level_of(discs, search->slot)][level_index];
    double range = sqrt((double)search->reach_squared), x = (double)search->home.x, y = (double)search->home.y;
    int32_t left = cell_along(x - range, level->cells_per_length, level->columns);
    int32_t right = cell_along(x + range, level->cells_per_length, level->columns);
    int32_t bottom = cell_along(y - range, level->cells_per_length, level->lines);
    int32_t top = cell_along(y + range, level->cells_per_length, level->lines);
    for (int32_t line = bottom; line <= top; line++) {
        const uint32_t *heads = level->heads + (size_t)line * (size_t)level->columns;
        for (int32_t column = left; column <= right; column++)
            if (!search_cell(discs, search, heads[column]))
                return false;
    }
    return join_found(discs, search);
}

/** @param former the ball's home before; NULL: it had none */
static bool join_near(struct discs *discs, uint32_t slot, const struct discs_home *former)
{
    static const struct discs_home nowhere = {.x = (float)HUGE_VAL, .y = (float)HUGE_VAL};
    struct search search = {.slot = slot, .home = discs->homes[slot], .former = former ? *former : nowhere};
    for (int i = 0; i < discs->own->n_levels; i++)
        if (!join_level(discs, &search, i))
            return false;
    return true;
}

/** Puts the home of a ball ahead of where it is at time t. */
static void settle(struct discs *discs, uint32_t slot, double t)
{
    const struct flight *ball = &discs->own->balls[slot];
    double speed = sqrt(ball->vx * ball->vx + ball->vy * ball->vy);
    double ahead = double_min(AHEAD * discs->own->roam, discs->own->free_path / 2);
    double wait = speed > 0 ? ahead / speed : 0;
    if (!(wait * speed < HUGE_VAL))
        wait = 0;
    struct discs_home *home = &discs->homes[slot];
    home->x = (float)(flight_x(ball, t) + ball->vx * wait);
    home->y = (float)(flight_y(ball, t) + ball->vy * wait);
    double range = ball->r + discs->own->roam + discs->own->margin, x = (double)home->x, y = (double)home->y;
    home->near_wall = (x < range) | (y < range) | (x > discs->width - range) | (y > discs->height - range);
}

bool discs_renew(struct discs *discs, uint32_t slot, double t)
{
    struct discs_home former = discs->homes[slot];
    cell_remove(discs, slot);
    settle(discs, slot, t);
    drop_distant(discs, slot);
    if (!join_near(discs, slot, &former))
        return false;
    cell_insert(discs, slot);
    return true;
}

double discs_leave_time(const struct discs *discs, uint32_t slot, const struct flight *ball, double t)
{
    if (!(discs->roam_squared < HUGE_VAL))
        return HUGE_VAL;
    double dx = flight_x(ball, t) - (double)discs->homes[slot].x, dy = flight_y(ball, t) - (double)discs->homes[slot].y;
    double vv = ball->vx * ball->vx + ball->vy * ball->vy;
    double outward = dx * ball->vx + dy * ball->vy;
    double inside = discs->roam_squared - (dx * dx + dy * dy);
    if (!(inside > 0))
        return vv > 0 ? t : HUGE_VAL;
    double root = sqrt(outward * outward + vv * inside);
    if (outward < 0) /* the form without cancellation */
        return t + (root - outward) / vv;
    return t + (vv > 0 ? inside / (outward + root) : HUGE_VAL);
}

/* ---- creation ---- */

/** Sides of the smallest upright rectangle around all balls. */
static void extent(const struct discs_private *own, double *across, double *along)
{
    double left = HUGE_VAL, right = -HUGE_VAL, bottom = HUGE_VAL, top = -HUGE_VAL;
    for (size_t i = 0; i < own->n; i++) {
        const struct flight *ball = &own->balls[i];
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
static double roam_from_density(struct discs_private *own)
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

static double smallest_radius(const struct discs_private *own)
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
static bool sort_into_levels(struct discs_private *own, size_t members[LEVELS])
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

static bool set_reaches(struct discs_private *own)
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
static bool lay_grid(const struct discs *discs, struct level *level, size_t members)
{
    double reach = 2 * (level->r_largest + discs->own->roam) + discs->own->margin;
    double cell = double_max(reach, sqrt(discs->width * discs->height / (4.0 * (double)members)));
    cell = double_max(cell, double_max(discs->width, discs->height) / 32000);
    level->cells_per_length = 1 / cell;
    level->columns = (int32_t)(discs->width / cell) + 1;
    level->lines = (int32_t)(discs->height / cell) + 1;
    size_t cells = (size_t)level->columns * (size_t)level->lines;
    level->heads = mem_array_aligned(cells, sizeof *level->heads);
    if (!level->heads)
        return false;
    for (size_t i = 0; i < cells; i++)
        level->heads[i] = NOBODY;
    return true;
}

static bool settle_all(struct discs *discs, double t)
{
    struct discs_private *own = discs->own;
    size_t members[LEVELS] = {0};
    if (!sort_into_levels(own, members) || !set_reaches(own))
        return false;
    for (int i = 0; i < own->n_levels; i++)
        if (!lay_grid(discs, &own->levels[i], members[i]))
            return false;
    for (uint32_t i = 0; i < own->n; i++) {
        settle(discs, i, t);
        if (!join_near(discs, i, NULL))
            return false;
        cell_insert(discs, i);
    }
    return true;
}

static bool join_everybody(struct discs *discs)
{
    for (uint32_t i = 0; i < discs->own->n; i++)
        for (uint32_t j = 0; j < discs->own->n; j++)
            if (i != j && !row_append(discs, i, j))
                return false;
    return true;
}

/** An empty row for every ball, with room for the neighbours that most will have. */
static bool make_rows(struct discs *discs)
{
    for (int i = 0; i < CLASSES; i++)
        discs->own->free_rows[i] = NOBODY;
    if (!reserve_rows(discs, 2 * discs->own->n * DISCS_OCTET))
        return false;
    for (size_t i = 0; i < discs->own->n; i++) {
        uint32_t octet = take_row(discs, 0);
        if (octet == NOBODY)
            return false;
        discs->homes[i] = (struct discs_home){.octet = octet & (DISCS_MOST_OCTETS - 1), .near_wall = 1};
    }
    return true;
}

static bool build(struct discs *discs, double t, double roam)
{
    struct discs_private *own = discs->own;
    double rounding = HOME_ROUNDING * (discs->width + discs->height);
    double from_density = roam_from_density(own);
    if (roam == 0)
        roam = double_max(from_density, 16 * rounding);
    own->roam = roam;
    own->margin = rounding + HOME_ROUNDING * roam;
    discs->roam_squared = roam * roam;
    return make_rows(discs) && (roam < HUGE_VAL ? settle_all(discs, t) : join_everybody(discs));
}

struct discs *discs_create(struct flight *balls, size_t n, double width, double height, double t, double roam)
{
    struct discs *discs = mem_array(1, sizeof *discs);
    if (!discs)
        return NULL;
    discs->width = width;
    discs->height = height;
    discs->own = mem_array(1, sizeof *discs->own);
    discs->homes = mem_array_aligned(n, sizeof *discs->homes);
    if (discs->own && discs->homes) {
        discs->own->balls = balls;
        discs->own->n = n;
        discs->nobody = (uint32_t)n;
        if (build(discs, t, roam))
            return discs;
    }
    discs_destroy(discs);
    return NULL;
}

void discs_destroy(struct discs *discs)
{
    if (!discs)
        return;
    for (int i = 0; discs->own && i < discs->own->n_levels; i++)
        free(discs->own->levels[i].heads);
    if (discs->own) {
        free(discs->own->level_of);
        free(discs->own->reach_squared);
    }
    free(discs->own);
    free(discs->homes);
    free(discs->rows);
    free(discs);
}
