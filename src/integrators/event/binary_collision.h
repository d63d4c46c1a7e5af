#ifndef INTEGRATORS_EVENT_BINARY_COLLISION_H
#define INTEGRATORS_EVENT_BINARY_COLLISION_H

#include "integrators/event/event_engine_internal.h"

/** Collides two balls, and nothing else, as is nearly always the case; if a third body touches, the collision goes to
 *  simultaneous_collision. Reports the collision and schedules what follows. Errors are those of
 *  simultaneous_collision_resolve(). */
enum status binary_collision_pair(struct event_engine *engine, struct event_collision collision, struct error *err);

#endif
