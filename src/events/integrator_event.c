/* Exact event-driven motion as an integrator: between collisions the state is known in closed form, so this
 * "integrator" has no step; it advances from event to event and states positions when it is asked for a frame. See
 * event_engine.c, where the work is done, and event_tiles.c for several threads. */
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "events/event_engine.h"
#include "events/event_system.h"
#include "events/event_tiles.h"

struct event_run {
    struct event_engine *engine;
    struct event_tiles *tiles; /* NULL: one thread runs all; else they own the engine */
    const char *hindrance;     /* why it does, although there are more */
};

static enum status create(const struct scene *scene, const struct world *world, const struct observer *observer,
                          void **state, struct error *err)
{
    struct event_run *run = *state = mem_array(1, sizeof *run);
    if (!run)
        return error_no_memory(err);
    enum status status = event_engine_create(scene, world, observer, (struct event_tuning){0}, &run->engine, err);
    if (status == STATUS_OK)
        return status;
    free(run);
    *state = NULL;
    return status;
}

static enum status use_threads(void *state, size_t threads, struct error *err)
{
    struct event_run *run = state;
    const struct scene *scene = event_engine_system(run->engine)->scene;
    if (threads <= 1)
        return STATUS_OK;
    run->hindrance = event_tiles_hindrance(scene);
    return run->hindrance ? STATUS_OK
                          : event_tiles_create(run->engine, threads, (struct event_tiling){0}, &run->tiles, err);
}

static enum status advance(void *state, struct world *world, uint64_t step_target, struct error *err)
{
    struct event_run *run = state;
    return run->tiles ? event_tiles_advance(run->tiles, world, step_target, err)
                      : event_engine_advance(run->engine, world, step_target, err);
}

static const char *threads_used(const void *state, char text[INTEGRATOR_MAX_THREADS_TEXT])
{
    const struct event_run *run = state;
    if (!run->tiles && !run->hindrance)
        return NULL;
    if (run->hindrance)
        snprintf(text, INTEGRATOR_MAX_THREADS_TEXT, "one thread: %s", run->hindrance);
    else
        event_tiles_describe(run->tiles, text, INTEGRATOR_MAX_THREADS_TEXT);
    return text;
}

static void counters(const void *state, struct counters *counters)
{
    event_engine_counters(((const struct event_run *)state)->engine, counters);
}

static void snapshot(const void *state, struct checkpoint *checkpoint)
{
    event_engine_snapshot(((const struct event_run *)state)->engine, checkpoint);
}

static void destroy(void *state)
{
    struct event_run *run = state;
    if (!run)
        return;
    event_tiles_destroy(run->tiles);
    event_engine_destroy(run->engine);
    free(run);
}

const struct integrator_ops integrator_event = {
    .name = "event",
    .doc = "exact, from hit to hit; dt spaces the frames",
    .supports = SCENE_TWO_SIDES | SCENE_IMPACT | SCENE_CONTACT_TIME | SCENE_NOSE | SCENE_RESTITUTION_BY_SPEED |
                SCENE_MOVING_WALLS | SCENE_THERMAL_WALLS | SCENE_GATES | SCENE_PISTONS,
    .own_clock = true,
    .create = create,
    .use_threads = use_threads,
    .threads_used = threads_used,
    .advance = advance,
    .counters = counters,
    .snapshot = snapshot,
    .destroy = destroy,
};
