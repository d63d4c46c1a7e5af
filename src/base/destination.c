/*
 * A file that appears whole or not at all. rename(2) within one folder is atomic, so the bytes go to a temporary file
 * beside the target, are forced to the disk, and take the target's name last. Whoever reads the name meanwhile sees the
 * former file.
 *
 * The temporary file is made with open(O_EXCL) under a name from the process id and a counter, not with mkstemp(3),
 * because then the system applies the umask, which a process cannot read without changing it for a moment. A file that
 * is replaced passes its permission bits on; one that its user may not write is not replaced, although the folder
 * would allow it.
 *
 * Names below /proc and /dev/fd (what /dev/stdout points to) stand for descriptors that someone else opened; to replace
 * the file behind them would cut that someone off, so they are appended to in place.
 */
#include "base/destination.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/limit.h"
#include "base/mem.h"

enum { MOST_LINKS = 40, MOST_ATTEMPTS = 100, FIRST_OWN_DESCRIPTOR = 3, TEMPORARY_NAME_BYTES = 48 };

/** From errno; frees what was gathered so far. */
static enum status open_failed(struct destination *destination, struct error *err)
{
    char limit[LIMIT_MAX_TEXT] = "";
    int reason = errno;
    enum status status = reason == EMFILE ? STATUS_LIMIT : STATUS_OUTPUT;
    if (reason == EMFILE)
        limit_text(limit, LIMIT_OPEN_FILES);
    error_set(err, status, destination->path, "cannot write to it: %s%s", strerror(reason), limit);
    if (reason == ENOMEM)
        status = error_no_memory(err);
    destination_discard(destination);
    return status;
}

/** Keeps files off the descriptors 0, 1, 2, should one of these be closed. */
static int moved_up(int descriptor)
{
    if (descriptor < 0 || descriptor >= FIRST_OWN_DESCRIPTOR)
        return descriptor;
    int higher = fcntl(descriptor, F_DUPFD_CLOEXEC, FIRST_OWN_DESCRIPTOR);
    close(descriptor);
    return higher;
}

static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

/** "folder/" of `path`, then `name`. NULL: out of memory. */
static char *beside(const char *path, const char *name)
{
    size_t folder = name[0] == '/' ? 0 : folder_length(path), bytes = strlen(name) + 1;
    char *joined = malloc(folder + bytes);
    if (!joined)
        return NULL;
    memcpy(joined, path, folder);
    memcpy(joined + folder, name, bytes);
    return joined;
}

/** What `path` finally points to, which need not exist. NULL: errno says why not. */
static char *follow_links(const char *path)
{
    char *current = mem_string(path);
    for (int i = 0; current && i < MOST_LINKS; i++) {
        char link[PATH_MAX + 1];
        ssize_t length = readlink(current, link, PATH_MAX);
        if (length < 0)
            return current;
        link[length] = 0;
        char *next = beside(current, link);
        free(current);
        current = next;
    }
    free(current);
    errno = current ? ELOOP : ENOMEM;
    return NULL;
}

/** Creates the temporary file beside the target. @return its descriptor; -1: errno says why not. */
static int create_temporary(struct destination *destination, mode_t mode)
{
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
        char name[TEMPORARY_NAME_BYTES];
        snprintf(name, sizeof name, ".output-%ld-%d.tmp", (long)getpid(), attempt);
        char *path = beside(destination->target, name);
        if (!path)
            return -1;
        int descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, mode);
        if (descriptor >= 0) {
            destination->temporary = path;
            return moved_up(descriptor);
        }
        free(path);
        if (errno != EEXIST)
            return -1;
    }
    return -1;
}

/** @param former the file to be replaced; NULL: there is none */
static enum status open_replacement(struct destination *destination, const struct stat *former, struct error *err)
{
    if (former && access(destination->path, W_OK) != 0)
        return open_failed(destination, err);
    destination->target = follow_links(destination->path);
    if (!destination->target)
        return open_failed(destination, err);
    destination->descriptor = create_temporary(destination, former ? former->st_mode & 0777 : 0666);
    if (destination->descriptor < 0)
        return open_failed(destination, err);
    if (former)
        fchmod(destination->descriptor, former->st_mode & 0777); /* what umask took; not every file system has modes */
    return STATUS_OK;
}

