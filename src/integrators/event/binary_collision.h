#ifndef INTEGRATORS_EVENT_BINARY_COLLISION_H
#define INTEGRATORS_EVENT_BINARY_COLLISION_H

#include "integrators/event/event_engine_internal.h"

/* Collisions as they nearly always are: two balls, or a ball and a surface, and nothing else. If a third body touches,
 * the collision goes to simultaneous_collision. Both functions report the collision and schedule what follows. Errors
 * are those of simultaneous_collision_resolve(). */

enum status binary_collision_pair(struct event_engine *engine, struct event_collision collision, struct error *err);
enum status binary_collision_surface(struct event_engine *engine, struct event_collision collision, struct error *err);

#endif
