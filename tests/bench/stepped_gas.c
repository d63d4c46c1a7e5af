/* How fast the stepped integrators are: gases of equal discs of diameter and mass 1 at unit temperature from a
 * hexagonal start at area fraction 0.7, k = 500, and the kick-off of seven balls; one line per case. Each case runs in
 * a process of its own, so that its memory can be told. Fixed seeds: two builds do exactly the same work and may be
 * compared line by line; run them in turn several times, since machines are noisy. With arguments only the cases whose
 * numbers are given, from 0, are run.
 *
 * One thread: CPU time. Several: wall time, so the machine should have nothing else to do. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/random.h"
#include "given/scene.h"
#include "integrators/integrator.h"
#include "session/session.h"

struct gas {
    const struct integrator_ops *ops;
    size_t n; /* 7: the kick-off */
    double e, dt;
    size_t threads;
    uint64_t steps; /* to time, after a quarter of as many to warm up */
    double mu;      /* of all contacts, with beta = 1; lammps.sh has more */
};

static const struct gas gases[] = {
    {&integrator_spring, 7, 1, 0.05, 1, 8000000},       {&integrator_spring, 4096, 1, 0.002, 1, 8000},
    {&integrator_spring, 10000, 1, 0.002, 1, 4000},     {&integrator_spring, 100000, 1, 0.002, 1, 400},
    {&integrator_spring, 100000, 1, 0.002, 2, 400},     {&integrator_spring, 1000000, 1, 0.002, 1, 60},
    {&integrator_spring, 4096, 0.9, 0.002, 1, 8000},    {&integrator_spring_verlet, 4096, 1, 0.002, 1, 4000},
    {&integrator_spring_rk4, 4096, 1, 0.002, 1, 1000},  {&integrator_impulse, 7, 1, 1 / 60.0, 1, 2000000},
    {&integrator_impulse, 4096, 1, 1 / 60.0, 1, 3000},  {&integrator_impulse, 100000, 1, 1 / 60.0, 1, 150},
    {&integrator_impulse, 1000000, 1, 1 / 60.0, 1, 30}, {&integrator_spring, 4096, 1, 0.002, 1, 1000, 0.5},
};

static double seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static struct world *make(size_t n, struct scene *scene)
{
    struct world *world = world_create(n);
    scene->n = n;
    scene->r = malloc((n + 1) * sizeof *scene->r);
    scene->m = malloc((n + 1) * sizeof *scene->m);
    if (!world || !scene->r || !scene->m)
        exit(6);
    world->r = scene->r;
    world->m = scene->m;
    return world;
}

static struct world *kick_off(struct scene *scene)
{
    static const double places[7][2] = {{30, 200},  {489, 200}, {506, 189}, {506, 211},
                                        {523, 200}, {540, 189}, {540, 211}};
    struct world *world = make(7, scene);
    scene->table.width = 600;
    scene->table.height = 400;
    scene->k = 5;
    for (size_t i = 0; i < 7; i++) {
        scene->r[i] = 10;
        scene->m[i] = 1;
        world->x[i] = places[i][0];
        world->y[i] = places[i][1];
    }
    world->vx[0] = 8;
    return world;
}

static struct world *lattice(size_t n, struct scene *scene)
{
    struct world *world = make(n, scene);
    struct random random = random_seeded(1, 0);
    size_t lines = (size_t)ceil(sqrt((double)n * sqrt(4.0 / 3))), columns = (n + lines - 1) / lines;
    double spacing = sqrt(3.14159265358979 / 4 / 0.7 * 2 / sqrt(3.0));
    scene->table.width = ((double)columns + 0.5) * spacing;
    scene->table.height = (double)lines * spacing * sqrt(3.0) / 2;
    scene->k = 500;
    for (size_t i = 0; i < n; i++) {
        size_t line = i / columns, column = i % columns;
        world->x[i] = spacing * ((double)column + (line % 2 ? 1 : 0.5));
        world->y[i] = spacing * sqrt(3.0) / 2 * ((double)line + 0.5);
        world->vx[i] = random_normal(&random);
        world->vy[i] = random_normal(&random);
        scene->r[i] = 0.5;
        scene->m[i] = 1;
    }
    return world;
}

static void roughen(struct scene *scene, struct world *world, double mu)
{
    scene->rotates = true;
    scene->inertia = malloc(scene->n * sizeof *scene->inertia);
    if (!scene->inertia || !world_add_spin(world))
        exit(6);
    for (size_t i = 0; i < scene->n; i++)
        scene->inertia[i] = 0.4;
    scene->pair.rubbing.mu = scene->table.walls.rubbing.mu = (struct friction){mu, 0, 0};
    scene->pair.rubbing.beta = scene->table.walls.rubbing.beta = 1;
}

static void advance(struct session *session, uint64_t steps)
{
    struct error err;
    if (session_step(session, session_world(session)->step + steps, &err) != STATUS_OK) {
        fprintf(stderr, "%s\n", err.text);
        exit(1);
    }
}

static void measure(const struct gas *gas)
{
    struct scene scene = {.dt = gas->dt, .every = 1, .integrator = gas->ops->name, .impact = "gr"};
    struct error err;
    struct world *world = gas->n == 7 ? kick_off(&scene) : lattice(gas->n, &scene);
    scene.pair.restitution = scene.table.walls.restitution = restitution_of(gas->e);
    if (gas->mu > 0)
        roughen(&scene, world, gas->mu);
    struct session *session = session_of(&scene, world);
    const struct session_watch watch = {.threads = gas->threads, .sums_losses = true};
    if (!session || session_start(session, &watch, &err) != STATUS_OK)
        exit(6);
    advance(session, gas->steps / 4);
    clockid_t clock = gas->threads > 1 ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID;
    double started = seconds(clock);
    advance(session, gas->steps);
    double per_step = (seconds(clock) - started) / (double)gas->steps;
    printf("%-14s %8zu %4.1f %7.4f %7zu %12.1f %10.2f %12.1f", gas->ops->name, gas->n, gas->e, gas->dt, gas->threads,
           (double)gas->n / per_step / 1e6, per_step * 1e9 / (double)gas->n, per_step * 1e9);
    fflush(stdout);
    session_free(session);
    world_destroy(world);
    free(scene.r);
    free(scene.m);
    free(scene.inertia);
}

static bool wanted(size_t number, int argc, char **argv)
{
    for (int a = 1; a < argc; a++)
        if (strtoul(argv[a], NULL, 10) == number)
            return true;
    return argc < 2;
}

int main(int argc, char **argv)
{
    printf("%-14s %8s %4s %7s %7s %12s %10s %12s %10s\n", "integrator", "balls", "e", "dt", "threads", "Mball-steps/s",
           "ns/ball", "ns/step", "bytes/ball");
    for (size_t i = 0; i < sizeof gases / sizeof *gases; i++) {
        if (!wanted(i, argc, argv))
            continue;
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            measure(&gases[i]);
            exit(0);
        }
        struct rusage usage;
        int status;
        if (child < 0 || wait4(child, &status, 0, &usage) < 0 || status != 0)
            return 1;
        printf(" %10.0f\n", (double)usage.ru_maxrss * 1024 / (double)gases[i].n);
    }
    return 0;
}
