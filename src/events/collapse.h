#pragma once

#include "events/contact_cluster.h"

/* Inelastic collapse: infinitely many collisions in finite time. */

/** True if a run of this system may have one: decided at creation (may_collapse). */
bool collapse_may_come(const struct event_system *system);

/** True if the gathered set of a collision may be where one ends. */
bool collapse_is_possible(const struct event_system *system, struct event_collision collision);

/** True if it looks like one: then the collisions must be followed. Resolves the set, which must be gathered anew. */
bool collapse_is_suspected(struct event_system *system, struct event_collision collision);

/** Follows the collisions of the set one by one, in place of the law of impact. STATUS_FAILED: they have no end. */
enum status collapse_follow(struct event_system *system, struct event_collision collision,
                            struct impact_outcome *outcome, struct error *err);
