#pragma once

#include "app/cli_table.h"
#include "base/error.h"

/* The command line: what the user typed, checked as far as that is possible without the scene. */

/** Fills *options in any case, so that cli_release() may follow.
 *  STATUS_USAGE: a complete line in err; STATUS_LIMIT: out of memory. */
enum status cli_parse(int argc, char **argv, struct options *options, struct error *err);
void cli_release(struct options *options);
