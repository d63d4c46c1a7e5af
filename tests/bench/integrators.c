/*
 * How fast is each integrator? A gas of hard discs (area fraction 0.4, restitution 1), small and large, is advanced for
 * about a second of wall time; printed are balls x steps and contacts per second. `event` has no steps of its own, so
 * only its contacts mean something. Build without sanitizers; compare only numbers of one machine.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "integrators/integrator.h"
#include "reading/scene_load.h"

static const double SECONDS = 1.0, RADIUS = 0.5, AREA_FRACTION = 0.4;

/** Writes the scene to a file, because that is what scene_load() reads. */
static void write_scene(const char *path, int n)
{
    double side = sqrt(n * 3.14159265358979 * RADIUS * RADIUS / AREA_FRACTION);
    FILE *file = fopen(path, "w");
    if (!file)
        abort();
    fprintf(file,
            "{\"table\": {\"width\": %.17g, \"height\": %.17g}, \"k\": 1e5, \"dt\": 5e-4, \"steps\": 0, \"balls\": "
            "[{\"fill\": \"hex\", \"count\": %d, \"r\": %.17g, \"m\": 1, \"speed\": 1, \"seed\": 1}]}",
            side, side, n, RADIUS);
    if (fclose(file) != 0)
        abort();
}

static void print_fault(void *context, const char *line)
{
    (void)context;
    fprintf(stderr, "%s\n", line);
}

static void load(int n, struct scene **scene, struct world **world)
{
    const struct scene_faults faults = {print_fault, NULL, true};
    struct error err;
    char path[] = "/tmp/billiard-bench-XXXXXX";
    int descriptor = mkstemp(path);
    if (descriptor < 0)
        abort();
    close(descriptor);
    write_scene(path, n);
    const struct scene_source source = {path, NULL, 0};
    if (scene_load(&source, &faults, scene, world, &err) != STATUS_OK)
        abort();
    unlink(path);
}

static void measure(const struct integrator_ops *ops, int n)
{
    struct scene *scene;
    struct world *world;
    struct observer nobody = {NULL, NULL, NULL};
    struct error err;
    void *state;
    load(n, &scene, &world);
    if (ops->create(scene, world, &nobody, &state, &err) != STATUS_OK)
        abort();
    double begun = clock_seconds(), elapsed = 0;
    for (uint64_t stride = 1; elapsed < SECONDS; stride += stride / 4 + 1) {
        if (ops->advance(state, world, world->step + stride, &err) != STATUS_OK)
            abort();
        elapsed = clock_seconds() - begun;
    }
    struct counters counters = {0};
    ops->counters(state, &counters);
    printf("%-14s %7d balls %10.3g balls x steps/s %10.3g contacts/s\n", ops->name, n,
           n * (double)world->step / elapsed, (double)(counters.ball + counters.surface) / elapsed);
    ops->destroy(state);
    world_destroy(world);
    scene_destroy(scene);
}

int main(void)
{
    static const int sizes[] = {100, 10000};
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
        for (size_t i = 0; integrator_all[i]; i++)
            measure(integrator_all[i], sizes[s]);
    return 0;
}
