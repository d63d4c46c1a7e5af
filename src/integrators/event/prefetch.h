#ifndef INTEGRATORS_EVENT_PREFETCH_H
#define INTEGRATORS_EVENT_PREFETCH_H

#include "integrators/event/event_engine_internal.h"

/** Asks memory for what coming events will touch; to be called after each event. Changes nothing but how fast. */
void prefetch(struct event_engine *engine);

#endif
