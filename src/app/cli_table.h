#pragma once

#include <stddef.h>
#include <stdint.h>

#include "app/run_plan.h"
#include "base/arena.h"
#include "base/output.h"
#include "reading/scene_source.h"

/* All options of the command line, in the order of --help: getopt_long's own tables, the text of --help and what each
 * option does are made from this one, so that they cannot disagree. */

enum action { ACTION_RUN, ACTION_CHECK, ACTION_PRINT_SCENE, ACTION_LIST, ACTION_SCHEMA, ACTION_HELP, ACTION_VERSION };

/** Strings are borrowed from argv or lie in `texts`; cli_release() frees what cli_parse() allocated. */
struct options {
    enum action action;
    const char *scene;    /* "-": standard input; NULL: none named */
    const char *batch;    /* the lines of --batch, "-": standard input; NULL: a single run */
    uint64_t first_run;   /* with --batch: the number of the first that is run */
    uint64_t precision;   /* as in the plan */
    struct run_plan plan; /* `stop` is left to the caller */
    struct scene_override *overrides;
    size_t n_overrides;
    struct arena texts; /* of the overrides */
};

/** What an option is; the first few are shared by several. */
enum cli_kind {
    CLI_KEY,    /* short for --set of its own name */
    CLI_FILE,   /* a path, at `place` */
    CLI_NUMBER, /* a uint64_t from least to most, at `place` */
    CLI_ACTION, /* what to do instead of a run: an enum action, in `least` */
    CLI_BALLS,
    CLI_COLUMNS,
    CLI_FORMAT,
    CLI_LAST,
    CLI_PROGRESS,
    CLI_QUIET,
    CLI_SET,
    CLI_VERBOSE
};

/* Its texts lie in the row, as in struct scene_key. */
struct cli_option {
    char letter;       /* NUL: none */
    char name[16];     /* without the dashes */
    char argument[12]; /* "": none; "[WHEN]": optional */
    char help[64];     /* one line */
    enum cli_kind kind;
    size_t place; /* offset in struct options */
    uint64_t least, most;
};

enum { CLI_OPTIONS = 28, CLI_NO_LETTER = 256 };

extern const struct cli_option cli_table[CLI_OPTIONS];

/** @param value a letter, or CLI_NO_LETTER + the row's number; NULL: there is none */
const struct cli_option *cli_table_find(int value);

/** The option that an unknown word may stand for, one that it begins or one that it misspells; NULL: none.
 *  @param name without the dashes */
const char *cli_table_nearest(const char *name);
