#ifndef INTEGRATORS_EVENT_PREDICT_H
#define INTEGRATORS_EVENT_PREDICT_H

#include "integrators/event_state.h"

/* What happens to a ball next: the earliest hit with a neighbour or a wall, or leaving its disc. */

/** Finds and schedules a ball's next event. @param now present time */
void event_predict(struct event_engine *engine, uint32_t slot, double now);

/** The same in steps, for a ball whose partner of the moment is left out of the search. Makes the earliest hit of a
 *  flight with the neighbours in a row the best; returns how many touch it at the later beginning of the two flights.
 */
uint32_t event_predict_search(const struct event_engine *engine, const struct flight *ball, const uint32_t *row,
                              uint32_t size, struct event *best);

/** Makes a hit with `partner` the best if it is earlier, or as early with a smaller ball index. */
void event_predict_take_earlier(const struct event_engine *engine, struct event *best, double t, uint32_t partner);

/** Adds walls and rim to the best pair and schedules it. */
void event_predict_schedule(struct event_engine *engine, uint32_t slot, struct event best, double now);

#endif
