/* Gravity and rolling friction in fixed time steps: free flight is exact, friction stops a ball and never turns it
 * round, and the ledger balances. */
#include "lib/sim.h"

#include "measure/diagnostics.h"

static const struct integrator_ops *const stepped[] = {&integrator_impulse, &integrator_spring,
                                                       &integrator_spring_verlet, &integrator_spring_rk4};
enum { STEPPED = 4 };

/** One ball of mass 1.7 at (50, 50), with room for its flight. */
static struct sim *one_ball(double vx, double vy, struct vec2 gravity, double friction)
{
    struct sim *sim = sim_open(1, 100, 100);
    sim->scene.k = 400;
    sim->scene.dt = 0.013;
    sim->scene.m[0] = 1.7;
    sim->scene.gravity = gravity;
    if (friction > 0) {
        sim->scene.friction = mem_array(1, sizeof(double));
        assert_non_null(sim->scene.friction);
        sim->scene.friction[0] = friction;
    }
    sim_ball(sim, 0, 50, 50, vx, vy);
    return sim;
}

static double total(const struct sim *sim)
{
    return sim_kinetic(sim) + sim_potential(sim) + diagnostics_potential(sim->world, sim->scene.gravity) +
           sim_counters(sim).lost;
}

static void near_under(double found, double wanted, double tolerance, const struct integrator_ops *ops)
{
    if (!(fabs(found - wanted) <= tolerance))
        fail_msg("%s: %.17g, not %.17g", ops->name, found, wanted);
}

/** x = x0 + v0 t + g t^2/2, whatever dt. */
static void test_parabola(void **context)
{
    (void)context;
    const struct vec2 gravity = {0.7, -3.1};
    for (size_t o = 0; o < STEPPED; o++) {
        struct sim *sim = one_ball(2, 5, gravity, 0);
        sim_start(sim, stepped[o]);
        double before = total(sim);
        sim_advance(sim, 250);
        double t = sim->world->t;
        near_under(sim->world->x[0], 50 + 2 * t + gravity.x * t * t / 2, 1e-12, stepped[o]);
        near_under(sim->world->y[0], 50 + 5 * t + gravity.y * t * t / 2, 1e-12, stepped[o]);
        near_under(sim->world->vx[0], 2 + gravity.x * t, 1e-13, stepped[o]);
        near_under(sim->world->vy[0], 5 + gravity.y * t, 1e-13, stepped[o]);
        near_under(total(sim), before, 1e-11, stepped[o]);
        sim_close(sim);
    }
}

/** Along (3, 4)/5: v = v0 - c t until it stops after v0/c, at v0^2/(2 c) from the start; then it stays. */
static void test_rolling(void **context)
{
    (void)context;
    const double v0 = 5, c = 1.3;
    for (size_t o = 0; o < STEPPED; o++) {
        struct sim *sim = one_ball(3, 4, (struct vec2){0, 0}, c);
        sim_start(sim, stepped[o]);
        double before = total(sim);
        for (uint64_t step = 1; step <= 400; step++) {
            sim_advance(sim, step);
            double t = sim->world->t, speed = v0 - c * t, way = v0 * t - c * t * t / 2;
            if (t >= v0 / c) {
                speed = 0;
                way = v0 * v0 / (2 * c);
            }
            double late = t >= v0 / c ? c * sim->scene.dt * sim->scene.dt / 8 : 0;
            near_under(sim->world->vx[0], 0.6 * speed, 1e-12, stepped[o]);
            near_under(sim->world->vy[0], 0.8 * speed, 1e-12, stepped[o]);
            near_under(sim->world->x[0], 50 + 0.6 * way, 1e-12 + late, stepped[o]);
            near_under(sim->world->y[0], 50 + 0.8 * way, 1e-12 + late, stepped[o]);
            near_under(total(sim), before, 1e-12, stepped[o]);
        }
        assert_true(sim->world->vx[0] == 0 && sim->world->vy[0] == 0);
        near_under(sim_counters(sim).rest, v0 / c, sim->scene.dt, stepped[o]);
        sim_close(sim);
    }
}

