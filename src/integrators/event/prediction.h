#ifndef INTEGRATORS_EVENT_PREDICTION_H
#define INTEGRATORS_EVENT_PREDICTION_H

#include <math.h>

#include "integrators/event/event_engine_internal.h"
#include "broadphase/impact_kernel.h"

/* What happens to a ball next: the earliest impact with a neighbour or a surface, or the end of its neighbour list. */

/** Finds and schedules a ball's next event. @param now present time */
void prediction_update(struct event_engine *engine, uint32_t slot, double now);

/** The same search under accelerated motion, one by one. */
struct impact_found prediction_search_accelerated(const struct event_engine *engine, const struct particle *ball,
                                                  const uint32_t *list, uint32_t size);

/** What a ball collides with next among the neighbours in a list, and whether one touches it. */
static inline struct impact_found prediction_search(const struct event_engine *engine, const struct particle *ball,
                                                    const uint32_t *list, uint32_t size)
{
    if (motion_is_accelerated(&engine->system.motion))
        return prediction_search_accelerated(engine, ball, list, size);
    return engine->kernel.one(engine->system.balls, ball, list, size);
}

/** The earliest impact of a ball with the neighbours in a list, one by one. */
void prediction_singly(const struct event_engine *engine, const struct particle *ball, const uint32_t *list,
                       uint32_t size, struct event *best);

/** prediction_update() in steps. The kernel's result for a list becomes the best; if it is ambiguous, motion_impact()
 *  decides. */
static inline void prediction_adopt(const struct event_engine *engine, const struct particle *ball,
                                    const uint32_t *list, uint32_t size, const struct impact_found *found,
                                    struct event *best)
{
    if (found->ambiguous | engine->tuning.no_vectors) {
        prediction_singly(engine, ball, list, size, best);
    } else if (found->t < HUGE_VAL) {
        uint32_t partner = list[found->index];
        *best = (struct event){found->t, partner, engine->system.balls[partner].collisions};
    }
}

/** Makes an impact with `partner` the best if it is earlier, or as early with a smaller ball index. */
void prediction_take_earlier(const struct event_engine *engine, struct event *best, double t, uint32_t partner);

/** Adds surfaces and the end of the neighbour list to the best pair and schedules the earliest. */
void prediction_schedule(struct event_engine *engine, uint32_t slot, struct event best, double now);

#endif
