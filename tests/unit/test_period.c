#include "base/period.h"
#include "lib/testing.h"
#include "lib/uniform.h"

static const struct vec2 length = {7, 0.3};

/** A coordinate comes to its place in [0, length) and gives back what was taken from it. */
static void assert_wrapped(double q)
{
    const struct period period = period_of(length);
    struct vec2 place = {q, q};
    struct vec2 turns = period_wrap(&period, &place);
    assert_true(place.x >= 0 && place.x < length.x && place.y >= 0 && place.y < length.y);
    assert_true(turns.x == rint(turns.x) && turns.y == rint(turns.y));
    struct vec2 back = period_unwrap(&period, place, turns);
    assert_near(back.x, q, 1e-15 * (fabs(q) + length.x));
    assert_near(back.y, q, 1e-15 * (fabs(q) + length.y));
}

static void test_wrap(void **state)
{
    (void)state;
    static const double ends[] = {0, -0.0, 7, -7, 0.3, -0.3, 3.5, -3.5, 14, 700, -1e-300, -1e-17, -0x1p-1074, 1e-300};
    uint64_t seed = 1;
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        assert_wrapped(ends[i]);
        assert_wrapped(nextafter(ends[i], 1e9));
        assert_wrapped(nextafter(ends[i], -1e9));
    }
    for (int i = 0; i < 10000; i++)
        assert_wrapped(uniform(&seed, -1, 1) * pow(10, uniform(&seed, -3, 6)));
}

/** One turn to the left of 0 by less than rounding is 0, as the length is no place. */
static void test_wrap_rounds_to_zero(void **state)
{
    (void)state;
    const struct period period = period_of(length);
    struct vec2 place = {-1e-30, length.y};
    struct vec2 turns = period_wrap(&period, &place);
    assert_true(place.x == 0 && turns.x == 0);
    assert_true(place.y == 0 && turns.y == 1);
}

/** An axis that is not periodic is left alone, whatever the other one is. */
static void test_one_axis(void **state)
{
    (void)state;
    const struct period period = period_of((struct vec2){0, 2});
    struct vec2 place = {-100, -3}, images[PERIOD_IMAGES];
    struct vec2 turns = period_wrap(&period, &place);
    assert_true(period.is_any && !period_of((struct vec2){0, 0}).is_any);
    assert_true(place.x == -100 && place.y == 1 && turns.x == 0 && turns.y == -2);
    struct vec2 nearest = period_nearest(&period, (struct vec2){50, 1.25});
    assert_true(nearest.x == 50 && nearest.y == -0.75);
    assert_int_equal(period_images(&period, place, 1.5, images), 3);
    for (int k = 0; k < 3; k++)
        assert_true(images[k].x == -100);
}

/** Nearest images and turns, against all within two turns. */
static void test_nearest(void **state)
{
    (void)state;
    const struct period period = period_of(length);
    uint64_t seed = 2;
    for (int i = 0; i < 10000; i++) {
        struct vec2 d = {uniform(&seed, -1, 1) * length.x, uniform(&seed, -1, 1) * length.y};
        double least = HUGE_VAL;
        for (int k = 0; k < 25; k++)
            least = fmin(least, hypot(d.x + (k % 5 - 2) * length.x, d.y + (k / 5 - 2) * length.y));
        struct vec2 found = period_nearest(&period, d), other = period_nearest(&period, (struct vec2){-d.x, -d.y});
        assert_near(hypot(found.x, found.y), least, 1e-14);
        assert_true(other.x == -found.x && other.y == -found.y);
    }
}

static int count_near(double q, double size, double reach)
{
    return 1 + (q + size < size + reach) + (q - size > -reach);
}

/** The images within reach, against both neighbours along each axis; each once. */
static void test_images(void **state)
{
    (void)state;
    const struct period period = period_of(length);
    uint64_t seed = 3;
    for (int i = 0; i < 10000; i++) {
        struct vec2 place = {uniform(&seed, 0, length.x), uniform(&seed, 0, length.y)}, images[PERIOD_IMAGES];
        double reach = uniform(&seed, 0, 0.4);
        int count = period_images(&period, place, reach, images);
        assert_int_equal(count, count_near(place.x, length.x, reach) * count_near(place.y, length.y, reach));
        assert_true(images[0].x == place.x && images[0].y == place.y);
        for (int k = 0; k < count; k++) {
            struct vec2 left = period_nearest(&period, vec2_sub(images[k], place));
            assert_near(hypot(left.x, left.y), 0, 1e-14);
            assert_true(images[k].x > -reach && images[k].x < length.x + reach);
            assert_true(images[k].y > -reach && images[k].y < length.y + reach);
            for (int l = 0; l < k; l++)
                assert_true(images[k].x != images[l].x || images[k].y != images[l].y);
        }
    }
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wrap),     cmocka_unit_test(test_wrap_rounds_to_zero),
        cmocka_unit_test(test_one_axis), cmocka_unit_test(test_nearest),
        cmocka_unit_test(test_images),
    };
    return RUN_TESTS(tests);
}
