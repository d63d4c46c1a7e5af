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
 * cell of its list centre. Centres outside the table count to the nearest cell; on a
 * periodic axis there are none, distances are those of the nearest images, and a search goes on at the other side. The
 * margin covers the rounding of the comparison, which is done in single precision.
 *
 * Images. Far from the seam of a periodic table a ball and its neighbours meet where their trajectories say, so no
 * images are looked for, neither here nor in the kernel: unless one of them has come across the seam since its last
 * collision, and flies on beyond the table. Whether that is so is known when its list centre is chosen; then it marks
 * its neighbours (mark_off).
 *
 * A new list centre lies ahead of the ball, as far as the ball is likely to fly before its next collision but at most
 * AHEAD of the shell radius: a ball in free flight then crosses the shell along a chord instead of leaving it half-way.
 *
 * Choice of the shell radius: a large one means more neighbours in each prediction, a small one more rebuilds. In a
 * dense packing the best shell is thin, in a dilute gas many diameters wide: one structure serves both.
 *
 * Cost: a rebuild reads the balls of about nine cells per level; memory 64 bytes per ball for centre and list
 * (nnl_lists.c), and 4 to 16 for cells.
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
/* Part of the shell radius that is left for parabolas to stray from their chords. */
#define SLACK 0x1p-6

/* ---- cells ---- */

static int level_of(const struct nnl *nnl, uint32_t slot)
{
    return nnl->own->level_of ? nnl->own->level_of[slot] : 0;
}

