/*
 * Promise: resting balls lie still. Measured: racks, drifting and stuck balls: no hit at a standstill, a million
 * hits without sinking.
 */
/* Contacts that last: racked balls, balls that drift or stick together. No jitter, no hits at a standstill, no sinking.
 */
#include "lib/contact_log.h"
#include "reading/generate.h"

static const char *const all_laws[] = {"pairwise", "newton", "lcp", "gr"};
enum { LAWS = sizeof all_laws / sizeof *all_laws };

/** The rack of a break, in the middle of the table. */
static void place_rack(struct sim *sim, double x, double y, double r, double angle)
{
    struct generate_rack rack = {.kind = RACK_TRIANGLE, .rows = 5, .x = x, .y = y, .r = r, .angle = angle};
    for (size_t i = 0; i < 15; i++)
        sim->scene.r[i] = r;
    generate_rack_place(&rack, sim->world->x, sim->world->y);
}

/** A rack lies still while a ball beside it bounces up and down a hundred thousand times. */
static void test_rack_lies_still(void **context)
{
    (void)context;
    struct contact_log contacts;
    struct sim *sim = sim_open(16, 2.54, 1.27);
    place_rack(sim, 1.3, 0.635, 0.028575, 17);
    sim->scene.r[15] = 0.028575;
    sim_ball(sim, 15, 0.3, 0.5, 0, 8);
    struct world *before = world_create(16);
    memcpy(before->x, sim->world->x, 15 * sizeof *before->x);
    memcpy(before->y, sim->world->y, 15 * sizeof *before->y);
    sim->scene.dt = 15000;
    contact_log_start(&contacts, sim, "gr", 0);
    sim_advance(sim, 1);
    assert_true(contacts.n > 90000);
    assert_int_equal(sim_counters(sim).ball, 0);
    assert_memory_equal(before->x, sim->world->x, 15 * sizeof *before->x);
    assert_memory_equal(before->y, sim->world->y, 15 * sizeof *before->y);
    world_destroy(before);
    contact_log_close(&contacts, sim);
}

/** Touching balls drift along together, in any direction, 1000 radii far. */
static void test_rack_drifts(void **context)
{
    (void)context;
    uint64_t seed = 3;
    for (int trial = 0; trial < 200; trial++) {
        struct contact_log contacts;
        struct sim *sim = sim_open(15, 2020, 2020);
        double vx = uniform(&seed, -1, 1), vy = uniform(&seed, -1, 1), speed = sqrt(vx * vx + vy * vy);
        place_rack(sim, 1010, 1010, 1, uniform(&seed, 0, 360));
        for (size_t i = 0; i < 15; i++) {
            sim->world->vx[i] = vx / speed;
            sim->world->vy[i] = vy / speed;
        }
        sim->scene.pair.restitution = restitution_of(trial % 2);
        sim->scene.dt = 10;
        contact_log_start(&contacts, sim, all_laws[trial % LAWS], 0);
        for (uint64_t step = 1; step <= 100; step++)
            sim_advance(sim, step);
        assert_int_equal(contacts.n, 0);
        assert_true(sim_deepest(sim) < 1e-10);
        contact_log_close(&contacts, sim);
    }
}

/** Balls that differ in speed by rounding touch: one may sink into the other, but no deeper than allowed, and is
 *  then pushed out once, not again and again. */
static void test_rounding_does_not_sink(void **context)
{
    (void)context;
    for (size_t law = 0; law < LAWS; law++) {
        struct contact_log contacts;
        struct sim *sim = sim_open(3, 1e4, 10);
        for (size_t i = 0; i < 3; i++)
            sim_ball(sim, i, 10 + 2 * (double)i, 5, 1 - 3e-13 * (double)i, 0);
        sim->scene.dt = 1;
        contact_log_start(&contacts, sim, all_laws[law], 1000);
        for (uint64_t step = 1; step <= 5000; step++) {
            sim_advance(sim, step);
            assert_true(sim_deepest(sim) < 1e-10);
        }
        assert_true(contacts.n < 50);
        contact_log_close(&contacts, sim);
    }
}

/** With restitution 0 balls stay together after a hit, in a row or in a heap, without further hits. */
static void test_stuck_balls_stay_quiet(void **context)
{
    (void)context;
    for (size_t law = 0; law < LAWS; law++) {
        struct contact_log contacts;
        struct sim *sim = sim_open(4, 1000, 10);
        sim->scene.pair.restitution = restitution_of(0);
        for (size_t i = 0; i < 4; i++)
            sim_ball(sim, i, 10 + 5.3 * (double)i, 5, i ? 0 : 1, 0);
        sim->scene.dt = 50;
        contact_log_start(&contacts, sim, all_laws[law], 1000);
        sim_advance(sim, 1);
        size_t hits = contacts.n;
        assert_true(hits >= 3 && hits < 30);
        for (uint64_t step = 2; step <= 60; step++)
            sim_advance(sim, step);
        assert_true(contacts.n <= hits + 10);
        assert_true(sim_deepest(sim) < 1e-10 && sim_counters(sim).overlap < 1e-10);
        for (size_t i = 0; i < 4; i++)
            assert_true(fabs(sim->world->vx[i] - 0.25) < 1e-9 && sim->world->vy[i] == 0);
        contact_log_close(&contacts, sim);
    }
}

