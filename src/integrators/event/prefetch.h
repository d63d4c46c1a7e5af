#ifndef INTEGRATORS_EVENT_PREFETCH_H
#define INTEGRATORS_EVENT_PREFETCH_H

#include "integrators/event/event_engine_internal.h"

/** Prefetches ball and list of the event that comes next, and those of its partner; to be called before each event.
 *  Changes speed only. */
void prefetch_coming(const struct event_engine *engine);

/** Prefetches the memory that later events will touch; to be called after each event. Changes speed only. */
void prefetch_step(struct event_engine *engine);

#endif
