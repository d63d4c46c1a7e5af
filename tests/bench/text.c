/*
 * How fast are rows? What each format writes, against the same rows through snprintf("%.17g"), in turn, nine times;
 * printed are medians of CPU time. No disk is involved: the formats write to /dev/null, snprintf into one row.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "lib/uniform.h"
#include "out/writer.h"

enum { BALLS = 1000, FRAMES = 100, PAIRS = 9 };

static double x[BALLS], y[BALLS], vx[BALLS], vy[BALLS], r[BALLS], m[BALLS];
static struct vec2 turns[BALLS];

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/** Places and velocities as on a table of 2.54 m x 1.27 m some time after a break. */
static void fill(void)
{
    uint64_t state = 1;
    for (size_t i = 0; i < BALLS; i++) {
        x[i] = 2.54 * uniform(&state, 0, 1);
        y[i] = 1.27 * uniform(&state, 0, 1);
        vx[i] = 4 * uniform(&state, 0, 1) - 2;
        vy[i] = 4 * uniform(&state, 0, 1) - 2;
        r[i] = 0.028575;
        m[i] = 0.17;
    }
}

static struct world world_at(uint64_t step)
{
    return (struct world){.step = step,
                          .t = (double)step * 0.01,
                          .n = BALLS,
                          .x = x,
                          .y = y,
                          .vx = vx,
                          .vy = vy,
                          .r = r,
                          .m = m,
                          .turns = turns};
}

/** Nanoseconds per row. */
static double time_rows(const struct writer_ops *ops)
{
    static const struct scene scene = {.table = {2.54, 1.27}, .n = BALLS, .r = r, .m = m};
    struct error err;
    struct writer writer = {.scene = &scene};
    if (output_open("/dev/null", &writer.out, &err) != STATUS_OK)
        abort();
    double begun = cpu_seconds();
    for (uint64_t step = 0; step < FRAMES; step++) {
        struct world world = world_at(step);
        ops->frame(&writer, &world);
    }
    double elapsed = cpu_seconds() - begun;
    output_abandon(writer.out);
    return 1e9 * elapsed / (BALLS * FRAMES);
}

typedef int print_row(char *row, size_t room, uint64_t step, size_t i);

static int print_csv(char *row, size_t room, uint64_t step, size_t i)
{
    return snprintf(row, room, "%" PRIu64 ",%.17g,%zu,%.17g,%.17g,%.17g,%.17g\n", step, (double)step * 0.01, i, x[i],
                    y[i], vx[i], vy[i]);
}

static int print_csv_wide(char *row, size_t room, uint64_t step, size_t i)
{
    (void)step;
    return snprintf(row, room, ",%.17g,%.17g,%.17g,%.17g", x[i], y[i], vx[i], vy[i]);
}

static int print_gnuplot(char *row, size_t room, uint64_t step, size_t i)
{
    return snprintf(row, room, "%" PRIu64 " %.17g %zu %.17g %.17g %.17g %.17g %.17g\n", step, (double)step * 0.01, i,
                    x[i], y[i], vx[i], vy[i], r[i]);
}

static int print_json(char *row, size_t room, uint64_t step, size_t i)
{
    (void)step;
    return snprintf(row, room, ",{\"id\":%zu,\"x\":%.17g,\"y\":%.17g,\"vx\":%.17g,\"vy\":%.17g}", i, x[i], y[i], vx[i],
                    vy[i]);
}

static int print_xyz(char *row, size_t room, uint64_t step, size_t i)
{
    (void)step;
    return snprintf(row, room, "B %.17g %.17g 0 %.17g %.17g 0 %.17g %zu\n", x[i], y[i], vx[i], vy[i], r[i], i);
}

static double time_printed_rows(print_row *print)
{
    char row[256];
    double begun = cpu_seconds();
    for (uint64_t step = 0; step < FRAMES; step++)
        for (size_t i = 0; i < BALLS; i++)
            if (print(row, sizeof row, step, i) < 0)
                abort();
    return 1e9 * (cpu_seconds() - begun) / (BALLS * FRAMES);
}

static int ascending(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

static double median(double times[PAIRS])
{
    qsort(times, PAIRS, sizeof *times, ascending);
    return times[PAIRS / 2];
}

static void compare(const struct writer_ops *ops, print_row *print)
{
    double ours[PAIRS], printed[PAIRS];
    for (size_t i = 0; i < PAIRS; i++) {
        ours[i] = time_rows(ops);
        printed[i] = time_printed_rows(print);
    }
    double row = median(ours), printed_row = median(printed);
    printf("%-9s %5.0f ns per ball and frame, through snprintf %5.0f ns: %4.1f times as long\n", ops->name, row,
           printed_row, printed_row / row);
}

int main(void)
{
    fill();
    compare(&writer_csv, print_csv);
    compare(&writer_csv_wide, print_csv_wide);
    compare(&writer_gnuplot, print_gnuplot);
    compare(&writer_ndjson, print_json);
    compare(&writer_json, print_json);
    compare(&writer_xyz, print_xyz);
    return 0;
}
