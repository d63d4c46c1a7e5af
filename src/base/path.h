#pragma once

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

/*
 * What a path leads to. Paths are compared by device and inode, never by their spelling. Nothing is allocated: these
 * questions are asked when memory has run out, too. Functions that return false set errno (ENAMETOOLONG, ELOOP).
 */

/** The descriptor that `path` stands for: "-" and /dev/stdout are 1, /dev/fd/N is N; any name of a regular file or pipe
 *  to which standard output or standard error is redirected is 1 or 2. -1: none. */
int path_descriptor(const char *path);

/** A regular file; or, before it exists, the folder that will hold it and its name there. */
struct path_identity {
    bool known; /* false: a device, a pipe, or nothing that can be found */
    dev_t device;
    ino_t inode;
    char name[NAME_MAX + 1]; /* "" for a file that exists */
};

struct path_identity path_identify(const char *path);
struct path_identity path_identify_descriptor(int descriptor);

/** Would writing to one change what the other holds? Devices and pipes are identical to nothing. */
bool path_identical(const struct path_identity *a, const struct path_identity *b);

/** The file that links lead to, be it there or not; without links the path itself. False: its name is too long. */
bool path_target(const char *path, char target[PATH_MAX]);

/** `name` in the folder of `path`. */
bool path_beside(const char *path, const char *name, char joined[PATH_MAX]);

/** What the output to `path` of a run that ended early is called: `path` and ".partial" (shortened where a file name
 *  would become too long). */
bool path_partial(const char *path, char partial[PATH_MAX]);
