/* The own elementary functions against libm's, in units of the last place of the result. */

#include "base/portable_math.h"
#include "lib/testing.h"
#include "lib/uniform.h"

/** Distance of two doubles in units of the last place of `exact` (libm's own error is below one such unit). */
static double ulps(double value, double exact)
{
    if (value == exact)
        return 0;
    double unit = nextafter(fabs(exact), (double)INFINITY) - fabs(exact);
    return fabs(value - exact) / unit;
}

static void test_exp_agrees_with_libm(void **context)
{
    (void)context;
    uint64_t seed = 1;
    double worst = 0;
    for (int i = 0; i < 200000; i++) {
        double x = (uniform(&seed, 0, 1) - 0.5) * (i % 2 ? 1400 : 4);
        worst = fmax(worst, ulps(portable_math_exp(x), exp(x)));
    }
    assert_true(worst <= 2);
}

static void test_log1p_agrees_with_libm(void **context)
{
    (void)context;
    uint64_t seed = 2;
    double worst = 0;
    for (int i = 0; i < 200000; i++) {
        double x = i % 3 == 0   ? uniform(&seed, 0, 1) * 4 - 0.999
                   : i % 3 == 1 ? exp((uniform(&seed, 0, 1) - 0.5) * 1400)
                                : (uniform(&seed, 0, 1) - 0.5) * 1e-6;
        worst = fmax(worst, ulps(portable_math_log1p(x), log1p(x)));
    }
    assert_true(worst <= 2);
}

static void test_atan_agrees_with_libm(void **context)
{
    (void)context;
    uint64_t seed = 3;
    double worst = 0;
    for (int i = 0; i < 200000; i++) {
        double x = i % 2 ? (uniform(&seed, 0, 1) - 0.5) * 4 : exp((uniform(&seed, 0, 1) - 0.5) * 1400);
        worst = fmax(worst, ulps(portable_math_atan(x), atan(x)));
    }
    assert_true(worst <= 2);
}

static void test_limits(void **context)
{
    (void)context;
    assert_true(portable_math_exp(0) == 1);
    assert_true(portable_math_exp(-800) == 0 && portable_math_exp(-(double)INFINITY) == 0);
    assert_true(isinf(portable_math_exp(800)) && isinf(portable_math_exp((double)INFINITY)));
    assert_true(portable_math_exp(-745) > 0);
    assert_true(portable_math_log1p(0) == 0 && portable_math_log1p(-1) == -(double)INFINITY);
    assert_true(portable_math_log1p(1e-300) == 1e-300);
    assert_true(isinf(portable_math_log1p((double)INFINITY)) && isnan(portable_math_log1p(-2)));
    assert_true(portable_math_atan(0) == 0 && portable_math_atan(1e-300) == 1e-300);
    assert_true(portable_math_atan((double)INFINITY) == acos(0.0) && portable_math_atan(-1e300) == -acos(0.0));
    assert_true(isnan(portable_math_exp((double)NAN)) && isnan(portable_math_log1p((double)NAN)) &&
                isnan(portable_math_atan((double)NAN)));
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exp_agrees_with_libm),
        cmocka_unit_test(test_log1p_agrees_with_libm),
        cmocka_unit_test(test_atan_agrees_with_libm),
        cmocka_unit_test(test_limits),
    };
    return RUN_TESTS(tests);
}
