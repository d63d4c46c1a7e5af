/* The extrapolated midpoint rule against closed forms. */
#include "impact/compliant/extrapolation.h"
#include "lib/testing.h"

enum { MOST = 3 };

/** Evaluations are counted through the context. */
static void oscillator(const void *context, double s, const double *y, double *rates)
{
    (void)s;
    ++**(int *const *)context;
    rates[0] = y[1];
    rates[1] = -y[0];
}

static void power_of_time(const void *context, double s, const double *y, double *rates)
{
    (void)y;
    int power = *(const int *)context;
    rates[0] = 1;
    for (int i = 0; i < power; i++)
        rates[0] *= s;
}

/** Makes one step and returns its increment's component 0. */
static double increment_of(const struct extrapolation *system, double s, double h, const double *y, double *error)
{
    double rates[MOST], increment[MOST], errors[MOST], room[64];
    const struct extrapolation whole = {system->n, system->rates, system->context, room, increment, errors};
    assert_true(extrapolation_room(system->n) <= sizeof room / sizeof *room);
    system->rates(system->context, s, y, rates);
    extrapolation_step(&whole, s, h, y, rates);
    if (error)
        *error = errors[0];
    return increment[0];
}

/** cos(h) - 1 to rounding, forwards and backwards, for steps up to 0.4 radians. */
static void test_oscillator(void **context)
{
    (void)context;
    int count = 0, *counter = &count;
    const struct extrapolation system = {.n = 2, .rates = oscillator, .context = &counter};
    for (int i = -8; i <= 8; i++) {
        double h = i / 20.0, error;
        count = 0;
        double found = increment_of(&system, 0, h, (const double[]){1, 0}, &error);
        assert_int_equal(count, EXTRAPOLATION_EVALUATIONS + 1);
        assert_true(fabs(found - (cos(h) - 1)) <= 2e-16);
        assert_true(error <= 1e-15);
    }
}

/** The error falls with the 13th power of the step, and so does its estimate, which is somewhat larger. */
static void test_order(void **context)
{
    (void)context;
    int count = 0, *counter = &count;
    const struct extrapolation system = {.n = 2, .rates = oscillator, .context = &counter};
    double error[2], estimate[2];
    for (int i = 0; i < 2; i++) {
        double h = i ? 1.5 : 3;
        error[i] = fabs(increment_of(&system, 0, h, (const double[]){0, 1}, &estimate[i]) - sin(h));
        assert_true(error[i] < estimate[i] && estimate[i] < 20 * error[i]);
    }
    assert_true(fabs(log2(error[0] / error[1]) - 13) < 1);
    assert_true(fabs(log2(estimate[0] / estimate[1]) - 13) < 1);
}

/** Powers of time up to the order are integrated exactly, from any beginning. */
static void test_powers(void **context)
{
    (void)context;
    for (int power = 0; power <= 11; power++) {
        const struct extrapolation system = {.n = 1, .rates = power_of_time, .context = &power};
        double from = 0.25, to = 1, exact = (pow(to, power + 1) - pow(from, power + 1)) / (power + 1);
        assert_true(fabs(increment_of(&system, from, to - from, (const double[]){7}, NULL) - exact) <= 1e-15);
    }
    int power = 12;
    const struct extrapolation system = {.n = 1, .rates = power_of_time, .context = &power};
    double error = increment_of(&system, 0.25, 0.75, (const double[]){7}, NULL) - (1 - pow(0.25, 13)) / 13;
    assert_true(fabs(error) > 1e-10 && fabs(error) < 1e-7);
}

/** (1 + a^2 s^2)^(3/2) has branch points beside the step. */
static void beside(const void *context, double s, const double *y, double *rates)
{
    (void)y;
    double a = *(const double *)context;
    rates[0] = (1 + a * a * s * s) * sqrt(1 + a * a * s * s);
}

/** (a - s)^(3/2) has one beyond its end, or there. */
static void beyond(const void *context, double s, const double *y, double *rates)
{
    (void)y;
    double rest = fmax(0, *(const double *)context - s);
    rates[0] = rest * sqrt(rest);
}

/** The estimate is near the error where the forces of Hertz are singular, however near. */
static void test_singular(void **context)
{
    (void)context;
    for (double a = 1; a < 2; a += 1 / 64.0) {
        const struct extrapolation system = {.n = 1, .rates = beyond, .context = &a};
        double estimate, error = fabs(increment_of(&system, 0, 1, (const double[]){0}, &estimate) -
                                      0.4 * (pow(a, 2.5) - pow(a - 1, 2.5)));
        assert_true(error < 1.5 * estimate && estimate < 5 * error);
    }
    for (double a = 0.6; a < 3; a += 1 / 64.0) {
        const struct extrapolation system = {.n = 1, .rates = beside, .context = &a};
        double root = sqrt(1 + a * a), exact = root * root * root / 4 + 3 * root / 8 + 3 * asinh(a) / (8 * a), estimate;
        double error = fabs(increment_of(&system, 0, 1, (const double[]){0}, &estimate) - exact);
        assert_true(error < 8 * estimate);
    }
}

/** An increment that overflows has no error that could be taken for a small one. */
static void test_overflow(void **context)
{
    (void)context;
    const struct extrapolation system = {.n = 1, .rates = beside, .context = &(double){1e160}};
    double estimate;
    increment_of(&system, 0, 1, (const double[]){0}, &estimate);
    assert_true(!(estimate < HUGE_VAL));
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_oscillator), cmocka_unit_test(test_order),    cmocka_unit_test(test_powers),
        cmocka_unit_test(test_singular),   cmocka_unit_test(test_overflow),
    };
    return RUN_TESTS(tests);
}
