#ifndef INTEGRATORS_EVENT_ENGINE_H
#define INTEGRATORS_EVENT_ENGINE_H

#include <stdbool.h>

#include "integrators/event/event_queue.h"
#include "integrators/integrator.h"

/*
 * Exact event-driven motion. Separate from the ops in integrator_event.c so that tests can run it with other data
 * structures: whatever these are, the bits must be the same.
 */

/** What decides speed only. Zeroed: chosen by the engine. */
struct event_tuning {
    double shell; /* shell radius of neighbours_create(); HUGE_VAL: all pairs */
    double cell;  /* least size of its cells */
    enum event_queue_form queue;
    bool given_order; /* balls stored by index instead of in Hilbert order */
    bool no_vectors;  /* motion_impact() for each pair instead of the kernel */
};

struct event_engine;

/** The engine borrows scene and observer, and copies the state of the world. STATUS_LIMIT: out of memory. */
enum status event_engine_create(const struct scene *scene, const struct world *world, const struct observer *observer,
                                struct event_tuning tuning, struct event_engine **engine, struct error *err);

/** As integrator_ops.advance. STATUS_FAILED: inelastic collapse, or collisions without end at one instant. */
enum status event_engine_advance(struct event_engine *engine, struct world *world, uint64_t step_target,
                                 struct error *err);

void event_engine_counters(const struct event_engine *engine, struct counters *counters);

/** As integrator_ops.snapshot. */
void event_engine_snapshot(const struct event_engine *engine, struct checkpoint *checkpoint);

void event_engine_destroy(struct event_engine *engine);

#endif
