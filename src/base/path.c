/*
 * Names of files. Linux shows the open files of a process as links in /dev/fd and /proc/self/fd. Opening such a name
 * would make a second file position, and what is written there would be written over by whoever holds the first; so
 * these names, and every name of the file or pipe that is standard output or standard error, stand for the descriptor.
 *
 * Two names lead to one file if device and inode agree. A file that does not exist yet is known by the device and inode
 * of its folder and by its name. Limit: on a file system that ignores case two spellings of a new file pass for two
 * files.
 */
#include "base/path.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_LINKS = 40 }; /* of which one leads to the next, as Linux has it */

static const char PARTIAL[] = ".partial";

static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

/** `head` bytes of one text, then the other. */
static bool join(const char *text, size_t head, const char *tail, char joined[PATH_MAX])
{
    size_t bytes = strlen(tail) + 1;
    errno = ENAMETOOLONG;
    if (head + bytes > PATH_MAX)
        return false;
    memmove(joined, text, head);
    memcpy(joined + head, tail, bytes);
    return true;
}

bool path_beside(const char *path, const char *name, char joined[PATH_MAX])
{
    return join(path, folder_length(path), name, joined);
}

bool path_partial(const char *path, char partial[PATH_MAX])
{
    size_t folder = folder_length(path), name = strlen(path) - folder;
    size_t kept = name + sizeof PARTIAL - 1 <= NAME_MAX ? name : NAME_MAX - sizeof PARTIAL + 1;
    return join(path, folder + kept, PARTIAL, partial);
}

bool path_target(const char *path, char target[PATH_MAX])
{
    char to[PATH_MAX];
    ssize_t bytes;
    bool fits = join(path, 0, path, target);
    for (int links = 0; fits && links < MOST_LINKS && (bytes = readlink(target, to, sizeof to - 1)) > 0; links++) {
        to[bytes] = '\0';
        fits = join(target, to[0] == '/' ? 0 : folder_length(target), to, target);
    }
    return fits;
}

/** The descriptor that a name says by itself; -1: none. */
static int named_descriptor(const char *path)
{
    static const char *const names[] = {"/dev/stdin", "/dev/stdout", "/dev/stderr"}, *const folders[] = {
                                                                                         "/dev/fd/", "/proc/self/fd/"};
    for (int i = 0; i < 3; i++)
        if (strcmp(path, names[i]) == 0)
            return i;
    for (size_t i = 0; i < 2; i++) {
        const char *number = path + strlen(folders[i]);
        if (strncmp(path, folders[i], strlen(folders[i])) == 0 && number[0] && !number[strspn(number, "0123456789")])
            return (int)strtol(number, NULL, 10);
    }
    return strcmp(path, "-") == 0 ? STDOUT_FILENO : -1;
}

int path_descriptor(const char *path)
{
    struct stat found, standard;
    int named = named_descriptor(path);
    if (named >= 0 || stat(path, &found) != 0 || !(S_ISREG(found.st_mode) || S_ISFIFO(found.st_mode)))
        return named;
    for (int descriptor = STDOUT_FILENO; descriptor <= STDERR_FILENO; descriptor++)
        if (fstat(descriptor, &standard) == 0 && found.st_dev == standard.st_dev && found.st_ino == standard.st_ino)
            return descriptor;
    return -1;
}

static struct path_identity identity_of(const struct stat *file)
{
    return (struct path_identity){.known = S_ISREG(file->st_mode), .device = file->st_dev, .inode = file->st_ino};
}

/** Of a file that does not exist yet. */
static struct path_identity future_identity(const char *path)
{
    char target[PATH_MAX], folder[PATH_MAX];
    struct stat found;
    struct path_identity identity = {.known = false};
    if (!path_target(path, target))
        return identity;
    const char *name = target + folder_length(target);
    if (name[0] != '\0' && strlen(name) <= NAME_MAX && path_beside(target, ".", folder) && stat(folder, &found) == 0) {
        identity = (struct path_identity){.known = true, .device = found.st_dev, .inode = found.st_ino};
        memcpy(identity.name, name, strlen(name));
    }
    return identity;
}

struct path_identity path_identify(const char *path)
{
    struct stat found;
    if (stat(path, &found) == 0)
        return identity_of(&found);
    return errno == ENOENT ? future_identity(path) : (struct path_identity){.known = false};
}

struct path_identity path_identify_descriptor(int descriptor)
{
    struct stat found;
    return fstat(descriptor, &found) == 0 ? identity_of(&found) : (struct path_identity){.known = false};
}

bool path_identical(const struct path_identity *a, const struct path_identity *b)
{
    return a->known && b->known && a->device == b->device && a->inode == b->inode && strcmp(a->name, b->name) == 0;
}
