/*
 * A library for LD_PRELOAD that makes one system call on an output fail. Environment:
 *
 *   FAIL_CALL    open, write, fsync, close or rename
 *   FAIL_NUMBER  which one, counted from 1; 0: none
 *   FAIL_ERRNO   its errno
 *   FAIL_NEXT    one of them: the first such call after that fails, too
 *   FAIL_COUNT   print how many of these calls there were when the program ends
 *   FAIL_OFTEN   instead: `eintr` interrupts every other write, fsync, close and read, `short` reads and writes one
 *                byte to 1000 at a time
 *
 * Only files opened for writing count (and the folders that are synced), standard error never does. A failing close
 * closes nevertheless, as on Linux. What a program built for coverage does after its end, it announces
 * (write_profile.c).
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int open(const char *path, int flags, ...);
int open64(const char *path, int flags, ...);
ssize_t read(int descriptor, void *bytes, size_t count);
ssize_t __read_chk(int descriptor, void *bytes, size_t count, size_t room);
ssize_t write(int descriptor, const void *bytes, size_t count);
int fsync(int descriptor);
int close(int descriptor);
int rename(const char *from, const char *to);
void end_faults(void);

static unsigned long calls, failing, attempts;
static int number_of_error, counting;
static const char *failing_call = "", *next_call, *often = "";

__attribute__((constructor)) static void begin(void)
{
    const char *call = getenv("FAIL_CALL"), *number = getenv("FAIL_NUMBER"), *error = getenv("FAIL_ERRNO");
    failing_call = call ? call : "";
    failing = number ? strtoul(number, NULL, 10) : 0;
    number_of_error = error ? atoi(error) : EIO;
    next_call = getenv("FAIL_NEXT");
    counting = getenv("FAIL_COUNT") != NULL;
    often = getenv("FAIL_OFTEN") ? getenv("FAIL_OFTEN") : "";
}

__attribute__((destructor)) static void end(void)
{
    if (counting)
        dprintf(STDERR_FILENO, "%lu\n", calls);
}

void end_faults(void)
{
    failing_call = often = "";
}

/** Is this the call to fail? Then errno is set. */
static int fails(const char *call)
{
    if (strcmp(call, failing_call) != 0 || ++calls != failing)
        return 0;
    if (next_call) {
        failing_call = next_call;
        failing = calls + 1;
        next_call = NULL;
    }
    errno = number_of_error;
    return 1;
}

static int interrupted(void)
{
    if (strcmp(often, "eintr") != 0 || ++attempts % 2 == 0)
        return 0;
    errno = EINTR;
    return 1;
}

static int is_output(int descriptor)
{
    int flags = fcntl(descriptor, F_GETFL);
    return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY && descriptor != STDERR_FILENO;
}

static int open_file(const char *path, int flags, mode_t mode)
{
    if ((flags & O_ACCMODE) != O_RDONLY && fails("open"))
        return -1;
    return openat(AT_FDCWD, path, flags, mode);
}

int open(const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    return open_file(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    return open_file(path, flags, mode);
}

/** How many of `count` bytes are read or written at once. */
static size_t shortened(size_t count)
{
    size_t most = 1 + ++attempts * 7919 % 1000;
    return strcmp(often, "short") != 0 || count < most ? count : most;
}

ssize_t read(int descriptor, void *bytes, size_t count)
{
    ssize_t (*next)(int, void *, size_t) = (ssize_t(*)(int, void *, size_t))dlsym(RTLD_NEXT, "read");
    return interrupted() ? -1 : next(descriptor, bytes, shortened(count));
}

/** What a compiler may call instead that checks sizes. */
ssize_t __read_chk(int descriptor, void *bytes, size_t count, size_t room)
{
    return count <= room ? read(descriptor, bytes, count) : -1;
}

ssize_t write(int descriptor, const void *bytes, size_t count)
{
    ssize_t (*next)(int, const void *, size_t) = (ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
    if (!is_output(descriptor))
        return next(descriptor, bytes, count);
    return fails("write") || interrupted() ? -1 : next(descriptor, bytes, shortened(count));
}

int fsync(int descriptor)
{
    int (*next)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    return fails("fsync") || interrupted() ? -1 : next(descriptor);
}

int close(int descriptor)
{
    int (*next)(int) = (int (*)(int))dlsym(RTLD_NEXT, "close");
    int failed = is_output(descriptor) && (fails("close") || interrupted()), reason = errno;
    int result = next(descriptor);
    errno = failed ? reason : errno;
    return failed ? -1 : result;
}

int rename(const char *from, const char *to)
{
    int (*next)(const char *, const char *) = (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename");
    return fails("rename") ? -1 : next(from, to);
}
