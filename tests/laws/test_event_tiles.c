/*
 * A gas in tiles, on several threads, is the gas on one: in every frame, hit, count, sum and saved state, whatever the
 * tiles, their halos and how long they live. Where these are far too small, tiles come out wrong, are found out, and
 * are run again.
 *
 * Promise: `event` writes the same bytes for any number of threads.
 * Measured: 2 x 2, 3 x 3 and other tiles on 50 to 2000 balls, boxes and periodic tables, equal and unequal balls,
 * fixed ones, obstacles, restitution 1, below and by speed. Also kept by cli/threads.bats.
 */
#include "lib/gas.h"

#include "events/event_search.h"
#include "events/event_tiles.h"
#include "lib/uniform.h"

struct cut {
    size_t threads;
    struct event_tiling tiling;
};

/** What a run amounts to. */
struct result {
    uint64_t frames, saved;
    struct gas_record record;
    struct counters counters;
    struct event_tiles_record tiles;
};

struct law {
    size_t columns, lines;
    double eta, smallest, restitution;
    unsigned periodic;
    bool has_fixed, has_table, has_obstacles, has_bullets, has_copies, has_shot, has_duel, has_phantom, is_watched;
    uint64_t seed, steps;
    double dt;
};

/** What a scene borrows. */
struct parts {
    struct obstacle obstacles[2];
    struct restitution_table *table;
};

/** Makes the right half of a table repeat the left one, so that hits come in pairs, at the same time to the bit until
 *  rounding tells them apart. */
static void repeat(struct sim *sim, size_t columns)
{
    const double spacing = sim->scene.table.width / (double)columns;
    const double even = ceil(spacing * 64) / 64;
    sim->scene.table.width = even * (double)columns;
    for (size_t i = 0; i < sim->scene.n; i++) {
        const size_t column = i % columns, from = column < columns / 2 ? i : i - columns / 2;
        sim->world->x[i] = ((double)column + 0.5) * even;
        sim->world->vx[i] = sim->world->vx[from];
        sim->world->vy[i] = sim->world->vy[from];
    }
}

static void still(struct world *world)
{
    memset(world->vx, 0, world->n * sizeof *world->vx);
    memset(world->vy, 0, world->n * sizeof *world->vy);
}

/** All balls rest but the first, which flies between two rows from one end of the table to a ball at the other. */
static void shoot(struct sim *sim, size_t columns)
{
    const double spacing = sim->scene.table.width / (double)columns;
    still(sim->world);
    sim_ball(sim, 0, spacing / 2, spacing, 50, 0);
    sim_ball(sim, columns - 2, sim->scene.table.width - 2 * spacing, 1.1 * spacing, 0, 0);
}

/** All balls rest but one at either end, which fly between two rows and meet where the table is cut in two halves. */
static void duel(struct sim *sim, size_t columns)
{
    const double s = sim->scene.table.width / (double)columns, cut = ((double)(columns / 2) + 0.5) * s, until = 1.5;
    const double left = 0.5 * s, right = sim->scene.table.width - 0.5 * s;
    still(sim->world);
    sim_ball(sim, 0, left, s, (cut - 0.5 - left) / until, 0);
    sim_ball(sim, columns - 1, right, s, (cut + 0.5 - right) / until, 0);
}

/** All balls rest but one on the right of the table's middle, which flies to the right and ends at a fixed ball. Who
 * does not know that ball has the first come back from the wall, and hit one on the left. */
static void phantom(struct sim *sim, size_t columns)
{
    const double s = sim->scene.table.width / (double)columns, cut = ((double)(columns / 2) + 0.5) * s;
    still(sim->world);
    sim_ball(sim, 0, cut - 40, s, 0, 0);
    sim_ball(sim, columns - 1, cut + 16, s, 300, 0);
    sim_ball(sim, columns - 2, cut + 40, s, 0, 0);
    sim->scene.m[columns - 2] = HUGE_VAL;
}

