#ifndef INTEGRATORS_EVENT_PREFETCH_H
#define INTEGRATORS_EVENT_PREFETCH_H

#include "integrators/event/event_engine_internal.h"

/** Prefetches the memory that coming events will touch; to be called after each event. Changes speed only. */
void prefetch_step(struct event_engine *engine);

#endif
