#ifndef INTEGRATORS_EVENT_PREDICTION_H
#define INTEGRATORS_EVENT_PREDICTION_H

#include <math.h>

#include "integrators/event/event_engine_internal.h"
#include "broadphase/impact_kernel.h"

/* What happens to a ball next: the earliest hit with a neighbour or a wall, or leaving its home. */

/** Finds and schedules a ball's next event. @param now present time */
void prediction(struct event_engine *engine, uint32_t slot, double now);

/** The earliest hit of a ball with the neighbours in a row, one by one. */
void prediction_singly(const struct event_engine *engine, const struct particle *ball, const uint32_t *row,
                       uint32_t size, struct event *best);

/** prediction() in steps. What impact_kernel has found of a ball in a row becomes the best; where it was unsure,
 *  motion_impact() decides. */
static inline void prediction_adopt(const struct event_engine *engine, const struct particle *ball, const uint32_t *row,
                                    uint32_t size, const struct impact_found *found, struct event *best)
{
    if (found->unsure | engine->tuning.no_vectors) {
        prediction_singly(engine, ball, row, size, best);
    } else if (found->t < HUGE_VAL) {
        uint32_t partner = row[found->place];
        *best = (struct event){found->t, partner, engine->balls[partner].hits};
    }
}

/** Makes a hit with `partner` the best if it is earlier, or as early with a smaller ball index. */
void prediction_take_earlier(const struct event_engine *engine, struct event *best, double t, uint32_t partner);

/** Adds walls and the end of the home to the best pair and schedules it. */
void prediction_schedule(struct event_engine *engine, uint32_t slot, struct event best, double now);

#endif
