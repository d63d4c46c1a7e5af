#pragma once

#include "events/contact_cluster.h"

/* What happens at one instant, and whether time goes on: collisions without end are detected, named and ended. */

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

/** Multiplications of a unit of cost, some 30 us. */
#define EVENT_INSTANT_UNIT 1e5

/** Adds what a cluster or the end of a leg has cost to what others have while time all but stood still.
 *  @param cost in units of some 30 us. STATUS_FAILED if that is too much. */
enum status event_instant_progress(struct event_system *system, struct event_collision collision, double cost,
                                   struct error *err);

/** The same of a hit at the same instant as the one before. It is not counted among the clusters that follow each
 * other: that other balls, elsewhere, collide at the same time must not matter to a run. */
enum status event_instant_tie(struct event_system *system, struct event_collision collision, struct error *err);

/** event_instant_tie() of a hit, if it is one. */
static inline enum status event_instant_check(struct event_system *system, struct event_collision collision,
                                              struct error *err)
{
    if (collision.t == system->instant->t)
        return event_instant_tie(system, collision, err);
    system->instant->t = collision.t;
    return STATUS_OK;
}

/** Ends the run with an inelastic collapse. @param is_pressed of bodies that would stay pressed together. Returns
 *  STATUS_FAILED. */
enum status event_instant_fail_collapse(struct event_system *system, struct event_collision collision, bool is_pressed,
                                        struct error *err);

/** Ends the run at a ball that is too fast for times to tell where it is. Returns STATUS_FAILED. */
enum status event_instant_fail_speed(const struct event_system *system, uint32_t slot, double t, struct error *err);
