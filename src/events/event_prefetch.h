#pragma once

#include "events/event_system.h"

/* Memory that coming events will touch is asked for ahead of them. Changes speed only. */

/** Prefetches ball and list of the event that comes next, and those of its partner; to be called before each event.
 *  Changes speed only. */
void event_prefetch_next(const struct event_system *system);

/** Prefetches the memory that later events will touch; to be called after each event. Changes speed only. */
void event_prefetch_later(struct event_system *system);
