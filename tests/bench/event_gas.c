/* How fast `event` resolves hits: gases of equal discs from a hexagonal start, one line per case. Each case runs in a
 * process of its own, so that its memory can be told. Fixed seeds: two builds do exactly the same work and may be
 * compared line by line; run them in turn several times, since machines are noisy. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/random.h"
#include "given/scene.h"
#include "session/session.h"

struct gas {
    size_t n;
    double eta, e;
    double largest;  /* radius of one ball in units of the others'; 1: all equal */
    double spread;   /* radii between 1 and this */
    uint64_t hits;   /* to time, after a third of as many to warm up */
    double gravity;  /* downwards; kT = m = 1 and radius 1/2 at the beginning */
    double friction; /* deceleration of every ball */
    bool periodic;   /* no walls; the balls are all equal */
};

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/** Lines of a hexagonal lattice that fills a table about as wide as high. On a periodic one the lattice goes on across
 *  the seam: the number is even, and all lines are full. */
static size_t lattice_lines(const struct gas *gas)
{
    size_t lines = (size_t)ceil(sqrt((double)gas->n * sqrt(4.0 / 3)));
    while (gas->periodic && lines > 2 && (lines % 2 || gas->n % lines))
        lines--;
    return lines;
}

/** Balls of radius <= 1/2 on a hexagonal lattice of the wanted density; one may be larger and stands apart. */
static struct world *place(const struct gas *gas, struct scene *scene)
{
    struct world *world = world_create(gas->n);
    struct random random = random_seeded(1, 0);
    scene->r = malloc(gas->n * sizeof *scene->r);
    scene->m = malloc(gas->n * sizeof *scene->m);
    scene->friction = gas->friction > 0 ? malloc(gas->n * sizeof *scene->friction) : NULL;
    if (!world || !scene->r || !scene->m || (gas->friction > 0 && !scene->friction))
        exit(6);
    scene->gravity.y = -gas->gravity;
    size_t lines = lattice_lines(gas), columns = (gas->n + lines - 1) / lines;
    double spacing = sqrt(3.14159265358979 / 4 / gas->eta * 2 / sqrt(3.0)), walls = gas->periodic ? 0 : 1;
    double left = gas->periodic ? spacing / 4 : 0.5;
    scene->table.periodic = gas->periodic ? TABLE_AXIS_X | TABLE_AXIS_Y : 0;
    scene->table.width = ((double)columns + walls / 2) * spacing + walls;
    scene->table.height = (double)lines * spacing * sqrt(3.0) / 2 + walls;
    double bottom = gas->largest > 1 ? 2 * gas->largest * 0.5 + 1 : 0;
    scene->table.height += bottom;
    world->period = table_period(&scene->table);
    for (size_t i = 0; i < gas->n; i++) {
        size_t line = i / columns, column = i % columns;
        world->x[i] = left + spacing * ((double)column + (line % 2 ? 0.5 : 0));
        world->y[i] = bottom + left + spacing * sqrt(3.0) / 2 * (double)line;
        world->vx[i] = random_normal(&random);
        world->vy[i] = random_normal(&random);
        scene->r[i] = 0.5 / (1 + (gas->spread - 1) * random_uniform(&random));
        scene->m[i] = 8 * scene->r[i] * scene->r[i] * scene->r[i];
        if (scene->friction)
            scene->friction[i] = gas->friction;
    }
    if (gas->largest > 1) {
        scene->r[0] = 0.5 * gas->largest;
        scene->m[0] = 8 * scene->r[0] * scene->r[0] * scene->r[0];
        world->x[0] = scene->table.width / 2;
        world->y[0] = scene->r[0];
        world->vx[0] = world->vy[0] = 0;
    }
    world->r = scene->r;
    world->m = scene->m;
    return world;
}

/** Advances until `hits` more balls have hit balls; returns the CPU seconds it took. */
static double run(struct session *session, uint64_t hits)
{
    struct error err;
    const uint64_t wanted = session_counters(session)->ball + hits;
    double started = cpu_seconds();
    while (session_counters(session)->ball < wanted)
        if (session_step(session, session_world(session)->step + 1, &err) != STATUS_OK) {
            fprintf(stderr, "%s\n", err.text);
            exit(1);
        }
    return cpu_seconds() - started;
}

/** What a run tells. */
struct outcome {
    double seconds, ball_hits, wall_hits;
};

