/*
 * Exact event-driven motion of hard balls.
 *
 * Between hits a ball flies straight; its flight (place, time and velocity after its last hit) changes only in a hit.
 * Each ball has one scheduled event: its earliest hit with a neighbour or a wall, or the moment it leaves its home,
 * the disc or cell in which its neighbours are known (Smallenburg, Eur. Phys. J. E 45, 22, 2022; Lubachevsky, J.
 * Comput. Phys. 94, 255, 1991). The earliest event of all is taken, again and again:
 *
 *   a pair or wall   resolve it, and predict the balls whose flight changed;
 *   a stale pair     the partner has been hit since: predict the ball again;
 *   the end of home  find the ball's new neighbours and predict it again.
 *
 * Why this is exact: a ball's event is the earliest over all its neighbours at the time of prediction. When a
 * partner's flight changes afterwards, the partner predicts anew, over the same pair; what the ball itself still
 * holds is then at worst too early. So the earliest hit of all is always scheduled with one of its two balls, and
 * never behind an event taken before.
 *
 * Why it is reproducible: times are functions of flights alone (physics/motion), ties have a fixed order
 * (event_queue), contact sets are gathered geometrically and sorted (contact_cluster). Neighbourhoods, buckets, memory
 * order and vector code decide how fast, never what.
 *
 * Simultaneous hits: the vector kernel that prepares the prediction of a hit ball also counts who touches it at that
 * instant. Nearly always that is its partner alone (binary_collision). Otherwise the connected contact set goes to the
 * scene's law of impact (simultaneous_collision).
 *
 * Cost per hit: two predictions and about one more for stale events and new homes, each a row of neighbours; O(1) in
 * the number of balls. Memory: a 64-byte flight, a 16-byte event, and for calendar and neighbours 40 bytes (cells) or
 * 80 (nnl).
 */
#include "integrators/event/event_engine.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "broadphase/hilbert.h"
#include "integrators/event/inelastic_collapse.h"
#include "integrators/event/prefetch.h"
#include "integrators/event/binary_collision.h"
#include "integrators/event/prediction.h"
#include "integrators/event/event_engine_internal.h"
#include "broadphase/impact_kernel.h"

enum {
    SORT_FROM = 256,       /* balls from which memory order matters */
    PREFETCH_FROM = 32768, /* balls from which asking for memory ahead pays (measured) */
    STOP_INTERVAL = 4096   /* events between looks at the stop flag */
};

/* ---- events ---- */

static enum status leave_home(struct event_engine *engine, uint32_t slot, double t, struct error *err)
{
    if (!neighbours_renew(engine->system.neighbours, slot, t))
        return error_no_memory(err);
    prediction(engine, slot, t);
    return STATUS_OK;
}

static enum status handle(struct event_engine *engine, uint32_t slot, const struct event *event, struct error *err)
{
    struct event_trigger trigger = {slot, event->partner, event->t};
    if (event->partner == EVENT_REBUILD)
        return leave_home(engine, slot, event->t, err);
    if (contact_is_ball(event->partner) && engine->balls[event->partner].hits != event->hits) {
        prediction(engine, slot, event->t);
        return STATUS_OK;
    }
    enum status status = inelastic_collapse_check_instant(engine, trigger, err);
    if (status != STATUS_OK)
        return status;
    return !contact_is_ball(event->partner) ? binary_collision_surface(engine, trigger, err)
                                            : binary_collision_pair(engine, trigger, err);
}

/* ---- advancing ---- */

static void write_world(const struct event_engine *engine, struct world *world, uint64_t step)
{
    world->step = step;
    world->t = (double)step * engine->scene->dt;
    for (size_t i = 0; i < engine->system.n; i++) {
        const struct particle *ball = &engine->balls[i];
        uint32_t id = ball->id;
        struct vec2 x = motion_position(&engine->system.motion, ball, world->t);
        struct vec2 v = motion_velocity(&engine->system.motion, ball, world->t);
        world->x[id] = x.x;
        world->y[id] = x.y;
        world->vx[id] = v.x;
        world->vy[id] = v.y;
    }
}

/** In debug builds: nothing that was due is left undone, and nothing is scheduled before it can happen. */
static void check_schedule(const struct event_engine *engine, double t)
{
#ifdef DEBUG_CHECKS
    for (uint32_t i = 0; i < engine->system.n; i++) {
        assert(event_queue_get(engine->queue, i).t >= t);
        assert(event_queue_get(engine->queue, i).t >= engine->balls[i].t);
    }
#endif
    (void)engine;
    (void)t;
}

enum status event_engine_advance(struct event_engine *engine, struct world *world, uint64_t step_target,
                                 struct error *err)
{
    double end = (double)step_target * engine->scene->dt;
    const volatile sig_atomic_t *stop = engine->observer ? engine->observer->stop : NULL;
    struct event event;
    uint32_t slot;
    for (uint64_t count = 1; event_queue_next(engine->queue, end, &slot, &event); count++) {
        enum status status = handle(engine, slot, &event, err);
        if (status != STATUS_OK)
            return status;
        if (engine->system.n >= PREFETCH_FROM)
            prefetch(engine);
        if (stop && count % STOP_INTERVAL == 0 && *stop)
            return STATUS_OK;
    }
    check_schedule(engine, end);
    write_world(engine, world, step_target);
    return STATUS_OK;
}

