/*
 * The buffered stream behind every writer. One large buffer, filled in place (output_reserve) and passed to write(2) as
 * a whole; numbers are formatted directly into it. The first error (errno) is kept and all later bytes are dropped, so
 * that writers need no checks; output_status() and output_close() report it. base/destination opens, renames and
 * removes files.
 */
#include "base/output.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/destination.h"
#include "host/host.h"
#include "base/number.h"
#include "base/quote.h"

/* Written when there is this much: a short run touches few pages of memory, and each costs more than a write(2). */
enum { WRITE_FROM = 32 << 10, MOST_RESERVED = 64 << 10, BUFFER_BYTES = WRITE_FROM + MOST_RESERVED };

struct output {
    struct output_sink sink; /* instead of the destination, unless empty */
    int failure;             /* errno of the first failed write; 0: none */
    size_t used;
    struct destination destination;
    char buffer[BUFFER_BYTES];
};

static struct output *create(void)
{
    struct output *out = malloc(sizeof *out);
    if (out) {
        out->sink = (struct output_sink){NULL, NULL};
        out->failure = 0;
        out->used = 0;
    }
    return out;
}

enum status output_open(const char *path, struct output **out, struct error *err)
{
    *out = create();
    if (!*out)
        return error_no_memory(err);
    enum status status = destination_open(path, &(*out)->destination, err);
    if (status != STATUS_OK) {
        free(*out);
        *out = NULL;
    }
    return status;
}

enum status output_open_sink(struct output_sink sink, struct output **out, struct error *err)
{
    *out = create();
    if (!*out)
        return error_no_memory(err);
    (*out)->sink = sink;
    (*out)->destination.descriptor = -1;
    (*out)->destination.path = NULL;
    (*out)->destination.target[0] = (*out)->destination.temporary[0] = '\0';
    return STATUS_OK;
}

/** A descriptor that another process made non-blocking: wait as a blocking one would. */
static void wait_until_writable(int descriptor)
{
    struct pollfd wanted = {descriptor, POLLOUT, 0};
    poll(&wanted, 1, -1);
}

/** write(2) until all is written. @return 0 or errno */
static int write_all(int descriptor, const char *bytes, size_t count)
{
    while (count > 0) {
        ssize_t written = write(descriptor, bytes, count);
        if (written >= 0) {
            bytes += written;
            count -= (size_t)written;
        } else if (errno == EAGAIN) {
            wait_until_writable(descriptor);
        } else if (errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

/** Apart, so that output_reserve() has no registers to save. */
__attribute__((noinline)) static void write_buffer(struct output *out)
{
    if (!out->failure && out->used > 0)
        out->failure = out->sink.write ? out->sink.write(out->sink.context, out->buffer, out->used)
                                       : write_all(out->destination.descriptor, out->buffer, out->used);
    out->used = 0;
}

char *output_reserve(struct output *out, size_t bytes)
{
    assert(bytes <= MOST_RESERVED);
    if (out->used > WRITE_FROM)
        write_buffer(out);
    return out->buffer + out->used;
}

void output_advance(struct output *out, size_t bytes)
{
    assert(bytes <= BUFFER_BYTES - out->used);
    out->used += bytes;
}

void output_bytes(struct output *out, const char *bytes, size_t count)
{
    while (count > 0) {
        size_t piece = count < MOST_RESERVED ? count : MOST_RESERVED;
        memcpy(output_reserve(out, piece), bytes, piece);
        output_advance(out, piece);
        bytes += piece;
        count -= piece;
    }
}

void output_text(struct output *out, const char *text)
{
    output_bytes(out, text, strlen(text));
}

void output_number(struct output *out, double value, int precision)
{
    output_advance(out, number_write(output_reserve(out, NUMBER_MAX_TEXT), value, precision));
}

void output_integer(struct output *out, int64_t value)
{
    output_advance(out, number_write_i64(output_reserve(out, NUMBER_MAX_TEXT), value));
}

void output_json_string(struct output *out, const char *text)
{
    output_text(out, "\"");
    while (*text) {
        size_t plain = 0;
        while ((unsigned char)text[plain] >= ' ' && text[plain] != '"' && text[plain] != '\\')
            plain++;
        output_bytes(out, text, plain);
        text += plain;
        if (*text)
            output_advance(out, quote_escape(output_reserve(out, QUOTE_MAX_ESCAPE), (unsigned char)*text++));
    }
    output_text(out, "\"");
}

enum status output_flush(struct output *out, struct error *err)
{
    write_buffer(out);
    return output_status(out, err);
}

enum status output_sync(struct output *out, struct error *err)
{
    enum status status = output_flush(out, err);
    return status == STATUS_OK ? destination_sync(&out->destination, err) : status;
}

bool output_in_place(const struct output *out)
{
    return !out->destination.target[0];
}

enum status output_settle(struct output *out, struct error *err)
{
    enum status status = output_flush(out, err);
    return status == STATUS_OK ? destination_settle(&out->destination, err) : status;
}

enum status output_status(const struct output *out, struct error *err)
{
    char limit[HOST_LIMIT_MAX_TEXT] = "";
    if (!out->failure)
        return STATUS_OK;
    if (out->failure == EFBIG)
        host_limit_text(limit, HOST_FILE_SIZE);
    error_set(err, STATUS_OUTPUT, out->destination.path, "cannot write: %s%s", strerror(out->failure), limit);
    err->broken_pipe = out->failure == EPIPE || out->failure == ECONNRESET;
    return STATUS_OUTPUT;
}

/** @param partial as in destination_commit() */
static enum status finish(struct output *out, char *partial, struct error *err)
{
    enum status status = output_flush(out, err);
    if (status == STATUS_OK)
        status = destination_commit(&out->destination, partial, err);
    else
        destination_discard(&out->destination);
    free(out);
    return status;
}

enum status output_close(struct output *out, struct error *err)
{
    return out ? finish(out, NULL, err) : STATUS_OK;
}

enum status output_keep(struct output *out, char name[PATH_MAX], struct error *err)
{
    name[0] = '\0';
    return finish(out, name, err);
}

void output_abandon(struct output *out)
{
    if (!out)
        return;
    destination_discard(&out->destination);
    free(out);
}
