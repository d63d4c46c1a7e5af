#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "near/cells.h"
#include "near/nnl.h"
#include "near/surface_grid.h"

/*
 * Neighbour lists of balls in free flight: the only balls that a ball can touch while both stay in their regions, a
 * cell or a shell. Two structures provide them, cells for dilute gases and near-neighbour lists for everything else;
 * the choice is made from the scene. They also hand out the few surfaces that are near a ball.
 *
 * On a periodic table regions are small parts of the period (MOTION_REGION): so each image that a ball can meet is
 * known from where the balls are now.
 *
 * Neighbour lists decide which pairs are examined, never what is found: times of impact come from trajectories alone.
 *
 * Ownership: created and destroyed here; the balls are borrowed and must stay where they are.
 */
struct neighbours {
    struct cells *cells; /* one of these is NULL */
    struct nnl *nnl;
    bool is_plain;     /* balls move uniformly, and surfaces are not listed by place */
    bool has_surfaces; /* the table has walls or obstacles */
    bool tells_alone;  /* balls move uniformly, and neighbours_stay_alone() may tell something */
    bool is_endless;   /* no ball ever leaves its region: all see all others, or one is alone, without obstacles */
    const struct motion *motion;
    double straight_squared;       /* under gravity: square of the time in which no ball strays from its region by more
                                      than this allows for; else 0 */
    struct surface_grid *surfaces; /* NULL: the table has only its two slabs, which rest */
    uint32_t *surface_cell;        /* of each ball's region, in that grid */
};

/** @param surfaces of the table, in all
 *  @param t        present time, not before any trajectory begins
 *  @param shell    shell radius in length units; HUGE_VAL: all balls are neighbours, for ever
 *  @param cell     least size of cells
 *  Both 0: chosen from the scene. NULL: out of memory. */
struct neighbours *neighbours_create(const struct motion_system *system, size_t surfaces, double t, double shell,
                                     double cell);

/** For a table with obstacles, or surfaces that move: lists all its surfaces by place. false: out of memory. */
bool neighbours_add_surfaces(struct neighbours *neighbours, const struct motion_system *system,
                             const struct boundary *boundary);
void neighbours_destroy(struct neighbours *neighbours);

/** Centre of a ball's region. */
static inline struct vec2 neighbours_centre(const struct neighbours *neighbours, uint32_t slot)
{
    return neighbours->cells ? cells_centre(neighbours->cells, slot) : nnl_centre(neighbours->nnl, slot);
}

/** How far a ball can be from there. */
static inline double neighbours_radius(const struct neighbours *neighbours)
{
    return neighbours->cells ? cells_radius(neighbours->cells) : nnl_radius(neighbours->nnl);
}

/** Looks up the surfaces near a ball's new region. */
static inline void neighbours_place(struct neighbours *neighbours, uint32_t slot)
{
    uint32_t count;
    if (!neighbours->surfaces)
        return;
    neighbours->surface_cell[slot] = surface_grid_cell(neighbours->surfaces, neighbours_centre(neighbours, slot));
    surface_grid_list(neighbours->surfaces, neighbours->surface_cell[slot], &count);
    if (neighbours->nnl)
        neighbours->nnl->entries[slot].near_boundary = count > 0;
}

/** Finds the neighbours of a ball that has left its region at time t. false: out of memory.
 *  @param way as neighbours_exit_time() has told it; 0: not known */
static inline bool neighbours_rebuild(struct neighbours *neighbours, uint32_t slot, double t, uint32_t way)
{
    bool rebuilt =
        neighbours->cells ? cells_move(neighbours->cells, slot, t, way) : nnl_rebuild(neighbours->nnl, slot, t);
    neighbours_place(neighbours, slot);
    return rebuilt;
}

/** Finds the neighbours of a ball that is on another trajectory since time t, wherever that leads. false: out of
 * memory.
 */
static inline bool neighbours_replace(struct neighbours *neighbours, uint32_t slot, double t)
{
    bool replaced =
        neighbours->cells ? cells_replace(neighbours->cells, slot, t) : nnl_rebuild(neighbours->nnl, slot, t);
    neighbours_place(neighbours, slot);
    return replaced;
}

/** Takes a ball that is no longer on the table out of all lists, for good. */
static inline void neighbours_remove(struct neighbours *neighbours, uint32_t slot)
{
    if (neighbours->cells)
        cells_remove(neighbours->cells, slot);
    else
        nnl_remove(neighbours->nnl, slot);
}

/** Earliest time from t on at which the ball can leave its region; HUGE_VAL: never.
 *  @param way receives where it leaves, for neighbours_rebuild(); 0: that is not known */
static inline double neighbours_exit_time(const struct neighbours *neighbours, uint32_t slot, struct body body,
                                          double t, uint32_t *way)
{
    *way = 0;
    if (neighbours->is_endless)
        return HUGE_VAL;
    return neighbours->cells ? cells_exit_time(neighbours->cells, slot, body, t, way)
                             : nnl_exit_time(neighbours->nnl, slot, body, t);
}

/** The neighbours of a ball, in no particular order, padded for the kernel (impact_kernel.h); valid until the next
 *  neighbours_rebuild() or until a list is asked for with the same buffer.
 *  @param buffer 0 or 1
 *  @param count  receives their number */
