#ifndef RUN_H
#define RUN_H

#include <signal.h>
#include <stdbool.h>

#include "ball_list.h"
#include "base/error.h"
#include "model/scene.h"
#include "model/world.h"
#include "progress.h"
#include "streams.h"
#include "writers/writer.h"

/* One run: from the world as given, `steps` steps on, with everything that watches it. */

/** One run among many: how it is told from the others, and what it shares with them. */
struct run_member {
    char number[24];         /* of the run, as text: the first column of its rows */
    bool begins;             /* the tables begin with this run; false once that is written */
    bool summarised, saved;  /* set when the summary has a line of the run, its state is saved */
    struct streams *streams; /* open, and left open */
    struct output *words;    /* instead of standard error */
};

/** What the user wants of a run beside the scene. Strings are borrowed. */
struct run_plan {
    struct stream_paths paths;
    const struct writer_ops *format;
    struct ball_list balls; /* of the trajectory; empty: all */
    uint64_t save_every;    /* the state is saved at each step that is a multiple of it, too; 0: only at the end */
    int precision;          /* 0: shortest round trip, 1..17: significant digits */
    enum progress_when progress;
    uint64_t threads;                  /* >= 1 */
    int verbosity;                     /* -1: errors only, 0: warnings too, 1: what is done, too */
    const volatile sig_atomic_t *stop; /* non-zero: end the run early, with all streams complete; NULL: never */
    struct run_member *member;         /* NULL: there is only this run */
};

/** Moves the world from scene->start_step by scene->steps steps. A frame is written at each step that is a multiple of
 *  scene->every.
 *
 *  A saved state has as its number of steps what is left of the run, or, when nothing is left, as many again (none
 * where the steps or the time would then be beyond what a scene may have).
 *
 *  Asked to stop: STATUS_OK, streams closed, the world at the last completed step. STATUS_FAILED: no state is saved any
 *  more. After both, trajectory, log and ledger are kept as streams_close_early() says. STATUS_OUTPUT: files not yet
 *  complete do not appear. STATUS_LIMIT: out of memory before the first step. */
enum status run_scene(const struct scene *scene, struct world *world, const struct run_plan *plan, struct error *err);

/** When to show progress: unless the user says, not across a trajectory on the same screen, and not if quiet. */
enum progress_when run_progress(const struct run_plan *plan);

#endif