static struct sim *table_of(const struct law *law, struct parts *parts)
{
    struct obstacle *obstacles = parts->obstacles;
    struct restitution_table *table = parts->table = malloc(sizeof *table + 2 * sizeof table->pair[0]);
    assert_non_null(table);
    table->n = 2;
    table->pair[0] = (struct restitution_pair){0, 1};
    table->pair[1] = (struct restitution_pair){3, 0.7};
    struct sim *sim = gas_open(law->columns, law->lines, law->eta, 0, law->seed);
    if (law->smallest > 0)
        gas_mix(sim, law->smallest, law->seed);
    for (size_t i = 3; law->has_bullets && i < sim->scene.n; i += 101) {
        sim->world->vx[i] *= 30;
        sim->world->vy[i] *= 20;
    }
    if (law->has_copies)
        repeat(sim, law->columns);
    if (law->has_shot)
        shoot(sim, law->columns);
    if (law->has_duel)
        duel(sim, law->columns);
    if (law->has_phantom)
        phantom(sim, law->columns);
    sim->scene.pair.restitution = law->has_table ? restitution_of_table(table) : restitution_of(law->restitution);
    sim->scene.table.walls.restitution = restitution_of(law->has_phantom ? 1 : law->restitution);
    sim->scene.dt = law->dt;
    sim->scene.steps = law->steps;
    for (size_t i = 0; law->has_fixed && i < sim->scene.n; i += 7) {
        sim->scene.m[i] = HUGE_VAL;
        sim->world->vx[i] = sim->world->vy[i] = 0;
    }
    if (law->periodic)
        sim_make_periodic(sim, law->periodic);
    const double width = sim->scene.table.width, spacing = width / (double)law->columns;
    obstacles[0] = (struct obstacle){
        .kind = OBSTACLE_LINE, .value = {spacing, 2 * spacing, width - spacing, 2 * spacing}, BOUNCES(1)};
    obstacles[1] = (struct obstacle){
        .kind = OBSTACLE_ARC, .value = {3 * spacing, 4 * spacing, 0.3 * (spacing - 1), 0, 360}, BOUNCES(0.9)};
    if (law->has_obstacles) {
        sim->scene.table.obstacles = obstacles;
        sim->scene.table.n_obstacles = 2;
    }
    return sim;
}

static uint64_t hash_saved(const struct sim *sim, const struct event_engine *engine)
{
    struct checkpoint *checkpoint = checkpoint_create(sim->world);
    uint64_t hash = GAS_HASH_START;
    assert_non_null(checkpoint);
    event_engine_snapshot(engine, checkpoint);
    hash = gas_hash_word(hash, gas_hash_world(checkpoint->state));
    for (size_t i = 0; i < sim->world->n; i++)
        hash = gas_hash_word(gas_hash_number(hash, checkpoint->t0[i]), checkpoint->hit[i]);
    checkpoint_destroy(checkpoint);
    return hash;
}

/** @param cut NULL: one engine runs all */
static struct result run(const struct law *law, const struct cut *cut)
{
    struct parts parts;
    struct sim *sim = table_of(law, &parts);
    struct result result = {.frames = GAS_HASH_START, .saved = GAS_HASH_START, .record = gas_record_start()};
    struct event_engine *engine;
    struct event_tiles *tiles = NULL;
    struct error err;
    sim->observer = (struct observer){law->is_watched ? gas_record_hit : NULL, &result.record, NULL, false};
    assert_int_equal(
        event_engine_create(&sim->scene, sim->world, &sim->observer, (struct event_tuning){0}, &engine, &err),
        STATUS_OK);
    if (cut)
        assert_int_equal(event_tiles_create(engine, cut->threads, cut->tiling, &tiles, &err), STATUS_OK);
    for (uint64_t step = 1; step <= law->steps; step++) {
        assert_int_equal(tiles ? event_tiles_advance(tiles, sim->world, step, &err)
                               : event_engine_advance(engine, sim->world, step, &err),
                         STATUS_OK);
        assert_int_equal(sim->world->step, step);
        result.frames = gas_hash_word(result.frames, gas_hash_world(sim->world));
        result.saved = gas_hash_word(result.saved, hash_saved(sim, engine));
    }
    event_engine_counters(engine, &result.counters);
    if (tiles)
        result.tiles = event_tiles_record(tiles);
    event_tiles_destroy(tiles);
    event_engine_destroy(engine);
    sim->scene.table.obstacles = NULL;
    sim->scene.table.n_obstacles = 0;
    sim_close(sim);
    free(parts.table);
    return result;
}

