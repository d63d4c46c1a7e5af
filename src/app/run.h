#pragma once

#include "app/run_plan.h"
#include "base/error.h"
#include "session/session.h"

/* One run: from the scene as given, `steps` steps on, with everything that watches it. */

/** Runs a session that is not started, to its last step. A frame is written at each step that is a multiple of
 *  scene->every.
 *
 *  Asked to stop: STATUS_OK, streams closed, the balls at the last completed step. STATUS_FAILED: no state is saved any
 *  more. After both, trajectory, log and ledger are kept as streams_close() says. STATUS_OUTPUT: files not yet
 *  complete do not appear. STATUS_LIMIT: out of memory before the first step. */
enum status run_session(struct session *session, const struct run_plan *plan, struct error *err);

/** When to show progress: unless the user says, not across a trajectory on the same screen, and not if quiet. */
enum progress_when run_progress(const struct run_plan *plan);
