#pragma once

#include <stdbool.h>

#include "events/contact_cluster.h"

/* Balls without room: surfaces that move close in on them. Three proofs, and how a run ends by them. */

/** Of a set of contacts that the law of impact has left: STATUS_FAILED if it still approaches, and a surface that moves
 *  towards it takes part: no velocities part all its bodies. */
enum status event_crush_check_impact(struct event_system *system, struct contact_cluster *cluster, double t,
                                     struct error *err);

/** Of a hit at a surface or a fixed ball that is due: STATUS_FAILED if the ball has next to no room between that and
 *  another such body, one of them a surface that moves towards it, and the room is gone before that changes its
 *  velocity. */
enum status event_crush_check_room(struct event_system *system, struct event_collision collision, struct error *err);

/** The same; nothing where no surface moves. */
static inline enum status event_crush_check(struct event_system *system, struct event_collision collision,
                                            struct error *err)
{
    return system->boundary.moves ? event_crush_check_room(system, collision, err) : STATUS_OK;
}

/** Of what is around a collision, where hits have no end: STATUS_FAILED if contacts that are all but closed carry
 *  forces in balance at every ball, on which a surface that moves does work. It costs some impacts.
 *  @param cluster scratch: what is around it is gathered there */
enum status event_crush_check_balance(struct event_system *system, struct contact_cluster *cluster,
                                      struct event_collision collision, struct error *err);
