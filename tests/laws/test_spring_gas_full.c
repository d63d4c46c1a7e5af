/*
 * Promise: springs keep a gas's energy. Measured: 2e-3 over 10^5 steps of 1000 discs. Also kept by
 * laws/test_orders.c.
 */
/* A gas of 1000 discs over 100 000 steps, some hundreds of contacts per ball: springs keep its energy, and its speeds
 * become Maxwellian. */
#include "lib/gas.h"

static const struct integrator_ops *const springs[] = {&integrator_spring, &integrator_spring_verlet,
                                                       &integrator_spring_rk4};

enum { SIDE = 32, N = 1000, STEPS = 100000 };

/** Speed sqrt(2) each, in any direction; discs of diameter and mass 1 at area fraction 0.5; 50 steps per contact. */
static struct sim *gas(void)
{
    const double spacing = sqrt(3.141592653589793 / 4 / 0.5);
    struct sim *sim = sim_open(N, SIDE * spacing, SIDE * spacing);
    uint64_t seed = 17;
    sim->scene.k = 500;
    sim->scene.dt = 0.002;
    for (size_t i = 0; i < N; i++) {
        double x, y, square;
        do {
            x = uniform(&seed, -1, 1);
            y = uniform(&seed, -1, 1);
            square = x * x + y * y;
        } while (square > 1 || square < 0.01);
        double factor = sqrt(2 / square);
        sim->scene.r[i] = 0.5;
        sim_ball(sim, i, spacing * ((double)(i % SIDE) + 0.5), spacing * ((double)(i / SIDE) + 0.5), factor * x,
                 factor * y);
    }
    return sim;
}

static void test_energy(void **context)
{
    (void)context;
    for (size_t o = 0; o < 3; o++) {
        struct sim *sim = gas();
        double mean = 0;
        sim_start(sim, springs[o]);
        for (uint64_t step = 1000; step <= STEPS; step += 1000) {
            sim_advance(sim, step);
            double drift = (sim_kinetic(sim) + sim_potential(sim)) / N - 1;
            if (!(fabs(drift) < 2e-3))
                fail_msg("%s: energy changed by a part of %g until step %d", springs[o]->name, drift, (int)step);
            mean += gas_fourth_moment(sim->world) / (STEPS / 1000);
        }
        assert_true(sim_counters(sim).ball > 300 * N && sim_counters(sim).lost == 0);
        assert_true(fabs(mean - 2) < 0.1); /* some potential energy is always stored, hence not exactly */
        sim_close(sim);
    }
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_energy)};
    return RUN_TESTS(tests);
}
