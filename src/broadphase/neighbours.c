/*
 * Neighbour rows with one disc per ball, renewed ball by ball (after the near-neighbour lists of Donev, Torquato and
 * Stillinger, J. Comput. Phys. 202, 737, 2005), found through a grid of cells per size of ball.
 *
 * Balls are sorted into levels by radius, each level spanning a factor of two, with a grid whose cells hold about one
 * ball. A search visits every level with the range that its largest ball needs, so one ball a hundred times larger
 * than the rest neither blows up the cells of the others nor is overlooked.
 *
 * Rows live in one pool of 32-bit numbers: a header (count and size class) and room for 7, 11, 15, 23, 31, ...
 * neighbours. A full row moves to the next class and leaves its place to others.
 *
 * Invariants: j is in i's row exactly if i is in j's; i and j are neighbours iff the distance of their homes is at most
 * r_i + r_j + 2 roam (plus a margin for the rounding of homes, which are single precision); a ball is in the cell of
 * its home. Homes outside the table count to the nearest cell.
 *
 * Choice of the disc: a wide one means more neighbours to look at in each prediction, a narrow one more renewals. Both
 * cost about the same when a ball has NEIGHBOURS_WANTED neighbours, which in a dense packing is a thin shell and in a
 * dilute gas many diameters wide: one structure serves both.
 *
 * Cost: a renewal looks at the balls of about nine cells per level; memory 4 bytes per ball for cells, about 45 for
 * rows.
 */
#include "broadphase/neighbours.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { LEVELS = 64, CLASSES = 44, ALL_PAIRS_BELOW = 24 };

#define NOBODY 0xffffffffu

/* Balls within reach of a disc for which predictions and renewals cost about the same (measured). */
#define NEIGHBOURS_WANTED 8.0
/* Homes are rounded to single precision: relative to the table's size. */
#define HOME_ROUNDING 2.5e-7

struct level {
    double r_largest;
    double cells_per_length;
    int32_t columns, lines;
    uint32_t *heads; /* columns x lines */
};

struct neighbours {
    struct flight *balls;
    size_t n;
    double width, height;
    double roam;   /* radius of the discs */
    double margin; /* bound on the rounding of a distance of homes */
    double r_smallest;
    struct level levels[LEVELS];
    int n_levels;
    uint8_t *level_of; /* NULL: one level */
    uint32_t *next_in_cell;
    uint32_t *rows;
    size_t rows_used, rows_capacity;
    uint32_t free_rows[CLASSES];
};

/* ---- rows ---- */

/** Numbers in a row of a class, header included: 8, 12, 16, 24, 32, 48, ... */
static uint32_t class_size(uint32_t class)
{
    return (class % 2 ? 12u : 8u) << class / 2;
}

static uint32_t row_class(const struct neighbours *nb, uint32_t row)
{
    return nb->rows[row] >> NEIGHBOURS_COUNT_BITS;
}

/** Takes an empty row of a class; NOBODY: out of memory. */
static uint32_t take_row(struct neighbours *nb, uint32_t class)
{
    uint32_t row = nb->free_rows[class];
    if (row != NOBODY) {
        nb->free_rows[class] = nb->rows[row + 1];
    } else {
        size_t end = nb->rows_used + class_size(class);
        if (end >= NOBODY || !mem_grow((void **)&nb->rows, &nb->rows_capacity, end, sizeof *nb->rows))
            return NOBODY;
        row = (uint32_t)nb->rows_used;
        nb->rows_used = end;
    }
    nb->rows[row] = class << NEIGHBOURS_COUNT_BITS;
    return row;
}

static void give_row(struct neighbours *nb, uint32_t row)
{
    uint32_t class = row_class(nb, row);
    nb->rows[row + 1] = nb->free_rows[class];
    nb->free_rows[class] = row;
}

static bool row_append(struct neighbours *nb, struct flight *ball, uint32_t other)
{
    uint32_t row = ball->row, count = nb->rows[row] & NEIGHBOURS_COUNT_MASK, class = row_class(nb, row);
    if (count + 1 == class_size(class)) {
        uint32_t larger = take_row(nb, class + 1);
        if (larger == NOBODY)
            return false;
        memcpy(nb->rows + larger + 1, nb->rows + row + 1, count * sizeof *nb->rows);
        nb->rows[larger] += count;
        give_row(nb, row);
        ball->row = row = larger;
    }
    nb->rows[row + 1 + count] = other;
    nb->rows[row]++;
    return true;
}

