#pragma once

#include <stdbool.h>
#include <stdint.h>

/* How far a run is, on standard error: one line that rewrites itself on a terminal, a line now and then elsewhere. */

enum progress_when { PROGRESS_AUTO, PROGRESS_ALWAYS, PROGRESS_NEVER };

struct progress {
    bool wanted, terminal, shown;
    uint64_t first, last; /* steps of the run */
    double started, due;  /* seconds of clock_seconds() */
};

/** PROGRESS_AUTO: only on a terminal, and only after the first second.
 *  @param first, last steps; of no use to progress_update_runs() */
void progress_start(struct progress *progress, enum progress_when when, uint64_t first, uint64_t last);
/** @param contacts since the run began */
void progress_update(struct progress *progress, uint64_t step, uint64_t contacts);

/** The same of many runs.
 *  @param share of all runs; negative: unknown */
void progress_update_runs(struct progress *progress, uint64_t runs, double share);

/** Clears the line on a terminal, before other words. */
void progress_clear(struct progress *progress);

/** Clears the line on a terminal; elsewhere tells the last step. */
void progress_finish(struct progress *progress, uint64_t step, uint64_t contacts);
