#pragma once

#include <limits.h>
#include <stdbool.h>

#include "base/error.h"

/*
 * Where bytes go, opened for writing. A regular file (or one that does not exist yet) is replaced whole: its bytes are
 * collected in a temporary file of the same folder, which destination_commit() renames. A symbolic link stays: the file
 * it points to is replaced. A replaced file keeps its owner, group and mode. Standard output and other
 * open descriptors, pipes and devices are written in place.
 *
 * Ownership: between destination_open() and destination_commit() or destination_discard() the destination owns its
 * descriptor and the temporary file. Nothing is allocated.
 */
struct destination {
    int descriptor;
    const char *path;         /* as the user named it, borrowed; "standard output" for "-" */
    bool durable;             /* forced to the disk, so the rename must be, too */
    char target[PATH_MAX];    /* what to rename to; "": written in place */
    char temporary[PATH_MAX]; /* and from; "": there is no such file (any more) */
};

/** @param path "-" is standard output; so are other names of it, see base/path.h; borrowed until the destination ends.
 *  STATUS_OUTPUT: cannot be written to; STATUS_LIMIT: out of memory or descriptors. */
enum status destination_open(const char *path, struct destination *destination, struct error *err);

/** fsync: the bytes written so far are on the disk, and destination_commit() forces the new name there, too. */
enum status destination_sync(struct destination *destination, struct error *err);

/** Closes, checked: all that can still fail is rename. Once is enough. */
enum status destination_settle(struct destination *destination, struct error *err);

/** destination_settle() and rename. Closes and removes what the destination owns in any case; after a failure no
 * temporary file stays and a former file is as it was. Where the content of a file must be overwritten and that fails,
 * all bytes are kept under the name path_partial() of the target.
 *  @param partial NULL: the file is complete. Else "", with room for PATH_MAX: the file gets that other name and a
 *  former file stays as it is; stays "" if it did not get that name or was written in place */
enum status destination_commit(struct destination *destination, char *partial, struct error *err);

/** Closes, and removes the temporary file: a regular one does not appear, a former one is as it was. */
void destination_discard(struct destination *destination);
