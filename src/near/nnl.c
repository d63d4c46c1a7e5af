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
 * its neighbours (mark_crossed).
 *
 * A new list centre lies ahead of the ball, as far as the ball is likely to fly before its next collision but at most
 * AHEAD of the shell radius: a ball in free flight then crosses the shell along a chord instead of leaving it half-way.
 *
 * Choice of the shell radius: a large one means more neighbours in each prediction, a small one more rebuilds. In a
 * dense packing the best shell is thin, in a dilute gas many diameters wide: one structure serves both.
 *
 * Cost: a rebuild reads the balls of about nine cells per level; memory 64 bytes per ball for centre and list
 * (nnl_lists.c), and 4 to 16 for linked cells (nnl_search.c).
 */
#include "near/nnl_internal.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/min_max.h"
#include "measure/diagnostics.h"
#include "motion/motion_impact.h"

#define PI 3.14159265358979323846

/* Balls within reach of a list centre, on average, for which predictions and rebuilds cost about the same (measured).
 */
#define NEIGHBOURS_WANTED 8.0
/* Part of the shell radius by which a new list centre may lie ahead of its ball. */
#define AHEAD 0.7
/* Part of the shell radius that is left for parabolas to stray from their chords. */
#define SLACK 0x1p-6

/** Removes the neighbours that are out of reach of a ball's new list centre. */
static void drop_distant(struct nnl *nnl, uint32_t slot)
{
    const struct nnl_entry *entry = &nnl->entries[slot];
    const float *reach_squared = nnl->reach_squared[nnl_level_of(nnl, slot)];
    const struct period *period = nnl_period_near(nnl, slot);
    for (uint32_t i = entry->count; i-- > 0;) {
        uint32_t other = nnl_list_start(nnl, slot)[i];
        if (nnl_distance_squared(entry, &nnl->entries[other], period) > reach_squared[nnl_level_of(nnl, other)]) {
            nnl_lists_erase(nnl, slot, i);
            nnl_lists_remove(nnl, other, slot);
        }
    }
}

/** Marks the balls that see each other's images since this one has come across the seam, or others have. */
static void mark_crossed(struct nnl *nnl, uint32_t slot)
{
    struct nnl_entry *entry = &nnl->entries[slot];
    bool has_crossed = entry->has_crossed, any = has_crossed;
    const uint32_t *list = nnl_list_start(nnl, slot);
    for (uint32_t i = 0; i < entry->count; i++)
        any |= nnl->entries[list[i]].has_crossed;
    for (uint32_t i = 0; has_crossed && i < entry->count; i++)
        nnl->entries[list[i]].sees_images = true;
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
    double edge = r + nnl->shell + nnl->margin, seam = nnl->seam_range;
    bool across = is_near_ends(place.x, period.x > 0 ? seam : edge, nnl->size.x);
    bool along = is_near_ends(place.y, period.y > 0 ? seam : edge, nnl->size.y);
    entry->near_boundary = (across & (period.x == 0)) | (along & (period.y == 0));
    entry->sees_images = (across & (period.x > 0)) | (along & (period.y > 0));
}

/** Puts the list centre of a ball ahead of where it is at time t. */
static void place_centre(struct nnl *nnl, uint32_t slot, double t)
{
    const struct body body = body_at(nnl->balls, nnl->legs, slot);
    struct vec2 place = motion_position(&nnl->motion, body, t), v = motion_velocity(&nnl->motion, body, t);
    double speed = sqrt(v.x * v.x + v.y * v.y);
    double ahead = double_min(AHEAD * nnl->shell, nnl->free_path / 2);
    double wait = ahead / speed;
    if (!(wait * speed < HUGE_VAL)) /* at rest, or nearly */
        wait = 0;
    struct nnl_entry *entry = &nnl->entries[slot];
    struct vec2 centre = {place.x + v.x * wait, place.y + v.y * wait};
    const struct vec2 turns = period_wrap(&nnl->motion.period, &centre);
    entry->has_crossed = (turns.x != 0) | (turns.y != 0);
    entry->x = (float)centre.x;
    entry->y = (float)centre.y;
    look_around(nnl, entry, body.ball->r);
}

bool nnl_rebuild(struct nnl *nnl, uint32_t slot, double t)
{
    struct nnl_entry previous = nnl->entries[slot];
    if (nnl->all_lists) {
        place_centre(nnl, slot, t);
        return true;
    }
    nnl_search_remove(nnl, slot);
    place_centre(nnl, slot, t);
    drop_distant(nnl, slot);
    if (!nnl_search_link(nnl, slot, &previous))
        return false;
    nnl_search_insert(nnl, slot);
    if (nnl->motion.period.is_any)
        mark_crossed(nnl, slot);
    return true;
}

