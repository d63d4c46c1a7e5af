#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec2.h"
#include "contact/contact.h"
#include "integrators/integrator.h"
#include "motion/motion_law.h"

/*
 * What an engine notes that runs one tile of a gas and the halo around it, for event_tiles.c: which hits the tile
 * tells, what its balls at the border have been through, and whether any ball has come where the tile cannot vouch for
 * it. An engine that runs all balls has no tile.
 *
 * Slots: own balls that no other tile sees; own balls that others see; balls of the halo that own balls can touch
 * (seen); the rest of the halo.
 */

/** A hit that the tile tells: it owns its ball, or the one of two with the smaller index. */
struct event_tile_hit {
    double t;
    uint64_t rank; /* decides which of two hits at one time comes first, as in the event queue */
    double lost;   /* energy */
};

struct event_tile {
    uint32_t *slots; /* of its balls in the engine of all, n of them */
    uint32_t n, n_inner, n_own, n_seen;
    struct vec2 *places;  /* of its balls when the engine was made */
    struct vec2 lo, hi;   /* a rectangle in which no own ball is near another tile */
    double stray_squared; /* square of how far from there a ball may be anywhere */
    bool *changed;        /* which balls of the halo have not come true, as halos are renewed */
    uint64_t *histories;  /* of what has happened to the balls at the border, n_inner..n_seen-1 */
    bool (*strays)(const struct event_tile *tile, uint32_t slot, struct vec2 place); /* a ball that is farther off */
    const void *context;                                                             /* of `strays` */
    bool is_broken;                   /* the tile cannot vouch for its run, */
    bool is_hopeless;                 /* nor could any other tile */
    uint64_t strayed;                 /* rebuilds that `strays` has been asked about */
    double last;                      /* time of the last hit, */
    uint32_t last_slot, last_partner; /* and who met */
    bool keeps_hits;                  /* the hits are wanted, not only their number, */
    struct event_tile_hit *hits;
    size_t n_hits, hits_capacity;
    struct contact_event *rows; /* and so are the contacts: of each hit; NULL: none */
    size_t n_rows, rows_capacity;
    struct observer observer; /* of the tile's engine */
};

/** Which of several hits at one time comes first (event_order.c). @param other index of a ball, or side of a surface */
static inline uint64_t event_tile_rank(uint32_t id, uint32_t other)
{
    uint32_t first = contact_is_ball(other) && other < id ? other : id;
    return (uint64_t)first << 32 | (first == id ? other : id);
}

/** True if the tile tells a hit of a ball, alone or with another. */
static inline bool event_tile_tells(const struct event_tile *tile, uint32_t slot_of_smaller_id)
{
    return slot_of_smaller_id < tile->n_own;
}

/** Keeps a hit that the tile tells, if hits are wanted. */
void event_tile_note(struct event_tile *tile, double t, uint64_t rank, double lost);

/** Keeps a contact that the tile tells; the contact() of its observer. @param context the tile */
void event_tile_note_row(void *context, const struct contact_event *row);

/** Takes note of the new trajectory of a ball at the border that is not fixed. Its place follows from the former one
 *  and the time. */
void event_tile_follow_border(struct event_tile *tile, uint32_t border, const struct particle *ball);

/** The same of any ball. */
static inline void event_tile_follow(struct event_tile *tile, uint32_t slot, const struct particle *ball)
{
    const uint32_t border = slot - tile->n_inner;
    if (border < tile->n_seen - tile->n_inner)
        event_tile_follow_border(tile, border, ball);
}

/** A ball's neighbours are found anew, in a region about that place. */
void event_tile_place(struct event_tile *tile, uint32_t slot, struct vec2 centre);
