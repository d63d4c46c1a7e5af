#ifndef INTEGRATORS_EVENT_INELASTIC_COLLAPSE_H
#define INTEGRATORS_EVENT_INELASTIC_COLLAPSE_H

#include "integrators/event/event_engine_internal.h"

/* Inelastic collapse, infinitely many hits in finite time, and other hits without end: detected, named, ended. */

/** Takes note of a lone hit before the flights change. @param speed normal approach speed */
void inelastic_collapse_note_lone(struct event_engine *engine, struct event_collision collision, double speed);

/** The same for the balls of the resolved cluster that received an impulse. */
void inelastic_collapse_note_group(struct event_engine *engine, double t);

/** True if the gathered cluster looks like a collapse of the trigger's balls; counts how often in a list. */
bool inelastic_collapse_is_suspicious(struct event_engine *engine, struct event_collision collision);

/** For a suspicious trigger: STATUS_FAILED, naming balls and time, if it is a collapse. Uses up the gathered cluster's
 *  velocities. */
enum status inelastic_collapse_judge(struct event_engine *engine, struct event_collision collision, struct error *err);

/** STATUS_FAILED if hits go on at exactly one instant without end, which no law should cause. */
enum status inelastic_collapse_check_instant(struct event_engine *engine, struct event_collision collision,
                                             struct error *err);

#endif
