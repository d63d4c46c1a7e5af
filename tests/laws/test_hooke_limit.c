/* The law `hooke` is what the spring integrators tend to: random clusters of touching balls, resolved by the law and
 * followed with springs so stiff and balls so large that nothing turns during the impact. */
#include "lib/sim.h"
#include "unit/touching.h"

#define LENGTH 1e6 /* of the springs' scene, in units of the law's */
#define SPEED  1e3

enum { BALLS = 6, STEPS = 60000 };

static void make_cluster(struct touching *set, uint64_t seed)
{
    touching_clear(set);
    touching_grow(set, BALLS, &seed);
    touching_find_pairs(set, 1);
    for (size_t i = 0; i < BALLS; i += 2)
        touching_random_velocity(set, i, &seed);
}

/** The same cluster as a scene, in the middle of a wide table. */
static struct sim *make_scene(const struct touching *set)
{
    struct sim *sim = sim_open(BALLS, 100 * LENGTH, 100 * LENGTH);
    for (size_t i = 0; i < BALLS; i++) {
        sim->scene.r[i] = LENGTH * set->r[i];
        sim->scene.m[i] = set->bodies[i].m;
        sim_ball(sim, i, LENGTH * (50 + set->x[i]), LENGTH * (50 + set->y[i]), SPEED * set->bodies[i].v.x,
                 SPEED * set->bodies[i].v.y);
    }
    sim->scene.k = 1e8;
    sim->scene.dt = 4e-7;
    return sim;
}

static void test_stiff_limit(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    for (uint64_t seed = 1; seed <= 5; seed++) {
        make_cluster(set, seed);
        struct sim *sim = make_scene(set);
        struct impact_outcome outcome = touching_resolve(set, "hooke");
        assert_true(outcome.rounds > 0 && !outcome.last_resort);
        sim_start(sim, &integrator_spring_rk4);
        sim_advance(sim, STEPS);
        assert_true(sim_potential(sim) == 0);
        for (size_t i = 0; i < BALLS; i++) {
            assert_true(fabs(sim->world->vx[i] / SPEED - set->bodies[i].v.x) < 2e-5);
            assert_true(fabs(sim->world->vy[i] / SPEED - set->bodies[i].v.y) < 2e-5);
        }
        sim_close(sim);
    }
    touching_close(set);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stiff_limit),
    };
    return RUN_TESTS(tests);
}
