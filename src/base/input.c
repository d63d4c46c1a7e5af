/*
 * A whole input in one buffer. A regular file is read with two calls (its size is known, the second finds its end), a
 * pipe in pieces into a growing buffer. An interrupted read(2) is repeated.
 */
#include "base/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"

enum { FIRST_PIECE = 64 << 10 };

static size_t expected_size(int file)
{
    struct stat info;
    if (fstat(file, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0)
        return (size_t)info.st_size + 2;
    return FIRST_PIECE;
}

static enum status read_all(int file, const char *name, char **text, size_t *length, struct error *err)
{
    void *buffer = NULL;
    size_t capacity = 0, filled = 0, wanted = expected_size(file);
    for (;;) {
        if (!mem_grow(&buffer, &capacity, wanted, 1)) {
            free(buffer);
            return error_no_memory(err);
        }
        ssize_t got = read(file, (char *)buffer + filled, capacity - filled - 1);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            free(buffer);
            return error_set(err, STATUS_INPUT, name, "cannot be read: %s", strerror(errno));
        }
        if (got == 0)
            break;
        filled += (size_t)got;
        wanted = filled + 2;
    }
    *text = buffer;
    (*text)[filled] = '\0';
    *length = filled;
    return STATUS_OK;
}

enum status input_open(const char *path, int *file, struct error *err)
{
    *file = -1;
    if (path[0] == '\0')
        return error_set(err, STATUS_INPUT, NULL, "empty file name");
    *file = strcmp(path, "-") == 0 ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (*file < 0)
        return error_set(err, STATUS_INPUT, path, "cannot be opened: %s", strerror(errno));
    return STATUS_OK;
}

enum status input_read(const char *path, char **text, size_t *length, struct error *err)
{
    int file;
    enum status status = input_open(path, &file, err);
    if (status != STATUS_OK)
        return status;
    status = read_all(file, input_name(path), text, length, err);
    if (file != STDIN_FILENO)
        close(file);
    return status;
}