static void assert_same(const struct law *law, const struct cut *cut, const struct result *expected,
                        const struct result *found)
{
    const struct counters *a = &expected->counters, *b = &found->counters;
    bool same = expected->frames == found->frames && expected->saved == found->saved &&
                expected->record.rows == found->record.rows && expected->record.hash == found->record.hash &&
                expected->record.last_group == found->record.last_group && a->ball == b->ball &&
                a->surface == b->surface && a->simultaneous == b->simultaneous && a->lost == b->lost &&
                a->overlap == b->overlap && a->rest == b->rest && a->pulls == b->pulls;
    if (!same)
        print_message(
            "# differs: seed %llu, %zu x %zu balls, eta %g, periodic %u, e %g; %zu x %zu tiles, hits %g, halo %g\n",
            (unsigned long long)law->seed, law->columns, law->lines, law->eta, law->periodic, law->restitution,
            cut->tiling.columns, cut->tiling.rows, cut->tiling.hits, cut->tiling.halo);
    assert_true(same);
}

/** What becomes of all windows of some runs. */
static struct event_tiles_record total;

static void compare(const struct law *law, const struct cut *cut, const struct result *expected)
{
    const struct result found = run(law, cut);
    assert_same(law, cut, expected, &found);
    total.accepted += found.tiles.accepted;
    total.repeated += found.tiles.repeated;
    total.alone += found.tiles.alone;
}

static struct law random_law(uint64_t *seed)
{
    struct law law = {.restitution = 1, .dt = 0.5, .seed = uniform_bits(seed)};
    law.columns = 7 + uniform_bits(seed) % 38;
    law.lines = 7 + uniform_bits(seed) % 38;
    law.eta = uniform(seed, 0.05, 0.72);
    law.smallest = uniform_bits(seed) % 3 == 0 ? uniform(seed, 0.05, 0.5) : 0;
    law.periodic = (unsigned)(uniform_bits(seed) % 4);
    law.has_fixed = uniform_bits(seed) % 4 == 0;
    law.has_table = uniform_bits(seed) % 5 == 0;
    law.has_obstacles = law.eta < 0.4 && uniform_bits(seed) % 4 == 0;
    law.has_bullets = uniform_bits(seed) % 4 == 0;
    law.has_copies = law.smallest == 0 && uniform_bits(seed) % 6 == 0;
    law.is_watched = uniform_bits(seed) % 2;
    if (uniform_bits(seed) % 3 == 0)
        law.restitution = uniform(seed, 0.8, 1);
    law.dt = uniform(seed, 0.02, 1) * (law.eta < 0.3 ? 2 : 1);
    law.steps = 2 + uniform_bits(seed) % 5;
    return law;
}

