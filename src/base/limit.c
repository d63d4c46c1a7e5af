/*
 * The limits of setrlimit(2), by the names that manuals of shells and batch systems use.
 */
#include "base/limit.h"

#include <stddef.h>
#include <stdio.h>
#include <sys/resource.h>

static const struct {
    enum limit limit;
    int resource;
    const char *name, *unit;
} limits[] = {
    {LIMIT_MEMORY, RLIMIT_AS, "RLIMIT_AS", "bytes"},
    {LIMIT_MEMORY, RLIMIT_DATA, "RLIMIT_DATA", "bytes"},
    {LIMIT_FILE_SIZE, RLIMIT_FSIZE, "RLIMIT_FSIZE", "bytes"},
    {LIMIT_OPEN_FILES, RLIMIT_NOFILE, "RLIMIT_NOFILE", "files"},
    {LIMIT_PROCESSES, RLIMIT_NPROC, "RLIMIT_NPROC", "processes"},
};

/** Where several limits apply, the lowest is named. */
const char *limit_text(char to[LIMIT_MAX_TEXT], enum limit limit)
{
    rlim_t lowest = RLIM_INFINITY;
    to[0] = '\0';
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        struct rlimit found;
        if (limits[i].limit != limit || getrlimit(limits[i].resource, &found) != 0 || found.rlim_cur >= lowest)
            continue;
        lowest = found.rlim_cur;
        snprintf(to, LIMIT_MAX_TEXT, "; %s is %llu %s", limits[i].name, (unsigned long long)lowest, limits[i].unit);
    }
    return to;
}

void limit_warn_before_kill(void)
{
    struct rlimit time;
    if (getrlimit(RLIMIT_CPU, &time) != 0 || time.rlim_max == RLIM_INFINITY || time.rlim_max < 2 ||
        time.rlim_cur < time.rlim_max)
        return;
    time.rlim_cur = time.rlim_max - 1;
    setrlimit(RLIMIT_CPU, &time);
}
