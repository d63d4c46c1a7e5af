#pragma once

#include "events/event_system.h"

/* The end of a leg: a ball goes on in another way, and nothing has hit it. */

/** A wall is about to change its velocity, at time t: ends the legs of the balls that it carries. Those must get new
 * ones, and are predicted, by event_leg_begin_carried() once it has. */
void event_leg_end_carried(struct event_system *system, double t);
void event_leg_begin_carried(struct event_system *system, double t);

/** The ball stops slipping: its next leg begins, and is reported and predicted. */
void event_leg_end(struct event_system *system, uint32_t slot, double t);
