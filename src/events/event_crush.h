#pragma once

#include <stdbool.h>

#include "events/contact_cluster.h"

/* Balls without room: surfaces that move close in on them. */

/** True if the set of contacts, as the law of impact has left it, still approaches, and a surface that moves takes
 * part: no velocities part all its bodies. */
bool event_crush_is_left(const struct event_system *system, struct contact_cluster *cluster);

/** True if a surface moves: collisions without end are then balls that it crushes. */
bool event_crush_is_possible(const struct event_system *system);

/** Counts a hit where surfaces may move. STATUS_FAILED: so many have followed each other within the time in which a
 * ball moves by its radius that there is no room left. */
enum status event_crush_count(struct event_system *system, struct event_collision collision, struct error *err);

/** Ends the run: names the balls, the surface and the time. Returns STATUS_FAILED.
 *  @param cluster what touches, as above; NULL: the bodies of the collision */
enum status event_crush_fail(struct event_system *system, const struct contact_cluster *cluster,
                             struct event_collision collision, struct error *err);
