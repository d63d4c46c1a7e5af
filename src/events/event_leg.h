#pragma once

#include "events/event_system.h"

/* The end of a leg: a ball goes on in another way, and nothing has hit it. */

/** The ball stops slipping: its next leg begins, and is reported and predicted. */
void event_leg_end(struct event_system *system, uint32_t slot, double t);
