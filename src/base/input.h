#pragma once

#include <stddef.h>
#include <string.h>

#include "base/error.h"

/** Opens a file for reading.
 *  @param path "-": standard input
 *  @param[out] file the descriptor; -1 if it cannot be opened
 *  STATUS_INPUT: cannot be opened (err->where is the path). */
enum status input_open(const char *path, int *file, struct error *err);

/** What messages call it: "<stdin>" for "-", "<text>" for NULL, which is no file. */
static inline const char *input_name(const char *path)
{
    if (!path)
        return "<text>";
    return strcmp(path, "-") == 0 ? "<stdin>" : path;
}

/** Reads a whole file or pipe. The text gets a final NUL beyond its length and goes to free().
 *  @param path "-": standard input
 *  STATUS_INPUT: cannot be opened or read (err->where is the path, "<stdin>" for "-"); STATUS_LIMIT: out of memory. */
enum status input_read(const char *path, char **text, size_t *length, struct error *err);
