#pragma once

#include "events/event_hit.h"

/* Gentle hits of balls that roll on the cloth, which go on rolling (event_rolling.c). */

/** A kind of hit. */
struct event_rolling_hit {
    int n; /* balls: 1 or 2 */
    /** Has the balls leave with an impulse that is divided by `part`. */
    void (*exchange)(const struct event_system *system, struct hit *hit, double part);
    /** How much normal speed the impulse has given them, in any unit. */
    double (*gained)(const struct hit *hit);
};

/** The change of a ball's velocity that the cloth takes up within its lowest bounce, length per time; 0: it is fixed.
 */
double event_rolling_most(const struct motion *motion, const struct particle *ball);

/** On the cloth, lets balls that roll, and are hit gently, roll on: those of a hit that leave as exchange() has it.
 *  @param lasting how long slides may last that are so brief; 0: as the lowest bounce of each */
void event_rolling_on_cloth(const struct event_system *system, struct hit *hit, const struct event_rolling_hit *kind,
                            double lasting);

/** The same under any law of motion; nothing where balls do not slide. @param motion the system's; or a constant */
ALWAYS_INLINE void event_rolling_on(const struct event_system *system, const struct motion *motion, struct hit *hit,
                                    const struct event_rolling_hit *kind, double lasting)
{
    if (motion_slides(motion))
        event_rolling_on_cloth(system, hit, kind, lasting);
}
