/* Balls that run along a surface to where it bends: into a rounded corner they follow the arc, whether the wall or a
 * line leads there; where a line bends away nothing is hit. */

#include "lib/contact_log.h"

/** A tall table with an obstacle or two and one ball. */
static struct sim *corner(double r, double width, struct obstacle *obstacles, uint32_t n)
{
    struct sim *sim = sim_open(1, width, 100);
    sim->scene.table.obstacles = obstacles;
    sim->scene.table.n_obstacles = n;
    sim->scene.contact_time = 1e-3;
    sim->scene.r[0] = r;
    sim->scene.dt = 0.25;
    return sim;
}

/** The lower right quarter of a circle: it is tangent to what lies below its centre, and leads upwards. */
static struct obstacle bend(double x, double y, double arc)
{
    return (struct obstacle){OBSTACLE_ARC, {x, y, arc, 270, 360}, .e = 1};
}

/** Runs until the ball has gone round the corner and up; it stays on the inner side of the bend. */
static void goes_round(struct sim *sim, const struct obstacle *bend, double r)
{
    sim_start(sim, &integrator_event);
    for (uint64_t step = 1; step <= 80; step++) {
        sim_advance(sim, step);
        double x = sim->world->x[0] - bend->value[0], y = sim->world->y[0] - bend->value[1];
        assert_true(!(x > 0 && y < 0) || hypot(x, y) <= (bend->value[2] - r) * (1 + 1e-9));
    }
}

static void test_a_wall_leads_into_an_arc(void **context)
{
    (void)context;
    uint64_t seed = 4;
    for (int k = 0; k < 100; k++) {
        double r = uniform(&seed, 0.05, 0.4), arc = uniform(&seed, 0.5, 2), width = uniform(&seed, 5, 12);
        struct obstacle round = bend(width - arc, arc, arc);
        struct sim *sim = corner(r, width, &round, 1);
        sim_ball(sim, 0, 2, r, 1, 0);
        goes_round(sim, &round, r);
        assert_true(sim->world->vy[0] > 0.9 || sim->world->y[0] > arc);
        sim_close(sim);
    }
}

/* The same after a hit that leaves the ball on the wall, with friction, and with gravity along the wall. */
static void test_what_comes_to_the_wall(void **context)
{
    (void)context;
    uint64_t seed = 6;
    for (int k = 0; k < 100; k++) {
        double r = uniform(&seed, 0.05, 0.4), arc = uniform(&seed, 0.5, 2), width = uniform(&seed, 5, 12);
        struct obstacle round = bend(width - arc, arc, arc);
        struct sim *sim = corner(r, width, &round, 1);
        sim_ball(sim, 0, 2, r, 1, 0);
        if (k % 3 == 0) {
            sim->scene.e_wall = 0;
            sim_ball(sim, 0, 2, r + 0.1, 1, -1);
        } else if (k % 3 == 1) {
            sim->scene.friction = mem_array(1, sizeof *sim->scene.friction);
            assert_non_null(sim->scene.friction);
            sim->scene.friction[0] = 0.01;
        } else {
            sim->scene.gravity.x = 0.05;
        }
        goes_round(sim, &round, r);
        sim_close(sim);
    }
}

static void test_a_line_leads_into_an_arc(void **context)
{
    (void)context;
    uint64_t seed = 8;
    for (int k = 0; k < 100; k++) {
        double r = uniform(&seed, 0.05, 0.4), arc = uniform(&seed, 0.5, 2), width = uniform(&seed, 5, 12);
        struct obstacle line = {OBSTACLE_LINE, {1, 50, width - arc, 50}, .e = 1};
        struct obstacle round = bend(width - arc, 50 + arc, arc);
        struct obstacle obstacles[2] = {k % 2 ? line : round, k % 2 ? round : line};
        struct sim *sim = corner(r, width, obstacles, 2);
        if (k % 4 < 2)
            sim_make_periodic(sim, TABLE_AXIS_Y);
        sim_ball(sim, 0, 2, 50 + r, 1, 0);
        goes_round(sim, &round, r);
        sim_close(sim);
    }
}

static void test_a_line_that_bends_away_is_not_hit(void **context)
{
    (void)context;
    uint64_t seed = 2;
    for (int k = 0; k < 300; k++) {
        double r = uniform(&seed, 0.05, 0.3), angle = uniform(&seed, -1, 1), bend = uniform(&seed, 0.05, 1.2);
        struct vec2 along = {cos(angle), sin(angle)}, up = vec2_left(along), joint = {20, 20};
        struct vec2 from = vec2_sub(joint, vec2_scale(2, along));
        struct vec2 to = vec2_add(joint, (struct vec2){2 * cos(angle - bend), 2 * sin(angle - bend)});
        struct obstacle lines[2] = {{OBSTACLE_LINE, {joint.x, joint.y, to.x, to.y}, .e = 1},
                                    {OBSTACLE_LINE, {from.x, from.y, joint.x, joint.y}, .e = 1}};
        struct contact_log contacts = {0};
        struct sim *sim = sim_open(1, 40, 40);
        sim->scene.table.obstacles = lines;
        sim->scene.table.n_obstacles = 2;
        sim->scene.r[0] = r;
        sim->scene.dt = 6;
        struct vec2 start = vec2_add(vec2_add(from, vec2_scale(0.5, along)), vec2_scale(r, up));
        sim_ball(sim, 0, start.x, start.y, along.x, along.y);
        contact_log_start(&contacts, sim, "gr", 10);
        sim_advance(sim, 1);
        assert_int_equal(contacts.n, 0);
        free(contacts.rows);
        sim_close(sim);
    }
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_wall_leads_into_an_arc),
        cmocka_unit_test(test_what_comes_to_the_wall),
        cmocka_unit_test(test_a_line_leads_into_an_arc),
        cmocka_unit_test(test_a_line_that_bends_away_is_not_hit),
    };
    return RUN_TESTS(tests);
}
