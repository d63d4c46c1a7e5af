#ifndef CLI_H
#define CLI_H

#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"
#include "model/scene.h"
#include "run.h"

/* The command line: what the user typed, checked as far as that is possible without the scene. */

enum action { ACTION_RUN, ACTION_CHECK, ACTION_PRINT_SCENE, ACTION_LIST, ACTION_SCHEMA, ACTION_HELP, ACTION_VERSION };

/** Strings are borrowed from argv or lie in `texts`; cli_release() frees what cli_parse() allocated. */
struct options {
    enum action action;
    const char *scene;    /* "-": standard input; NULL: none named */
    const char *batch;    /* the lines of --batch, "-": standard input; NULL: a single run */
    uint64_t first_run;   /* with --batch: the number of the first that is run */
    struct run_plan plan; /* `stop` is left to the caller */
    struct scene_override *overrides;
    size_t n_overrides;
    struct arena texts; /* of the overrides */
};

/** Fills *options in any case, so that cli_release() may follow.
 *  STATUS_USAGE: a complete line in err; STATUS_LIMIT: out of memory. */
enum status cli_parse(int argc, char **argv, struct options *options, struct error *err);
void cli_release(struct options *options);

#endif
