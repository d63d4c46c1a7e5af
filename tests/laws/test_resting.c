/* Contacts that last: racked balls, balls that drift or stick together. No jitter, no hits at a standstill, no sinking.
 */
#include "laws/recorder.h"

static const char *const all_laws[] = {"pairwise", "newton", "lcp", "gr"};
enum { LAWS = sizeof all_laws / sizeof *all_laws };

/** The rack of a break, in the middle of the table. */
static void place_rack(struct test_table *table, double x, double y, double r, double angle)
{
    struct generate_rack rack = {.kind = RACK_TRIANGLE, .rows = 5, .x = x, .y = y, .r = r, .angle = angle};
    for (size_t i = 0; i < 15; i++)
        table->scene.r[i] = r;
    generate_rack_place(&rack, table->world->x, table->world->y);
}

/** A rack lies still while a ball beside it bounces up and down a hundred thousand times. */
static void test_rack_lies_still(void **context)
{
    (void)context;
    struct recorder recorder;
    struct test_table *table = table_open(16, 2.54, 1.27);
    place_rack(table, 1.3, 0.635, 0.028575, 17);
    table->scene.r[15] = 0.028575;
    table_ball(table, 15, 0.3, 0.5, 0, 8);
    struct world *before = world_create(16);
    memcpy(before->x, table->world->x, 15 * sizeof *before->x);
    memcpy(before->y, table->world->y, 15 * sizeof *before->y);
    table->scene.dt = 15000;
    recorder_start(&recorder, table, "gr", 0);
    table_advance(table, 1);
    assert_true(recorder.n > 90000);
    assert_int_equal(table_counters(table).ball, 0);
    assert_memory_equal(before->x, table->world->x, 15 * sizeof *before->x);
    assert_memory_equal(before->y, table->world->y, 15 * sizeof *before->y);
    world_destroy(before);
    recorder_close(&recorder, table);
}

/** Touching balls drift along together, in any direction, 1000 radii far. */
static void test_rack_drifts(void **context)
{
    (void)context;
    uint64_t seed = 3;
    for (int trial = 0; trial < 200; trial++) {
        struct recorder recorder;
        struct test_table *table = table_open(15, 2020, 2020);
        double vx = table_random(&seed, -1, 1), vy = table_random(&seed, -1, 1), speed = sqrt(vx * vx + vy * vy);
        place_rack(table, 1010, 1010, 1, table_random(&seed, 0, 360));
        for (size_t i = 0; i < 15; i++) {
            table->world->vx[i] = vx / speed;
            table->world->vy[i] = vy / speed;
        }
        table->scene.e_ball = trial % 2;
        table->scene.dt = 10;
        recorder_start(&recorder, table, all_laws[trial % LAWS], 0);
        for (uint64_t step = 1; step <= 100; step++)
            table_advance(table, step);
        assert_int_equal(recorder.n, 0);
        assert_true(recorder_deepest(table) < 1e-10);
        recorder_close(&recorder, table);
    }
}

/** Balls that differ in speed by rounding touch: one may sink into the other, but no deeper than allowed, and is
 *  then pushed out once, not again and again. */
static void test_rounding_does_not_sink(void **context)
{
    (void)context;
    for (size_t law = 0; law < LAWS; law++) {
        struct recorder recorder;
        struct test_table *table = table_open(3, 1e4, 10);
        for (size_t i = 0; i < 3; i++)
            table_ball(table, i, 10 + 2 * (double)i, 5, 1 - 3e-13 * (double)i, 0);
        table->scene.dt = 1;
        recorder_start(&recorder, table, all_laws[law], 1000);
        for (uint64_t step = 1; step <= 5000; step++) {
            table_advance(table, step);
            assert_true(recorder_deepest(table) < 1e-10);
        }
        assert_true(recorder.n < 50);
        recorder_close(&recorder, table);
    }
}

/** With restitution 0 balls stay together after a hit, in a row or in a heap, without further hits. */
static void test_stuck_balls_stay_quiet(void **context)
{
    (void)context;
    for (size_t law = 0; law < LAWS; law++) {
        struct recorder recorder;
        struct test_table *table = table_open(4, 1000, 10);
        table->scene.e_ball = 0;
        for (size_t i = 0; i < 4; i++)
            table_ball(table, i, 10 + 5.3 * (double)i, 5, i ? 0 : 1, 0);
        table->scene.dt = 50;
        recorder_start(&recorder, table, all_laws[law], 1000);
        table_advance(table, 1);
        size_t hits = recorder.n;
        assert_true(hits >= 3 && hits < 30);
        for (uint64_t step = 2; step <= 60; step++)
            table_advance(table, step);
        assert_true(recorder.n <= hits + 10);
        assert_true(recorder_deepest(table) < 1e-10 && table_counters(table).overlap < 1e-10);
        for (size_t i = 0; i < 4; i++)
            assert_true(fabs(table->world->vx[i] - 0.25) < 1e-9 && table->world->vy[i] == 0);
        recorder_close(&recorder, table);
    }
}

/** Two balls that meet head on along any line, with opposite momenta and restitution 0, stop there: what rounding
 * leaves of their motion never takes them through each other or apart again, and lets them hit a few times at most. */
