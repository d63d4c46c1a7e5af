#pragma once

#include "events/event_system.h"

/* Balls that leave the table. */

/** A pocket takes a ball whose centre crosses its rim, unless something else happens to the ball at this instant: at
 *  equal times pockets come last, and one more search finds what a partner holds. The ball stays in memory as a fixed
 *  one without neighbours or events; all its energy is lost. */
enum status event_pocket_take(struct event_system *system, struct event_collision crossing, struct error *err);
