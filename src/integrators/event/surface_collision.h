#ifndef INTEGRATORS_EVENT_SURFACE_COLLISION_H
#define INTEGRATORS_EVENT_SURFACE_COLLISION_H

#include "integrators/event/event_engine_internal.h"

/** Collides a ball with a surface, as binary_collision_pair() two balls. */
enum status surface_collision(struct event_engine *engine, struct event_collision collision, struct error *err);

#endif
