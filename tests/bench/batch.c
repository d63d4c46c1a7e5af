/*
 * What does a sweep cost in one process? A break of 16 balls for one second, first and last frame, once for each of
 * many shots: as single runs through xargs -P1, with --batch, and with --batch and two threads, in turns. Printed are
 * runs per second of wall-clock time and the CPU time of a run, medians of all rounds, and ratios within rounds. Then
 * a break on the cloth until all rest, with frames every 10 ms and with the last one only, and the memory of a few and
 * of many tiny runs.
 */
#define _GNU_SOURCE /* wait4 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"

enum { ROUNDS = 5, SINGLES = 400, RUNS = 20000, SHOTS = 500, FEW = 1000, MANY = 1000000 };

struct cost {
    double seconds, cpu; /* per run */
    long kilobytes;      /* of the largest process */
};

static double seconds(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

static struct cost measure(const char *command, int runs)
{
    struct rusage usage;
    int status;
    double begun = clock_seconds();
    pid_t pid = fork();
    if (pid == 0) {
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    if (pid < 0 || wait4(pid, &status, 0, &usage) != pid || status != 0) {
        fprintf(stderr, "failed: %s\n", command);
        exit(1);
    }
    double cpu = seconds(usage.ru_utime) + seconds(usage.ru_stime);
    return (struct cost){(clock_seconds() - begun) / runs, cpu / runs, usage.ru_maxrss};
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(const double *values)
{
    double sorted[ROUNDS];
    memcpy(sorted, values, sizeof sorted);
    qsort(sorted, ROUNDS, sizeof *sorted, compare);
    return sorted[ROUNDS / 2];
}

/** Lines for `runs` runs: the y of the shot. */
static void write_lines(const char *path, int runs)
{
    FILE *file = fopen(path, "w");
    if (!file) {
        perror(path);
        exit(1);
    }
    for (int i = 0; i < runs; i++)
        fprintf(file, "balls.0.y=%.9f\n", 0.635 + 0.05 * i / runs);
    fclose(file);
}

static void print_speed(const char *sim, const char *lines)
{
    static const char *const names[] = {"single runs, xargs -P1", "--batch", "--batch, two threads"};
    const char *const scene = "-n 50000 -e 50000 scenes/break.json";
    char commands[3][512];
    double time[3][ROUNDS], cpu[3][ROUNDS], ratio[3][ROUNDS];
    snprintf(commands[0], sizeof commands[0], "head -n %d %s | xargs -P1 -n1 %s %s -s >/dev/null", SINGLES, lines, sim,
             scene);
    for (int i = 1; i < 3; i++)
        snprintf(commands[i], sizeof commands[i], "%s --batch %s --threads %d %s >/dev/null", sim, lines, i, scene);
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < 3; i++) {
            struct cost cost = measure(commands[i], i == 0 ? SINGLES : RUNS);
            time[i][round] = cost.seconds;
            cpu[i][round] = cost.cpu;
            ratio[i][round] = i == 0 ? 1 : time[i - 1][round] / cost.seconds;
        }
    for (int i = 0; i < 3; i++)
        printf("%-24s %8.0f runs/s, %5.2f x the line above   CPU %6.1f us per run\n", names[i], 1 / median(time[i]),
               median(ratio[i]), 1e6 * median(cpu[i]));
}

static void print_shots(const char *sim, const char *lines)
{
    static const char *const forms[] = {"-f csv -s frame=0.01", "-f binary -s frame=0.01", "-s frame=30"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        char command[512];
        double cpu[ROUNDS];
        snprintf(command, sizeof command, "head -n %d %s | %s --batch - -q %s scenes/cloth.json >/dev/null", SHOTS,
                 lines, sim, forms[i]);
        for (int round = 0; round < ROUNDS; round++)
            cpu[round] = measure(command, SHOTS).cpu;
        printf("a break on the cloth, %-24s CPU %6.0f us per run\n", forms[i], 1e6 * median(cpu));
    }
}

static void print_memory(const char *sim, int runs)
{
    char command[512];
    snprintf(command, sizeof command,
             "exec %s --batch - --threads 2 -n 2 -e 2 -o /dev/null --summary /dev/null scenes/two_balls.json <<END\n"
             "END\n",
             sim);
    struct cost empty = measure(command, 1);
    snprintf(command, sizeof command,
             "yes balls.0.vx=2 | head -n %d | %s --batch - --threads 2 -n 2 -e 2 -o /dev/null --summary /dev/null "
             "scenes/two_balls.json",
             runs, sim);
    struct cost cost = measure(command, runs);
    printf("%8d tiny runs: %ld KB at most (no run: %ld KB), %.1f us per run\n", runs, cost.kilobytes, empty.kilobytes,
           1e6 * cost.seconds);
}

int main(void)
{
    const char *sim = getenv("BILLIARD_SIM") ? getenv("BILLIARD_SIM") : "./billiard-sim";
    char lines[] = "/tmp/bench-batch-XXXXXX";
    int file = mkstemp(lines);
    if (file < 0 || close(file) != 0)
        return 1;
    write_lines(lines, RUNS);
    print_speed(sim, lines);
    print_shots(sim, lines);
    unlink(lines);
    print_memory(sim, FEW);
    print_memory(sim, MANY);
    return 0;
}
