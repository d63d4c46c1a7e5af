/* test_gas with numbers of balls and hits that make the statistics sharp. */
#include "gas_theory.h"

/** 10^5 balls, 50 hits per ball after 25 to melt the lattice. A count of 2.5 x 10^6 is good to 0.06 per cent; allowed
 *  is half a per cent. Hits on the walls, some 10^4, to 1 per cent. */
static void check_rates(struct gas_theory bulk)
{
    struct table *table;
    struct gas_measured sum = gas_measure(400, 250, bulk, 25, 50, &table);
    double rate = sum.ball_hits / sum.time / gas_theory_ball_hits(table, bulk);
    double walls = sum.wall_hits / sum.time / gas_theory_wall_hits(table, bulk);
    double z = 1 + sum.ball_virial / (2 * (double)table->scene.n * gas_temperature(table) * sum.time);
    print_message("# eta %g: hits per ball %.4f, Z %.4f, hits on walls %.4f of what theory says\n", bulk.eta, rate,
                  z / gas_theory_z_in_box(table, bulk), walls);
    assert_true(fabs(rate - 1) < 0.005);
    assert_true(fabs(z / gas_theory_z_in_box(table, bulk) - 1) < 0.005);
    assert_true(fabs(walls - 1) < 4 / sqrt(sum.wall_hits));
    table_close(table);
}

static void test_rates_at_0_1(void **context)
{
    (void)context;
    check_rates(gas_theory_table[0]);
}

static void test_rates_at_0_3(void **context)
{
    (void)context;
    check_rates(gas_theory_table[1]);
}

static void test_rates_at_0_5(void **context)
{
    (void)context;
    check_rates(gas_theory_table[2]);
}

static void test_rates_at_0_6(void **context)
{
    (void)context;
    check_rates(gas_theory_table[3]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rates_at_0_1),
        cmocka_unit_test(test_rates_at_0_3),
        cmocka_unit_test(test_rates_at_0_5),
        cmocka_unit_test(test_rates_at_0_6),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