static struct outcome measure(const struct gas *gas)
{
    struct scene scene = {.every = 1, .integrator = "event", .impact = "gr"};
    struct error err;
    scene.n = gas->n;
    struct world *world = place(gas, &scene);
    scene.pair.restitution = scene.table.walls.restitution = restitution_of(gas->e);
    double rate = 4 / sqrt(3.14159265358979) * (pow(1 - gas->eta, -2) * (1 + gas->eta * gas->eta / 8) - 1);
    scene.dt = (double)gas->hits / 5 / (rate * (double)gas->n / 2); /* about five frames */
    struct session *session = session_of(&scene, world);
    if (!session || session_start(session, &(struct session_watch){.sums_losses = true}, &err) != STATUS_OK)
        exit(6);
    run(session, gas->hits / 3);
    const struct counters before = *session_counters(session);
    double seconds = run(session, gas->hits);
    const struct counters after = *session_counters(session);
    session_free(session);
    world_destroy(world);
    free(scene.r);
    free(scene.m);
    free(scene.friction);
    return (struct outcome){seconds, (double)(after.ball - before.ball), (double)(after.surface - before.surface)};
}

/** Measures in a process of its own. false: it failed. */
static bool measure_apart(const struct gas *gas, struct outcome *outcome, struct rusage *usage)
{
    int ends[2], status;
    if (pipe(ends) != 0)
        return false;
    pid_t child = fork();
    if (child == 0) {
        struct outcome measured = measure(gas);
        _exit(write(ends[1], &measured, sizeof measured) != sizeof measured);
    }
    close(ends[1]);
    bool got = read(ends[0], outcome, sizeof *outcome) == sizeof *outcome;
    close(ends[0]);
    return child > 0 && wait4(child, &status, 0, usage) > 0 && status == 0 && got;
}

int main(void)
{
    static const struct gas gases[] = {
        {1000, 0.7, 1, 1, 1, 900000, 0, 0}, /* first: the others' costs are told in units of its */
        {2, 0.3, 1, 1, 1, 300000, 0, 0},          {7, 0.3, 1, 1, 1, 600000, 0, 0},
        {16, 0.3, 1, 1, 1, 600000, 0, 0},         {100, 0.5, 1, 1, 1, 600000, 0, 0},
        {4096, 0.7, 1, 1, 1, 900000, 0, 0},       {4096, 0.5, 1, 1, 1, 600000, 0, 0},
        {4096, 0.3, 1, 1, 1, 400000, 0, 0},       {4096, 0.1, 1, 1, 1, 200000, 0, 0},
        {4096, 0.01, 1, 1, 1, 60000, 0, 0},       {4096, 0.7, 0.95, 1, 1, 30000, 0, 0},
        {100000, 0.7, 1, 1, 1, 900000, 0, 0},     {100000, 0.5, 1, 1, 1, 600000, 0, 0},
        {100000, 0.5, 1, 100, 1, 600000, 0, 0},   {100000, 0.05, 1, 1, 1, 200000, 0, 0},
        {100000, 0.5, 1, 1, 10, 400000, 0, 0},    {1000000, 0.7, 1, 1, 1, 1500000, 0, 0},
        {4096, 0.7, 1, 1, 1, 600000, 0.02, 0},    {4096, 0.56, 1, 1, 1, 600000, 0, 0},
        {4096, 0.56, 1, 1, 1, 600000, 0.02, 0},   {4096, 0.7, 1, 1, 1, 200000, 0, 0.02},
        {4096, 0.56, 1, 1, 1, 200000, 0, 0.02},   {4096, 0.7, 1, 1, 1, 900000, 0, 0, true},
        {4096, 0.5, 1, 1, 1, 600000, 0, 0, true}, {4096, 0.1, 1, 1, 1, 200000, 0, 0, true},
    };
    double unit = 0;
    puts("Hits between balls per second of CPU time (with walls: and on walls); eta: area fraction, e: restitution; "
         "largest:\n"
         "radius of one ball in units of the others; spread: radii from 1 to this; relative: ns per hit, first line = "
         "1.");
    printf("%9s %5s %5s %8s %7s %7s %8s %8s %12s %12s %12s %10s %10s\n", "balls", "eta", "e", "largest", "spread",
           "gravity", "friction", "periodic", "Mhits/s", "with walls", "ns per hit", "relative", "bytes/ball");
    for (size_t i = 0; i < sizeof gases / sizeof *gases; i++) {
        const struct gas *gas = &gases[i];
        struct outcome o;
        struct rusage usage;
        if (!measure_apart(gas, &o, &usage))
            return 1;
        double cost = o.seconds / o.ball_hits;
        unit = i == 0 ? cost : unit;
        printf("%9zu %5.2f %5.2f %8.0f %7.0f %7.2f %8.2f %8s %12.3f %12.3f %12.0f %10.2f %10.0f\n", gas->n, gas->eta,
               gas->e, gas->largest, gas->spread, gas->gravity, gas->friction, gas->periodic ? "yes" : "no",
               1e-6 / cost, 1e-6 * (o.ball_hits + o.wall_hits) / o.seconds, 1e9 * cost, cost / unit,
               (double)usage.ru_maxrss * 1024 / (double)gas->n);
        fflush(stdout);
    }
    return 0;
}
