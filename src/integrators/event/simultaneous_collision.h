#ifndef INTEGRATORS_EVENT_SIMULTANEOUS_COLLISION_H
#define INTEGRATORS_EVENT_SIMULTANEOUS_COLLISION_H

#include "integrators/event/event_engine_internal.h"

/** Resolves everything that touches at the trigger's instant by the scene's law of impact, reports it and predicts the
 *  balls that received an impulse. *resolved is false when the law saw nothing approach: the trigger is a resting
 * contact that has sunk, and nothing was done. STATUS_FAILED: inelastic collapse; STATUS_LIMIT: too many contacts at
 * once, or out of memory. */
enum status simultaneous_collision_resolve(struct event_engine *engine, struct event_trigger trigger, bool *resolved,
                                           struct error *err);

#endif