static void row_remove(struct neighbours *nb, const struct flight *ball, uint32_t other)
{
    uint32_t *row = nb->rows + ball->row;
    uint32_t count = *row & NEIGHBOURS_COUNT_MASK, place = 1;
    while (row[place] != other)
        place++;
    row[place] = row[count];
    --*row;
}

static bool row_holds(const struct neighbours *nb, const struct flight *ball, uint32_t other)
{
    uint32_t count;
    const uint32_t *row = neighbours_row(nb->rows, ball, &count);
    for (uint32_t i = 0; i < count; i++)
        if (row[i] == other)
            return true;
    return false;
}

/* ---- cells ---- */

static int32_t cell_along(double x, double cells_per_length, int32_t cells)
{
    double place = x * cells_per_length;
    return place <= 0 ? 0 : place >= cells ? cells - 1 : (int32_t)place;
}

static struct level *level_of(struct neighbours *nb, uint32_t slot)
{
    return &nb->levels[nb->level_of ? nb->level_of[slot] : 0];
}

static uint32_t *home_cell(struct neighbours *nb, uint32_t slot)
{
    struct level *level = level_of(nb, slot);
    const struct flight *ball = &nb->balls[slot];
    int32_t column = cell_along((double)ball->home_x, level->cells_per_length, level->columns);
    int32_t line = cell_along((double)ball->home_y, level->cells_per_length, level->lines);
    return &level->heads[(size_t)line * (size_t)level->columns + (size_t)column];
}

static void cell_insert(struct neighbours *nb, uint32_t slot)
{
    uint32_t *head = home_cell(nb, slot);
    nb->next_in_cell[slot] = *head;
    *head = slot;
}

static void cell_remove(struct neighbours *nb, uint32_t slot)
{
    uint32_t *link = home_cell(nb, slot);
    while (*link != slot)
        link = &nb->next_in_cell[*link];
    *link = nb->next_in_cell[slot];
}

/* ---- neighbours ---- */

static bool are_near(const struct neighbours *nb, const struct flight *a, const struct flight *b)
{
    double dx = (double)b->home_x - (double)a->home_x, dy = (double)b->home_y - (double)a->home_y;
    double reach = a->r + b->r + 2 * nb->roam + nb->margin;
    return dx * dx + dy * dy <= reach * reach;
}

/** Ends the neighbourhoods of a ball that its new home has left behind. */
static void drop_distant(struct neighbours *nb, uint32_t slot)
{
    struct flight *ball = &nb->balls[slot];
    uint32_t *row = nb->rows + ball->row;
    for (uint32_t i = *row & NEIGHBOURS_COUNT_MASK; i > 0; i--) {
        uint32_t other = row[i];
        if (!are_near(nb, ball, &nb->balls[other])) {
            row[i] = row[*row & NEIGHBOURS_COUNT_MASK];
            --*row;
            row_remove(nb, &nb->balls[other], slot);
        }
    }
}

static bool join_cell(struct neighbours *nb, uint32_t slot, uint32_t first)
{
    struct flight *ball = &nb->balls[slot];
    for (uint32_t other = first; other != NOBODY; other = nb->next_in_cell[other]) {
        if (other == slot || !are_near(nb, ball, &nb->balls[other]) || row_holds(nb, ball, other))
            continue;
        if (!row_append(nb, ball, other) || !row_append(nb, &nb->balls[other], slot))
            return false;
    }
    return true;
}

/** Makes a ball and the near ones of a level neighbours. */
static bool join_level(struct neighbours *nb, uint32_t slot, const struct level *level)
{
    const struct flight *ball = &nb->balls[slot];
    double range = ball->r + level->r_largest + 2 * nb->roam + nb->margin;
    int32_t left = cell_along((double)ball->home_x - range, level->cells_per_length, level->columns);
    int32_t right = cell_along((double)ball->home_x + range, level->cells_per_length, level->columns);
    int32_t bottom = cell_along((double)ball->home_y - range, level->cells_per_length, level->lines);
    int32_t top = cell_along((double)ball->home_y + range, level->cells_per_length, level->lines);
    for (int32_t line = bottom; line <= top; line++)
        for (int32_t column = left; column <= right; column++)
            if (!join_cell(nb, slot, level->heads[(size_t)line * (size_t)level->columns + (size_t)column]))
                return false;
    return true;
}

