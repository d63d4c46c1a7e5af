#pragma once

#include "events/event_system.h"

/* From the state of a world to trajectories, and back (event_state.c). */

/** Begins the trajectories of all balls of a world that are on the table. The arrays of the system have room for them,
 *  and are otherwise zeroed.
 *  @param given_order slots in the order of the balls, instead of in that of the table
 *  @param with_past trajectories that began before the world's moment go on. false: out of memory. */
bool event_state_take(struct event_system *system, const struct world *world, bool given_order, bool with_past);

/** Fills a checkpoint, made for as many balls, with the trajectories behind the state at a time, which is in the world:
 *  a run that goes on from there to the same bits must know them where they differ from it. */
void event_state_save(const struct event_system *system, double now, struct checkpoint *checkpoint);
