#pragma once

#include <stdbool.h>

#include "app/run.h"
#include "fuzz/reading.h"

/* Short runs of any scene: few balls, few steps, few contacts. */

/** Names of the outputs, for memory_output(). */
extern const char *const running_paths[STREAMS];

struct running {
    enum status status;
    struct error err;
    uint64_t contacts;   /* logged */
    uint64_t pocketings; /* those of them that are balls taken by pockets */
    uint64_t rolls;      /* and those that are slides that end */
    bool stopped;        /* there would have been more contacts than an execution may take */
};

/** Few balls or few steps, masses that do not differ too much, and no ball that crosses the table more than a few times
 * in so many steps. */
bool running_is_short(const struct reading *reading, uint64_t steps);

/** Runs the scene for so many steps. Each contact that is logged keeps the promises of the event log.
 *  @param streams which outputs are wanted; bit i: the i-th. The events always are, they end long runs.
 *  @param format  NULL: csv */
void running_run(struct running *running, struct reading *reading, uint64_t steps, unsigned streams,
                 const struct writer_ops *format, int precision);