/* ---- creation ---- */

static bool allocate(struct event_engine *engine, size_t n)
{
    engine->balls = mem_array_aligned(n + 1, sizeof *engine->balls); /* the last is nobody */
    const struct scene *scene = engine->scene;
    engine->system.balls = engine->balls;
    engine->system.n = n;
    if (!engine->balls || !contact_lcp_reserve(&engine->cluster.lcp, 1) ||
        !boundary_open(&engine->system.boundary, &scene->table, scene->e_wall))
        return false;
    if ((scene->e_ball < 1 || scene->e_wall < 1) && scene->contact_time == 0)
        if (!(engine->last_hits = mem_array(n, sizeof *engine->last_hits)))
            return false;
    return true;
}

/** Decides the order of balls in memory: near on the table, near in memory. */
static bool order_balls(const struct event_engine *engine, const struct world *world, uint32_t *ids)
{
    if (!engine->tuning.given_order && world->n >= SORT_FROM)
        return hilbert_order(world->x, world->y, world->n, engine->scene->table.width, engine->scene->table.height,
                             ids);
    for (size_t i = 0; i < world->n; i++)
        ids[i] = (uint32_t)i;
    return true;
}

static bool copy_flights(struct event_engine *engine, const struct world *world)
{
    const struct checkpoint *saved = engine->scene->checkpoint;
    uint32_t *ids = mem_array(world->n, sizeof *ids);
    bool ordered = ids && order_balls(engine, world, ids);
    for (size_t i = 0; ordered && i < world->n; i++) {
        uint32_t id = ids[i];
        engine->balls[i] = (struct particle){.x = saved ? saved->x[id] : world->x[id],
                                             .y = saved ? saved->y[id] : world->y[id],
                                             .t = saved ? saved->t0[id] : world->t,
                                             .vx = world->vx[id],
                                             .vy = world->vy[id],
                                             .r = world->r[id],
                                             .m = world->m[id],
                                             .id = id};
    }
    engine->balls[world->n] = impact_kernel_sentinel();
    free(ids);
    return ordered;
}

static bool build(struct event_engine *engine, const struct world *world)
{
    const struct scene *scene = engine->scene;
    if (!allocate(engine, world->n) || !copy_flights(engine, world))
        return false;
    engine->queue = event_queue_create(world->n, engine->balls, engine->tuning.simple_queue);
    const struct motion_system system = {engine->system.motion, engine->balls, world->n, scene->table.width,
                                         scene->table.height};
    engine->system.neighbours = neighbours_create(&system, world->t, engine->tuning.roam, engine->tuning.cell);
    if (!engine->queue || !engine->system.neighbours)
        return false;
    if (scene->table.n_obstacles > 0 &&
        !neighbours_add_surfaces(engine->system.neighbours, &system, &engine->system.boundary, &scene->table))
        return false;
    for (uint32_t i = 0; i < world->n; i++)
        prediction(engine, i, world->t);
    event_queue_start(engine->queue);
    return true;
}

enum status event_engine_create(const struct scene *scene, const struct world *world, const struct observer *observer,
                                struct event_tuning tuning, struct event_engine **engine, struct error *err)
{
    /* aligned: the lanes are vectors */
    struct event_engine *made = mem_array_aligned(1, sizeof *made);
    *engine = made;
    if (!made)
        return error_no_memory(err);
    made->scene = scene;
    made->observer = observer;
    made->tuning = tuning;
    made->law = impact_law_find(scene->impact);
    made->search = impact_kernel_fastest();
    made->instant = -HUGE_VAL;
    assert(made->law);
    if (build(made, world))
        return STATUS_OK;
    event_engine_destroy(made);
    *engine = NULL;
    return error_no_memory(err);
}

void event_engine_counters(const struct event_engine *engine, struct counters *counters)
{
    *counters = engine->counts;
    counters->lost = sum_value(engine->lost);
}

void event_engine_snapshot(const struct event_engine *engine, struct checkpoint *checkpoint)
{
    for (size_t i = 0; i < engine->system.n; i++) {
        const struct particle *ball = &engine->balls[i];
        uint32_t id = ball->id;
        checkpoint->x[id] = ball->x;
        checkpoint->y[id] = ball->y;
        checkpoint->vx[id] = ball->vx;
        checkpoint->vy[id] = ball->vy;
        checkpoint->t0[id] = ball->t;
    }
}

void event_engine_destroy(struct event_engine *engine)
{
    if (!engine)
        return;
    event_queue_destroy(engine->queue);
    neighbours_destroy(engine->system.neighbours);
    boundary_close(&engine->system.boundary);
    contact_cluster_free(&engine->cluster);
    free(engine->balls);
    free(engine->last_hits);
    free(engine);
}
