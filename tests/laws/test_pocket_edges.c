/*
 * What happens at the rim of a pocket: balls that start inside stay on the table until they come back, round a periodic
 * table or falling; and a ball that is hit just there is taken nevertheless.
 */
#include "lib/contact_log.h"

static const struct integrator_ops *const integrators[] = {&integrator_event, &integrator_impulse, &integrator_spring,
                                                           &integrator_spring_verlet, &integrator_spring_rk4};

/** n balls on a table of 10 x 20 with one pocket. */
static struct sim *table_with(struct obstacle *pocket, size_t n)
{
    struct sim *sim = sim_open(n, 10, 20);
    sim->scene.table.obstacles = pocket;
    sim->scene.table.n_obstacles = 1;
    sim->scene.k = 1e3;
    assert_true(world_add_pockets(sim->world));
    return sim;
}

/** Runs for a time and logs. */
static void run(struct sim *sim, const struct integrator_ops *ops, double duration, struct contact_log *log)
{
    uint64_t steps = ops == &integrator_event ? 1 : 2000;
    sim->scene.dt = duration / (double)steps;
    *log = (struct contact_log){.limit = SIZE_MAX, .last = -HUGE_VAL};
    sim->observer = (struct observer){.contact = contact_log_contact, .context = log};
    sim_start(sim, ops);
    sim_advance(sim, steps);
}

/** Taken once, at a time and, in the coordinates of the ball, at a place. */
static void assert_taken(const struct sim *sim, const struct contact_log *log, double t, struct vec2 place)
{
    double late = sim->ops == &integrator_event ? 1e-12 : 1.001 * sim->scene.dt;
    assert_true(sim->world->n_taken == 1 && log->n == 1);
    assert_true(log->rows[0].kind == CONTACT_POCKET && log->rows[0].t >= t - 1e-9 && log->rows[0].t <= t + late);
    assert_near(log->rows[0].at.x, place.x, 1e-9);
    assert_near(log->rows[0].at.y, place.y, 1e-9);
}

/** The ball leaves the pocket in which it starts, goes round and comes in from the other side; the seam is far from the
 *  pocket, or within it. */
static void test_round_a_periodic_table(void **state)
{
    (void)state;
    for (size_t o = 0; o < 5; o++)
        for (int at_seam = 0; at_seam < 2; at_seam++) {
            double centre = at_seam ? 0 : 5;
            struct obstacle pocket = {.kind = OBSTACLE_POCKET, .value = {centre, 10, 1}};
            struct sim *sim = table_with(&pocket, 1);
            struct contact_log log;
            sim_ball(sim, 0, centre - 0.5, 10, 1, 0);
            sim_make_periodic(sim, TABLE_AXIS_X);
            sim->scene.r[0] = 0.3;
            run(sim, integrators[o], 9, &log);
            assert_int_equal(sim->world->n_taken, 0);
            contact_log_close(&log, sim);
            sim = table_with(&pocket, 1);
            sim_ball(sim, 0, centre - 0.5, 10, 1, 0);
            sim_make_periodic(sim, TABLE_AXIS_X);
            sim->scene.r[0] = 0.3;
            run(sim, integrators[o], 12, &log);
            assert_taken(sim, &log, 9.5, (struct vec2){centre + 9, 10});
            contact_log_close(&log, sim);
        }
}

/** Thrown up from below the centre of a pocket: y = 4.5 + 4 t - t^2/2 is at its upper end, 6, twice. */
static void test_falls_back(void **state)
{
    (void)state;
    for (size_t o = 0; o < 5; o++) {
        struct obstacle pocket = {.kind = OBSTACLE_POCKET, .value = {5, 5, 1}};
        struct sim *sim = table_with(&pocket, 1);
        struct contact_log log;
        sim_ball(sim, 0, 5, 4.5, 0, 4);
        sim->scene.gravity = (struct vec2){0, -1};
        run(sim, integrators[o], 10, &log);
        assert_taken(sim, &log, 4 + sqrt(13), (struct vec2){5, 6});
        contact_log_close(&log, sim);
    }
}

/** A heavy ball meets a light one as its centre crosses the rim, which the light one cannot keep it from: rounding puts
 *  the hit before the crossing or after it, and the ball perhaps a little inside. */
static void test_hit_at_the_rim(void **state)
{
    (void)state;
    uint64_t seed = 4;
    size_t hits = 0;
    for (int round = 0; round < 2000; round++) {
        struct obstacle pocket = {.kind = OBSTACLE_POCKET, .value = {5, 10, 1.5}};
        struct sim *sim = table_with(&pocket, 2);
        struct contact_log log;
        double at = uniform(&seed, 0, 6.3), way = at + uniform(&seed, -1, 1), towards = way + uniform(&seed, -1, 1);
        double t = uniform(&seed, 0.3, 0.9), speed = uniform(&seed, 0.5, 2);
        struct vec2 rim = {5 + 1.5 * cos(at), 10 + 1.5 * sin(at)}, v = {-speed * cos(way), -speed * sin(way)};
        sim->scene.r[0] = sim->scene.r[1] = 0.2;
        sim->scene.m[0] = 1e6;
        sim_ball(sim, 0, rim.x - t * v.x, rim.y - t * v.y, v.x, v.y);
        sim_ball(sim, 1, rim.x - 0.4 * cos(towards), rim.y - 0.4 * sin(towards), 0, 0);
        run(sim, &integrator_event, 2, &log);
        assert_true(log.n > 0 && !world_is_on_table(sim->world, 0));
        hits += log.rows[0].kind == CONTACT_BALL;
        for (size_t k = 0; k < log.n; k++)
            if (log.rows[k].kind == CONTACT_POCKET && log.rows[k].a == 0)
                assert_near(log.rows[k].t, t, 1e-9);
        contact_log_close(&log, sim);
    }
    assert_true(hits > 500 && hits < 1990);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_a_periodic_table),
        cmocka_unit_test(test_falls_back),
        cmocka_unit_test(test_hit_at_the_rim),
    };
    return RUN_TESTS(tests);
}
