#ifndef INTEGRATORS_EVENT_FORESEE_H
#define INTEGRATORS_EVENT_FORESEE_H

#include "integrators/event/event_state.h"

/** Asks memory for what coming events will touch; to be called after each event. Changes nothing but how fast. */
void event_foresee(struct event_engine *engine);

#endif
