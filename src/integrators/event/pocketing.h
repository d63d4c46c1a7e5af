#ifndef INTEGRATORS_EVENT_POCKETING_H
#define INTEGRATORS_EVENT_POCKETING_H

#include "integrators/event/event_system.h"

/* Pockets: what happens when a ball's centre crosses the rim of one. */

/** Takes the ball of an event whose partner is a pocket, unless it collides at the same instant. */
void pocketing_take(struct event_system *system, struct event_collision crossing);

/** Tells the world which balls were taken since the last call. */
void pocketing_store(struct event_system *system, struct world *world);

#endif
