#pragma once

#include "app/run_plan.h"
#include "base/error.h"
#include "given/scene.h"
#include "state/world.h"

/* One run: from the world as given, `steps` steps on, with everything that watches it. */

/** Moves the world from scene->start_step by scene->steps steps. A frame is written at each step that is a multiple of
 *  scene->every.
 *
 *  A saved state has as its number of steps what is left of the run, or, when nothing is left, as many again (none
 * where the steps or the time would then be beyond what a scene may have).
 *
 *  Asked to stop: STATUS_OK, streams closed, the world at the last completed step. STATUS_FAILED: no state is saved any
 *  more. After both, trajectory, log and ledger are kept as streams_close() says. STATUS_OUTPUT: files not yet
 *  complete do not appear. STATUS_LIMIT: out of memory before the first step. */
enum status run_scene(const struct scene *scene, struct world *world, const struct run_plan *plan, struct error *err);

/** When to show progress: unless the user says, not across a trajectory on the same screen, and not if quiet. */
enum progress_when run_progress(const struct run_plan *plan);