static uint32_t *centre_cell(struct nnl *nnl, uint32_t slot)
{
    const struct nnl_entry *entry = &nnl->entries[slot];
    return linked_cells_at(&nnl->own->levels[level_of(nnl, slot)].cells, (double)entry->x, (double)entry->y);
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

/** That of the nearest images along an axis. @param length 0: the axis is not periodic */
static inline float nearest(float d, float length, float inverse)
{
    const float rounding = 0x1.8p23f; /* a float of that size has no digits behind the point */
    return d - length * ((d * inverse + rounding) - rounding);
}

/** @param period NULL: the table is not periodic; a constant where that matters for speed */
static inline __attribute__((always_inline)) float distance_squared(const struct nnl_entry *a,
                                                                    const struct nnl_entry *b,
                                                                    const struct period *period)
{
    float dx = b->x - a->x, dy = b->y - a->y;
    if (period) {
        dx = nearest(dx, (float)period->length.x, (float)period->inverse.x);
        dy = nearest(dy, (float)period->length.y, (float)period->inverse.y);
    }
    return dx * dx + dy * dy;
}

/** NULL: near that ball there are no images. */
static const struct period *period_near(const struct nnl *nnl, uint32_t slot)
{
    return nnl_sees_images(nnl, slot) ? &nnl->motion.period : NULL;
}

/** Removes the neighbours that are out of reach of a ball's new list centre. */
static void drop_distant(struct nnl *nnl, uint32_t slot)
{
    const struct nnl_entry *entry = &nnl->entries[slot];
    const float *reach_squared = nnl->own->reach_squared[level_of(nnl, slot)];
    const struct period *period = period_near(nnl, slot);
    for (uint32_t i = entry->count; i-- > 0;) {
        uint32_t other = nnl_list_start(nnl, slot)[i];
        if (distance_squared(entry, &nnl->entries[other], period) > reach_squared[level_of(nnl, other)]) {
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
    bool shared; /* cells share lists, so a search of more than 4 x 4 may find a ball twice */
    uint32_t count;
    uint32_t found[SEARCH_ROOM];
};

static bool is_listed(const struct nnl *nnl, uint32_t slot, uint32_t other)
{
    const uint32_t *list = nnl_list_start(nnl, slot);
    uint32_t i = 0, count = nnl->entries[slot].count;
    while (i < count && list[i] != other)
        i++;
    return i < count;
}

/** Links the neighbours found. */
static bool link_found(struct nnl *nnl, struct search *search)
{
    for (uint32_t i = 0; i < search->count; i++) {
        if (search->shared && is_listed(nnl, search->slot, search->found[i]))
            continue;
        if (!nnl_lists_append(nnl, search->slot, search->found[i]) ||
            !nnl_lists_append(nnl, search->found[i], search->slot))
            return false;
    }
    search->count = 0;
    return true;
}

/** Searches the balls of a cell. Branch-free: each is stored, and kept if it is new. */
static inline __attribute__((always_inline)) bool search_cell(struct nnl *nnl, struct search *search, uint32_t first,
                                                              const struct period *period)
{
    for (uint32_t other = first; other != NNL_NIL; other = nnl->entries[other].next) {
        const struct nnl_entry *there = &nnl->entries[other];
        bool is_near = distance_squared(&search->entry, there, period) <= search->reach_squared;
        bool was_near = distance_squared(&search->previous, there, period) <= search->reach_squared;
        search->found[search->count] = other;
        search->count += is_near & !was_near;
        if (search->count == SEARCH_ROOM && !link_found(nnl, search))
            return false;
    }
    return true;
}

/** Searches the lists of all cells of a level, each once. */
static bool search_all(struct nnl *nnl, struct search *search, const struct nnl_level *level)
{
    for (size_t i = 0; i < level->lists; i++)
        if (!search_cell(nnl, search, level->cells.heads[i], period_near(nnl, search->slot)))
            return false;
    return true;
}

/** Searches the cells of two spans. */
static inline __attribute__((always_inline)) bool search_cells(struct nnl *nnl, struct search *search,
                                                               const struct linked_cells *cells,
                                                               struct cell_span columns, struct cell_span rows,
                                                               const struct period *period)
{
    for (int64_t row = rows.first; row <= rows.last; row++)
        for (int64_t column = columns.first; column <= columns.last; column++) {
            int64_t across = period ? cell_axis_wrapped(&cells->x, column) : column;
            int64_t up = period ? cell_axis_wrapped(&cells->y, row) : row;
            if (!search_cell(nnl, search, *linked_cells_head(cells, across, up), period))
                return false;
        }
    return true;
}

static struct cell_span span_around(const struct cell_axis *axis, double place, double range, bool wraps)
{
    return wraps ? cell_axis_span_periodic(axis, place - range, place + range)
                 : cell_axis_span(axis, place - range, place + range);
}

/** Links a ball and the near ones of a level. */
static bool link_level(struct nnl *nnl, struct search *search, int level_index)
{
    const struct nnl_level *level = &nnl->own->levels[level_index];
    const struct linked_cells *cells = &level->cells;
    const struct period *period = period_near(nnl, search->slot);
    search->reach_squared = nnl->own->reach_squared[level_of(nnl, search->slot)][level_index];
    search->shared = linked_cells_are_shared(cells);
    double range = sqrt((double)search->reach_squared), x = (double)search->entry.x, y = (double)search->entry.y;
    struct cell_span columns = span_around(&cells->x, x, range, period && period->length.x > 0);
    struct cell_span rows = span_around(&cells->y, y, range, period && period->length.y > 0);
    double count = (double)(columns.last - columns.first + 1) * (double)(rows.last - rows.first + 1);
    bool searched;
    if (count > (double)level->lists)
        searched = search_all(nnl, search, level);
    else if (period)
        searched = search_cells(nnl, search, cells, columns, rows, period);
    else
        searched = search_cells(nnl, search, cells, columns, rows, NULL);
    return searched && link_found(nnl, search);
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

/** Marks the balls that see each other's images since this one has come across the seam, or others have. */
static void mark_off(struct nnl *nnl, uint32_t slot)
{
    struct nnl_entry *entry = &nnl->entries[slot];
    bool is_off = entry->is_off, any = is_off;
    const uint32_t *list = nnl_list_start(nnl, slot);
    for (uint32_t i = 0; i < entry->count; i++) {
        any |= nnl->entries[list[i]].is_off;
        nnl->entries[list[i]].sees_images |= is_off;
    }
    entry->sees_images |= any;
}

/** True if a list centre is that near to an end of an axis. */
static bool is_near_ends(double x, double range, double length)
{
    return (x < range) | (x > length - range);
}

/** Notes whether a new list centre is so near to the table's edge, or its seam, that it matters. */
static void look_around(const struct nnl *nnl, struct nnl_entry *entry, double r)
{
    const struct vec2 place = {(double)entry->x, (double)entry->y}, period = nnl->motion.period.length;
    double edge = r + nnl->own->shell + nnl->own->margin, seam = nnl->own->seam_range;
    bool across = is_near_ends(place.x, period.x > 0 ? seam : edge, nnl->size.x);
    bool along = is_near_ends(place.y, period.y > 0 ? seam : edge, nnl->size.y);
    entry->near_boundary = (across & (period.x == 0)) | (along & (period.y == 0));
    entry->sees_images = (across & (period.x > 0)) | (along & (period.y > 0));
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
    struct vec2 centre = {place.x + v.x * wait, place.y + v.y * wait};
    if (nnl->motion.is_periodic) {
        struct vec2 turns = period_wrap(&nnl->motion.period, &centre);
        entry->is_off = (turns.x != 0) | (turns.y != 0);
    }
    entry->x = (float)centre.x;
    entry->y = (float)centre.y;
    look_around(nnl, entry, ball->r);
}

bool nnl_rebuild(struct nnl *nnl, uint32_t slot, double t)
{
    struct nnl_entry previous = nnl->entries[slot];
    if (nnl->own->lists_all) {
        place_centre(nnl, slot, t);
        return true;
    }
    cell_remove(nnl, slot);
    place_centre(nnl, slot, t);
    drop_distant(nnl, slot);
    if (!link_near(nnl, slot, &previous))
        return false;
    cell_insert(nnl, slot);
    if (nnl->motion.is_periodic)
        mark_off(nnl, slot);
    return true;
}

void nnl_remove(struct nnl *nnl, uint32_t slot)
{
    const uint32_t *list = nnl_list_start(nnl, slot);
    if (nnl->own->n_levels > 0) /* otherwise all balls are neighbours, and there is no grid */
        cell_remove(nnl, slot);
    for (uint32_t i = nnl->entries[slot].count; i-- > 0;) {
        nnl_lists_remove(nnl, list[i], slot);
        nnl_lists_erase(nnl, slot, i);
    }
}

double nnl_exit_time(const struct nnl *nnl, uint32_t slot, const struct particle *ball, double t)
{
    struct vec2 centre = nnl_centre(nnl, slot);
    if (nnl_sees_images(nnl, slot))
        centre = motion_near(&nnl->motion, ball, t, centre);
    return motion_exit_disc(&nnl->motion, ball, t, centre, nnl->shell_squared);
}

/* ---- creation ---- */

/** Chooses the shell radius so that a ball of mean size has NEIGHBOURS_WANTED neighbours, and estimates the free path,
 *  from the density of balls. */
static double shell_from_density(struct nnl_private *own)
{
    double mean_r = 0, covered = 0;
    struct vec2 extent = nnl_levels_extent(own->balls, own->n);
    for (size_t i = 0; i < own->n; i++) {
        mean_r += own->balls[i].r / (double)own->n;
        covered += PI * own->balls[i].r * own->balls[i].r;
    }
    double eta = double_min(covered / (extent.x * extent.y), 0.9);
    /* Z - 1 of Henderson (Mol. Phys. 30, 971, 1975) gives the collision rate of a hard-disc gas */
    double pressure = (1 + eta * eta / 8) / ((1 - eta) * (1 - eta)) - 1;
    own->free_path = PI / sqrt(8.0) * mean_r / pressure;
    double range = sqrt((NEIGHBOURS_WANTED + 1) * extent.x * extent.y / (PI * (double)own->n));
    return double_max(range / 2 - mean_r, 0.05 * mean_r);
}

static bool initialise(struct nnl *nnl, double t)
{
    struct nnl_private *own = nnl->own;
    if (!nnl_levels_open(nnl))
        return false;
    for (uint32_t i = 0; i < own->n; i++) {
        place_centre(nnl, i, t);
        if (!link_near(nnl, i, NULL))
            return false;
        cell_insert(nnl, i);
    }
    for (uint32_t i = 0; nnl->motion.is_periodic && i < own->n; i++)
        mark_off(nnl, i);
    return true;
}

/** Lists all balls; on a periodic table they have shells nevertheless. */
static bool link_all(struct nnl *nnl, double t)
{
    nnl->own->lists_all = true;
    for (uint32_t i = 0; i < nnl->own->n; i++)
        if (nnl->motion.is_periodic)
            place_centre(nnl, i, t);
    for (uint32_t i = 0; i < nnl->own->n; i++)
        for (uint32_t j = 0; j < nnl->own->n; j++)
            if (i != j && !nnl_lists_append(nnl, i, j))
                return false;
    return true;
}

/** On a periodic table, so that the nearest images are known (physics/motion). */
static double largest_shell(const struct period *period, double largest_r)
{
    double x = period->length.x, y = period->length.y;
    return motion_region(x == 0 ? y : y == 0 ? x : double_min(x, y), 2 * largest_r);
}

static bool build(struct nnl *nnl, double t, double shell)
{
    struct nnl_private *own = nnl->own;
    double rounding = NNL_CENTRE_ROUNDING * (nnl->size.x + nnl->size.y);
    double from_density = shell_from_density(own);
    double largest_r = motion_largest_radius(own->balls, own->n);
    bool all = shell == HUGE_VAL;
    if (shell == 0)
        shell = double_max(from_density, 16 * rounding);
    if (nnl->motion.is_periodic)
        shell = double_min(shell, largest_shell(&nnl->motion.period, largest_r));
    own->shell = shell;
    own->margin = rounding + NNL_CENTRE_ROUNDING * shell;
    own->seam_range = all ? HUGE_VAL : 2 * largest_r + 3 * shell + 2 * own->margin;
    nnl->slack = nnl->motion.law == MOTION_GRAVITY ? SLACK * shell : 0;
    nnl->shell_squared = shell < HUGE_VAL ? (shell - nnl->slack) * (shell - nnl->slack) : HUGE_VAL;
    nnl_lists_open(nnl);
    return all ? link_all(nnl, t) : initialise(nnl, t);
}

struct nnl *nnl_create(const struct motion_system *system, double t, double shell)
{
    struct nnl *nnl = mem_array(1, sizeof *nnl);
    if (!nnl)
        return NULL;
    nnl->motion = system->motion;
    nnl->size = system->size;
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
    if (nnl->own)
        nnl_levels_close(nnl->own);
    free(nnl->own);
    free(nnl->entries);
    free(nnl->lists);
    free(nnl);
}
