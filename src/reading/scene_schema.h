#pragma once

#include "base/error.h"
#include "base/output.h"
#include "given/features.h"

/** Writes the JSON Schema (draft 2020-12) of scenes, made from the table of keys and the names of integrators and laws.
 * Failures are the output's, but STATUS_LIMIT: out of memory, nothing is written. */
enum status scene_schema_write(struct output *out);
