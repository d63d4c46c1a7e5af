/*
 * The progress line. Its pace is the wall clock's, not the run's: looking at the clock costs some tens of nanoseconds,
 * writing a line much more, so the line appears a few times a second at most.
 */
#include "progress.h"

#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"

static const double FIRST_LINE = 1.0; /* seconds until a run counts as long */
static const double PAUSE = 0.25;     /* seconds between two lines on a terminal */
static const double LONG_PAUSE = 2.0; /* elsewhere */

void progress_start(struct progress *progress, enum progress_when when, uint64_t first, uint64_t last)
{
    bool terminal = isatty(STDERR_FILENO) == 1;
    double now = clock_seconds();
    *progress = (struct progress){
        .wanted = when == PROGRESS_ALWAYS || (when == PROGRESS_AUTO && terminal),
        .terminal = terminal,
        .first = first,
        .last = last,
        .started = now,
        .due = when == PROGRESS_ALWAYS ? now : now + FIRST_LINE,
    };
}

static void show(struct progress *progress, uint64_t step, uint64_t contacts, double now)
{
    uint64_t done = step - progress->first, all = progress->last - progress->first;
    double share = all ? (double)done / (double)all : 1;
    double elapsed = now - progress->started;
    fprintf(stderr, "%sstep %llu of %llu (%.0f %%), %.0f s", progress->terminal ? "\r" : "", (unsigned long long)step,
            (unsigned long long)progress->last, 100 * share, elapsed);
    if (done > 0 && elapsed > 0)
        fprintf(stderr, ", %.3g steps/s, %.3g collisions/s", (double)done / elapsed, (double)contacts / elapsed);
    if (done > 0 && done < all)
        fprintf(stderr, ", %.0f s left", elapsed * (1 - share) / share);
    fputs(progress->terminal ? "\033[K" : "\n", stderr);
    progress->shown = true;
}

void progress_update(struct progress *progress, uint64_t step, uint64_t contacts)
{
    if (!progress->wanted)
        return;
    double now = clock_seconds();
    if (now < progress->due)
        return;
    show(progress, step, contacts, now);
    progress->due = now + (progress->terminal ? PAUSE : LONG_PAUSE);
}

void progress_finish(struct progress *progress, uint64_t step, uint64_t contacts)
{
    if (!progress->shown)
        return;
    if (progress->terminal)
        fputs("\r\033[K", stderr);
    else
        show(progress, step, contacts, clock_seconds());
}
