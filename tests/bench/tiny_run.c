/*
 * What does a run cost that computes next to nothing? Seven balls, 1000 steps, summary only, against a program that
 * does nothing but is linked to the same libraries. The programs are started in turn, so that a change in the machine's
 * load meets all of them; printed are medians of the time from start to end and of the CPU time. Then what a sweep
 * makes of it: 2000 runs through xargs -P2.
 */
#define _GNU_SOURCE /* wait4 */
#include <fcntl.h>
#include <libgen.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "base/clock.h"

enum { STARTS = 500, SWEEP = 2000, PROGRAMS = 5, WORDS = 16 };

extern char **environ;

struct program {
    const char *what;
    char line[1280], *words[WORDS];
    double elapsed[STARTS], cpu[STARTS]; /* seconds */
};

static double seconds(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

static void start(struct program *program, int i, const posix_spawn_file_actions_t *silence)
{
    pid_t pid;
    int status;
    struct rusage usage;
    double begun = clock_seconds();
    if (posix_spawn(&pid, program->words[0], silence, NULL, program->words, environ) != 0 ||
        wait4(pid, &status, 0, &usage) != pid || status != 0) {
        fprintf(stderr, "%s: failed\n", program->words[0]);
        exit(1);
    }
    program->elapsed[i] = clock_seconds() - begun;
    program->cpu[i] = seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values)
{
    qsort(values, STARTS, sizeof *values, compare);
    return values[STARTS / 2];
}

static void print(struct program *program, double empty_elapsed, double empty_cpu)
{
    double elapsed = median(program->elapsed), cpu = median(program->cpu);
    printf("%-44s %6.0f us %5.2f x   CPU %6.0f us %5.2f x\n", program->what, elapsed * 1e6, elapsed / empty_elapsed,
           cpu * 1e6, cpu / empty_cpu);
}

/** The time of a sweep whose every run is one process; `command` takes the value of a run as its last word. */
static double sweep(const char *command)
{
    char line[4096];
    snprintf(line, sizeof line, "seq -f balls.0.vx=%%.3f 7 0.001 %g | xargs -P2 -n1 %s >/dev/null",
             7 + (SWEEP - 1) * 0.001, command);
    double begun = clock_seconds();
    if (system(line) != 0) {
        fprintf(stderr, "failed: %s\n", line);
        exit(1);
    }
    return clock_seconds() - begun;
}

static void print_sweeps(const char *empty, const char *sim)
{
    char command[2048];
    snprintf(command, sizeof command, "%s -n 1000 -d 0.2 -o /dev/null --summary - scenes/kickoff.json -s", sim);
    double nothing = sweep(empty), runs = sweep(command);
    printf("%d runs, xargs -P2: %.2f s, %.0f per second; the empty program %.2f s, ratio %.2f\n", SWEEP, runs,
           SWEEP / runs, nothing, runs / nothing);
}

/** Splits a line at its blanks; the words live in `text`. */
static void set_words(struct program *program, char *text)
{
    size_t n = 0;
    for (char *word = strtok(text, " "); word && n + 1 < WORDS; word = strtok(NULL, " "))
        program->words[n++] = word;
}

static void set_program(struct program *program, const char *what, const char *path, const char *arguments)
{
    snprintf(program->line, sizeof program->line, "%s %s", path, arguments);
    program->what = what;
    set_words(program, program->line);
}

static void set_programs(struct program *programs, const char *empty, const char *sim)
{
#define SUMMARY "-o /dev/null --summary - -n 1000 scenes/kickoff.json"
    set_program(&programs[0], "a program that does nothing", empty, "");
    set_program(&programs[1], "billiard-sim --version", sim, "--version");
    set_program(&programs[2], "7 balls, 1000 steps, no hit", sim, SUMMARY);
    set_program(&programs[3], "7 balls, 1000 steps, 18 hits", sim, SUMMARY " -d 0.2");
    set_program(&programs[4], "7 balls, 1000 steps of spring", sim, SUMMARY " -d 0.2 -i spring");
}

int main(int argc, char **argv)
{
    (void)argc;
    static struct program programs[PROGRAMS];
    const char *sim = getenv("BILLIARD_SIM") ? getenv("BILLIARD_SIM") : "./billiard-sim";
    char empty[1024];
    snprintf(empty, sizeof empty, "%s/empty", dirname(argv[0]));
    set_programs(programs, empty, sim);
    posix_spawn_file_actions_t silence;
    posix_spawn_file_actions_init(&silence);
    posix_spawn_file_actions_addopen(&silence, 1, "/dev/null", O_WRONLY, 0);
    for (int i = 0; i < STARTS; i++)
        for (int p = 0; p < PROGRAMS; p++)
            start(&programs[p], i, &silence);
    double elapsed = median(programs[0].elapsed), cpu = median(programs[0].cpu);
    for (int p = 0; p < PROGRAMS; p++)
        print(&programs[p], elapsed, cpu);
    print_sweeps(empty, sim);
    return 0;
}
