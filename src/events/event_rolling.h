#pragma once

#include "events/event_hit.h"

/* Gentle hits of balls that roll on the cloth, which go on rolling (event_rolling.c). */

/** Friction at a contact may brake balls that roll on. If no more than this part of the impulse is left, they slip. */
#define EVENT_ROLLING_LEAST 0.1

/** True if ball i leaves with a slide that ends within its lowest bounce. */
bool event_rolling_slips_briefly(const struct motion *motion, const struct hit *hit, int i);

/** The change of a ball's velocity that the cloth takes up within its lowest bounce, length per time; 0: it is fixed.
 */
double event_rolling_most(const struct motion *motion, const struct particle *ball);

/** Which of n balls roll on.
 *  @param lasting how long their slides may last; 0: as the lowest bounce of each
 *  @return whether there is one */
bool event_rolling_find(const struct motion *motion, const struct hit *hit, int n, double lasting, bool rolls[2]);

/** Ends the slides of those balls, and adds what that takes to what the hit loses. */
void event_rolling_end_slides(const struct motion *motion, struct hit *hit, const bool rolls[2]);
