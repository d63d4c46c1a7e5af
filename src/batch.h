#ifndef BATCH_H
#define BATCH_H

#include <stdbool.h>

#include "base/error.h"
#include "model/scene.h"
#include "run.h"

/* Many runs of one scene in one process, each with overrides of its own. */

struct batch_plan {
    const struct scene_template *scene; /* with the overrides that all runs share */
    const char *path;                   /* the lines, one run each; "-": standard input */
    const struct run_plan *run;         /* of each run; `threads` is how many at a time */
    bool check;                         /* load every scene, report all its faults and run nothing */
};

/** Runs all lines that are not blank. What is wrong with one run is told with its number and does not keep the others
 *  from running; the result is then the largest of their statuses, with nothing left to say in err.
 *  STATUS_INPUT: the lines cannot be read; STATUS_OUTPUT, STATUS_LIMIT: as run_scene(). */
enum status batch_run(const struct batch_plan *plan, struct error *err);

#endif
