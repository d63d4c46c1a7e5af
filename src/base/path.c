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
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"

enum { MOST_LINKS = 40 };

static const char PARTIAL[] = ".partial";

static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

char *path_beside(const char *path, const char *name)
{
    size_t folder = name[0] == '/' ? 0 : folder_length(path), bytes = strlen(name) + 1;
    char *joined = malloc(folder + bytes);
    if (!joined)
        return NULL;
    memcpy(joined, path, folder);
    memcpy(joined + folder, name, bytes);
    return joined;
}

char *path_partial(const char *path)
{
    size_t folder = folder_length(path), name = strlen(path) - folder;
    size_t kept = name + sizeof PARTIAL - 1 <= NAME_MAX ? name : NAME_MAX - sizeof PARTIAL + 1;
    char *partial = malloc(folder + kept + sizeof PARTIAL);
    if (!partial)
        return NULL;
    memcpy(partial, path, folder + kept);
    memcpy(partial + folder + kept, PARTIAL, sizeof PARTIAL);
    return partial;
}

static bool same_inode(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

static bool find_folder(const char *path, struct stat *folder)
{
    char name[PATH_MAX];
    int length = snprintf(name, sizeof name, "%.*s.", (int)folder_length(path), path);
    return length < PATH_MAX && stat(name, folder) == 0;
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

/** Follows links to the end, or to a descriptor (-1: to none). False: errno says why not. Without malloc(3), for a
 * failure of which two names of one file would pass for two files. */
static bool follow_links(const char *path, char end[PATH_MAX], int *descriptor)
{
    size_t length = strlen(path);
    *descriptor = -1;
    errno = ENAMETOOLONG;
    if (length >= PATH_MAX)
        return false;
    memcpy(end, path, length + 1);
    for (int i = 0; i < MOST_LINKS; i++) {
        char link[PATH_MAX];
        *descriptor = descriptor_of_link(end);
        ssize_t bytes = *descriptor < 0 ? readlink(end, link, sizeof link) : -1;
        if (bytes < 0)
            return true;
        size_t folder = bytes > 0 && link[0] == '/' ? 0 : folder_length(end);
        errno = ENAMETOOLONG;
        if (folder + (size_t)bytes >= PATH_MAX)
            return false;
        memcpy(end + folder, link, (size_t)bytes);
        end[folder + (size_t)bytes] = '\0';
    }
    errno = ELOOP;
    return false;
}

char *path_target(const char *path)
{
    char end[PATH_MAX];
    int descriptor;
    if (!follow_links(path, end, &descriptor))
        return NULL;
    char *target = mem_string(end);
    errno = target ? errno : ENOMEM;
    return target;
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
