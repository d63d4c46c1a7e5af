#pragma once

#include "base/output.h"

/* The texts of --help, --version and --list; all the names in --list come from the registries. */

void cli_help_options(struct output *out);
void cli_help_version(struct output *out);
void cli_help_list(struct output *out);
