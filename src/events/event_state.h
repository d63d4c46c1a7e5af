#pragma once

#include "events/event_system.h"

/* From the state of a world to trajectories, and back (event_state.c). */

/** Begins the trajectories of all balls of a world that are on the table. The arrays of the system have room for them,
 *  and are otherwise zeroed.
 *  @param given_order slots in the order of the balls, instead of in that of the table
 *  @param with_past trajectories that began before the world's moment go on. false: out of memory. */
bool event_state_take(struct event_system *system, const struct world *world, bool given_order, bool with_past);

/** Writes the state of all balls at the world's time to it, and which of them pockets have taken.
 *  @param before the time of the state that it has
 *  @param lost receives what present trajectories have taken until then; NULL: that is not asked */
void event_state_write(struct event_system *system, double before, struct world *world, struct ledger *lost);

/** Time at which the last ball came to rest or was taken by a pocket; HUGE_VAL: one moves at `now`. */
double event_state_rest_time(const struct event_system *system, double now);

/** Adds what friction and walls have taken of all balls from the beginning of their trajectories to t.
 *  @param sign 1, or -1 to subtract it */
void event_state_took(const struct event_system *system, double sign, double t, struct ledger *ledger);

/** Fills a checkpoint, made for as many balls, with the trajectories behind the state at a time, which is in the world:
 *  a run that goes on from there to the same bits must know them where they differ from it. */
void event_state_save(const struct event_system *system, double now, struct checkpoint *checkpoint);
