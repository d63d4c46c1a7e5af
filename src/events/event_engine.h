#pragma once

#include <stdbool.h>

#include "events/event_tuning.h"
#include "integrators/integrator.h"

/*
 * Exact event-driven motion. Separate from the ops in events/integrator_event.c so that tests can run it with
 * other data structures: whatever these are, the bits must be the same.
 */

struct event_engine;
struct event_system;
struct event_tile;

/** The engine borrows scene and observer, and copies the state of the world. STATUS_LIMIT: out of memory. */
enum status event_engine_create(const struct scene *scene, const struct world *world, const struct observer *observer,
                                struct event_tuning tuning, struct event_engine **engine, struct error *err);

/* As the members of integrator_ops of the same name; the state is an engine. Advancing fails with STATUS_FAILED at an
 * inelastic collapse, or collisions without end at one instant. */
enum status event_engine_advance(void *state, struct world *world, uint64_t step_target, struct error *err);
void event_engine_counters(const void *state, struct counters *counters);
void event_engine_snapshot(const void *state, struct checkpoint *checkpoint);
void event_engine_destroy(void *state);

/* ---- for event_tiles.c ---- */

/** Runs all events up to and including time t. *interrupted: it has stopped before. */
enum status event_engine_run(struct event_engine *engine, double t, bool *interrupted, struct error *err);

/** Writes the balls of a step up to which all events have been run. */
void event_engine_write(struct event_engine *engine, struct world *world, uint64_t step);

struct event_system *event_engine_system(struct event_engine *engine);

/** The time of the world last written, or of creation. */
double event_engine_now(const struct event_engine *engine);

/** Frees all but the balls' trajectories and the ledger; makes it anew at time t. false: out of memory. */
void event_engine_suspend(struct event_engine *engine);
bool event_engine_resume(struct event_engine *engine, double t);

/** An engine of the balls of a tile, with their trajectories at time t. NULL: out of memory. */
struct event_engine *event_engine_create_tile(const struct event_engine *whole, struct event_tile *tile,
                                              struct event_tuning tuning, double t);
