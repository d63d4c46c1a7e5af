#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/output.h"
#include "contact/contact.h"
#include "measure/counters.h"
#include "measure/energy.h"
#include "reading/scene_load.h"

/*
 * One simulation: a scene, its world, the engine that moves it, what is counted on the way, when it stops, and its
 * state as a scene. Whoever runs something does it through this header: the command line, the tests, the benches. Many
 * sessions live in one process, each used by one thread at a time.
 *
 *     struct session *session;
 *     struct error err;
 *     const struct scene_source source = {.text = text, .length = strlen(text)};
 *     if (session_load(&source, &(struct scene_faults){0}, &session, &err) == STATUS_OK &&
 *         session_start(session, &(struct session_watch){0}, &err) == STATUS_OK &&
 *         session_step(session, 100, &err) == STATUS_OK)
 *         printf("%g\n", session_column(session, SESSION_X)[0]);
 *     else
 *         fprintf(stderr, "%s\n", err.text);
 *     session_free(session);
 *
 * A scene's faults are told to scene_faults.line alone, one by one; err.text is then empty. A client is built by
 *
 *     cc -std=gnu17 -Isrc client.c build/libbilliard.a $(pkg-config --libs libcjson) -lm -pthread
 *
 * Ownership: the session owns all that it returns pointers to, until session_free().
 */
struct session;

/* ---- what a client needs ---- */

/** Loads a scene from a file or a text, see scene_load(). After a failure *session is NULL. */
enum status session_load(const struct scene_source *source, const struct scene_faults *faults, struct session **session,
                         struct error *err);

/** What is wanted of a session beside its balls; each wish costs something. */
struct session_watch {
    void (*contact)(void *context, const struct contact_event *event); /* takes each contact, in time order, within
                                                                          session_step(); NULL: no one */
    void *context;
    const volatile sig_atomic_t *stop; /* non-zero: session_step() returns soon; NULL: never */
    size_t threads;                    /* of the engine; 0: one. The bits do not depend on it */
    bool keeps_hits;                   /* for session_hits() */
    bool sums_losses;                  /* `lost` of session_energy() has what friction takes */
    bool sums_impulses;                /* session_energy() has `virial` and `wall` */
    bool saves;                        /* for session_save() */
};

/** Makes the engine, once. STATUS_LIMIT: no memory, or no threads. */
enum status session_start(struct session *session, const struct session_watch *watch, struct error *err);

/** Brings all balls to that step, or, asked to stop, to one before. STATUS_FAILED: an inelastic collapse, or a state
 *  that no scene may have; the balls are then where the last step was completed. */
enum status session_step(struct session *session, uint64_t step, struct error *err);

/** Of the balls. */
double session_time(const struct session *session);

/** The number of balls, those in pockets and fixed ones included. */
size_t session_balls(const struct session *session);

enum session_column { SESSION_X, SESSION_Y, SESSION_VX, SESSION_VY, SESSION_R, SESSION_M };

/** A value of each ball, in the order of the scene. Valid until session_free(); its values change with each step. On a
 *  periodic axis x or y lies on the table. */
const double *session_column(const struct session *session, enum session_column column);

/** The contacts since the last call, in time order. @param rows valid until the next step @return how many */
size_t session_hits(struct session *session, const struct contact_event **rows);

/** Energy and momentum, as in the ledger; NaN where memory has run out or the state is too large. */
struct energy_row session_energy(const struct session *session);

/** Writes the state, or before session_start() the scene as it was given, as a scene that continues to the same bits,
 * for the steps that are left, or, where none is, for as many again (for none where those would lead beyond what a
 * scene may have). Failures are the output's. */
void session_save(struct session *session, struct output *out);

/** Accepts NULL. */
void session_free(struct session *session);

/* ---- what a driver needs beside ---- */

/** A session of a template, see scene_load_from(). */
enum status session_load_from(const struct scene_template *template, const struct scene_source *more,
                              const struct scene_faults *faults, struct session **session, struct error *err);

/** A session of a scene made in C, and its world; both are borrowed. NULL: out of memory. */
struct session *session_of(struct scene *scene, struct world *world);

const struct scene *session_scene(const struct session *session);
const struct world *session_world(const struct session *session);
const struct integrator_ops *session_integrator(const struct session *session);

/** What several threads have done, a line for people; NULL: there is nothing to tell.
 *  @param text INTEGRATOR_MAX_THREADS_TEXT */
const char *session_threads(const struct session *session, char *text);

/** The first step, and the one after which nothing is left. */
uint64_t session_first_step(const struct session *session);
uint64_t session_last_step(const struct session *session);

/** Brings the balls towards a step, for some hundredths of a second. Not yet checked: session_check(). */
enum status session_slice(struct session *session, uint64_t step, struct error *err);

/** STATUS_FAILED: a ball is where no scene may have it, or faster, so that no saved state could be read. */
enum status session_check(const struct session *session, struct error *err);

/** Has the scene's stop come? Asked at frames only; the answer is kept for session_save(). */
bool session_meets_stop(struct session *session);

/** True if that was the stop of the scene; else a wall with a mass has been outside its range. */
bool session_has_stopped(const struct session *session);

/** What the engine has counted up to the world's step. */
const struct counters *session_counters(const struct session *session);

/** The same up to where the engine is, which after a failure or a stop may be within a later step. */
struct counters session_engine_counters(const struct session *session);

/** Elastic energy in overlaps; NaN: memory has run out. */
double session_stored_energy(const struct session *session);

/** Fills a checkpoint of as many balls with the state from which the engine continues to the same bits. False: the
 *  world is that state. */
bool session_snapshot(const struct session *session, struct checkpoint *checkpoint);

/** True after a stop within a step: the engine is ahead of the world, and no state is worth saving. */
bool session_is_ahead(const struct session *session);

/** A failure at the present step. @param fault what is wrong with it */
enum status session_fail(const struct session *session, const char *what, const char *fault, struct error *err);
