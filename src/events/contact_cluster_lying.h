#pragma once

#include "events/event_system.h"

/* Balls of a contact set that gravity holds at a wall: they lie. */

/** What that takes, and what walls that move work. */
struct contact_cluster_held {
    double lost, work;
};

/** A ball of the set, which has been resolved, that gravity holds lies there from now on; the impulse is then without
 *  the bounce. */
struct contact_cluster_held contact_cluster_lying_hold(struct event_system *system);
