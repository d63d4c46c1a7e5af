/*
 * `spring` against the program text of its source document: simulateOneStep() of level 6 (public repository
 * pitizzzle/physics-simulations-balls), transcribed line by line into C, must give the same bits.
 */
#include "lib/sim.h"

struct reference_ball {
    double x, y, v_x, v_y, m, r, F_x, F_y;
};

struct reference {
    size_t n;
    struct reference_ball *balls;
    double w, h, k;
};

static void reference_pair(const struct reference *reference, struct reference_ball *i, struct reference_ball *j)
{
    const double k = reference->k;
    const double d_x = i->x - j->x;
    const double d_y = i->y - j->y;
    const double d = sqrt(d_x * d_x + d_y * d_y) + 0.000001;
    const double s = i->r + j->r - d;
    if (0 < s) {
        i->F_x += s * k * (d_x / d);
        i->F_y += s * k * (d_y / d);
        j->F_x -= s * k * (d_x / d);
        j->F_y -= s * k * (d_y / d);
    }
}

static void reference_walls(const struct reference *reference, struct reference_ball *ball)
{
    const double k = reference->k;
    if (ball->x - ball->r < 0)
        ball->F_x -= (ball->x - ball->r) * k;
    if (ball->x + ball->r - reference->w > 0)
        ball->F_x -= (ball->x + ball->r - reference->w) * k;
    if (ball->y - ball->r < 0)
        ball->F_y -= (ball->y - ball->r) * k;
    if (ball->y + ball->r - reference->h > 0)
        ball->F_y -= (ball->y + ball->r - reference->h) * k;
}

static void reference_step(const struct reference *reference, double dt)
{
    struct reference_ball *balls = reference->balls;
    for (size_t i = 0; i < reference->n; i++)
        balls[i].F_x = balls[i].F_y = 0;
    for (size_t i = 0; i < reference->n; i++)
        for (size_t j = i + 1; j < reference->n; j++)
            reference_pair(reference, &balls[i], &balls[j]);
    for (size_t i = 0; i < reference->n; i++)
        reference_walls(reference, &balls[i]);
    for (size_t i = 0; i < reference->n; i++) {
        const double a_x = balls[i].F_x / balls[i].m;
        const double a_y = balls[i].F_y / balls[i].m;
        balls[i].v_x += dt * a_x;
        balls[i].v_y += dt * a_y;
        balls[i].x += dt * balls[i].v_x;
        balls[i].y += dt * balls[i].v_y;
    }
}

static struct reference reference_of(const struct sim *sim)
{
    const struct world *world = sim->world;
    struct reference reference = {world->n, mem_array(world->n, sizeof *reference.balls), sim->scene.table.width,
                                  sim->scene.table.height, sim->scene.k};
    assert_non_null(reference.balls);
    for (size_t i = 0; i < world->n; i++)
        reference.balls[i] = (struct reference_ball){
            world->x[i], world->y[i], world->vx[i], world->vy[i], world->m[i], world->r[i], 0, 0};
    return reference;
}

static void assert_same_bits(const struct world *world, const struct reference *reference)
{
    for (size_t i = 0; i < world->n; i++) {
        const struct reference_ball *ball = &reference->balls[i];
        assert_memory_equal(&world->x[i], &ball->x, sizeof ball->x);
        assert_memory_equal(&world->y[i], &ball->y, sizeof ball->y);
        assert_memory_equal(&world->vx[i], &ball->v_x, sizeof ball->v_x);
        assert_memory_equal(&world->vy[i], &ball->v_y, sizeof ball->v_y);
    }
}

static void compare(struct sim *sim, uint64_t steps)
{
    struct reference reference = reference_of(sim);
    sim_start(sim, &integrator_spring);
    for (uint64_t step = 1; step <= steps; step++) {
        reference_step(&reference, sim->scene.dt);
        sim_advance(sim, step);
        assert_same_bits(sim->world, &reference);
    }
    assert_true(sim_counters(sim).ball > 6 && sim_counters(sim).surface > 2);
    free(reference.balls);
    sim_close(sim);
}

static void test_kick_off(void **context)
{
    (void)context;
    struct sim *sim = sim_kick_off();
    sim->scene.k = 500;
    sim->scene.dt = 0.01;
    compare(sim, 3000);
}

static void test_kick_off_soft(void **context)
{
    (void)context;
    struct sim *sim = sim_kick_off();
    sim->scene.k = 5; /* the document's stiffness: balls sink deep into each other */
    sim->scene.dt = 0.05;
    compare(sim, 3000);
}

/** More balls than the list takes all pairs of, different sizes and masses, overlapping from the start. */
static void test_300_balls(void **context)
{
    (void)context;
    struct sim *sim = sim_random_balls(300, 40, 25, 2, 11);
    sim->scene.k = 200;
    sim->scene.dt = 0.01;
    compare(sim, (uint64_t)runs(700, 3000));
}

/** One huge ball among small ones, whose order in the scene has nothing to do with their places. */
static void test_huge_ball(void **context)
{
    (void)context;
    struct sim *sim = sim_random_balls(300, 40, 40, 2, 5);
    sim->scene.r[150] = 12;
    sim->scene.m[150] = 100;
    sim->scene.k = 100;
    sim->scene.dt = 0.01;
    compare(sim, (uint64_t)runs(400, 1500));
}

/** Equal balls, for which there is code of their own. */
static void test_equal_balls(void **context)
{
    (void)context;
    struct sim *sim = sim_random_balls(300, 40, 40, 2, 6);
    for (size_t i = 0; i < 300; i++) {
        sim->scene.r[i] = 0.9;
        sim->scene.m[i] = 0.7;
    }
    sim->scene.k = 100;
    sim->scene.dt = 0.01;
    compare(sim, (uint64_t)runs(400, 1500));
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kick_off),  cmocka_unit_test(test_kick_off_soft), cmocka_unit_test(test_300_balls),
        cmocka_unit_test(test_huge_ball), cmocka_unit_test(test_equal_balls),
    };
    return RUN_TESTS(tests);
}
