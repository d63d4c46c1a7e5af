#pragma once

#include <stdbool.h>

/*
 * Errors are values: every function that can fail returns an enum status and, on failure, fills a struct error that
 * its caller owns. Nothing here allocates, so that errors can be reported when memory has run out.
 */

/** Return code of every fallible function and exit code of the program; the manual's EXIT STATUS lists the same. */
enum status {
    STATUS_OK = 0,     /* all done, every byte written */
    STATUS_FAILED = 1, /* the run failed: non-finite state, collapse, broken guard */
    STATUS_USAGE = 2,  /* bad option or malformed override */
    STATUS_SCENE = 3,  /* scene rejected: syntax, shape or physics */
    STATUS_INPUT = 4,  /* an input cannot be opened or read */
    STATUS_OUTPUT = 5, /* an output failed: write, fsync, close, rename */
    STATUS_LIMIT = 6   /* out of memory, or a stated resource limit */
};

/** What went wrong. `where` is a place ("scene.json:4:28", "--set balls.3.r=-1", a file name) or empty. */
struct error {
    enum status status;
    bool broken_pipe; /* the reader of an output has gone away: the program ends silently, by SIGPIPE */
    char where[256];
    char text[512];
};

/** Fills *err (longer texts are cut) and returns status, so that `return error_set(...)` reads well.
 *  @param where  copied on one line; NULL means no place
 *  @param format printf format of the sentence, without a final newline */
enum status error_set(struct error *err, enum status status, const char *where, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/** STATUS_LIMIT with the words "out of memory", and the limit on it where there is one. */
enum status error_no_memory(struct error *err);
