/*
 * The streams of one run. All are opened before the first step, so that a mistyped folder does not cost an hour's
 * computation, and all must go to different places: two writers of one file would each destroy the other's work.
 */
#include "streams.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/quote.h"

static const char *const option_names[STREAMS] = {"--output", "--events", "--energy", "--summary", "--save"};

/** The folder that would hold a file of this path. */
static bool folder_of(const char *path, struct stat *folder)
{
    char text[4096];
    const char *slash = strrchr(path, '/');
    int length = slash ? (int)(slash - path) + 1 : 0;
    snprintf(text, sizeof text, "%.*s.", length, path);
    return stat(text, folder) == 0;
}

static bool same_name_in_folder(const char *a, const char *b)
{
    const char *slash_a = strrchr(a, '/'), *slash_b = strrchr(b, '/');
    return strcmp(slash_a ? slash_a + 1 : a, slash_b ? slash_b + 1 : b) == 0;
}

static bool same_inode(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/** Would writing to one change what the other holds? Devices and pipes may be named twice. */
static bool same_file(const char *a, const char *b)
{
    struct stat stat_a, stat_b;
    bool exists_a = stat(a, &stat_a) == 0, exists_b = stat(b, &stat_b) == 0;
    if (exists_a && exists_b)
        return S_ISREG(stat_a.st_mode) && same_inode(&stat_a, &stat_b);
    if (exists_a || exists_b || !folder_of(a, &stat_a) || !folder_of(b, &stat_b))
        return false;
    return same_inode(&stat_a, &stat_b) && same_name_in_folder(a, b);
}

/** A trajectory to /dev/null is computed but not written: it accompanies --summary in sweeps of short runs. */
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

bool streams_standard(const char *path)
{
    static const char *const names[] = {"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(path, names[i]) == 0)
            return true;
    return false;
}

static enum status check_pair(enum stream a, enum stream b, const struct stream_paths *paths, struct error *err)
{
    const char *path_a = path_of(a, paths), *path_b = path_of(b, paths);
    char quoted[QUOTE_MAX_TEXT];
    if (!path_a || !path_b || streams_standard(path_a) != streams_standard(path_b))
        return STATUS_OK;
    if (streams_standard(path_a))
        return error_set(err, STATUS_USAGE, NULL, "%s and %s both to standard output; give one a FILE", option_names[a],
                         option_names[b]);
    if (same_file(path_a, path_b))
        return error_set(err, STATUS_USAGE, NULL, "%s and %s name the same file, %s", option_names[a], option_names[b],
                         quote_text(quoted, path_b));
    return STATUS_OK;
}

enum status streams_check(const struct stream_paths *paths, const char *scene, struct error *err)
{
    char quoted[QUOTE_MAX_TEXT];
    for (enum stream a = 0; a < STREAMS; a++) {
        const char *path = path_of(a, paths);
        bool file_beside_file = path && scene && !streams_standard(path) && !streams_standard(scene);
        if (a != STREAM_SAVE && file_beside_file && same_file(path, scene))
            return error_set(err, STATUS_USAGE, NULL, "%s would overwrite the scene, %s", option_names[a],
                             quote_text(quoted, scene));
        for (enum stream b = a + 1; b < STREAMS; b++)
            if (check_pair(a, b, paths, err) != STATUS_OK)
                return err->status;
    }
    return STATUS_OK;
}

enum status streams_open(const struct stream_paths *paths, struct streams *streams, struct error *err)
{
    *streams = (struct streams){{NULL}};
    for (enum stream i = 0; i < STREAMS; i++) {
        const char *path = path_of(i, paths);
        enum status status = path ? output_open(path, &streams->output[i], err) : STATUS_OK;
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

enum status streams_close(struct streams *streams, struct error *err)
{
    enum status status = STATUS_OK;
    for (enum stream i = 0; i < STREAMS && status == STATUS_OK; i++)
        if (streams->output[i])
            status = output_settle(streams->output[i], err);
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
        if (streams->output[i] && i != stream)
            status = output_sync(streams->output[i], err);
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
    output_abandon(streams->output[stream]);
    streams->output[stream] = NULL;
}
