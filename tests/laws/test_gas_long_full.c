/* The long run: 10^8 collisions of 4096 balls. Nothing may creep: no overlap, no ball in a wall, no drift of energy. */
#include "gas.h"

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
    struct test_table *table = gas_open(64, 64, 0.5, 0, 1);
    double energy = table_kinetic(table);
    table->scene.dt = 50; /* some 8 x 10^5 collisions */
    table_start(table, &integrator_event);
    while (table_counters(table).ball < UINT64_C(100000000)) {
        table_advance(table, table->world->step + 1);
        assert_true(fabs(table_kinetic(table) / energy - 1) < 1e-9);
        assert_true(deepest_overlap(table->world, &table->scene) < 1e-10);
    }
    struct counters counters = table_counters(table);
    print_message("# %llu collisions, energy off by %.1e, overlap %.1e\n", (unsigned long long)counters.ball,
                  table_kinetic(table) / energy - 1, counters.overlap);
    assert_true(counters.overlap < 1e-10);
    assert_true(counters.lost == 0);
    table_close(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_long_run)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
