#pragma once

#include "events/contact_cluster.h"
#include "events/event_system.h"

/* Several contacts at one instant; inelastic collapse, infinitely many collisions in finite time, and other collisions
 * without end: detected, named, ended. */

/** What has happened at the present instant. Zeroed but for law, the stop flag and t: none yet. Ownership: the
 * engine's, with the cluster. */
struct event_instant {
    const struct impact_law *law;
    struct contact_cluster cluster;
    double t;     /* time of the last hit; -HUGE_VAL: none */
    double since; /* time of the last cluster */
    double work;  /* of clusters, while time all but stands still */
    double from;  /* time of the first of so many clusters: */
    uint64_t groups;
    bool interrupted; /* the law has seen the stop flag: the state is that before the impact, and not to be used */
};

/** Resolves all contacts that are connected with a collision at its instant by the scene's law of impact, reports them
 *  and predicts the balls that received an impulse.
 *  @param collapses the two bodies would stay pressed together if nothing else touched them: an inelastic collapse,
 *                   unless the others drive them apart
 *  @param resolved  false if nothing approaches: the collision is a resting contact that has sunk, and nothing was done
 *  STATUS_FAILED: inelastic collapse; STATUS_LIMIT: too many contacts, or out of memory. */
enum status simultaneous_collision_resolve(struct event_system *system, struct event_collision collision,
                                           bool collapses, bool *resolved, struct error *err);

/** What a hit of each ball costs that comes at the same instant as the hit before; see the next. */
#define SIMULTANEOUS_COLLISION_HIT 20.0

/** Adds what a cluster, the end of a leg, or a further hit at one instant has cost to what others have while time all
 * but stood still.
 *  @param cost in units of some 30 us. STATUS_FAILED if that is too much. */
enum status simultaneous_collision_progress(struct event_system *system, struct event_collision collision, double cost,
                                            struct error *err);

/** simultaneous_collision_progress() of a hit, if it is at the same instant as the one before. */
static inline enum status simultaneous_collision_check(struct event_system *system, struct event_collision collision,
                                                       struct error *err)
{
    if (collision.t == system->instant->t)
        return simultaneous_collision_progress(system, collision, SIMULTANEOUS_COLLISION_HIT / (double)system->n, err);
    system->instant->t = collision.t;
    return STATUS_OK;
}
