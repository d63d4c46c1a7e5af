#ifndef INTEGRATORS_EVENT_BINARY_COLLISION_H
#define INTEGRATORS_EVENT_BINARY_COLLISION_H

#include "integrators/event/event_engine_internal.h"

/* Hits as they nearly always are: two balls, or a ball and a wall, and nobody else. The search for what comes next
 * tells whether a third body touches; then the hit goes to simultaneous_collision. Both report the hit and schedule
 * what follows. Errors are those of simultaneous_collision_resolve(). */

enum status binary_collision_pair(struct event_engine *engine, struct event_trigger trigger, struct error *err);
enum status binary_collision_surface(struct event_engine *engine, struct event_trigger trigger, struct error *err);

#endif
