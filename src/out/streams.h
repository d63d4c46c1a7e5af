#pragma once

#include <stdbool.h>

#include "base/error.h"
#include "base/output.h"

/* The byte streams of one run: where they go, opened together, closed or abandoned together. */

/** Order of opening; the trajectory first. */
enum stream { STREAM_OUTPUT, STREAM_EVENTS, STREAM_ENERGY, STREAM_SUMMARY, STREAM_SAVE, STREAMS };

/** Paths as typed; "-": standard output; NULL: not wanted. Borrowed. */
struct stream_paths {
    const char *path[STREAMS];
};

/** Open streams; NULL: not wanted. */
struct streams {
    struct output *output[STREAMS];
    bool are_shared; /* by many runs: to close, to drop or to abandon them does nothing */
};

/** Will bytes be written to that stream at all? */
bool streams_wanted(const struct stream_paths *paths, enum stream stream);

/** STATUS_USAGE if two streams, or a stream and a file that is read, would overwrite each other, whatever their names;
 *  --save may replace the scene.
 *  @param scene path of the scene; NULL or "-": standard input
 *  @param batch path of the lines of --batch, likewise; NULL: none */
enum status streams_check(const struct stream_paths *paths, const char *scene, const char *batch, struct error *err);

/** All or none. What streams_open() opened is freed by streams_close() or streams_abandon(). */
enum status streams_open(const struct stream_paths *paths, struct streams *streams, struct error *err);

/** STATUS_OUTPUT with the first failure of any stream. */
enum status streams_status(const struct streams *streams, struct error *err);

/** Flushes and closes all, then lets their files appear in order; after a failure abandons those that are left. So
 *  either all files appear or none, unless a rename fails. The saved state is forced to the disk.
 *  @param partial how many streams, from the first, are tables that miss their end: 0, unless the run ended early; then
 *  those before STREAM_SUMMARY of a run, all of a batch. They are kept beside their files under names that end in
 *  ".partial", named in a warning
 *  @param quiet  no warning */
enum status streams_close(struct streams *streams, enum stream partial, bool quiet, struct error *err);

/** Lets the file of one stream appear as it is now, forced to the disk, and opens the stream anew. Before, the others
 *  are flushed, and those that are written in place forced to the disk, so that they are never behind that file. */
enum status streams_renew(struct streams *streams, const struct stream_paths *paths, enum stream stream,
                          struct error *err);

void streams_abandon(struct streams *streams);

/** Drops one stream: its file does not appear. */
void streams_drop(struct streams *streams, enum stream stream);
