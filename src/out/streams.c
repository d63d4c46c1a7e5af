/*
 * The streams of one run. All are opened before the first step, so that a mistyped folder does not cost an hour of
 * computation. No two may go to the same place, where each would overwrite the other's rows.
 */
#include "out/streams.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/path.h"
#include "base/quote.h"

static const char *const option_names[STREAMS] = {"--output", "--events", "--energy", "--summary", "--save"};

/** The path of a stream; NULL: nothing is written. To format a trajectory for /dev/null would only slow down sweeps of
 *  short runs, which want the summary alone. */
static const char *path_of(enum stream stream, const struct stream_paths *paths)
{
    const char *path = paths->path[stream];
    bool unread = path && stream == STREAM_OUTPUT && strcmp(path, "/dev/null") == 0;
    return unread ? NULL : path;
}

bool streams_wanted(const struct stream_paths *paths, enum stream stream)
{
    return path_of(stream, paths);
}

/** Where a stream goes, or what is read. */
struct place {
    const char *name; /* option; of an input, what it is */
    const char *path; /* NULL: nowhere */
    int descriptor;   /* of an open file; -1: a name */
    struct path_identity file;
};

static struct place place_of(const char *name, const char *path, int descriptor)
{
    if (!path)
        return (struct place){.path = NULL};
    return (struct place){name, path, descriptor,
                          descriptor < 0 ? path_identify(path) : path_identify_descriptor(descriptor)};
}

/** Standard input, or what is at that path. */
static struct place place_of_input(const char *name, const char *path)
{
    bool standard = !path || strcmp(path, "-") == 0;
    return place_of(name, standard ? "-" : path, standard ? STDIN_FILENO : -1);
}

static enum status check_pair(const struct place *a, const struct place *b, bool is_input, struct error *err)
{
    static const char *const names[] = {"standard input", "standard output", "standard error", "one descriptor"};
    char quoted[QUOTE_MAX_TEXT];
    if (!a->path || !b->path)
        return STATUS_OK;
    if (!is_input && a->descriptor >= 0 && a->descriptor == b->descriptor)
        return error_set(err, STATUS_USAGE, NULL, "%s and %s both go to %s; give one a FILE, such as /dev/null",
                         a->name, b->name, names[a->descriptor < 3 ? a->descriptor : 3]);
    if (!path_identical(&a->file, &b->file))
        return STATUS_OK;
    return error_set(err, STATUS_USAGE, NULL, "%s %s %s%s %s", a->name, is_input ? "would overwrite" : "and", b->name,
                     is_input ? "," : " name the same file,",
                     is_input && b->descriptor >= 0 ? "standard input" : quote_text(quoted, b->path));
}

enum status streams_check(const struct stream_paths *paths, const char *scene, const char *batch, struct error *err)
{
    const struct place scene_place = place_of_input("the scene", scene);
    const struct place batch_place = place_of_input("the lines of --batch", batch);
    struct place places[STREAMS] = {{.path = NULL}};
    enum status status = STATUS_OK;
    for (enum stream i = 0; i < STREAMS; i++) {
        const char *path = path_of(i, paths);
        places[i] = place_of(option_names[i], path, path ? path_descriptor(path) : -1);
    }
    for (enum stream a = 0; a < STREAMS && status == STATUS_OK; a++) {
        /* a state may take the place of the scene, in order to continue it; those of a batch are no scene */
        bool replaces = a == STREAM_SAVE && !batch && places[a].descriptor < 0;
        if (!replaces)
            status = check_pair(&places[a], &scene_place, true, err);
        if (status == STATUS_OK && batch)
            status = check_pair(&places[a], &batch_place, true, err);
        for (enum stream b = a + 1; b < STREAMS && status == STATUS_OK; b++)
            status = check_pair(&places[a], &places[b], false, err);
    }
    return status;
}

enum status streams_open(const struct stream_paths *paths, struct streams *streams, struct error *err)
{
    *streams = (struct streams){.are_shared = false};
    for (enum stream i = 0; i < STREAMS; i++) {
        const char *path = path_of(i, paths);
        enum status status = STATUS_OK;
        if (path && !*path)
            status = error_set(err, STATUS_OUTPUT, NULL, "%s: empty file name", option_names[i]);
        else if (path)
            status = output_open(path, &streams->output[i], err);
        if (status != STATUS_OK) {
            streams_abandon(streams);
            return status;
        }
    }
    return STATUS_OK;
}

enum status streams_status(const struct streams *streams, struct error *err)
{
    for (enum stream i = 0; i < STREAMS; i++)
        if (streams->output[i] && output_status(streams->output[i], err) != STATUS_OK)
            return STATUS_OUTPUT;
    return STATUS_OK;
}

/** All that can fail for lack of space. The saved state can take hours to compute again: it is forced to the disk. */
static enum status settle(struct streams *streams, struct error *err)
{
    enum status status = STATUS_OK;
    if (streams->output[STREAM_SAVE])
        status = output_sync(streams->output[STREAM_SAVE], err);
    for (enum stream i = 0; i < STREAMS && status == STATUS_OK; i++)
        if (streams->output[i])
            status = output_settle(streams->output[i], err);
    return status;
}

/** Tables, whose first rows alone would pass for all. */
static enum status keep_tables(struct streams *streams, enum stream partial, bool quiet, struct error *err)
{
    const char *before = "billiard-sim: warning: the run ended early; its output so far is in ";
    enum status status = STATUS_OK;
    bool printed = false;
    for (enum stream i = 0; i < partial && status == STATUS_OK; i++) {
        char name[PATH_MAX] = "", quoted[256];
        if (streams->output[i])
            status = output_keep(streams->output[i], name, err);
        streams->output[i] = NULL;
        if (name[0] != '\0' && !quiet) {
            quote_short(quoted, sizeof quoted, name);
            fprintf(stderr, "%s%s", printed ? ", " : before, quoted);
            printed = true;
        }
    }
    if (printed)
        fputs("\n", stderr);
    return status;
}

enum status streams_close(struct streams *streams, enum stream partial, bool quiet, struct error *err)
{
    if (streams->are_shared)
        return streams_status(streams, err);
    enum status status = settle(streams, err);
    if (status == STATUS_OK)
        status = keep_tables(streams, partial, quiet, err);
    for (enum stream i = 0; i < STREAMS && status == STATUS_OK; i++) {
        status = output_close(streams->output[i], err);
        streams->output[i] = NULL;
    }
    streams_abandon(streams);
    return status;
}

enum status streams_renew(struct streams *streams, const struct stream_paths *paths, enum stream stream,
                          struct error *err)
{
    enum status status = STATUS_OK;
    for (enum stream i = 0; i < STREAMS && status == STATUS_OK; i++)
        if (streams->output[i])
            status = i == stream || output_in_place(streams->output[i]) ? output_sync(streams->output[i], err)
                                                                        : output_flush(streams->output[i], err);
    if (status != STATUS_OK)
        return status;
    status = output_close(streams->output[stream], err);
    streams->output[stream] = NULL;
    return status == STATUS_OK ? output_open(paths->path[stream], &streams->output[stream], err) : status;
}

void streams_abandon(struct streams *streams)
{
    for (enum stream i = 0; i < STREAMS; i++)
        streams_drop(streams, i);
}

void streams_drop(struct streams *streams, enum stream stream)
{
    if (streams->are_shared)
        return;
    output_abandon(streams->output[stream]);
    streams->output[stream] = NULL;
}
