#pragma once

#include "events/contact_cluster.h"

/* Whether time goes on: the one bound of work, and how a run ends that reaches it. */

/** What hits have cost since a moment. Zeroed but for law, the stop flag, t, counts and most: none yet. Ownership: the
 *  engine's, with the cluster. */
struct event_instant {
    const struct impact_law *law;
    struct contact_cluster cluster;
    double t;         /* time of the last hit; -HUGE_VAL: none */
    double work;      /* in units of EVENT_INSTANT_UNIT, since: */
    double from;      /* a time */
    double most;      /* work after which time must have gone on */
    bool counts;      /* of all hits; else only of those between which no time passes */
    bool interrupted; /* the law has seen the stop flag: the state is that before the impact, and not to be used */
};

/** Multiplications of a unit of work: about that of a hit, some 1 us. */
#define EVENT_INSTANT_UNIT 3e3

/** Begins to count at time t. */
void event_instant_begin(struct event_system *system, double t);

/** Asks whether time has gone on while as much work was done as there is a bound. STATUS_FAILED: it has not, and the
 *  run ends. */
enum status event_instant_look(struct event_system *system, struct event_collision collision, struct error *err);

/** Adds what a cluster or the end of a leg has cost. @param cost in units */
enum status event_instant_spend(struct event_system *system, struct event_collision collision, double cost,
                                struct error *err);

/** Adds what a hit costs. */
static inline enum status event_instant_check(struct event_system *system, struct event_collision collision,
                                              struct error *err)
{
    struct event_instant *instant = system->instant;
    const bool has_time_passed = collision.t > instant->t;
    instant->t = collision.t;
    if (has_time_passed && !instant->counts)
        return STATUS_OK;
    instant->work++;
    return __builtin_expect(instant->work < instant->most, 1) ? STATUS_OK : event_instant_look(system, collision, err);
}

/** Ends the run with an inelastic collapse. Returns STATUS_FAILED. */
enum status event_instant_fail_collapse(struct event_system *system, struct event_collision collision,
                                        struct error *err);

/** Ends the run at a ball that is too fast for times to tell where it is. Returns STATUS_FAILED. */
enum status event_instant_fail_speed(const struct event_system *system, uint32_t slot, double t, struct error *err);
