#ifndef INTEGRATORS_EVENT_INELASTIC_COLLAPSE_H
#define INTEGRATORS_EVENT_INELASTIC_COLLAPSE_H

#include "integrators/event/event_engine_internal.h"

/* Inelastic collapse, infinitely many collisions in finite time, and other collisions without end: detected, named,
 * ended. */

/** True if the contact set gathered for a collision may be part of a collapse. */
bool inelastic_collapse_is_possible(const struct event_engine *engine, struct event_collision collision);

/** True if the law gr leaves the bodies of the possible collapse at rest against each other. Uses up the contact set's
 *  velocities. */
bool inelastic_collapse_is_suspected(struct event_engine *engine, struct event_collision collision);

/** Follows the collisions of the suspected collapse one by one. STATUS_FAILED, naming bodies and time, if they have no
 *  end; else the outcome is theirs. */
enum status inelastic_collapse_follow(struct event_engine *engine, struct event_collision collision,
                                      struct impact_outcome *outcome, struct error *err);

/** STATUS_FAILED, naming the bodies of the collision and its time. */
enum status inelastic_collapse_fail(struct event_engine *engine, struct event_collision collision, struct error *err);

/** Counts a collision at the same instant as the one before. STATUS_FAILED if they go on without end, which no law
 * should cause. */
enum status inelastic_collapse_check_instant(struct event_engine *engine, struct event_collision collision,
                                             struct error *err);

/** inelastic_collapse_check_instant() of a collision that may be at the same instant. */
static inline enum status inelastic_collapse_check(struct event_engine *engine, struct event_collision collision,
                                                   struct error *err)
{
    if (collision.t == engine->instant)
        return inelastic_collapse_check_instant(engine, collision, err);
    engine->instant = collision.t;
    engine->hits_at_instant = 0;
    engine->fallbacks_before = engine->counts.last_resorts;
    return STATUS_OK;
}

#endif