void nnl_remove(struct nnl *nnl, uint32_t slot)
{
    const uint32_t *list = nnl_list_start(nnl, slot);
    if (!nnl->all_lists) /* else there is no grid */
        nnl_search_remove(nnl, slot);
    for (uint32_t i = nnl->entries[slot].count; i-- > 0;) {
        nnl_lists_remove(nnl, list[i], slot);
        nnl_lists_erase(nnl, slot, i);
    }
}

double nnl_exit_time(const struct nnl *nnl, uint32_t slot, struct body body, double t)
{
    struct vec2 centre = nnl_centre(nnl, slot);
    if (nnl->entries[slot].sees_images)
        centre = motion_near(&nnl->motion, body, t, centre);
    return motion_exit_disc(&nnl->motion, body, t, centre, nnl->shell_squared);
}

/* ---- creation ---- */

/** Chooses the shell radius so that a ball of mean size has NEIGHBOURS_WANTED neighbours, and estimates the free path,
 *  from the density of balls. */
static double shell_from_density(struct nnl *nnl)
{
    double mean_r = 0, covered = 0;
    struct vec2 extent = nnl_levels_extent(nnl->balls, nnl->n);
    for (size_t i = 0; i < nnl->n; i++) {
        mean_r += nnl->balls[i].r / (double)nnl->n;
        covered += PI * nnl->balls[i].r * nnl->balls[i].r;
    }
    double eta = double_min(covered / (extent.x * extent.y), 0.9);
    nnl->free_path = diagnostics_free_path(eta, mean_r);
    double range = sqrt((NEIGHBOURS_WANTED + 1) * extent.x * extent.y / (PI * (double)nnl->n));
    return double_max(range / 2 - mean_r, 0.05 * mean_r);
}

static bool initialise(struct nnl *nnl, double t)
{
    if (!nnl_levels_open(nnl))
        return false;
    for (uint32_t i = 0; i < nnl->n; i++) {
        place_centre(nnl, i, t);
        if (!nnl_search_link(nnl, i, NULL))
            return false;
        nnl_search_insert(nnl, i);
    }
    for (uint32_t i = 0; nnl->motion.period.is_any && i < nnl->n; i++)
        mark_crossed(nnl, i);
    return true;
}

/** On a periodic table, so that the nearest images are known (motion/motion_impact). */
static double largest_shell(const struct period *period, double largest_r)
{
    double x = period->length.x, y = period->length.y;
    return motion_region(x == 0 ? y : y == 0 ? x : double_min(x, y), 2 * largest_r);
}

static bool build(struct nnl *nnl, double t, double shell)
{
    double rounding = NNL_CENTRE_ROUNDING * (nnl->size.x + nnl->size.y);
    double from_density = shell_from_density(nnl);
    double largest_r = motion_largest_radius(nnl->balls, nnl->n);
    bool all = shell == HUGE_VAL;
    if (shell == 0)
        shell = double_max(from_density, 16 * rounding);
    if (nnl->motion.period.is_any)
        shell = double_min(shell, largest_shell(&nnl->motion.period, largest_r));
    nnl->shell = shell;
    nnl->margin = rounding + NNL_CENTRE_ROUNDING * shell;
    nnl->seam_range = all ? HUGE_VAL : 2 * largest_r + 3 * shell + 2 * nnl->margin;
    nnl->slack = motion_falls(&nnl->motion) ? SLACK * shell : 0;
    nnl->shell_squared = shell < HUGE_VAL ? (shell - nnl->slack) * (shell - nnl->slack) : HUGE_VAL;
    nnl_lists_open(nnl);
    for (uint32_t i = 0; all && nnl->motion.period.is_any && i < nnl->n; i++) /* they have shells nevertheless */
        place_centre(nnl, i, t);
    return all ? nnl_lists_fill(nnl) : initialise(nnl, t);
}

struct nnl *nnl_create(const struct motion_system *system, double t, double shell)
{
    struct nnl *nnl = system->n <= NNL_MOST_BALLS ? mem_array(1, sizeof *nnl) : NULL;
    if (!nnl)
        return NULL;
    nnl->motion = system->motion;
    nnl->legs = system->legs;
    nnl->balls = system->balls;
    nnl->n = system->n;
    nnl->size = system->size;
    nnl->entries = mem_array_aligned(system->n, sizeof *nnl->entries);
    if (nnl->entries && build(nnl, t, shell))
        return nnl;
    nnl_destroy(nnl);
    return NULL;
}

void nnl_destroy(struct nnl *nnl)
{
    if (!nnl)
        return;
    nnl_levels_close(nnl);
    nnl_lists_close(nnl);
    free(nnl->entries);
    free(nnl);
}
