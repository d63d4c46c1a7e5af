/*
 * A file that appears whole or not at all. rename(2) within one folder is atomic, so the bytes go to a temporary file
 * beside the target and take the target's name last. Whoever reads the name meanwhile sees the former file.
 *
 * The temporary file is made with open(O_EXCL) under a name from the process id and a counter, not with mkstemp(3),
 * because then the system applies the umask, which a process cannot read without changing it for a moment.
 *
 * A file that is replaced passes its owner, group and permission bits on. Where the system
 * does not allow that (another user's file in a group's folder), and where its user may not write it, it is not
 * replaced; that is tried before anything is computed. Where the rename is refused at the end (another user's file in a
 * sticky folder, a mount point), the new file stays beside it under its partial name.
 *
 * Nothing is forced to the disk unless asked for: fsync(2) takes milliseconds, more than many a run. After a crash of
 * the system a file that is not synced may be missing or cut off, as any file that was just written.
 */
#include "base/destination.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/host.h"
#include "base/path.h"
#include "base/quote.h"

enum { TEMPORARY_NAME_BYTES = 64 };

/* ---- opening ---- */

/** Some errors show only at close (network file systems). */
static bool closed(int *descriptor)
{
    int closing = *descriptor;
    *descriptor = -1;
    return close(closing) == 0 || errno == EINTR;
}

static enum status open_failed(const struct destination *destination, const char *what, struct error *err)
{
    char limit[HOST_LIMIT_MAX_TEXT] = "", name[128];
    int reason = errno;
    if (reason == ENOMEM)
        return error_no_memory(err);
    if (reason == ENOENT) {
        quote_short(name, sizeof name, destination->path);
        return error_set(err, STATUS_OUTPUT, NULL, "cannot create %s: no such folder", name);
    }
    if (reason == EMFILE)
        host_limit_text(limit, HOST_OPEN_FILES);
    return error_set(err, reason == EMFILE ? STATUS_LIMIT : STATUS_OUTPUT, destination->path, "cannot %s: %s%s", what,
                     strerror(reason), limit);
}

/** Creates the temporary file beside the target. @return its descriptor; -1: errno says why not. */
static int create_temporary(struct destination *destination, mode_t mode)
{
    int descriptor = -1;
    unsigned long attempt = 0;
    do {
        char name[TEMPORARY_NAME_BYTES];
        snprintf(name, sizeof name, ".output-%ld-%lu.tmp", (long)getpid(), attempt++);
        if (path_beside(destination->target, name, destination->temporary))
            descriptor = open(destination->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, mode);
    } while (descriptor < 0 && errno == EEXIST);
    if (descriptor < 0)
        destination->temporary[0] = '\0';
    return descriptor;
}

/** Creates the new file, with the access rights of the former one (-1: there is none). */
static enum status create_replacement(struct destination *destination, int former, struct error *err)
{
    destination->descriptor = create_temporary(destination, former < 0 ? 0666 : 0600);
    if (destination->descriptor < 0)
        return open_failed(destination, errno == EACCES || errno == EROFS ? "write to its folder" : "write to it", err);
    if (former < 0 || host_descriptor_copy_access(former, destination->descriptor))
        return STATUS_OK;
    return open_failed(destination, "replace it with its owner and group", err);
}

