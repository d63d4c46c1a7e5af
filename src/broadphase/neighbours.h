#ifndef BROADPHASE_NEIGHBOURS_H
#define BROADPHASE_NEIGHBOURS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "broadphase/cells.h"
#include "broadphase/nnl.h"
#include "broadphase/surface_grid.h"

/*
 * Who can hit whom before anybody has to look again: a ball has a home, a region of the table, and a row of neighbours,
 * the only balls that it can touch while all are in their homes. Two structures tell them, cells for dilute gases and
 * discs for everything else; the choice is made from the scene.
 *
 * The neighbourhood decides which pairs are looked at, never what is found: times of impact come from flights alone.
 *
 * Ownership: created and destroyed here; the flights are borrowed and must stay where they are.
 */
struct neighbours {
    struct cells *cells; /* one of these is NULL */
    struct nnl *nnl;
    struct surface_grid *surfaces; /* NULL: the table has no obstacles, only its two slabs */
    uint32_t nobody;               /* fills up rows: the number of balls */
};

/** @param t    present time, not before any flight's beginning
 *  @param roam radius of discs in length units; HUGE_VAL: everybody neighbours everybody and nobody ever leaves
 *  @param cell least size of cells
 *  Both 0: chosen from the scene. NULL: out of memory. */
struct neighbours *neighbours_create(const struct motion_system *system, double t, double roam, double cell);

/** For a table with obstacles: lists all its surfaces by place. false: out of memory. */
bool neighbours_add_surfaces(struct neighbours *neighbours, const struct motion_system *system,
                             const struct boundary *boundary, const struct table *table);
void neighbours_destroy(struct neighbours *neighbours);

/** Gives the ball a new home for its flight from time t on, when it has left its old one. false: out of memory. */
static inline bool neighbours_renew(struct neighbours *neighbours, uint32_t slot, double t)
{
    return neighbours->cells ? cells_renew(neighbours->cells, slot, t) : nnl_renew(neighbours->nnl, slot, t);
}

/** Earliest time from t on at which the ball can leave its home; HUGE_VAL: never. */
static inline double neighbours_leave_time(const struct neighbours *neighbours, uint32_t slot,
                                           const struct particle *ball, double t)
{
    return neighbours->cells ? cells_leave_time(neighbours->cells, slot, ball, t)
                             : nnl_leave_time(neighbours->nnl, slot, ball, t);
}

/** The neighbours of a ball, in no particular order but before the nobodies that fill up the last quad; valid until
 *  the next neighbours_renew() or a row is asked for with the same buffer.
 *  @param buffer 0 or 1
 *  @param size   receives the number of entries, nobodies included: a multiple of IMPACT_KERNEL_LANES */
static inline uint32_t *neighbours_row(const struct neighbours *neighbours, uint32_t slot, int buffer, uint32_t *size)
{
    return neighbours->cells ? cells_row(neighbours->cells, slot, buffer, size) : nnl_row(neighbours->nnl, slot, size);
}

/** Centre of a ball's home. */
static inline struct vec2 neighbours_centre(const struct neighbours *neighbours, uint32_t slot)
{
    return neighbours->cells ? cells_centre(neighbours->cells, slot) : nnl_centre(neighbours->nnl, slot);
}

/** The surfaces that the ball could touch before it leaves its home, in ascending order; for nearly every ball there
 * are none. @param count receives their number */
static inline const uint32_t *neighbours_surfaces(const struct neighbours *neighbours, uint32_t slot, uint32_t *count)
{
    static const uint32_t slabs[2] = {0, 1};
    if (neighbours->surfaces)
        return surface_grid_at(neighbours->surfaces, neighbours_centre(neighbours, slot), count);
    if (!neighbours->cells) {
        *count = nnl_near_wall(neighbours->nnl, slot) ? 2 : 0;
        return slabs;
    }
    bool near_x = cells_near_slab_x(neighbours->cells, slot), near_y = cells_near_slab_y(neighbours->cells, slot);
    *count = (uint32_t)near_x + near_y;
    return slabs + !near_x;
}

/** True if the ball, now at home, is certain to be there until time t: homes are convex. */
static inline bool neighbours_is_home(const struct neighbours *neighbours, uint32_t slot, const struct particle *ball,
                                      double t)
{
    return neighbours->cells ? cells_is_home(neighbours->cells, slot, ball, t)
                             : nnl_is_home(neighbours->nnl, slot, ball, t);
}

/** Ask memory for what the functions above will read of a ball: its home, then where its row comes from, then the
 *  flights of its neighbours; each needs what the one before it asked for. (Inlined by force: compilers drop calls of
 *  functions that do nothing else.) */
static inline __attribute__((always_inline)) void neighbours_prefetch_home(const struct neighbours *neighbours,
                                                                           uint32_t slot)
{
    if (neighbours->cells)
        __builtin_prefetch(&neighbours->cells->homes[slot]);
    else
        __builtin_prefetch(&neighbours->nnl->homes[slot]);
}

static inline __attribute__((always_inline)) void neighbours_prefetch_row(const struct neighbours *neighbours,
                                                                          uint32_t slot)
{
    if (neighbours->cells)
        cells_prefetch_around(neighbours->cells, slot);
    else
        __builtin_prefetch(nnl_row_start(neighbours->nnl, slot));
}

static inline __attribute__((always_inline)) void neighbours_prefetch_balls(const struct neighbours *neighbours,
                                                                            uint32_t slot, const struct particle *balls)
{
    uint32_t size;
    const uint32_t *row = neighbours_row(neighbours, slot, 0, &size);
    for (uint32_t k = 0; k < size; k += IMPACT_KERNEL_LANES)
        for (uint32_t i = 0; i < IMPACT_KERNEL_LANES; i++)
            __builtin_prefetch(&balls[row[k + i]], 0, 2);
}

#endif
