#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "reading/scene_load.h"

/*
 * A line of a batch: overrides "PATH=VALUE", separated by blanks, or by tabs if the line has a tab.
 *
 * Ownership: the array belongs to the struct, which starts zeroed and can be used again and again; batch_line_free()
 * frees it. Paths and values lie in the text of the line.
 */
struct batch_line {
    struct scene_override *override;
    size_t n, capacity;
};

/** Is the line a run, neither blank nor a comment, which begins with #? */
bool batch_line_is_run(const char *text, size_t length);

/** Cuts the text into overrides.
 *  @param place where the line stands, "FILE:7", for messages; borrowed by the overrides
 *  STATUS_USAGE: a word without "=", or a NUL; STATUS_LIMIT: out of memory. */
enum status batch_line_parse(struct batch_line *line, char *text, size_t length, const char *place, struct error *err);

void batch_line_free(struct batch_line *line);
