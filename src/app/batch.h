#pragma once

#include <stdbool.h>

#include "app/run.h"
#include "base/error.h"
#include "reading/scene_load.h"

/* Many runs of one scene in one process, each with overrides of its own. */

struct batch_plan {
    const struct scene_template *scene; /* with the overrides that all runs share */
    const char *path;                   /* the lines, one run each; "-": standard input */
    const struct run_plan *run;         /* of each run; `threads` is how many at a time */
    uint64_t first_run;                 /* the runs before are left out */
    bool check;                         /* load every scene, report all its faults and run nothing */
};

/** Runs all lines that are neither blank nor comments. What is wrong with one run is told with its number and does not
 * keep the others from running; the result is then the largest of their statuses, with nothing left to say in err.
 *  STATUS_INPUT: the lines cannot be read; STATUS_OUTPUT: as run_scene(); STATUS_LIMIT: out of memory, or a line
 *  without end. */
enum status batch_run(const struct batch_plan *plan, struct error *err);