static bool join_near(struct neighbours *nb, uint32_t slot)
{
    for (int i = 0; i < nb->n_levels; i++)
        if (!join_level(nb, slot, &nb->levels[i]))
            return false;
    return true;
}

static void settle_at(struct flight *ball, double t)
{
    ball->home_x = (float)flight_x(ball, t);
    ball->home_y = (float)flight_y(ball, t);
}

bool neighbours_renew(struct neighbours *nb, uint32_t slot, double t)
{
    cell_remove(nb, slot);
    settle_at(&nb->balls[slot], t);
    drop_distant(nb, slot);
    cell_insert(nb, slot);
    return join_near(nb, slot);
}

double neighbours_leave_time(const struct neighbours *nb, const struct flight *ball, double t)
{
    if (!(nb->roam < HUGE_VAL))
        return HUGE_VAL;
    double dx = flight_x(ball, t) - (double)ball->home_x, dy = flight_y(ball, t) - (double)ball->home_y;
    double vv = ball->vx * ball->vx + ball->vy * ball->vy;
    double outward = dx * ball->vx + dy * ball->vy;
    double inside = nb->roam * nb->roam - (dx * dx + dy * dy);
    if (!(inside > 0))
        return vv > 0 ? t : HUGE_VAL;
    double root = sqrt(outward * outward + vv * inside);
    if (outward < 0) /* the form without cancellation */
        return t + (root - outward) / vv;
    return t + (vv > 0 ? inside / (outward + root) : HUGE_VAL);
}

bool neighbours_near_wall(const struct neighbours *nb, const struct flight *ball)
{
    double range = ball->r + nb->roam + nb->margin;
    double x = (double)ball->home_x, y = (double)ball->home_y;
    return x < range || y < range || x > nb->width - range || y > nb->height - range;
}

const uint32_t *neighbours_rows(const struct neighbours *nb)
{
    return nb->rows;
}

/* ---- creation ---- */

/** Sides of the smallest upright rectangle around all balls. */
static void extent(const struct neighbours *nb, double *across, double *along)
{
    double left = HUGE_VAL, right = -HUGE_VAL, bottom = HUGE_VAL, top = -HUGE_VAL;
    for (size_t i = 0; i < nb->n; i++) {
        const struct flight *ball = &nb->balls[i];
        left = fmin(left, ball->x - ball->r);
        right = fmax(right, ball->x + ball->r);
        bottom = fmin(bottom, ball->y - ball->r);
        top = fmax(top, ball->y + ball->r);
    }
    *across = right - left;
    *along = top - bottom;
}

/** Radius of the discs at which a ball of mean size has NEIGHBOURS_WANTED neighbours on average. */
static double roam_from_density(const struct neighbours *nb)
{
    double across, along, mean_r = 0;
    extent(nb, &across, &along);
    for (size_t i = 0; i < nb->n; i++)
        mean_r += nb->balls[i].r / (double)nb->n;
    double range = sqrt(NEIGHBOURS_WANTED * across * along / (3.14159265358979 * (double)nb->n));
    return fmax(range / 2 - mean_r, 0.05 * mean_r);
}

static void find_sizes(struct neighbours *nb)
{
    nb->r_smallest = HUGE_VAL;
    for (size_t i = 0; i < nb->n; i++)
        nb->r_smallest = fmin(nb->r_smallest, nb->balls[i].r);
}

static uint8_t level_for(const struct neighbours *nb, double r)
{
    uint8_t level = 0;
    for (double limit = 2 * nb->r_smallest; r > limit && level < LEVELS - 1; limit *= 2)
        level++;
    return level;
}

