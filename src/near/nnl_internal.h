#pragma once

#include "near/nnl.h"

/* What nnl.c (shells and list centres), nnl_search.c (neighbours found through grids), nnl_levels.c (those grids)
 * and nnl_lists.c (lists in memory) share. No other file includes this header.
 */

/** Bound on the relative rounding of single-precision positions and distances. */
#define NNL_CENTRE_ROUNDING 1e-6

#define NNL_NIL ((uint32_t)NNL_MOST_BALLS) /* as `next`; no list is that long, no ball has that number */

/** Sorts the balls into levels and lays their grids, empty; shell and margin are known. false: out of memory. */
bool nnl_levels_open(struct nnl *nnl);

/** Frees what nnl_levels_open() has allocated, also in part. */
void nnl_levels_close(struct nnl *nnl);

/** Level of a ball. */
static inline int nnl_level_of(const struct nnl *nnl, uint32_t slot)
{
    return nnl->level_of ? nnl->level_of[slot] : 0;
}

/* A float of that size has no digits behind the point: added and taken away, it rounds to whole numbers. */
#define NNL_ROUNDING 0x1.8p23f

/** The separation of the nearest images along an axis. @param length 0: the axis is not periodic */
static inline float nnl_nearest(float d, float length, float inverse)
{
    return d - length * ((d * inverse + NNL_ROUNDING) - NNL_ROUNDING);
}

/** Square of the distance of two list centres. @param period NULL: the table is not periodic; a constant where that
 *  matters for speed */
ALWAYS_INLINE float nnl_distance_squared(const struct nnl_entry *a, const struct nnl_entry *b,
                                         const struct period *period)
{
    float dx = b->x - a->x, dy = b->y - a->y;
    if (period) {
        dx = nnl_nearest(dx, (float)period->length.x, (float)period->inverse.x);
        dy = nnl_nearest(dy, (float)period->length.y, (float)period->inverse.y);
    }
    return dx * dx + dy * dy;
}

/** NULL: near that ball there are no images. */
static inline const struct period *nnl_period_near(const struct nnl *nnl, uint32_t slot)
{
    return nnl->entries[slot].sees_images ? &nnl->motion.period : NULL;
}

/** Puts a ball into the cell of its list centre. */
void nnl_search_insert(struct nnl *nnl, uint32_t slot);

/** Takes it out again; its list centre is still the same. */
void nnl_search_remove(struct nnl *nnl, uint32_t slot);

/** Links a ball, which is in no cell, and all that are near its list centre and were not near the previous one.
 *  @param previous the ball's entry before; NULL: it had none
 *  false: out of memory. */
bool nnl_search_link(struct nnl *nnl, uint32_t slot, const struct nnl_entry *previous);

/** Empties the lists of all balls, which are new; and frees their memory. */
void nnl_lists_open(struct nnl *nnl);
void nnl_lists_close(struct nnl *nnl);

/** Puts all balls into each other's lists, for ever. false: out of memory. */
bool nnl_lists_fill(struct nnl *nnl);

/** Appends `other` to a ball's list. false: out of memory. */
bool nnl_lists_append(struct nnl *nnl, uint32_t slot, uint32_t other);

/** Removes the entry at `index` of a ball's list; the last one takes its place. */
void nnl_lists_erase(struct nnl *nnl, uint32_t slot, uint32_t index);

/** Removes `other` from a ball's list, where it must be. */
void nnl_lists_remove(struct nnl *nnl, uint32_t slot, uint32_t other);
