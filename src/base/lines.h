#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/*
 * The lines of a text that may still be growing: of a file, a pipe or standard input. Memory depends on the longest
 * line, not on their number.
 *
 * Ownership: lines_open() allocates, lines_close() frees and accepts NULL.
 */
struct lines;

/** @param path "-" is standard input; borrowed.
 *  @param stop while it is not zero nothing is waited for; may be NULL
 *  STATUS_INPUT: cannot be opened; STATUS_LIMIT: out of memory. */
enum status lines_open(const char *path, const volatile sig_atomic_t *stop, struct lines **lines, struct error *err);

/** The next line, without LF or CRLF, NUL-terminated (it may hold other NULs), good until the next call. NULL: the end,
 *  a failure, a stop, or, without `wait`, no whole line has arrived yet. */
char *lines_next(struct lines *lines, bool wait, size_t *length);

/** The number of the line that came last, from 1. */
uint64_t lines_number(const struct lines *lines);

/** How much of a regular file has been read, 0 to 1; negative where that is unknown. */
double lines_share(const struct lines *lines);

/** STATUS_INPUT: cannot be read; STATUS_LIMIT: a line is longer than 64 MiB, or too long for the memory. */
enum status lines_status(const struct lines *lines, struct error *err);

void lines_close(struct lines *lines);
