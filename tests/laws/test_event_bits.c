/*
 * The bits depend on the scene alone: whatever the structures inside the engine, however the run is cut into steps,
 * watched or not, saved and restarted, the trajectory and the hits are the same to the last bit.
 *
 * Promise: the trajectory of event is a function of the scene: not of structures inside, slices, watching, saves.
 * Measured: area fractions 0.01 to 0.7, 5 to 3000 balls, 10^5 hits each, to the last bit. Also kept by
 * laws/test_event_bits_full.c.
 */
#include "laws/event_variants.h"

enum { SHORT = 2000 };

/** Hits of a run: a tenth of them in `make test`. */
static uint64_t hits(int wanted)
{
    return (uint64_t)runs(wanted / 10, wanted);
}

static void test_equal_balls(void **context)
{
    (void)context;
    variants_agree(&(struct variant_scene){5, 1, 0.3, 1, 0, .hits = hits(SHORT)}, SHORT);
    variants_agree(&(struct variant_scene){6, 5, 0.01, 1, 0, .hits = hits(400)}, SHORT);
    variants_agree(&(struct variant_scene){20, 15, 0.7, 1, 0, .hits = hits(SHORT)}, SHORT);
    variants_agree(&(struct variant_scene){60, 50, 0.3, 1, 0, .hits = hits(SHORT)}, 300);
}

static void test_restitution(void **context)
{
    (void)context;
    variants_agree(&(struct variant_scene){6, 5, 0.3, 0.95, 0, .hits = hits(800)}, SHORT);
    variants_agree(&(struct variant_scene){20, 15, 0.7, 0.95, 0, .hits = hits(SHORT)}, SHORT);
}

static struct variant_run run_sticky(uint64_t seed, const struct variant *variant)
{
    struct sim *sim = sim_random_balls(150, 75, 56, 30, seed);
    sim->scene.pair.restitution = sim->scene.table.walls.restitution = restitution_of(0);
    sim->scene.dt = 0.5;
    struct variant_run run = variant_run(sim, variant, (uint64_t)runs(6, 20));
    sim_close(sim);
    return run;
}

/** Where balls stick, third bodies touch all the time, and some of these sets turn out to be none. */
static void test_sticky(void **context)
{
    (void)context;
    for (uint64_t seed = 1; seed <= (uint64_t)runs(2, 12); seed++) {
        struct variant_run expected = run_sticky(seed, &(struct variant){.tuning = {.shell = HUGE_VAL}});
        assert_true(expected.record.rows > 300);
        for (size_t v = 0; v < 3; v++) {
            struct variant_run found = run_sticky(seed, &variant_all[v]);
            variant_assert_same(&expected, &found, &variant_all[v]);
        }
    }
}

static void test_unequal_balls(void **context)
{
    (void)context;
    variants_agree(&(struct variant_scene){20, 15, 0.7, 1, 0.005, .hits = hits(SHORT)}, SHORT);
    variants_agree(&(struct variant_scene){8, 6, 0.5, 0.95, 0.2, .hits = hits(1200)}, SHORT);
}

/** Without walls along one axis or both; down to tables on which two balls take up most of the period. */
static void test_periodic(void **context)
{
    (void)context;
    const uint64_t n = (uint64_t)runs(SHORT / 25, SHORT);
    for (unsigned axes = 1; axes < 4; axes++) {
        variants_agree(&(struct variant_scene){2, 2, 0.5, 1, 0, n / 2, .periodic = axes}, SHORT);
        variants_agree(&(struct variant_scene){3, 2, 0.3, 1, 0, n / 2, .periodic = axes}, SHORT);
        variants_agree(&(struct variant_scene){6, 5, 0.01, 1, 0, n / 2, .periodic = axes}, SHORT);
        variants_agree(&(struct variant_scene){6, 5, 0.3, 0.95, 0, n, .periodic = axes}, SHORT);
        variants_agree(&(struct variant_scene){20, 15, 0.7, 1, 0, n, .periodic = axes}, SHORT);
        variants_agree(&(struct variant_scene){20, 15, 0.5, 1, 0.005, n, .periodic = axes}, SHORT);
        variants_agree(&(struct variant_scene){40, 30, 0.2, 1, 0, n, .periodic = axes}, 300);
        variants_agree(&(struct variant_scene){4, 3, 0.4, 1, 0.1, n, .periodic = axes, .has_fixed = true}, SHORT);
    }
}

