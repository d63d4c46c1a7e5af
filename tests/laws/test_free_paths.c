/*
 * One ball in a chaotic table, for many hits: the mean free path is pi A / P of the region open to its centre (Santalo,
 * Integral Geometry and Geometric Probability, 1976; Chernov, J. Stat. Phys. 88, 1, 1997), its energy stays, and it
 * never leaves its region.
 *
 * Times are doubles, so a place on a long way is known no better than a part in 10^16 of the way; the runs are
 * therefore made of parts, each of which starts at time 0 where the one before has ended.
 *
 * Promise: obstacles: mean free paths of chaotic tables, energy to 1e-12 and no ball outside by 1e-10 r over 10^6
 * hits; mirrored, turned and scaled scenes give mirrored, turned and scaled logs, and groups that touch obstacles
 * the same outcome under every law, also across the seams and with lines and arcs in parts; a box of lines is the
 * table's own. Measured: 4 tables, 4 standard errors (10^6 hits each in full); 10 maps x 4 tables x straight,
 * rolling and falling flight; 60 groups, 5 images of each to 1e-9; joints from 1e-9 on; both sides of a fixed ball.
 * Also kept by laws/test_obstacle_symmetry.c, laws/test_obstacle_groups.c, laws/test_obstacles.c,
 * unit/test_surface_grid.c, unit/test_surface_arc.c.
 */
#include "lib/sim.h"

enum { PARTS_QUICK = 8, PARTS_FULL = 120 };

struct table_case {
    const char *name;
    double width, height;
    unsigned periodic;
    struct obstacle *obstacles;
    uint32_t n_obstacles;
    double disc; /* radius of a fixed ball in the middle; 0: none */
    double path; /* mean, from the reference */
};

static struct obstacle arcs[] = {{.kind = OBSTACLE_ARC, .value = {1, 1, 1, 90, 270}, BOUNCES(1)},
                                 {.kind = OBSTACLE_ARC, .value = {3, 1, 1, -90, 90}, BOUNCES(1)}};
static struct obstacle baffle[] = {{.kind = OBSTACLE_LINE, .value = {1.5, 0, 1.5, 1.2}, BOUNCES(1)}};

static const struct table_case cases[] = {
    {"Sinai", 4, 4, 0, NULL, 0, 1, 1.5115379233155057},
    {"torus", 4, 4, TABLE_AXIS_X | TABLE_AXIS_Y, NULL, 0, 1, 5.5448513132528864},
    {"stadium", 4, 2, 0, arcs, 2, 0, 1.9994178650780224},
    {"baffle", 3, 2, 0, baffle, 1, 0, 1.3108320130420564},
};

/** Starts a part at time 0. */
static struct sim *start_part(const struct table_case *table, struct vec2 x, struct vec2 v)
{
    struct sim *sim = sim_open(table->disc > 0 ? 2 : 1, table->width, table->height);
    sim->scene.table.obstacles = table->obstacles;
    sim->scene.table.n_obstacles = table->n_obstacles;
    if (table->periodic)
        sim_make_periodic(sim, table->periodic);
    sim->scene.r[0] = 0.1;
    sim->scene.dt = 8000 * table->path;
    sim_ball(sim, 0, x.x, x.y, v.x, v.y);
    if (table->disc > 0) {
        sim->scene.r[1] = table->disc;
        sim->scene.m[1] = HUGE_VAL;
        sim_ball(sim, 1, table->width / 2, table->height / 2, 0, 0);
    }
    sim_start(sim, &integrator_event);
    return sim;
}

/** Runs a part, sets place and velocity to those at its end, and returns the mean path between its hits. */
static double run_part(const struct table_case *table, struct vec2 *x, struct vec2 *v)
{
    struct sim *sim = start_part(table, *x, *v);
    sim_advance(sim, 1);
    struct counters counters = sim_counters(sim);
    assert_true(counters.overlap < 1e-10);
    assert_true(fabs(counters.lost) < 1e-15);
    double path = sim->scene.dt / (double)(counters.ball + counters.surface);
    *x = (struct vec2){sim->world->x[0], sim->world->y[0]};
    *v = (struct vec2){sim->world->vx[0], sim->world->vy[0]};
    assert_true(x->x >= 0 && x->x <= table->width && x->y >= 0 && x->y <= table->height);
    sim_close(sim);
    return path;
}

static void test_free_paths(void **context)
{
    (void)context;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct vec2 x = {0.5, 0.7}, v = {0.6, 0.8};
        int parts = runs(PARTS_QUICK, PARTS_FULL);
        double sum = 0, squares = 0;
        for (int part = 0; part < parts; part++) {
            double path = run_part(&cases[c], &x, &v) - cases[c].path;
            sum += path;
            squares += path * path;
        }
        double mean = sum / parts, error = sqrt((squares / parts - mean * mean) / (parts - 1));
        if (!(fabs(mean) < 4 * error && error < 0.02 * cases[c].path))
            fail_msg("%s: mean free path %.6f +- %.6f, not %.6f", cases[c].name, cases[c].path + mean, error,
                     cases[c].path);
        assert_near(vec2_dot(v, v), 1, 1e-12);
    }
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_free_paths)};
    return RUN_TESTS(tests);
}
