#pragma once

/* Runs of scenes from text, from their start to their end, and the impulses of their log. */

#include "lib/scene_text.h"
#include "lib/testing.h"
#include "session/session.h"

enum { WHOLE_RUN_BODIES = 200 };

/** The sums of the log since a time: normal impulses on obstacles, on walls of the table together and on balls, and
 * what balls with larger numbers give to others upwards. */
struct whole_run_impulses {
    double from, obstacle[WHOLE_RUN_BODIES], walls, ball[WHOLE_RUN_BODIES], upwards;
};

/** A scene that has run. */
struct whole_run {
    struct outcome *loaded;
    struct session *session;
    struct whole_run_impulses impulses;
    struct counters counters;
    enum status status;
    struct error err;
};

/** Runs a scene, which must have no fault, to its end. @param from when impulses begin to count */
void whole_run(struct whole_run *run, const char *text, double from);

/** The same of a scene whose run must complete. Only one is open at a time. */
struct whole_run *whole_run_completed(const char *text, double from);

/** Frees what a run holds. */
void whole_run_close(struct whole_run *run);
