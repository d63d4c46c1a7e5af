#ifndef CLI_H
#define CLI_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/output.h"
#include "model/scene.h"
#include "progress.h"
#include "streams.h"
#include "writers/writer.h"

/* The command line: what the user typed, checked as far as that is possible without the scene. */

enum action { ACTION_RUN, ACTION_CHECK, ACTION_PRINT_SCENE, ACTION_LIST, ACTION_HELP, ACTION_VERSION };

/** Strings are borrowed from argv or lie in `texts`; cli_release() frees what cli_parse() allocated. */
struct options {
    enum action action;
    const char *scene; /* "-": standard input; NULL: none named */
    struct stream_paths paths;
    const struct writer_ops *format;
    uint64_t precision;  /* 0: shortest round trip, 1..17: significant digits */
    uint64_t save_every; /* steps; 0: not wanted */
    uint64_t threads;    /* 1..1024 */
    enum progress_when progress;
    int verbosity; /* -1: errors only, 0: warnings too, 1: what is done, too */
    struct scene_override *overrides;
    size_t n_overrides;
    char *texts; /* the words of the overrides, one after another */
    size_t texts_size, texts_used;
};

/** Fills *options in any case, so that cli_release() may follow.
 *  STATUS_USAGE: a complete line in err; STATUS_LIMIT: out of memory. */
enum status cli_parse(int argc, char **argv, struct options *options, struct error *err);
void cli_release(struct options *options);

/** The texts of --help, --version and --list; all the names in --list come from the registries. */
void cli_print_help(struct output *out);
void cli_print_version(struct output *out);
void cli_print_list(struct output *out);

#endif
