/* The limit of the distance test against its definition. */

#include "lib/testing.h"
#include "lib/uniform.h"
#include "near/candidates.h"

/** The limit does not touch, the double before it does. */
static void check_limit(double reach, double softening)
{
    double limit = candidates_limit(reach, softening);
    assert_true(limit == 0 || sqrt(nextafter(limit, 0)) + softening < reach);
    assert_true(isinf(limit) || !(sqrt(limit) + softening < reach));
}

static void test_limit(void **state)
{
    (void)state;
    uint64_t seed = 1;
    static const double softenings[] = {0, 1e-6, 0.1};
    for (int power = -300; power <= 300; power += 7)
        for (int i = 0; i < 50; i++)
            for (size_t s = 0; s < 3; s++)
                check_limit(uniform(&seed, 1, 10) * pow(10, power), softenings[s]);
    for (int i = 0; i < 1000; i++)
        check_limit(0.1 + uniform(&seed, 0, 1e-13), 0.1);
    assert_true(candidates_limit(1e-7, 1e-6) == 0);
    assert_true(isinf(candidates_limit(1e155, 1e-6)));
    assert_true(candidates_limit(3, 0) == 9);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_limit)};
    return RUN_TESTS(tests);
}
