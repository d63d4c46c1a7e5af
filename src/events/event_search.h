#pragma once

#include "events/event_system.h"
#include "events/event_tile.h"
#include "events/event_tuning.h"

/* Who is near whom, and what each ball meets next (event_search.c). */

/** Begins to search from the present trajectories. @param t no event comes before. false: out of memory; what there is
 *  must be ended. */
bool event_search_begin(struct event_system *system, const struct event_tuning *tuning, double t);

/** Goes on with balls some of which have changed: they are on other trajectories since t. false: out of memory.
 *  @param changed of each slot */
bool event_search_renew(struct event_system *system, const bool *changed, double t);

/** In a tile: tells it that a ball's neighbours have been found anew. */
static inline void event_search_note_place(const struct event_system *system, uint32_t slot)
{
    if (system->tile)
        event_tile_place(system->tile, slot, neighbours_centre(system->neighbours, slot));
}

/** True if a trajectory leads into something before t. */
bool event_search_looks_back(const struct event_system *system, double t);

/** Frees neighbours and events; does nothing where none were begun. */
void event_search_end(struct event_system *system);
