/*
 * Promise: no drift, overlap or escape in long runs. Measured: 10^8 hits: energy to 1e-9, overlap below 1e-10 of a
 * radius.
 */
/* The long run: 10^8 collisions of 4096 balls. Nothing may creep: no overlap, no ball in a wall, no drift of energy. */
#include "lib/gas.h"

/** Deepest overlap of the state, relative to the radius, walls included. */
static double deepest_overlap(const struct world *world, const struct scene *scene)
{
    double deepest = 0;
    for (size_t i = 0; i < world->n; i++) {
        double x = world->x[i], y = world->y[i];
        double gap = fmin(fmin(x, scene->table.width - x), fmin(y, scene->table.height - y)) - 0.5;
        deepest = fmax(deepest, -gap / 0.5);
        for (size_t j = 0; j < i; j++) {
            double dx = x - world->x[j], dy = y - world->y[j];
            if (dx * dx + dy * dy < 1)
                deepest = fmax(deepest, (1 - sqrt(dx * dx + dy * dy)) / 0.5);
        }
    }
    return deepest;
}

static void test_long_run(void **context)
{
    (void)context;
    struct sim *sim = gas_open(64, 64, 0.5, 0, 1);
    double energy = sim_kinetic(sim);
    sim->scene.dt = 50; /* some 8 x 10^5 collisions */
    sim_start(sim, &integrator_event);
    while (sim_counters(sim).ball < UINT64_C(100000000)) {
        sim_advance(sim, sim->world->step + 1);
        assert_true(fabs(sim_kinetic(sim) / energy - 1) < 1e-9);
        assert_true(deepest_overlap(sim->world, &sim->scene) < 1e-10);
    }
    struct counters counters = sim_counters(sim);
    print_message("# %llu collisions, energy off by %.1e, overlap %.1e\n", (unsigned long long)counters.ball,
                  sim_kinetic(sim) / energy - 1, counters.overlap);
    assert_true(counters.overlap < 1e-10);
    assert_true(counters.lost == 0);
    sim_close(sim);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_long_run)};
    return RUN_TESTS(tests);
}
