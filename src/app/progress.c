/*
 * The progress line. Reading the clock costs some tens of nanoseconds, and writing a line much more. So the wall clock
 * sets the pace, and the line appears a few times a second at most.
 */
#include "app/progress.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"

static const double FIRST_LINE = 1.0; /* seconds until a run counts as long */
static const double PAUSE = 0.25;     /* seconds between two lines on a terminal */
static const double LONG_PAUSE = 2.0; /* elsewhere */

void progress_start(struct progress *progress, enum progress_when when, uint64_t first, uint64_t last)
{
    *progress = (struct progress){.first = first, .last = last};
    if (when == PROGRESS_NEVER)
        return;
    progress->terminal = isatty(STDERR_FILENO) == 1;
    progress->wanted = when == PROGRESS_ALWAYS || progress->terminal;
    progress->started = clock_seconds();
    progress->due = when == PROGRESS_ALWAYS ? progress->started : progress->started + FIRST_LINE;
}

static void begin_line(const struct progress *progress)
{
    if (progress->terminal)
        fputs("\r", stderr);
}

/** @param share of all that has been done; negative: unknown */
static void end_line(struct progress *progress, double share, double elapsed)
{
    if (share > 0 && share < 1)
        fprintf(stderr, ", %.0f s left", elapsed * (1 - share) / share);
    fputs(progress->terminal ? "\033[K" : "\n", stderr);
    progress->shown = true;
    progress->due = progress->started + elapsed + (progress->terminal ? PAUSE : LONG_PAUSE);
}

static bool is_due(const struct progress *progress, double *elapsed)
{
    if (!progress->wanted)
        return false;
    double now = clock_seconds();
    *elapsed = now - progress->started;
    return now >= progress->due;
}

/** ", 66800 steps/s": three digits, and no exponent. */
static void show_rate(const char *what, uint64_t done, double elapsed)
{
    double rate = elapsed > 0 ? (double)done / elapsed : 0, unit = 1;
    while (rate / unit >= 1000)
        unit *= 10;
    if (rate < 100)
        fprintf(stderr, ", %.3g %s/s", rate, what);
    else
        fprintf(stderr, ", %.0f %s/s", floor(rate / unit + 0.5) * unit, what);
}

static void show_step(struct progress *progress, uint64_t step, uint64_t contacts, double elapsed)
{
    uint64_t done = step - progress->first, all = progress->last - progress->first;
    double share = all ? (double)done / (double)all : 1;
    begin_line(progress);
    fprintf(stderr, "step %llu of %llu (%.0f %%), %.0f s", (unsigned long long)step, (unsigned long long)progress->last,
            100 * share, elapsed);
    if (done > 0 && elapsed > 0) {
        show_rate("steps", done, elapsed);
        show_rate("collisions", contacts, elapsed);
    }
    end_line(progress, share, elapsed);
}

void progress_update(struct progress *progress, uint64_t step, uint64_t contacts)
{
    double elapsed;
    if (is_due(progress, &elapsed))
        show_step(progress, step, contacts, elapsed);
}

void progress_update_runs(struct progress *progress, uint64_t runs, double share)
{
    double elapsed;
    if (!is_due(progress, &elapsed))
        return;
    begin_line(progress);
    fprintf(stderr, "%llu run%s", (unsigned long long)runs, runs == 1 ? "" : "s");
    if (share >= 0)
        fprintf(stderr, " (%.0f %%)", 100 * share);
    fprintf(stderr, ", %.0f s", elapsed);
    show_rate("runs", runs, elapsed);
    end_line(progress, share, elapsed);
}

void progress_clear(struct progress *progress)
{
    if (progress->shown && progress->terminal)
        fputs("\r\033[K", stderr);
}

void progress_finish(struct progress *progress, uint64_t step, uint64_t contacts)
{
    progress_clear(progress);
    if (progress->shown && !progress->terminal)
        show_step(progress, step, contacts, clock_seconds() - progress->started);
}