/** Balls that fall or roll, in a box and without walls; in `make test` all pairs of 300 in a box only. */
static void test_accelerated(void **context)
{
    (void)context;
    for (unsigned axes = 0; axes < 4; axes++) {
        const size_t plain_up_to = axes ? (size_t)runs(100, SHORT) : SHORT;
        variants_agree(&(struct variant_scene){5, 4, 0.3, 1, 0.1, hits(400), .periodic = axes, .gravity = {0.1, -0.5},
                                               .has_fixed = true},
                       plain_up_to);
        variants_agree(&(struct variant_scene){20, 15, 0.4, 1, 0, hits(400), .periodic = axes, .gravity = {0, -0.5}},
                       plain_up_to);
        variants_agree(&(struct variant_scene){5, 4, 0.4, 0.9, 0.1, 40, .periodic = axes, .friction = 0.05},
                       plain_up_to);
        variants_agree(&(struct variant_scene){20, 15, 0.4, 1, 0, hits(400), .periodic = axes, .friction = 0.01},
                       plain_up_to);
        variants_agree(&(struct variant_scene){20, 15, 0.7, 0.95, 0.05, hits(400), .periodic = axes, .friction = 0.1},
                       plain_up_to);
    }
}

/** Walls that move, towards balls that fly, fall, lie, roll and turn. */
static void test_moving_walls(void **context)
{
    (void)context;
    const struct variant_scene scenes[] = {
        {3, 2, 0.2, 1, 0, 40, .moves = true},
        {20, 15, 0.5, 0.95, 0, hits(800), .moves = true},
        {20, 15, 0.1, 1, 0, hits(400), .moves = true},
        {20, 15, 0.4, 0.9, 0, hits(800), .moves = true, .gravity = {0, -0.5}, .has_fixed = true},
        {6, 5, 0.3, 0.5, 0.1, hits(400), .moves = true, .gravity = {0.3, -1}},
        {6, 5, 0.3, 0.9, 0.1, hits(400), .moves = true, .gravity = {0, -1}, .mu = 0.2},
        {5, 4, 0.3, 0.9, 0.1, 30, .moves = true, .friction = 0.05},
        {5, 4, 0.3, 0.9, 0, 30, .moves = true, .friction = 0.02, .mu = 0.1, .sliding = 0.2},
    };
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
        variants_agree(&scenes[i], SHORT);
}

/** Balls that turn: on cloth, rough, and where they lie and roll on walls; in `make test` all pairs of few only. */
static void test_rotation(void **context)
{
    (void)context;
    for (unsigned axes = 0; axes < 4; axes += 3) {
        const size_t plain_up_to = (size_t)runs(50, SHORT);
        const struct variant_scene scenes[] = {
            {6, 5, 0.05, 0.95, 0, 30, axes, .friction = 0.002, .mu = 0.1, .sliding = 0.02},
            {5, 4, 0.4, 0.95, 0.1, 30, axes, .friction = 0.02, .mu = 0.1, .sliding = 0.2, .has_fixed = true},
            {20, 15, 0.4, 1, 0, 40, axes, .friction = 0.01, .mu = 0.1, .sliding = 0.1},
            {20, 15, 0.6, 0.95, 0.05, hits(800), axes, .mu = 0.2},
            {5, 4, 0.3, 0.95, 0.1, 60, axes, .gravity = {0.1, -0.5}, .mu = 0.2},
        };
        for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
            variants_agree(&scenes[i], plain_up_to);
    }
}

/* ---- exact ties ---- */

/** Many copies of one little scene, each in a box of its own size on a common table, all numbers dyadic: every hit
 *  happens in all copies at exactly the same time. Heads-on pairs, a ball between two, a cradle that touches. */
