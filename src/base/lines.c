/*
 * Lines from a buffer that is filled by read(2) with whatever is available. An incomplete line is moved to the front of
 * the buffer, which is enlarged when it is full. Waiting is done by poll(2) with a timeout, so that a stop is noticed
 * in whichever thread the signal arrives.
 */
#include "base/lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/input.h"
#include "base/mem.h"
#include "host/host.h"

enum { LONGEST = 64 << 20, PIECE = 64 << 10, LOOK_FOR_STOP = 100 /* milliseconds */ };

struct lines {
    const char *name; /* for messages; borrowed */
    int file;
    const volatile sig_atomic_t *stop;
    double size; /* of a regular file; 0: unknown */
    void *buffer;
    size_t capacity, start, used; /* what is not handed out yet: start..used */
    double taken;                 /* bytes handed out */
    uint64_t number;
    bool ended;
    int failure; /* errno; 0: none */
};

enum status lines_open(const char *path, const volatile sig_atomic_t *stop, struct lines **lines, struct error *err)
{
    struct stat info;
    int file;
    *lines = NULL;
    enum status status = input_open(path, &file, err);
    if (status != STATUS_OK)
        return status;
    struct lines *made = mem_array(1, sizeof *made);
    if (!made) {
        if (file != STDIN_FILENO)
            close(file);
        return error_no_memory(err);
    }
    made->file = file;
    made->stop = stop;
    made->size = fstat(file, &info) == 0 && S_ISREG(info.st_mode) ? (double)info.st_size : 0;
    made->name = input_name(path);
    *lines = made;
    return STATUS_OK;
}

static bool stopped(const struct lines *lines)
{
    return lines->stop && *lines->stop;
}

/** False: stopped, or without `wait` nothing to read. */
static bool is_readable(const struct lines *lines, bool wait)
{
    do {
        if (stopped(lines))
            return false;
        if (host_descriptor_is_readable(lines->file, wait ? LOOK_FOR_STOP : 0))
            return true;
    } while (wait);
    return false;
}

/** Makes room for a piece and the NUL after the last line. @return 0 or errno */
static int make_room(struct lines *lines)
{
    if (lines->start > 0) {
        memmove(lines->buffer, (char *)lines->buffer + lines->start, lines->used - lines->start);
        lines->used -= lines->start;
        lines->start = 0;
    }
    if (lines->used > LONGEST)
        return EFBIG;
    return mem_grow(&lines->buffer, &lines->capacity, lines->used + PIECE + 1, 1) ? 0 : ENOMEM;
}

/** Reads more. False: there is nothing more, for now or for ever. */
static bool fill(struct lines *lines, bool wait)
{
    lines->failure = make_room(lines);
    if (lines->failure)
        return false;
    while (is_readable(lines, wait)) {
        ssize_t got = read(lines->file, (char *)lines->buffer + lines->used, PIECE);
        if (got < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (got < 0)
            lines->failure = errno;
        lines->ended = got <= 0;
        lines->used += got > 0 ? (size_t)got : 0;
        return got > 0;
    }
    return false;
}

/** Hands out `whole` bytes, of which `length` are the line. */
static char *take(struct lines *lines, size_t whole, size_t *length)
{
    char *line = (char *)lines->buffer + lines->start;
    size_t end = whole;
    if (end > 0 && line[end - 1] == '\n')
        end--;
    if (end > 0 && line[end - 1] == '\r')
        end--;
    line[end] = '\0';
    lines->start += whole;
    lines->taken += (double)whole;
    lines->number++;
    *length = end;
    return line;
}

char *lines_next(struct lines *lines, bool wait, size_t *length)
{
    size_t searched = 0;
    while (!lines->failure && !stopped(lines)) {
        size_t there = lines->used - lines->start;
        if (there > searched) {
            const char *start = (char *)lines->buffer + lines->start;
            const char *end = memchr(start + searched, '\n', there - searched);
            if (end)
                return take(lines, (size_t)(end - start) + 1, length);
        }
        if (lines->ended)
            return there > 0 ? take(lines, there, length) : NULL;
        searched = there;
        if (!fill(lines, wait) && !lines->ended)
            return NULL;
    }
    return NULL;
}

uint64_t lines_number(const struct lines *lines)
{
    return lines->number;
}

double lines_share(const struct lines *lines)
{
    if (lines->size <= 0)
        return -1;
    return lines->taken < lines->size ? lines->taken / lines->size : 1;
}

enum status lines_status(const struct lines *lines, struct error *err)
{
    if (lines->failure == ENOMEM)
        return error_no_memory(err);
    if (lines->failure == EFBIG)
        return error_set(err, STATUS_LIMIT, lines->name, "line %llu is longer than 64 MiB",
                         (unsigned long long)lines->number + 1);
    if (lines->failure)
        return error_set(err, STATUS_INPUT, lines->name, "cannot be read: %s", strerror(lines->failure));
    return STATUS_OK;
}

void lines_close(struct lines *lines)
{
    if (!lines)
        return;
    if (lines->file != STDIN_FILENO)
        close(lines->file);
    free(lines->buffer);
    free(lines);
}
