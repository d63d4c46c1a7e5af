#pragma once

/* All the ways of running `event` that must not make a difference. */

#include "lib/gas.h"

/** How a run is done. */
struct variant {
    const char *name;
    struct event_tuning tuning;
    uint64_t stride; /* steps per advance(); 0: all at once; odd strides end elsewhere each time */
    bool unwatched;
    unsigned restarts; /* the state is saved and a new engine goes on from it, so many times */
};

/* Radii of discs and sizes of cells here in units of the mean distance of balls, sqrt(area / n). */
static const struct variant variant_all[] = {
    {.name = "as the engine chooses"},
    {.name = "tree of events", .tuning = {.queue = EVENT_QUEUE_TREE}},
    {.name = "calendar of events", .tuning = {.queue = EVENT_QUEUE_CALENDAR}},
    {.name = "given order", .tuning = {.given_order = true}},
    {.name = "no vectors", .tuning = {.no_vectors = true}},
    {.name = "tiny discs", .tuning = {.shell = 0.01}},
    {.name = "small discs", .tuning = {.shell = 0.2}},
    {.name = "wide discs", .tuning = {.shell = 1.5}},
    {.name = "smallest cells", .tuning = {.cell = 1e-9}},
    {.name = "small cells", .tuning = {.cell = 1.3, .no_vectors = true}},
    {.name = "wide cells", .tuning = {.cell = 4, .given_order = true}},
    {.name = "all pairs, all plain",
     .tuning = {.shell = HUGE_VAL, .queue = EVENT_QUEUE_TREE, .given_order = true, .no_vectors = true}},
    {.name = "all pairs by vectors", .tuning = {.shell = HUGE_VAL}},
    {.name = "step by step", .stride = 1},
    {.name = "in odd strides", .tuning = {.given_order = true}, .stride = 7},
    {.name = "unwatched", .stride = 3, .unwatched = true},
    {.name = "one restart", .restarts = 1},
    {.name = "many restarts", .tuning = {.shell = 0.06, .no_vectors = true}, .stride = 5, .restarts = 9},
    {.name = "restarts, cells", .tuning = {.cell = 1.1}, .stride = 3, .restarts = 7},
    {.name = "restarts, all pairs",
     .tuning = {.shell = HUGE_VAL, .queue = EVENT_QUEUE_TREE},
     .stride = 1,
     .restarts = 4},
};

enum { VARIANTS = sizeof variant_all / sizeof *variant_all };

struct variant_run {
    uint64_t state;
    struct gas_record record;
    double lost, overlap;
};

/** An engine on a table; ends it with event_engine_destroy(). */
static inline struct event_engine *variant_engine(const struct sim *sim, const struct variant *variant)
{
    struct error err;
    struct event_engine *engine;
    struct event_tuning tuning = variant->tuning;
    const struct observer *observer = variant->unwatched ? NULL : &sim->observer;
    double spacing = sqrt(sim->scene.table.width * sim->scene.table.height / (double)sim->scene.n);
    tuning.shell *= spacing;
    tuning.cell *= spacing;
    assert_int_equal(event_engine_create(&sim->scene, sim->world, observer, tuning, &engine, &err), STATUS_OK);
    return engine;
}

static inline void variant_advance(struct event_engine *engine, struct sim *sim, uint64_t from, uint64_t to,
                                   uint64_t stride)
{
    struct error err;
    for (uint64_t step = from; step < to;) {
        step = stride == 0 || to - step < stride ? to : step + stride;
        assert_int_equal(event_engine_advance(engine, sim->world, step, &err), STATUS_OK);
        assert_true(sim->world->step == step && sim->world->t == (double)step * sim->scene.dt);
    }
}

/** Runs a fresh table to `steps`. */
static inline struct variant_run variant_run(struct sim *sim, const struct variant *variant, uint64_t steps)
{
    struct variant_run run = {.record = gas_record_start()};
    sim->observer = (struct observer){gas_record_hit, &run.record, NULL};
    uint64_t parts = variant->restarts + 1, from = 0;
    for (uint64_t part = 1; part <= parts; part++) {
        struct event_engine *engine = variant_engine(sim, variant);
        struct counters counters;
        uint64_t to = part == parts ? steps : steps * part / parts;
        variant_advance(engine, sim, from, to, variant->stride);
        event_engine_counters(engine, &counters);
        if (!sim->scene.friction &&
            !(sim->scene.rotates && sim->scene.gravity.y != 0)) /* whose losses each restart rounds anew */
            run.lost += counters.lost;
        run.overlap = fmax(run.overlap, counters.overlap);
        run.state = gas_hash_world(sim->world);
        run.record.last_group = UINT64_MAX;
        event_engine_snapshot(engine, sim_checkpoint(sim));
        event_engine_destroy(engine);
        from = to;
    }
    return run;
}

static inline void variant_assert_same(const struct variant_run *expected, const struct variant_run *found,
                                       const struct variant *variant)
{
    bool same_hits = variant->unwatched ||
                     (found->record.hash == expected->record.hash && found->record.rows == expected->record.rows);
    if (found->state != expected->state || !same_hits)
        print_message("# differs: %s\n", variant->name);
    assert_true(found->state == expected->state);
    assert_true(same_hits);
    assert_true(variant->restarts ? fabs(found->lost - expected->lost) <= 1e-12 * fabs(expected->lost)
                                  : found->lost == expected->lost);
    assert_true(found->overlap == expected->overlap);
}