/** On a slope a ball stays at rest while c >= g, and rolls with g - c otherwise. */
static void test_slope(void **context)
{
    (void)context;
    for (size_t o = 0; o < STEPPED; o++)
        for (double c = 1; c < 4; c++) {
            struct sim *sim = one_ball(0, 0, (struct vec2){0, -2}, c);
            sim_start(sim, stepped[o]);
            sim_advance(sim, 100);
            double t = sim->world->t, wanted = c >= 2 ? 0 : (c - 2) * t;
            near_under(sim->world->vy[0], wanted, c >= 2 ? 0 : 1e-12, stepped[o]);
            assert_true((sim_counters(sim).rest < HUGE_VAL) == (c >= 2));
            sim_close(sim);
        }
}

/** Both together: the energy balances to rounding in free flight, and the path is second order in dt. */
static void test_slope_balance(void **context)
{
    (void)context;
    for (size_t o = 0; o < STEPPED; o++) {
        double x[3];
        for (int i = 0; i < 3; i++) {
            struct sim *sim = one_ball(2, 1, (struct vec2){0, -1.5}, 0.6);
            sim->scene.dt = 0.04 / (1 << i);
            sim_start(sim, stepped[o]);
            double before = total(sim);
            sim_advance(sim, 50ull << i);
            near_under(total(sim), before, 1e-12, stepped[o]);
            x[i] = sim->world->x[0];
            sim_close(sim);
        }
        assert_true(fabs((x[0] - x[1]) / (x[1] - x[2]) - 4) < 0.4);
    }
}

/** A ball that bounces: with e = 1 and short contacts the energy stays, with less it goes to `lost`. */
static void test_bouncing(void **context)
{
    (void)context;
    for (size_t o = 1; o < STEPPED; o++)
        for (double e = 1; e > 0.4; e -= 0.5) {
            struct sim *sim = one_ball(0.5, 0, (struct vec2){0, -9.81}, 0);
            sim->scene.table.walls.restitution = restitution_of(e);
            sim->scene.k = 1e5;
            sim->scene.dt = 1e-4;
            sim->world->y[0] = 3;
            sim_start(sim, stepped[o]);
            double before = total(sim), kinetic = 0;
            for (uint64_t step = 1; step <= 30000; step++) {
                sim_advance(sim, step);
                kinetic = fmax(kinetic, sim_kinetic(sim));
            }
            assert_true(sim_counters(sim).surface >= 2 && kinetic > 30);
            near_under(total(sim), before, 2e-4 * before, stepped[o]);
            sim_close(sim);
        }
}

/** A run continued from the world alone has the same bits: forces are a function of the state. */
static void test_continued(void **context)
{
    (void)context;
    for (size_t o = 0; o < STEPPED; o++) {
        struct sim *whole = one_ball(0.5, -6, (struct vec2){0.4, -2}, 0.3);
        struct sim *part = one_ball(0, 0, (struct vec2){0.4, -2}, 0.3);
        whole->scene.table.walls.restitution = part->scene.table.walls.restitution = restitution_of(0.7);
        whole->world->y[0] = 2;
        sim_start(whole, stepped[o]);
        for (uint64_t step = 1; step <= 60; step++) {
            sim_advance(whole, step);
            if (step == 17) {
                sim_ball(part, 0, whole->world->x[0], whole->world->y[0], whole->world->vx[0], whole->world->vy[0]);
                part->world->step = part->scene.start_step = step;
                part->world->t = whole->world->t;
                sim_start(part, stepped[o]);
            }
        }
        assert_true(sim_counters(whole).surface > 0);
        sim_advance(part, 60);
        sim_assert_same(whole->world, part->world);
        sim_close(whole);
        sim_close(part);
    }
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parabola), cmocka_unit_test(test_rolling),   cmocka_unit_test(test_slope),
        cmocka_unit_test(test_bouncing), cmocka_unit_test(test_continued), cmocka_unit_test(test_slope_balance),
    };
    return RUN_TESTS(tests);
}