/** Tiles of all kinds, from halos that never do to such as nearly always do. */
static void test_random_scenes(void **context)
{
    (void)context;
    uint64_t seed = 59;
    total = (struct event_tiles_record){0};
    for (int i = 0; i < runs(10, 500); i++) {
        const struct law law = random_law(&seed);
        const struct result expected = run(&law, NULL);
        const struct cut cuts[] = {
            {2, {2, 2, uniform(&seed, 1, 6), uniform(&seed, 1, 20), uniform(&seed, 0.1, 12)}},
            {3, {3, 3, uniform(&seed, 0.5, 3), uniform(&seed, 1, 20), uniform(&seed, 0.1, 12)}},
            {1 + uniform_bits(&seed) % 3, {1 + uniform_bits(&seed) % 4, 1 + uniform_bits(&seed) % 4, 0, 0, 0}}};
        for (size_t k = 0; k < sizeof cuts / sizeof *cuts; k++)
            compare(&law, &cuts[k], &expected);
    }
    print_message("# %llu windows in tiles, %llu again, %llu alone\n", (unsigned long long)total.accepted,
                  (unsigned long long)total.repeated, (unsigned long long)total.alone);
    assert_true(total.accepted > total.repeated + total.alone && total.repeated > 0);
}

/** A ball that crosses several tiles meets no one whom these compare. */
static void test_shot(void **context)
{
    (void)context;
    const struct law law = {80, 2, 0.05, 0, 1, .has_shot = true, .is_watched = true, .seed = 1, .steps = 4, .dt = 2};
    const struct result expected = run(&law, NULL);
    assert_true(expected.counters.ball > 0);
    total = (struct event_tiles_record){0};
    compare(&law, &(struct cut){2, {2, 1, 0.02, 0.02, 1}}, &expected);
    compare(&law, &(struct cut){2, {8, 1, 0.02, 0.02, 1}}, &expected);
    assert_true(total.repeated > 0);
}

/** Two balls meet at the cut that neither tile has seen of the other. */
static void test_duel(void **context)
{
    (void)context;
    const struct law law = {80,        2,          0.05,       0, 1, .has_duel = true, .is_watched = true,
                            .seed = 1, .steps = 2, .dt = 1.502};
    const struct result expected = run(&law, NULL);
    assert_true(expected.counters.ball > 0);
    total = (struct event_tiles_record){0};
    compare(&law, &(struct cut){2, {2, 1, 10, 0.001, 1}}, &expected);
    assert_true(total.repeated > 0);
}

/** A ball comes to a tile where none of those that are compared does, and only there. */
static void test_phantom(void **context)
{
    (void)context;
    const struct law law = {80,        2,          0.05,       0, 0, .has_phantom = true, .is_watched = true,
                            .seed = 1, .steps = 2, .dt = 1.502};
    const struct result expected = run(&law, NULL);
    assert_int_equal(expected.counters.ball, 1);
    total = (struct event_tiles_record){0};
    compare(&law, &(struct cut){2, {2, 1, 10, 0.001, 15}}, &expected);
    assert_true(total.repeated > 0);
}

/** The lower rows of tiles have no balls of their own: two rows of balls are cut into four. */
static void test_empty_tiles(void **context)
{
    (void)context;
    const struct law law = {40, 2, 0.3, 0, 1, .is_watched = true, .seed = 3, .steps = 3, .dt = 0.5};
    const struct result expected = run(&law, NULL);
    total = (struct event_tiles_record){0};
    for (size_t columns = 1; columns < 4; columns++)
        compare(&law, &(struct cut){2, {columns, 4, 1, 5, 6}}, &expected);
    assert_true(total.accepted > 0);
}

/** Ball i and the one half-way on follow each other's trajectories. */
static void exchange(struct event_system *system, uint32_t i, bool *changed)
{
    const uint32_t j = i + (uint32_t)system->n / 2;
    const struct particle a = system->balls[i], b = system->balls[j];
    system->balls[i] = (struct particle){b.x, b.y, b.t, b.vx, b.vy, a.r, a.m, a.collisions, a.id};
    system->balls[j] = (struct particle){a.x, a.y, a.t, a.vx, a.vy, b.r, b.m, b.collisions, b.id};
    changed[i] = changed[j] = true;
    if (!system->turns)
        return;
    const struct vec2 turns = system->turns[i];
    system->turns[i] = system->turns[j];
    system->turns[j] = turns;
}