/** A former file is opened, to learn now whether it may be written. */
static enum status open_replacement(struct destination *destination, bool exists, struct error *err)
{
    if (!path_target(destination->path, destination->target))
        return open_failed(destination, "write to it", err);
    if (!exists)
        return create_replacement(destination, -1, err);
    int former = open(destination->target, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (former < 0)
        return open_failed(destination, "write to it", err);
    enum status status = create_replacement(destination, former, err);
    if (!closed(&former) && status == STATUS_OK)
        status = open_failed(destination, "write to it", err);
    return status;
}

static enum status open_in_place(struct destination *destination, struct error *err)
{
    destination->descriptor = open(destination->path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY);
    return destination->descriptor < 0 ? open_failed(destination, "write to it", err) : STATUS_OK;
}

/** A duplicate shares the position in the file with the original, and its close(2) reports the same errors. */
static enum status open_duplicate(struct destination *destination, int descriptor, struct error *err)
{
    int flags = fcntl(descriptor, F_GETFL);
    if (flags >= 0 && (flags & O_ACCMODE) == O_RDONLY)
        errno = EBADF;
    else if (flags >= 0)
        destination->descriptor = host_descriptor_duplicate(descriptor);
    return destination->descriptor < 0 ? open_failed(destination, "write to it", err) : STATUS_OK;
}

static enum status open_path(const char *path, struct destination *destination, struct error *err)
{
    struct stat found;
    int open_descriptor = path_descriptor(path);
    if (open_descriptor >= 0)
        return open_duplicate(destination, open_descriptor, err);
    if (path[0] == '\0')
        return error_set(err, STATUS_OUTPUT, NULL, "empty file name");
    if (stat(path, &found) == 0)
        return S_ISREG(found.st_mode) ? open_replacement(destination, true, err) : open_in_place(destination, err);
    return errno == ENOENT ? open_replacement(destination, false, err) : open_failed(destination, "write to it", err);
}

enum status destination_open(const char *path, struct destination *destination, struct error *err)
{
    destination->descriptor = -1;
    destination->path = strcmp(path, "-") == 0 ? "standard output" : path;
    destination->durable = false;
    destination->target[0] = destination->temporary[0] = '\0';
    enum status status = open_path(path, destination, err);
    if (status != STATUS_OK)
        destination_discard(destination);
    return status;
}

/* ---- ending ---- */

/** Some file systems cannot sync; that is no failure of ours. Some (network file systems) let signals interrupt it. */
static bool synced(int descriptor)
{
    int result;
    do
        result = fsync(descriptor);
    while (result != 0 && errno == EINTR);
    return result == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS;
}

/** A name is on the disk when its folder is. A folder that may not be read cannot be synced. */
static bool folder_synced(const char *path)
{
    char name[PATH_MAX];
    int folder = path_beside(path, ".", name) ? open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (folder < 0)
        return errno == EACCES;
    bool done = synced(folder);
    close(folder);
    return done;
}

static enum status failed(const struct destination *destination, const char *what, struct error *err)
{
    return error_set(err, STATUS_OUTPUT, destination->path, "cannot %s: %s", what, strerror(errno));
}

enum status destination_sync(struct destination *destination, struct error *err)
{
    destination->durable = true;
    return synced(destination->descriptor) ? STATUS_OK : failed(destination, "sync", err);
}

enum status destination_settle(struct destination *destination, struct error *err)
{
    if (destination->descriptor < 0 || closed(&destination->descriptor))
        return STATUS_OK;
    return failed(destination, "close", err);
}

static bool renamed(struct destination *destination, const char *to)
{
    bool done = rename(destination->temporary, to) == 0;
    if (done)
        destination->temporary[0] = '\0';
    return done;
}

/** What was written is kept, under the partial name or, where that is refused too, the temporary one. */
static enum status not_renamed(struct destination *destination, const char *what, struct error *err)
{
    const int reason = errno;
    char partial[PATH_MAX], name[128];
    bool kept = path_partial(destination->target, partial) && renamed(destination, partial);
    quote_short(name, sizeof name, kept ? partial : destination->temporary);
    destination->temporary[0] = '\0';
    return error_set(err, STATUS_OUTPUT, destination->path, "cannot rename to %s: %s; what was written is in %s", what,
                     strerror(reason), name);
}

static enum status replace(struct destination *destination, struct error *err)
{
    if (renamed(destination, destination->target))
        return STATUS_OK;
    bool refused = errno == EPERM || errno == EBUSY;
    return refused ? not_renamed(destination, "it", err) : failed(destination, "rename to it", err);
}

static enum status keep_partial(struct destination *destination, char name[PATH_MAX], struct error *err)
{
    if (path_partial(destination->target, name) && renamed(destination, name))
        return STATUS_OK;
    name[0] = '\0';
    return not_renamed(destination, "its partial name", err);
}

enum status destination_commit(struct destination *destination, char *partial, struct error *err)
{
    enum status status = destination_settle(destination, err);
    if (status == STATUS_OK && destination->target[0])
        status = partial ? keep_partial(destination, partial, err) : replace(destination, err);
    if (status == STATUS_OK && destination->target[0] && destination->durable && !folder_synced(destination->target))
        status = failed(destination, "sync the folder of", err);
    destination_discard(destination);
    return status;
}

void destination_discard(struct destination *destination)
{
    if (destination->descriptor >= 0)
        close(destination->descriptor);
    if (destination->temporary[0])
        unlink(destination->temporary);
    destination->descriptor = -1;
    destination->target[0] = destination->temporary[0] = '\0';
}