static struct sim *copies(void)
{
    static const double cell[][4] = {{2, 2, 1, 0},    {6, 2, -1, 0},      {2, 6, 0.5, 0}, {8, 6, 0, 0},
                                     {10, 6, 0, 0},   {12, 6, 0, 0},      {4, 10, 1, 0},  {8, 10, 0, 0},
                                     {12, 10, -1, 0}, {13, 13, -0.5, 0.5}};
    enum { CELLS = 8, BALLS = sizeof cell / sizeof *cell };
    struct sim *sim = sim_open(CELLS * CELLS * BALLS, 16 * CELLS, 16 * CELLS);
    for (size_t i = 0; i < sim->scene.n; i++) {
        const double *ball = cell[i % BALLS];
        size_t copy = i / BALLS;
        double x = 16 * (double)(copy % CELLS), y = 16 * (double)(copy / CELLS);
        sim_ball(sim, i, x + ball[0], y + ball[1], ball[2], ball[3]);
    }
    sim->scene.dt = 0.25;
    return sim;
}

static struct variant_run run_copies(const struct variant *variant)
{
    struct sim *sim = copies();
    struct variant_run run = variant_run(sim, variant, 200);
    sim_close(sim);
    return run;
}

static void test_ties(void **context)
{
    (void)context;
    struct variant_run expected = run_copies(&variant_all[0]);
    assert_true(expected.record.rows > 2000);
    for (size_t v = 1; v < VARIANTS; v++) {
        struct variant_run found = run_copies(&variant_all[v]);
        variant_assert_same(&expected, &found, &variant_all[v]);
    }
}

/* ---- many balls ---- */

/** So many that what the next events need is fetched ahead of them, through discs and through cells. */
static void test_many_balls(void **context)
{
    (void)context;
    static const struct variant few[] = {{.name = "discs", .tuning = {.shell = 0.2}},
                                         {.name = "tree of events", .tuning = {.queue = EVENT_QUEUE_TREE}},
                                         {.name = "cells", .tuning = {.cell = 1.3}, .stride = 1}};
    const struct variant_scene scene = {185, 180, 0.6, 0.95, .hits = 1};
    struct sim *sim = variant_table(&scene);
    struct variant_run expected = variant_run(sim, &variant_all[0], 16);
    sim_close(sim);
    assert_true(expected.record.rows > 10000);
    for (size_t v = 0; v < sizeof few / sizeof *few; v++) {
        sim = variant_table(&scene);
        struct variant_run found = variant_run(sim, &few[v], 16);
        variant_assert_same(&expected, &found, &few[v]);
        sim_close(sim);
    }
}

/* ---- other machines ---- */

/** The same bits from every compiler and at every level of optimisation. These numbers were printed by this program;
 *  they say only that something has changed, and may be replaced when the arithmetic of a hit was changed on
 *  purpose. */
static void test_known_hashes(void **context)
{
    (void)context;
    static const struct {
        struct variant_scene scene;
        uint64_t state, hits;
    } known[] = {
        {{6, 5, 0.3, 1, 0, .hits = 2000}, 0x0a53ac580c07d161, 0x3a5f3e278a117f20},
        {{20, 15, 0.7, 0.95, 0, .hits = 3000}, 0xd5c38632478a8e8e, 0x5d0ad71e55d16573},
        {{20, 15, 0.5, 1, 0.1, .hits = 3000}, 0x434ca60dbddfa209, 0xd71044a5cb6d4187},
    };
    bool all_known = true;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct sim *sim = variant_table(&known[i].scene);
        struct variant_run run = variant_run(sim, &variant_all[0], variant_steps(&known[i].scene));
        bool is_known = run.state == known[i].state && run.record.hash == known[i].hits;
        if (!is_known)
            print_message("# case %zu: 0x%016llx, 0x%016llx\n", i, (unsigned long long)run.state,
                          (unsigned long long)run.record.hash);
        all_known = all_known && is_known;
        sim_close(sim);
    }
    assert_true(all_known);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equal_balls),   cmocka_unit_test(test_restitution),  cmocka_unit_test(test_sticky),
        cmocka_unit_test(test_unequal_balls), cmocka_unit_test(test_rotation),     cmocka_unit_test(test_ties),
        cmocka_unit_test(test_known_hashes),  cmocka_unit_test(test_periodic),     cmocka_unit_test(test_accelerated),
        cmocka_unit_test(test_many_balls),    cmocka_unit_test(test_moving_walls),
    };
    return RUN_TESTS(tests);
}