static void test_head_on_stop(void **context)
{
    (void)context;
    uint64_t seed = 11;
    for (int trial = 0; trial < 300; trial++) {
        struct recorder recorder;
        struct test_table *table = table_open(2, 40, 40);
        double angle = table_random(&seed, 0, 7), nx = cos(angle), ny = sin(angle);
        double reach = 0, mass[2];
        for (size_t i = 0; i < 2; i++) {
            table->scene.r[i] = table_random(&seed, 0.3, 3);
            table->scene.m[i] = mass[i] = table_random(&seed, 0.1, 10);
            reach += table->scene.r[i];
        }
        table_ball(table, 0, 20 - 5 * nx, 20 - 5 * ny, nx / mass[0], ny / mass[0]);
        table_ball(table, 1, 20 + 5 * nx, 20 + 5 * ny, -nx / mass[1], -ny / mass[1]);
        double energy = table_kinetic(table);
        table->scene.e_ball = 0;
        table->scene.dt = 1e5;
        recorder_start(&recorder, table, all_laws[trial % LAWS], 0);
        for (uint64_t step = 1; step <= 100; step++) {
            table_advance(table, step);
            double dx = table->world->x[1] - table->world->x[0], dy = table->world->y[1] - table->world->y[0];
            assert_true(fabs(sqrt(dx * dx + dy * dy) - reach) < 1e-7);
        }
        assert_in_range(recorder.n, 1, 20);
        assert_true(table_counters(table).overlap < 1e-10);
        assert_true(table_kinetic(table) < 1e-28 * energy);
        assert_true(fabs(table_counters(table).lost - energy) < 1e-14 * energy);
        recorder_close(&recorder, table);
    }
}

/** What has stopped stays where it is: a ball that hits a wall with e = 0, and a row that it rolls into. */
static void test_standstill(void **context)
{
    (void)context;
    for (size_t law = 0; law < LAWS; law++) {
        struct recorder recorder;
        struct test_table *table = table_open(3, 20, 10);
        table->scene.e_ball = table->scene.e_wall = 0;
        table_ball(table, 0, 1, 5, 0, 0);
        table_ball(table, 1, 3, 5, 0, 0);
        table_ball(table, 2, 10, 5, -1, 0);
        table->scene.dt = 10;
        recorder_start(&recorder, table, all_laws[law], 1000);
        table_advance(table, 1);
        size_t hits = recorder.n;
        assert_true(hits >= 3 && table_kinetic(table) == 0);
        table_advance(table, 1000000);
        assert_int_equal(recorder.n, hits);
        assert_true(fabs(table->world->x[2] - 5) < 1e-9);
        recorder_close(&recorder, table);
    }
}

/** A ball slides along a wall it touches, over balls that lie in its way, which it only grazes. */
static void test_grazing_row(void **context)
{
    (void)context;
    struct recorder recorder;
    struct test_table *table = table_open(9, 40, 4);
    for (size_t i = 0; i < 8; i++)
        table_ball(table, i, 11 + 2 * (double)i, 1, 0, 0);
    table_ball(table, 8, 3, 3, 1, 0);
    table->scene.e_ball = 0.9;
    table->scene.dt = 30;
    recorder_start(&recorder, table, "gr", 1000);
    table_advance(table, 1);
    assert_true(recorder_deepest(table) < 1e-10);
    assert_true(fabs(table->world->x[8] - 33) < 1e-9);
    assert_true(fabs(table_kinetic(table) - 0.5) < 1e-10);
    recorder_close(&recorder, table);
}

/** 200 balls at area fraction 0.5, a million hits: nothing sinks, leaves or gains; the recorder checks the times. */
static void test_a_million_hits(void **context)
{
    (void)context;
    enum { COLUMNS = 20, LINES = 10 };
    struct recorder recorder;
    double spacing = sqrt(2 * 3.14159265358979323846);
    uint64_t seed = 1;
    struct test_table *table = table_open(COLUMNS * LINES, COLUMNS * spacing, LINES * spacing);
    for (size_t i = 0; i < table->scene.n; i++)
        table_ball(table, i, ((double)(i % COLUMNS) + 0.5) * spacing, ((double)(i / COLUMNS) + 0.5) * spacing,
                   table_random(&seed, -1, 1), table_random(&seed, -1, 1));
    double energy = table_kinetic(table);
    table->scene.dt = 10;
    recorder_start(&recorder, table, "gr", 0);
    for (uint64_t step = 1; recorder.n < 1000000; step++) {
        table_advance(table, step);
        assert_true(recorder_deepest(table) < 1e-10);
        assert_true(fabs(table_kinetic(table) - energy) < 1e-10 * energy);
    }
    assert_true(table_counters(table).overlap < 1e-10);
    assert_true(fabs(table_counters(table).lost) < 1e-10 * energy);
    recorder_close(&recorder, table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rack_lies_still),
        cmocka_unit_test(test_rack_drifts),
        cmocka_unit_test(test_rounding_does_not_sink),
        cmocka_unit_test(test_stuck_balls_stay_quiet),
        cmocka_unit_test(test_head_on_stop),
        cmocka_unit_test(test_standstill),
        cmocka_unit_test(test_grazing_row),
        cmocka_unit_test(test_a_million_hits),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
