#pragma once

#include "events/event_system.h"

/* Several contacts at one instant. */

/** Resolves all contacts that are connected with a collision at its instant by the scene's law of impact, reports them
 *  and predicts the balls that received an impulse.
 *  @param collapses the two bodies would stay pressed together if nothing else touched them: an inelastic collapse,
 *                   unless the others drive them apart
 *  @param resolved  false if nothing approaches: the collision is a resting contact that has sunk, and nothing was done
 *  STATUS_FAILED: inelastic collapse; STATUS_LIMIT: too many contacts, or out of memory. */
enum status simultaneous_collision_resolve(struct event_system *system, struct event_collision collision,
                                           bool collapses, bool *resolved, struct error *err);
