/* The force law of a contact: against closed forms and against a contact that is integrated here. */

#include "contact/spring.h"
#include "lib/testing.h"
#include "springs/contact_law.h"

/** The cases of Schwager and Poeschel, Granular Matter 9, 465 (2007), as they stand there, with libm. */
static double restitution_by_cases(double zeta)
{
    if (zeta > 1) {
        double root = sqrt(zeta * zeta - 1);
        return exp(-zeta * log((zeta + root) / (zeta - root)) / root);
    }
    double w = sqrt(1 - zeta * zeta);
    double angle = atan(2 * zeta * w / (w * w - zeta * zeta));
    return exp(-zeta * ((zeta < sqrt(0.5) ? acos(-1.0) : 0) - angle) / w);
}

static void test_restitution_closed_forms(void **context)
{
    (void)context;
    for (double zeta = 0.003; zeta < 50; zeta *= 1.07)
        assert_true(fabs(spring_restitution(zeta) / restitution_by_cases(zeta) - 1) < 1e-11);
    assert_true(spring_restitution(0) == 1 && spring_restitution((double)INFINITY) == 0);
    assert_true(fabs(spring_restitution(1) - exp(-2)) < 1e-16);
    assert_true(fabs(spring_restitution(1 + 1e-9) - exp(-2)) < 1e-9 &&
                fabs(spring_restitution(1 - 1e-9) - exp(-2)) < 1e-9);
    assert_true(fabs(spring_restitution(1e6) * 4e12 - 1) < 1e-9);
}

static void test_damping_ratio_inverts_restitution(void **context)
{
    (void)context;
    for (double e = 0.9999; e > 1e-300; e *= runs(1, 0) ? 0.8 : 0.93) {
        double zeta = spring_damping_ratio(e);
        assert_true(zeta > 0 && isfinite(zeta));
        assert_true(fabs(spring_restitution(zeta) / e - 1) < 1e-12 * (1 - log(e)));
    }
    assert_true(spring_damping_ratio(1) == 0);
    assert_true(isinf(spring_damping_ratio(0)));
    assert_true(spring_damping_ratio(nextafter(1, 0)) < 1e-16);
}

/** The law for an overlap, and the speed at which it grows. */
static double force_of(double k, double overlap, double c, double approach)
{
    return normal_force_one(overlap * k, c, (struct vector_one){1, 0}, (struct vector_one){-approach, 0});
}

/** One contact s'' = -f(s, s')/mu from s = 0, s' = 1, by small steps of a second-order method; returns -s' where the
 *  force has come down to zero, found by interpolation. */
static double simulated_restitution(double k, double mu, double c, double dt)
{
    double s = 0, v = 1, force = force_of(k, s, c, v);
    for (;;) {
        double middle_v = v - 0.5 * dt * force / mu, middle_s = s + 0.5 * dt * v;
        double new_v = v - dt * force_of(k, middle_s, c, middle_v) / mu, new_s = s + dt * middle_v;
        double signed_force = k * new_s + c * new_v;
        if (signed_force <= 0)
            return -(v + (new_v - v) * force / (force - signed_force));
        s = new_s;
        v = new_v;
        force = signed_force;
    }
}

static void test_simulated_contact(void **context)
{
    (void)context;
    static const double wanted[] = {0.99, 0.9, 0.7, 0.5, 0.2, 0.05};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        double k = 300, mu = spring_reduced_mass(0.5, 2);
        double dt = 1e-5, c = spring_damping(spring_damping_ratio(wanted[i]), k, mu, dt);
        assert_true(fabs(simulated_restitution(k, mu, c, dt) - wanted[i]) < 1e-6);
    }
}

static void test_damping_limits(void **context)
{
    (void)context;
    assert_true(spring_damping(0, 5, 2, 0.1) == 0);
    assert_true(spring_damping(0.25, 8, 2, 0.001) == 2 * 0.25 * 4);
    assert_true(spring_damping((double)INFINITY, 5, 2, 0.1) == 0.5 * 2 / 0.1);
    assert_true(spring_damping(1e200, 5, 2, 0.1) == 0.5 * 2 / 0.1);
}

static void test_force_never_pulls(void **context)
{
    (void)context;
    assert_true(force_of(10, 0.5, 0, -3) == 5);
    assert_true(force_of(10, 0.5, 1, 2) == 7);
    assert_true(force_of(10, 0.5, 1, -4) == 1);
    assert_true(force_of(10, 0.5, 1, -6) == 0);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {

        cmocka_unit_test(test_restitution_closed_forms), cmocka_unit_test(test_damping_ratio_inverts_restitution),
        cmocka_unit_test(test_simulated_contact),        cmocka_unit_test(test_damping_limits),
        cmocka_unit_test(test_force_never_pulls),
    };
    return RUN_TESTS(tests);
}
