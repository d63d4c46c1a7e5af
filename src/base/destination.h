#ifndef BASE_DESTINATION_H
#define BASE_DESTINATION_H

#include "base/error.h"

/*
 * Where bytes go, opened for writing. A regular file (or one that does not exist yet) is replaced whole: its bytes are
 * collected in a temporary file of the same folder, and destination_commit() makes them durable and renames it. A
 * symbolic link stays: the file it points to is replaced. Standard output, pipes and devices are written in place.
 *
 * Ownership: between destination_open() and destination_commit() or destination_discard() the destination owns its
 * descriptor, its strings and the temporary file.
 */
struct destination {
    int descriptor;
    char *path;      /* as the user named it; "standard output" for "-" */
    char *target;    /* NULL: written in place; else what to rename to ... */
    char *temporary; /* ... and from */
};

/** @param path "-" is standard output.
 *  STATUS_OUTPUT: cannot be written to; STATUS_LIMIT: out of memory. */
enum status destination_open(const char *path, struct destination *destination, struct error *err);

/** fsync: the bytes written so far are on the disk. */
enum status destination_sync(struct destination *destination, struct error *err);

/** fsync where a file is to be replaced, and close, each checked: what can still fail is rename. Once is enough. */
enum status destination_settle(struct destination *destination, struct error *err);

/** destination_settle() and rename. Frees what the destination owns in any case; after a failure no temporary file
 *  stays and a former file is as it was. */
enum status destination_commit(struct destination *destination, struct error *err);

/** Closes and frees; a regular file does not appear, a former one is as it was. */
void destination_discard(struct destination *destination);

#endif