/** Numbers the levels that hold balls without gaps and counts their members. */
static bool sort_into_levels(struct neighbours *nb, size_t members[LEVELS])
{
    uint8_t number[LEVELS];
    size_t found[LEVELS] = {0};
    for (size_t i = 0; i < nb->n; i++)
        found[level_for(nb, nb->balls[i].r)]++;
    for (int i = 0; i < LEVELS; i++)
        if (found[i]) {
            members[nb->n_levels] = found[i];
            number[i] = (uint8_t)nb->n_levels++;
        }
    if (nb->n_levels > 1 && !(nb->level_of = mem_array(nb->n, sizeof *nb->level_of)))
        return false;
    for (size_t i = 0; i < nb->n; i++) {
        double r = nb->balls[i].r;
        uint8_t level = number[level_for(nb, r)];
        if (nb->level_of)
            nb->level_of[i] = level;
        nb->levels[level].r_largest = fmax(nb->levels[level].r_largest, r);
    }
    return true;
}

/** A grid with cells of half the level's own range, but no more cells than four per ball. */
static bool lay_grid(struct neighbours *nb, struct level *level, size_t members)
{
    double range = 2 * (level->r_largest + nb->roam) + nb->margin;
    double cell = fmax(range, sqrt(nb->width * nb->height / (4.0 * (double)members)));
    cell = fmax(cell, fmax(nb->width, nb->height) / 32000);
    level->cells_per_length = 1 / cell;
    level->columns = (int32_t)(nb->width / cell) + 1;
    level->lines = (int32_t)(nb->height / cell) + 1;
    size_t cells = (size_t)level->columns * (size_t)level->lines;
    level->heads = mem_array_aligned(cells, sizeof *level->heads);
    if (!level->heads)
        return false;
    memset(level->heads, 0xff, cells * sizeof *level->heads);
    return true;
}

/** Row class with room for the neighbours that most balls will have. */
static uint32_t usual_class(const struct neighbours *nb)
{
    return nb->roam < HUGE_VAL ? 1 : 0;
}

static bool settle_all(struct neighbours *nb, double t)
{
    size_t members[LEVELS] = {0};
    find_sizes(nb);
    if (!sort_into_levels(nb, members))
        return false;
    for (int i = 0; i < nb->n_levels; i++)
        if (!lay_grid(nb, &nb->levels[i], members[i]))
            return false;
    for (uint32_t i = 0; i < nb->n; i++) {
        settle_at(&nb->balls[i], t);
        if (!join_near(nb, i))
            return false;
        cell_insert(nb, i);
    }
    return true;
}

static bool join_everybody(struct neighbours *nb)
{
    for (uint32_t i = 0; i < nb->n; i++)
        for (uint32_t j = 0; j < nb->n; j++)
            if (i != j && !row_append(nb, &nb->balls[i], j))
                return false;
    return true;
}

static bool make_rows(struct neighbours *nb)
{
    for (int i = 0; i < CLASSES; i++)
        nb->free_rows[i] = NOBODY;
    for (size_t i = 0; i < nb->n; i++) {
        nb->balls[i].row = take_row(nb, usual_class(nb));
        if (nb->balls[i].row == NOBODY)
            return false;
    }
    return true;
}

struct neighbours *neighbours_create(struct flight *balls, size_t n, double width, double height, double t, double roam)
{
    struct neighbours *nb = mem_array(1, sizeof *nb);
    if (!nb)
        return NULL;
    nb->balls = balls;
    nb->n = n;
    nb->width = width;
    nb->height = height;
    double homes = HOME_ROUNDING * (width + height);
    if (roam == 0)
        roam = n < ALL_PAIRS_BELOW ? HUGE_VAL : fmax(roam_from_density(nb), 16 * homes);
    nb->roam = roam;
    nb->margin = homes + 1e-6 * roam;
    nb->next_in_cell = mem_array_aligned(n, sizeof *nb->next_in_cell);
    nb->rows_capacity = 0;
    if (nb->next_in_cell && make_rows(nb) && (roam < HUGE_VAL ? settle_all(nb, t) : join_everybody(nb)))
        return nb;
    neighbours_destroy(nb);
    return NULL;
}

void neighbours_destroy(struct neighbours *nb)
{
    if (!nb)
        return;
    for (int i = 0; i < nb->n_levels; i++)
        free(nb->levels[i].heads);
    free(nb->level_of);
    free(nb->next_in_cell);
    free(nb->rows);
    free(nb);
}
