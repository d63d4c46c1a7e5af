#pragma once

#include "near/neighbours.h"

/*
 * Prefetch what neighbours.h will read of a ball: its region, then where its list comes from, then its neighbours; each
 * needs what the one before it has fetched. (Inlined by force: compilers drop calls of functions that do nothing else.)
 */

ALWAYS_INLINE void neighbours_prefetch_region(const struct neighbours *neighbours, uint32_t slot)
{
    if (neighbours->cells)
        __builtin_prefetch(&neighbours->cells->positions[slot]);
    else
        __builtin_prefetch(&neighbours->nnl->entries[slot]);
}

ALWAYS_INLINE void neighbours_prefetch_list(const struct neighbours *neighbours, uint32_t slot)
{
    if (neighbours->cells)
        cells_prefetch_around(neighbours->cells, slot);
    else if (neighbours->nnl->entries[slot].is_long)
        __builtin_prefetch(nnl_list_start(neighbours->nnl, slot));
}

/** Both at once, where the region of cells is likely to be in the cache. */
ALWAYS_INLINE void neighbours_prefetch_near(const struct neighbours *neighbours, uint32_t slot)
{
    if (neighbours->cells)
        cells_prefetch_around(neighbours->cells, slot);
    else
        __builtin_prefetch(&neighbours->nnl->entries[slot]);
}

ALWAYS_INLINE void neighbours_prefetch_balls(const struct neighbours *neighbours, uint32_t slot,
                                             const struct particle *balls)
{
    uint32_t size;
    const uint32_t *list = neighbours_list(neighbours, slot, 0, &size);
    for (uint32_t k = 0; k < size; k += IMPACT_KERNEL_LANES)
        for (uint32_t i = 0; i < IMPACT_KERNEL_LANES; i++)
            __builtin_prefetch(&balls[list[k + i]], 0, 2);
}