static enum status open_in_place(struct destination *destination, struct error *err)
{
    destination->descriptor = moved_up(open(destination->path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY));
    return destination->descriptor < 0 ? open_failed(destination, err) : STATUS_OK;
}

static enum status open_standard_output(struct destination *destination, struct error *err)
{
    destination->descriptor = STDOUT_FILENO;
    return fcntl(STDOUT_FILENO, F_GETFD) < 0 ? open_failed(destination, err) : STATUS_OK;
}

static bool names_a_descriptor(const char *path)
{
    bool standard = strcmp(path, "/dev/stdout") == 0 || strcmp(path, "/dev/stderr") == 0;
    return standard || strncmp(path, "/dev/fd/", 8) == 0 || strncmp(path, "/proc/", 6) == 0;
}

enum status destination_open(const char *path, struct destination *destination, struct error *err)
{
    bool standard = strcmp(path, "-") == 0;
    *destination = (struct destination){-1, mem_string(standard ? "standard output" : path), NULL, NULL};
    if (!destination->path)
        return error_no_memory(err);
    if (standard)
        return open_standard_output(destination, err);
    struct stat found;
    if (stat(path, &found) == 0)
        return S_ISREG(found.st_mode) && !names_a_descriptor(path) ? open_replacement(destination, &found, err)
                                                                   : open_in_place(destination, err);
    if (errno != ENOENT || path[0] == 0)
        return open_failed(destination, err);
    return open_replacement(destination, NULL, err);
}

/** Some file systems cannot sync; that is no failure of ours. Some (network file systems) let signals interrupt it. */
static bool synced(int descriptor)
{
    int result;
    do
        result = fsync(descriptor);
    while (result != 0 && errno == EINTR);
    return result == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS;
}

/** Tells errors that show only at close (network file systems). Standard output itself stays open for the process:
 *  closing a duplicate reports the same. */
static bool closed(struct destination *destination)
{
    int descriptor = destination->descriptor;
    destination->descriptor = -1;
    if (descriptor == STDOUT_FILENO)
        descriptor = dup(STDOUT_FILENO);
    return close(descriptor) == 0 || errno == EINTR;
}

static bool renamed(struct destination *destination)
{
    if (rename(destination->temporary, destination->target) != 0)
        return false;
    free(destination->temporary);
    destination->temporary = NULL;
    return true;
}

static enum status failed(const struct destination *destination, const char *what, struct error *err)
{
    return error_set(err, STATUS_OUTPUT, destination->path, "cannot %s: %s", what, strerror(errno));
}

enum status destination_sync(struct destination *destination, struct error *err)
{
    return synced(destination->descriptor) ? STATUS_OK : failed(destination, "sync", err);
}

enum status destination_settle(struct destination *destination, struct error *err)
{
    if (destination->descriptor < 0)
        return STATUS_OK;
    enum status status = destination->target ? destination_sync(destination, err) : STATUS_OK;
    if (status == STATUS_OK && !closed(destination))
        status = failed(destination, "close", err);
    return status;
}

enum status destination_commit(struct destination *destination, struct error *err)
{
    enum status status = destination_settle(destination, err);
    if (status == STATUS_OK && destination->target && !renamed(destination))
        status = failed(destination, "rename to it", err);
    destination_discard(destination);
    return status;
}

void destination_discard(struct destination *destination)
{
    if (destination->descriptor >= FIRST_OWN_DESCRIPTOR)
        close(destination->descriptor);
    if (destination->temporary)
        unlink(destination->temporary);
    free(destination->temporary);
    free(destination->target);
    free(destination->path);
    *destination = (struct destination){-1, NULL, NULL, NULL};
}