ALWAYS_INLINE uint32_t *neighbours_list(const struct neighbours *neighbours, uint32_t slot, int buffer, uint32_t *count)
{
    return neighbours->cells ? cells_list(neighbours->cells, slot, buffer, count)
                             : nnl_list(neighbours->nnl, slot, count);
}

/** True if a ball that leaves its region keeps most of its neighbours, and neighbours_entered() tells the others. */
static inline bool neighbours_overlap(const struct neighbours *neighbours)
{
    const struct cells *cells = neighbours->cells;
    return cells && !motion_decelerates(&cells->motion);
}

/** The new neighbours of a ball after its neighbours_rebuild(), as neighbours_list() with buffer 0. */
static inline uint32_t *neighbours_entered(const struct neighbours *neighbours, uint32_t slot, uint32_t way,
                                           uint32_t *count)
{
    return cells_list_entered(neighbours->cells, slot, way, count);
}

/** The surfaces that the ball could touch before it leaves its region, in ascending order; for nearly every ball there
 *  are none. @param count receives their number */
ALWAYS_INLINE const uint32_t *neighbours_surfaces(const struct neighbours *neighbours, uint32_t slot, uint32_t *count)
{
    static const uint32_t slabs[2] = {0, 1};
    *count = 0;
    if (!neighbours->has_surfaces)
        return slabs;
    if (neighbours->surfaces)
        return surface_grid_list(neighbours->surfaces, neighbours->surface_cell[slot], count);
    if (!neighbours->cells) {
        *count = neighbours->nnl->entries[slot].near_boundary ? 2 : 0;
        return slabs;
    }
    const unsigned near = cells_near_slabs(neighbours->cells, slot);
    const bool near_x = near & 1, near_y = near & 2;
    *count = (uint32_t)near_x + near_y;
    return slabs + !near_x;
}

/** False: the ball cannot touch a surface before it leaves its region. */
static inline bool neighbours_near_surfaces(const struct neighbours *neighbours, uint32_t slot)
{
    uint32_t count;
    if (!neighbours->cells)
        return neighbours->nnl->entries[slot].near_boundary;
    if (!neighbours->surfaces)
        return neighbours->has_surfaces && cells_near_slabs(neighbours->cells, slot);
    surface_grid_list(neighbours->surfaces, neighbours->surface_cell[slot], &count);
    return count > 0;
}

/** False: as long as they are in their regions, the ball and its neighbours meet where their trajectories say, not
 *  through images, and the ball is on the table. */
static inline bool neighbours_sees_images(const struct neighbours *neighbours, uint32_t slot)
{
    return neighbours->motion->period.is_any && (neighbours->cells || neighbours->nnl->entries[slot].sees_images);
}

/** True if the ball, now in its region and moving straight, will stay there until t. */
static inline bool neighbours_stay_valid(const struct neighbours *neighbours, uint32_t slot, struct body body,
                                         double now, double t)
{
    return neighbours->cells ? cells_stays_inside(neighbours->cells, slot, body, now, t)
                             : nnl_stays_inside(neighbours->nnl, slot, body, now, t);
}

/** True if the ball is in its region at time t, seen from where it is now, and no surface is near. False where a quick
 *  look does not tell.
 *  @param here, there  where the ball is now, and at time t */
ALWAYS_INLINE bool neighbours_is_inside(const struct neighbours *neighbours, uint32_t slot, struct vec2 here,
                                        struct vec2 there)
{
    const struct cells *cells = neighbours->cells;
    const struct nnl *nnl = neighbours->nnl;
    struct vec2 centre = neighbours_centre(neighbours, slot);
    if (neighbours->motion->period.is_any) /* though the ball may see none: no branch can tell */
        centre = vec2_add(centre, period_shift(&neighbours->motion->period, vec2_sub(here, centre)));
    struct vec2 way = vec2_sub(there, centre);
    if (neighbours_near_surfaces(neighbours, slot))
        return false;
    if (!cells)
        return vec2_dot(way, way) <= nnl->shell_squared;
    return (way.x * way.x < cells->half.x * cells->half.x) & (way.y * way.y < cells->half.y * cells->half.y);
}

/** True if the ball, now in its region, is certain to be there until t and to hit no surface before. False where a
 *  quick look does not tell. */
ALWAYS_INLINE bool neighbours_stay_alone(const struct neighbours *neighbours, uint32_t slot,
                                         const struct particle *ball, double now, double t)
{
    return neighbours->tells_alone && /* straight paths: regions are convex */
           neighbours_is_inside(neighbours, slot, motion_straight(ball, now), motion_straight(ball, t));
}

/** The same under gravity; nowhere near a surface, a ball falls freely, if it is not fixed. */
static inline bool neighbours_fall_alone(const struct neighbours *neighbours, uint32_t slot,
                                         const struct particle *ball, double now, double t)
{
    return (t - now) * (t - now) < neighbours->straight_squared &&
           neighbours_is_inside(neighbours, slot, motion_fallen(neighbours->motion, ball, now),
                                motion_fallen(neighbours->motion, ball, t));
}
