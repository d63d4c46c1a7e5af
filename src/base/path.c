/*
 * Names of files. Linux shows the open files of a process as links in /proc/self/fd, to which /dev/fd leads, and
 * /dev/stdout through it. Opening such a name would make a second file position, and what is written there would be
 * written over by whoever holds the first; so a chain of links that passes through that folder stands for the
 * descriptor. The folder is recognised by its inode, as it has many names (/dev/fd, //dev/fd, /proc/PID/fd).
 *
 * Two names lead to one file if device and inode agree. A file that does not exist yet is known by the device and inode
 * of its folder and by its last name, after links. Limit: on a file system that ignores case two spellings of a new
 * file pass for two files.
 */
#include "base/path.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_LINKS = 40 };

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

static bool same_inode(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

static bool find_folder(const char *path, struct stat *folder)
{
    char name[PATH_MAX];
    return path_beside(path, ".", name) && stat(name, folder) == 0;
}

/** The number of a link in /proc/self/fd; -1: it is none. Names that are no numbers cost no look at the disk. */
static int descriptor_of_link(const char *path)
{
    struct stat folder, descriptors;
    const char *name = path + folder_length(path);
    if (name[0] == '\0' || name[strspn(name, "0123456789")] != '\0')
        return -1;
    if (!find_folder(path, &folder) || stat("/proc/self/fd", &descriptors) != 0 || !same_inode(&folder, &descriptors))
        return -1;
    return (int)strtol(name, NULL, 10);
}

/** Follows links to the end, or to a descriptor (-1: to none). */
static bool follow_links(const char *path, char end[PATH_MAX], int *descriptor)
{
    *descriptor = -1;
    if (!join(path, 0, path, end))
        return false;
    for (int i = 0; i < MOST_LINKS; i++) {
        char link[PATH_MAX];
        *descriptor = descriptor_of_link(end);
        ssize_t length = *descriptor < 0 ? readlink(end, link, sizeof link - 1) : -1;
        if (length < 0)
            return true;
        link[length] = '\0';
        if (!join(end, link[0] == '/' ? 0 : folder_length(end), link, end))
            return false;
    }
    errno = ELOOP;
    return false;
}

bool path_target(const char *path, char target[PATH_MAX])
{
    int descriptor;
    return follow_links(path, target, &descriptor);
}

/** Standard output or standard error, if that is where this regular file or pipe is open. */
static int standard_descriptor(const struct stat *file)
{
    struct stat standard;
    for (int descriptor = STDOUT_FILENO; descriptor <= STDERR_FILENO; descriptor++)
        if (fstat(descriptor, &standard) == 0 && same_inode(file, &standard))
            return descriptor;
    return -1;
}

int path_descriptor(const char *path)
{
    char end[PATH_MAX];
    int descriptor;
    struct stat found;
    if (strcmp(path, "-") == 0)
        return STDOUT_FILENO;
    if (!follow_links(path, end, &descriptor) || descriptor >= 0 || stat(path, &found) != 0 ||
        !(S_ISREG(found.st_mode) || S_ISFIFO(found.st_mode)))
        return descriptor;
    return standard_descriptor(&found);
}

static struct path_identity identity_of(const struct stat *file)
{
    return (struct path_identity){.known = S_ISREG(file->st_mode), .device = file->st_dev, .inode = file->st_ino};
}

/** Of a file that does not exist yet. */
static struct path_identity future_identity(const char *path)
{
    char end[PATH_MAX];
    int descriptor;
    struct stat folder;
    struct path_identity identity = {.known = false};
    if (!follow_links(path, end, &descriptor))
        return identity;
    const char *name = end + folder_length(end);
    if (name[0] != '\0' && strlen(name) <= NAME_MAX && find_folder(end, &folder)) {
        identity = (struct path_identity){.known = true, .device = folder.st_dev, .inode = folder.st_ino};
        memcpy(identity.name, name, strlen(name));
    }
    return identity;
}

struct path_identity path_identify(const char *path)
{
    struct stat found;
    return stat(path, &found) == 0 ? identity_of(&found) : future_identity(path);
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
