#ifndef INTEGRATORS_EVENT_INELASTIC_COLLAPSE_H
#define INTEGRATORS_EVENT_INELASTIC_COLLAPSE_H

#include "integrators/event/event_engine_internal.h"

/* Inelastic collapse, infinitely many collisions in finite time, and other collisions without end: detected, named,
 * ended. */

/** True if the contact set gathered for a collision may be part of a collapse: inelastic_collapse_judge() decides. */
bool inelastic_collapse_is_possible(const struct event_engine *engine, struct event_collision collision);

/** STATUS_FAILED, naming bodies and time, if the possible collapse is one. Uses up the contact set's velocities. */
enum status inelastic_collapse_judge(struct event_engine *engine, struct event_collision collision, struct error *err);

/** STATUS_FAILED if collisions go on at exactly one instant without end, which no law should cause. */
enum status inelastic_collapse_check_instant(struct event_engine *engine, struct event_collision collision,
                                             struct error *err);

#endif
