/*
 * Promise: the coefficient of friction follows its formula. Measured: to 1e-15.
 */
/* The coefficient of friction, against its formula with libm's exp. */

#include "contact/friction.h"
#include "lib/testing.h"
#include "lib/uniform.h"

static void test_a_number_holds_at_every_speed(void **context)
{
    (void)context;
    const struct friction mu = {.a = 0.2};
    assert_true(friction_coefficient(mu, 0) == 0.2);
    assert_true(friction_coefficient(mu, 3e60) == 0.2);
    assert_true(friction_coefficient((struct friction){0, 0, 0}, 1) == 0);
}

static void test_it_falls_with_the_speed_as_the_formula_says(void **context)
{
    (void)context;
    uint64_t seed = 1;
    for (int i = 0; i < 10000; i++) {
        const struct friction mu = {uniform(&seed, 0, 1), uniform(&seed, 0, 1), uniform(&seed, 0, 5)};
        double speed = uniform(&seed, 0, 20), exact = mu.a + mu.b * exp(-mu.c * speed);
        assert_true(fabs(friction_coefficient(mu, speed) - exact) <= 1e-15 * exact);
    }
}

/* Alciatore, TP A.14: pool balls, speeds in m/s. */
static void test_pool_balls(void **context)
{
    (void)context;
    const struct friction mu = {.009951, .108, 1.088};
    assert_true(fabs(friction_coefficient(mu, 0) - .117951) <= 1e-17);
    assert_true(fabs(friction_coefficient(mu, 1) - 0.04633507675416988846) <= 2e-17);
    assert_true(fabs(friction_coefficient(mu, 2) - 0.02220841704864190413) <= 2e-17);
}

static void test_what_is_beyond_any_exponential(void **context)
{
    (void)context;
    const struct friction mu = {.1, .2, 1e60};
    assert_true(friction_coefficient(mu, 0) == .1 + .2);
    assert_true(friction_coefficient(mu, 1e-80) == .1 + .2);
    assert_true(friction_coefficient(mu, 1e300) == .1);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_number_holds_at_every_speed),
        cmocka_unit_test(test_it_falls_with_the_speed_as_the_formula_says),
        cmocka_unit_test(test_pool_balls),
        cmocka_unit_test(test_what_is_beyond_any_exponential),
    };
    return RUN_TESTS(tests);
}
