#pragma once

#include <stdbool.h>

#include "app/run_plan.h"
#include "base/error.h"
#include "contact/contact.h"
#include "given/scene.h"
#include "out/energy_log.h"
#include "out/event_log.h"
#include "out/gate_counts.h"
#include "out/outcome.h"
#include "out/streams.h"
#include "out/summary.h"
#include "out/writer.h"
#include "session/session.h"
#include "state/world.h"

/*
 * What is written of one run: its streams and what fills them. No number that is not finite reaches a stream.
 *
 * Ownership: the streams belong to the recorder from recorder_open() to recorder_close(), what the writer borrows from
 * recorder_open() to recorder_free(); scene and plan are borrowed and must outlive it.
 */
struct recorder {
    const struct run_plan *plan;
    struct streams streams; /* in a batch those of all runs */
    struct writer writer;
    struct row_log event_log, energy_log;
    struct outcome outcome;
    struct gate_counts gates;
    bool bad_contact; /* a contact had a number that is not finite; from then on none is logged */
};

/** Opens all streams and begins the tables, unless the run is one of many. After a failure nothing is open. */
enum status recorder_open(struct recorder *recorder, const struct scene *scene, const struct run_plan *plan,
                          struct error *err);

/** Frees what the recorder owns beside its streams; after recorder_open(), whatever it returned. */
void recorder_free(struct recorder *recorder);

/** Notes a contact for the event log and the outcome, if they are wanted. */
void recorder_contact(struct recorder *recorder, const struct contact_event *event);

/** Writes a frame, unless only the last is wanted. STATUS_OUTPUT: the first failure of any stream. */
enum status recorder_frame(struct recorder *recorder, const struct world *world, struct error *err);

/** Where only the frame at which the run ends is wanted: writes it. */
void recorder_last_frame(struct recorder *recorder, const struct world *world);

/** Writes the state, see session_save(). */
void recorder_save(struct recorder *recorder, struct session *session);

/** Writes the summary. False: it has numbers that are not finite, and its file does not appear. */
bool recorder_summary(struct recorder *recorder, const struct summary *summary);

/** Completes the tables and closes all streams. STATUS_OUTPUT: the first failure; files not yet complete do not
 *  appear.
 *  @param complete false: the run ended early, and its tables miss their end */
enum status recorder_close(struct recorder *recorder, bool complete, struct error *err);
