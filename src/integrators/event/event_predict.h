#ifndef INTEGRATORS_EVENT_PREDICT_H
#define INTEGRATORS_EVENT_PREDICT_H

#include <math.h>

#include "integrators/event/event_state.h"
#include "physics/flight_search.h"

/* What happens to a ball next: the earliest hit with a neighbour or a wall, or leaving its home. */

/** Finds and schedules a ball's next event. @param now present time */
void event_predict(struct event_engine *engine, uint32_t slot, double now);

/** The earliest hit of a ball with the neighbours in a row, one by one. */
void event_predict_singly(const struct event_engine *engine, const struct flight *ball, const uint32_t *row,
                          uint32_t size, struct event *best);

/** event_predict() in steps. What flight_search has found of a ball in a row becomes the best; where it was unsure,
 *  flight_impact() decides. */
static inline void event_predict_adopt(const struct event_engine *engine, const struct flight *ball,
                                       const uint32_t *row, uint32_t size, const struct flight_found *found,
                                       struct event *best)
{
    if (found->unsure | engine->tuning.no_vectors) {
        event_predict_singly(engine, ball, row, size, best);
    } else if (found->t < HUGE_VAL) {
        uint32_t partner = row[found->place];
        *best = (struct event){found->t, partner, engine->balls[partner].hits};
    }
}

/** Makes a hit with `partner` the best if it is earlier, or as early with a smaller ball index. */
void event_predict_take_earlier(const struct event_engine *engine, struct event *best, double t, uint32_t partner);

/** Adds walls and the end of the home to the best pair and schedules it. */
void event_predict_schedule(struct event_engine *engine, uint32_t slot, struct event best, double now);

#endif