/** Two balls that meet head on along any line, with opposite momenta and restitution 0, stop there: what rounding
 * leaves of their motion never takes them through each other or apart again, and lets them hit a few times at most. */
static void test_head_on_stop(void **context)
{
    (void)context;
    uint64_t seed = 11;
    for (int trial = 0; trial < 300; trial++) {
        struct contact_log contacts;
        struct sim *sim = sim_open(2, 40, 40);
        double angle = uniform(&seed, 0, 7), nx = cos(angle), ny = sin(angle), place = trial % 2 ? 20 : 40;
        double reach = 0, mass[2];
        for (size_t i = 0; i < 2; i++) {
            sim->scene.r[i] = uniform(&seed, 0.3, 3);
            sim->scene.m[i] = mass[i] = uniform(&seed, 0.1, 10);
            reach += sim->scene.r[i];
        }
        sim_ball(sim, 0, fmod(place - 5 * nx, 40), fmod(place - 5 * ny, 40), nx / mass[0], ny / mass[0]);
        sim_ball(sim, 1, fmod(place + 5 * nx, 40), fmod(place + 5 * ny, 40), -nx / mass[1], -ny / mass[1]);
        if (place == 40)
            sim_make_periodic(sim, TABLE_AXIS_X | TABLE_AXIS_Y);
        double energy = sim_kinetic(sim);
        sim->scene.pair.restitution = restitution_of(0);
        sim->scene.dt = 1e5;
        contact_log_start(&contacts, sim, all_laws[trial / 2 % LAWS], 0);
        for (uint64_t step = 1; step <= 100; step++) {
            sim_advance(sim, step);
            double dx = remainder(sim->world->x[1] - sim->world->x[0], 40);
            double dy = remainder(sim->world->y[1] - sim->world->y[0], 40), distance = sqrt(dx * dx + dy * dy);
            assert_true(distance > reach * (1 - 1e-10) && distance < reach + 1e-7);
        }
        assert_true(contacts.n >= 1 && contacts.n <= 20);
        assert_true(sim_counters(sim).overlap < 1e-10);
        assert_true(sim_kinetic(sim) < 1e-28 * energy);
        assert_true(fabs(sim_counters(sim).lost - energy) < 1e-14 * energy);
        contact_log_close(&contacts, sim);
    }
}

/** What has stopped stays where it is: a ball that hits a wall with e = 0, and a row that it rolls into. */
static void test_standstill(void **context)
{
    (void)context;
    for (size_t law = 0; law < LAWS; law++) {
        struct contact_log contacts;
        struct sim *sim = sim_open(3, 20, 10);
        sim->scene.pair.restitution = sim->scene.table.walls.restitution = restitution_of(0);
        sim_ball(sim, 0, 1, 5, 0, 0);
        sim_ball(sim, 1, 3, 5, 0, 0);
        sim_ball(sim, 2, 10, 5, -1, 0);
        sim->scene.dt = 10;
        contact_log_start(&contacts, sim, all_laws[law], 1000);
        sim_advance(sim, 1);
        size_t hits = contacts.n;
        assert_true(hits >= 3 && sim_kinetic(sim) == 0);
        sim_advance(sim, 1000000);
        assert_int_equal(contacts.n, hits);
        assert_true(fabs(sim->world->x[2] - 5) < 1e-9);
        contact_log_close(&contacts, sim);
    }
}

/** A ball slides along a wall it touches, over balls that lie in its way, which it only grazes. */
static void test_grazing_row(void **context)
{
    (void)context;
    struct contact_log contacts;
    struct sim *sim = sim_open(9, 40, 4);
    for (size_t i = 0; i < 8; i++)
        sim_ball(sim, i, 11 + 2 * (double)i, 1, 0, 0);
    sim_ball(sim, 8, 3, 3, 1, 0);
    sim->scene.pair.restitution = restitution_of(0.9);
    sim->scene.dt = 30;
    contact_log_start(&contacts, sim, "gr", 1000);
    sim_advance(sim, 1);
    assert_true(sim_deepest(sim) < 1e-10);
    assert_true(fabs(sim->world->x[8] - 33) < 1e-9);
    assert_true(fabs(sim_kinetic(sim) - 0.5) < 1e-10);
    contact_log_close(&contacts, sim);
}

/** 200 balls at area fraction 0.5, a million hits, fewer in `make test`: nothing sinks, leaves or gains; the log checks
 * the times. */
