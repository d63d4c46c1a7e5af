#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/*
 * A buffered, checked byte stream to standard output or a file. An error is sticky: after the first failed write(2)
 * all further bytes are dropped, and output_status() and output_close() report it, so that writers need no checks of
 * their own. A regular file appears whole or not at all: bytes go to a temporary file in the same folder, which
 * output_close() renames and output_abandon() removes. What is not a regular file (a pipe, /dev/null, /dev/full), and
 * what is open already (standard output, /dev/fd/N), is written in place.
 *
 * Ownership: output_open() allocates; output_close(), output_keep() or output_abandon() frees.
 */
struct output;

/** @param path "-" is standard output (its close is checked, too; the descriptor stays open)
 *  STATUS_OUTPUT: cannot be opened; STATUS_LIMIT: out of memory. err->where is the path ("standard output" for "-"). */
enum status output_open(const char *path, struct output **out, struct error *err);

/** A stream whose bytes go to a function of the caller. Only flushed and abandoned, never closed.
 *  STATUS_LIMIT: out of memory. */
struct output_sink {
    int (*write)(void *context, const char *bytes, size_t count); /* 0, or errno: then nothing more comes */
    void *context;
};
enum status output_open_sink(struct output_sink sink, struct output **out, struct error *err);

/** At least `bytes` (<= 64 KiB) of free room, written back with output_advance(): the hot path of the writers. Always
 *  valid memory, also after a failure. */
char *output_reserve(struct output *out, size_t bytes);
void output_advance(struct output *out, size_t bytes);

void output_bytes(struct output *out, const char *bytes, size_t count);
void output_text(struct output *out, const char *text);
/** A finite double; precision 0: shortest, else significant digits 1..17. */
void output_number(struct output *out, double value, int precision);
void output_integer(struct output *out, int64_t value);
/** A JSON string literal with quotes; text is UTF-8. */
void output_json_string(struct output *out, const char *text);

/** Writes the buffer out now. Returns output_status(). */
enum status output_flush(struct output *out, struct error *err);

/** output_flush() and fsync(2); output_close() then forces the new name of a file to the disk, too. */
enum status output_sync(struct output *out, struct error *err);

/** Do bytes go straight to their destination, without a temporary file? */
bool output_in_place(const struct output *out);

/** Flush and close: all of output_close() that can fail for lack of space. Nothing may be written any more. */
enum status output_settle(struct output *out, struct error *err);

/** STATUS_OK, or STATUS_OUTPUT with the first failure's reason; err->broken_pipe if the reader has gone (EPIPE;
 * ECONNRESET of a socket). */
enum status output_status(const struct output *out, struct error *err);

/** Flush, close and rename (regular file); every step checked. Frees out (may be NULL) in any case; on failure no
 *  temporary file stays and an existing file of that name is as it was. */
enum status output_close(struct output *out, struct error *err);

/** As output_close(), for an output that is not complete: a regular file is called path_partial() of its path instead,
 *  and an existing file of the wanted name stays as it is.
 *  @param name gets the file's name; "" after a failure or if written in place */
enum status output_keep(struct output *out, char name[PATH_MAX], struct error *err);

/** Drops the stream (NULL: none): a regular file does not appear; standard output keeps what was flushed before. */
void output_abandon(struct output *out);