static unsigned *asked; /* of each ball: how often its region has been looked at */

static bool note_place(const struct event_tile *tile, uint32_t slot, struct vec2 place)
{
    (void)tile;
    (void)place;
    asked[slot]++;
    return false;
}

/** The engine of a tile that has all balls. */
static struct event_engine *all_in_one(const struct event_engine *whole, struct event_tile *tile, uint32_t n)
{
    *tile = (struct event_tile){.n = n, .n_inner = n, .n_own = n, .n_seen = n, .stray_squared = -1};
    tile->lo = (struct vec2){HUGE_VAL, HUGE_VAL};
    tile->slots = calloc(n, sizeof *tile->slots);
    tile->places = calloc(n, sizeof *tile->places);
    tile->changed = calloc(n, sizeof *tile->changed);
    asked = calloc(n, sizeof *asked);
    tile->strays = note_place;
    assert_true(tile->slots && tile->places && tile->changed && asked);
    for (uint32_t i = 0; i < n; i++)
        tile->slots[i] = i;
    struct event_engine *engine = event_engine_create_tile(whole, tile, (struct event_tuning){0}, 0);
    assert_non_null(engine);
    return engine;
}

static void run_both(struct event_engine *a, struct event_engine *b, double until)
{
    bool interrupted;
    struct error err;
    assert_int_equal(event_engine_run(a, until, &interrupted, &err), STATUS_OK);
    assert_int_equal(event_engine_run(b, until, &interrupted, &err), STATUS_OK);
    const struct event_system *one = event_engine_system(a), *other = event_engine_system(b);
    assert_memory_equal(one->balls, other->balls, one->n * sizeof *one->balls);
}

/** An engine some of whose balls are replaced goes on as one that is made anew with them, though their numbers of hits
 *  are those of the former ones. */
static void renew_some(const struct law *law)
{
    struct parts parts;
    struct sim *sim = table_of(law, &parts);
    const uint32_t n = (uint32_t)sim->scene.n;
    struct event_tile tile;
    struct event_engine *whole;
    struct error err;
    assert_int_equal(event_engine_create(&sim->scene, sim->world, NULL, (struct event_tuning){0}, &whole, &err),
                     STATUS_OK);
    struct event_engine *engine = all_in_one(whole, &tile, n);
    run_both(whole, engine, law->dt);
    memset(asked, 0, n * sizeof *asked);
    for (uint32_t i = 0; i < n / 2; i += 7) {
        exchange(event_engine_system(whole), i, tile.changed);
        exchange(event_engine_system(engine), i, tile.changed);
    }
    event_engine_suspend(whole);
    assert_true(event_engine_resume(whole, law->dt));
    assert_true(event_search_renew(event_engine_system(engine), tile.changed, law->dt));
    for (uint32_t i = 0; i < n; i++)
        assert_int_equal(asked[i], tile.changed[i]);
    run_both(whole, engine, 3 * law->dt);
    assert_false(tile.is_hopeless);
    event_engine_destroy(engine);
    event_engine_destroy(whole);
    free(tile.slots);
    free(tile.places);
    free(tile.changed);
    free(asked);
    sim_close(sim);
    free(parts.table);
}

static void test_renewal(void **context)
{
    (void)context;
    for (unsigned periodic = 0; periodic < 4; periodic++)
        for (int i = 1; i <= 7; i += 2)
            renew_some(&(struct law){30, 30, 0.1 * i, 0, 1, .periodic = periodic, .seed = 7 + periodic, .steps = 3,
                                     .dt = 0.5});
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_scenes), cmocka_unit_test(test_shot),        cmocka_unit_test(test_duel),
        cmocka_unit_test(test_phantom),       cmocka_unit_test(test_empty_tiles), cmocka_unit_test(test_renewal),
    };
    return RUN_TESTS(tests);
}