static void test_a_million_hits(void **context)
{
    (void)context;
    enum { COLUMNS = 20, LINES = 10 };
    struct contact_log contacts;
    double spacing = sqrt(2 * 3.14159265358979323846);
    uint64_t seed = 1;
    struct sim *sim = sim_open(COLUMNS * LINES, COLUMNS * spacing, LINES * spacing);
    for (size_t i = 0; i < sim->scene.n; i++)
        sim_ball_random(sim, i, ((double)(i % COLUMNS) + 0.5) * spacing, ((double)(i / COLUMNS) + 0.5) * spacing, 1,
                        &seed);
    double energy = sim_kinetic(sim);
    sim->scene.dt = 10;
    contact_log_start(&contacts, sim, "gr", 0);
    for (uint64_t step = 1; contacts.n < (size_t)runs(300000, 1000000); step++) {
        sim_advance(sim, step);
        assert_true(sim_deepest(sim) < 1e-10);
        assert_true(fabs(sim_kinetic(sim) - energy) < 1e-10 * energy);
    }
    assert_true(sim_counters(sim).overlap < 1e-10);
    assert_true(fabs(sim_counters(sim).lost) < 1e-10 * energy);
    contact_log_close(&contacts, sim);
}

/** Balls side by side and above each other with gaps of 10^-9, between four walls: at e = 0 all of them come to rest,
 * in rows that are bent by as little and wedged. No ball collides without end, and no energy is lost or found
 * unaccounted for. */
static void test_wedged_lattices(void **context)
{
    (void)context;
    static const uint64_t cases[][2] = {{6, 4}, {1, 5}, {3, 5}, {5, 5}, {9, 5}}; /* seed, balls a row */
    for (size_t k = 0; k < 5 * LAWS; k++) {
        uint64_t seed = cases[k / LAWS][0], row = cases[k / LAWS][1];
        if (k % LAWS != k / LAWS % LAWS && runs(1, 0)) /* each law once or twice */
            continue;
        const double gap = 1e-9, size = (double)row + gap * (double)(row + 1);
        struct sim *sim = sim_open(row * row, size, size);
        struct error err = {.status = STATUS_OK};
        for (size_t i = 0; i < row * row; i++) {
            double vx = uniform(&seed, -1.7, 1.7), vy = uniform(&seed, -1.7, 1.7);
            sim->scene.r[i] = 0.5;
            sim_ball(sim, i, 0.5 + gap + (double)(i % row) * (1 + gap), 0.5 + gap + (double)(i / row) * (1 + gap), vx,
                     vy);
        }
        const double energy = sim_kinetic(sim);
        sim->scene.pair.restitution = sim->scene.table.walls.restitution = restitution_of(0);
        sim->scene.dt = 1;
        sim->scene.impact = all_laws[k % LAWS];
        sim_start(sim, &integrator_event);
        if (session_step(sim->session, 1, &err) != STATUS_OK)
            fail_msg("case %zu, law %s: %s", k / LAWS, all_laws[k % LAWS], err.text);
        assert_true(sim_kinetic(sim) < 1e-12 * energy);
        assert_true(fabs(sim_kinetic(sim) + sim_counters(sim).lost - energy) < 1e-13 * energy);
        assert_true(sim_counters(sim).overlap < 1e-10);
        sim_close(sim);
    }
}

/** Bodies at rest against each other that have sunk are pushed apart at twice the speed that counts as rest. */
static void test_push(void **context)
{
    (void)context;
    const double approach = 1e-14, v = 0.3;
    struct contact_log contacts;
    struct sim *sim = sim_open(3, 40, 20);
    sim_ball(sim, 0, 10, 10, 0, v);
    sim_ball(sim, 1, 12 - 4e-11, 10, -approach, v);
    sim_ball(sim, 2, 1 - 2e-11, 10, -approach, v);
    sim->scene.dt = 1e-3;
    contact_log_start(&contacts, sim, "gr", 4);
    sim_advance(sim, 1);
    assert_int_equal(contacts.n, 2);
    for (size_t k = 0; k < 2; k++) {
        bool is_pair = contacts.rows[k].kind == CONTACT_BALL;
        double speeds = is_pair ? sqrt(2) * v : v, mass = is_pair ? 0.5 : 1;
        assert_near(contacts.rows[k].u, -approach, 1e-20);
        assert_near(contacts.rows[k].j, mass * (approach + 2 * CONTACT_RESTING * speeds), 1e-20);
    }
    assert_true(contacts.rows[0].kind != contacts.rows[1].kind);
    contact_log_close(&contacts, sim);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_push),
        cmocka_unit_test(test_rack_lies_still),
        cmocka_unit_test(test_rack_drifts),
        cmocka_unit_test(test_rounding_does_not_sink),
        cmocka_unit_test(test_stuck_balls_stay_quiet),
        cmocka_unit_test(test_head_on_stop),
        cmocka_unit_test(test_standstill),
        cmocka_unit_test(test_grazing_row),
        cmocka_unit_test(test_a_million_hits),
        cmocka_unit_test(test_wedged_lattices),
    };
    return RUN_TESTS(tests);
}
