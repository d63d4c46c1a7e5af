#pragma once

#include <stdbool.h>

#include "base/output.h"

/* Texts in a table of commas (RFC 4180): in quotes, which are doubled, where a comma, a quote or a line end stands. */

bool csv_text_needs_quotes(const char *text);

/** Writes the text, its quotes doubled, without those around it. */
void csv_text_put_quoted(struct output *out, const char *text);

/** Writes a text as a field of its own. */
void csv_text_put(struct output *out, const char *text);