/** A gas on a lattice. */
struct variant_scene {
    size_t columns, lines;
    double eta, restitution;
    double smallest;   /* radius, while the largest is 0.5; 0: equal balls of mass 1 */
    uint64_t hits;     /* how long to run: until so many balls have hit each other */
    unsigned periodic; /* axes without walls */
    struct vec2 gravity;
    double friction;
    bool has_fixed;     /* every fifth ball */
    double mu, sliding; /* balls turn: they rub at contacts, and slide on a cloth; 0: they do not */
    bool moves;         /* two walls move to and fro */
};

/** A list of two pieces. */
union variant_list {
    struct surface_motion motion;
    char room[sizeof(struct surface_motion) + 2 * sizeof(struct surface_piece)];
};

/** Lets a wall of the table move to and fro, from its place inwards and back, two pieces a period. */
static inline void variant_move(struct sim *sim, enum table_wall wall, struct vec2 v, double period,
                                union variant_list *list)
{
    const struct vec2 moved = wall <= TABLE_RIGHT ? (struct vec2){1, 0} : (struct vec2){0, 1};
    struct surface_motion *motion = &list->motion;
    *motion = (struct surface_motion){.period = period, .n = 2};
    motion->piece[0] = (struct surface_piece){.v = v};
    motion->piece[1] = (struct surface_piece){.t = period / 2, .v = vec2_scale(-1, v)};
    surface_motion_prepare(motion, moved);
    sim->scene.table.motion[wall] = motion;
    sim->scene.steps = UINT64_C(1) << 30;
}

/** Lets balls turn, with spins of all directions. */
static inline void variant_turn(struct sim *sim, const struct variant_scene *scene)
{
    uint64_t seed = 5;
    if (scene->sliding > 0)
        sim_cloth(sim, scene->sliding, scene->friction, scene->friction);
    else
        sim_rotate(sim);
    sim->scene.pair.rubbing.mu = sim->scene.table.walls.rubbing.mu = (struct friction){scene->mu, scene->mu / 2, 1};
    sim->scene.pair.rubbing.beta = sim->scene.table.walls.rubbing.beta = 0.25;
    for (size_t i = 0; i < sim->scene.n; i++)
        if (!scene_is_fixed(&sim->scene, i))
            sim->world->w[i] = (struct vec3){uniform(&seed, -2, 2), uniform(&seed, -2, 2), uniform(&seed, -2, 2)};
}

static inline struct sim *variant_table(const struct variant_scene *scene)
{
    struct sim *sim = gas_open(scene->columns, scene->lines, scene->eta, 0, scene->columns + scene->hits);
    if (scene->smallest > 0)
        gas_mix(sim, scene->smallest, 99);
    sim->scene.pair.restitution = restitution_of(scene->restitution);
    sim->scene.dt = scene->hits < 1000 ? 0.125 / 8 : 0.125; /* short runs need short steps */
    sim->scene.gravity = scene->gravity;
    for (size_t i = 0; scene->has_fixed && i < sim->scene.n; i += 5) {
        sim->scene.m[i] = HUGE_VAL;
        sim->world->vx[i] = sim->world->vy[i] = 0;
    }
    if (scene->mu > 0)
        variant_turn(sim, scene);
    if (scene->friction > 0 && !sim->scene.friction)
        assert_non_null(sim->scene.friction = mem_array(sim->scene.n, sizeof(double)));
    for (size_t i = 0; scene->friction > 0 && i < sim->scene.n; i++)
        sim->scene.friction[i] = scene->friction;
    if (scene->periodic)
        sim_make_periodic(sim, scene->periodic);
    if (scene->moves) {
        static union variant_list bottom, right;
        variant_move(sim, TABLE_BOTTOM, (struct vec2){0.1, 0.3}, 0.5, &bottom);
        variant_move(sim, TABLE_RIGHT, (struct vec2){-0.2, 0}, 0.75, &right);
    }
    return sim;
}

/** The number of steps after which the scene has seen its hits, found by running it; a multiple of 16. */
static inline uint64_t variant_steps(const struct variant_scene *scene)
{
    struct sim *sim = variant_table(scene);
    struct event_engine *engine = variant_engine(sim, &(struct variant){.unwatched = true});
    struct counters counters = {0};
    uint64_t step = 0, stride = 16;
    for (; counters.ball < scene->hits; step += stride) {
        variant_advance(engine, sim, step, step + stride, 0);
        event_engine_counters(engine, &counters);
    }
    event_engine_destroy(engine);
    sim_close(sim);
    return step;
}

/** Runs a scene in all variants; all pairs only where there are at most `plain_up_to` balls. */
static inline void variants_agree(const struct variant_scene *scene, size_t plain_up_to)
{
    uint64_t steps = variant_steps(scene);
    struct sim *sim = variant_table(scene);
    struct variant_run expected = variant_run(sim, &variant_all[0], steps);
    assert_true(expected.record.rows >= scene->hits);
    sim_close(sim);
    for (size_t v = 1; v < VARIANTS; v++) {
        if (variant_all[v].tuning.shell == HUGE_VAL && scene->columns * scene->lines > plain_up_to)
            continue;
        sim = variant_table(scene);
        struct variant_run found = variant_run(sim, &variant_all[v], steps);
        variant_assert_same(&expected, &found, &variant_all[v]);
        sim_close(sim);
    }
}
