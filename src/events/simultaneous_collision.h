#pragma once

#include "events/event_system.h"

/* Several contacts at one instant. */

/** Resolves all contacts that are connected with a collision at its instant by the scene's law of impact, reports them
 *  and predicts the balls that received an impulse.
 *  @param resolved false if nothing approaches: the collision is a resting contact that has sunk, and nothing was done
 *  STATUS_FAILED: inelastic collapse, time that stands still, balls without room; STATUS_LIMIT: too many contacts, or
 * out of memory. */
enum status simultaneous_collision_resolve(struct event_system *system, struct event_collision collision,
                                           bool *resolved, struct error *err);
