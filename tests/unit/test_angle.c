#include "base/angle.h"
#include "lib/testing.h"

static double ulp(double value)
{
    return nextafter(fabs(value), HUGE_VAL) - fabs(value);
}

/* The reference is the C library in long double, whose error is far below half a unit of a double. */
static void test_against_library(void **state)
{
    (void)state;
    for (int i = -36000; i <= 36000; i++) {
        double degrees = i / 100.0 + 1e-4 * (i % 7);
        if (fabs(degrees) > 360)
            continue;
        struct vec2 v = angle_direction(degrees);
        long double exact = (long double)degrees * 3.14159265358979323846264338327950288L / 180;
        /* near an axis the reference itself is off by its reduction, 1e-19 */
        assert_true(fabsl((long double)v.x - cosl(exact)) <= 2 * (long double)ulp(v.x) + 1e-18L);
        assert_true(fabsl((long double)v.y - sinl(exact)) <= 2 * (long double)ulp(v.y) + 1e-18L);
    }
}

static void test_exact_angles(void **state)
{
    (void)state;
    static const double right[][3] = {{0, 1, 0},    {90, 0, 1},    {180, -1, 0}, {270, 0, -1}, {360, 1, 0},
                                      {-90, 0, -1}, {-180, -1, 0}, {-270, 0, 1}, {-360, 1, 0}};
    for (size_t i = 0; i < sizeof right / sizeof right[0]; i++) {
        struct vec2 v = angle_direction(right[i][0]);
        assert_true(v.x == right[i][1] && v.y == right[i][2]);
    }
    assert_true(angle_direction(30).y == 0.5 && angle_direction(30).x == sqrt(0.75));
    assert_true(angle_direction(60).x == 0.5 && angle_direction(60).y == sqrt(0.75));
    assert_true(angle_direction(45).x == angle_direction(45).y && angle_direction(135).x == -sqrt(0.5));
    assert_true(angle_direction(240).x == -0.5 && angle_direction(-60).x == 0.5);
}

static void test_symmetries(void **state)
{
    (void)state;
    for (int i = 1; i < 1440; i++) {
        double a = i / 8.0; /* exact, so that 180 - a and a - 360 are, too */
        struct vec2 v = angle_direction(a), mirrored = angle_direction(-a), across = angle_direction(180 - a),
                    around = angle_direction(a - 360);
        assert_true(mirrored.x == v.x && mirrored.y == -v.y);
        assert_true(across.x == -v.x && across.y == v.y);
        assert_true(around.x == v.x && around.y == v.y);
    }
}

/** Whole turns are taken off without an error: what is left is that of integers, and of binary fractions. */
static void test_turns(void **state)
{
    (void)state;
    for (int i = -1440; i <= 1440; i++) {
        struct vec2 v = angle_direction(i / 8.0);
        for (int turns = 1; turns < 1000000; turns = 3 * turns + 1) {
            struct vec2 up = angle_direction(360.0 * turns + i / 8.0), down = angle_direction(-360.0 * turns + i / 8.0);
            assert_true(up.x == v.x && up.y == v.y && down.x == v.x && down.y == v.y);
        }
    }
    assert_true(angle_direction(0x1p44).x == angle_direction(256).x); /* 2^44 - 360 * 48867183456 */
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_library),
        cmocka_unit_test(test_exact_angles),
        cmocka_unit_test(test_symmetries),
        cmocka_unit_test(test_turns),
    };
    return RUN_TESTS(tests);
}
