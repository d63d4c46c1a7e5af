#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "near/pairs.h"
#include "near/surface_grid.h"
#include "surfaces/boundary.h"

/*
 * The surfaces that each ball of a range can touch before the next rebuild, for stepped integrators. A zeroed struct is
 * an empty list; near_surfaces_free() releases what it has grown to.
 */
struct near_surfaces {
    struct near_surfaces_list {
        struct pair *items; /* (ball, surface), in lexicographic order */
        uint8_t *sides; /* of each: sides that the ball touches, as bits; at first 0, kept by the user of the list */
        size_t count, capacity, sides_capacity;
    } list, former;                  /* former: scratch of a rebuild, the list before it */
    size_t place;                    /* in that */
    const struct surface_grid *grid; /* where to look for them, borrowed; NULL: everywhere, as there are few */
    const double *m;      /* balls of infinite mass have none: they may extend beyond the table; NULL: any has */
    const bool *left_out; /* of each ball: it has none; NULL: no ball */
};

/** Finds the surfaces that balls first..last-1 would touch if their radii were `reach`. The sides of pairs that stay
 * are carried over; a pair with a touching side stays, even if it is no longer near.
 *  @return false: out of memory */
bool near_surfaces_rebuild(struct near_surfaces *near, const struct boundary *boundary, const struct vec2 *centre,
                           const double *reach, uint32_t first, uint32_t last);

void near_surfaces_free(struct near_surfaces *near);
