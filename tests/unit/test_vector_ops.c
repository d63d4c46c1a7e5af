/* Operations on arrays of vectors against their definitions, component by component and to the last bit. */

#include "lib/testing.h"
#include "lib/uniform.h"
#include "steps/vector_ops.h"

enum { MOST = 7 };

static uint64_t seed = 1;

/** Vectors of all sizes, subnormal ones too, and some zeros. */
static void fill(struct vec2 *vectors)
{
    for (int i = 0; i < MOST; i++) {
        double size = pow(2, uniform(&seed, -1080, 900));
        vectors[i] = (struct vec2){uniform(&seed, -1, 1) * size, i % 3 == 1 ? -0.0 : uniform(&seed, -1, 1)};
    }
}

static void assert_same(const struct vec2 *one, const struct vec2 *other)
{
    assert_memory_equal(one, other, MOST * sizeof *one);
}

static void compare(struct masses masses, struct range range)
{
    const struct vector_ops *ops = vector_ops_of_cpu();
    struct vec2 x[MOST], v[MOST], force[MOST], expected[3][MOST];
    const double dt = uniform(&seed, 0, 1);
    double most = 0;
    fill(x), fill(v), fill(force);
    memcpy(expected[0], x, sizeof x), memcpy(expected[1], v, sizeof v), memcpy(expected[2], force, sizeof force);
    for (size_t i = range.first; i < range.last; i++) {
        double m = masses.each ? masses.each[2 * i] : masses.equal;
        expected[1][i].x += dt * (force[i].x / m);
        expected[1][i].y += dt * (force[i].y / m);
    }
    struct vec2 kicked[MOST];
    memcpy(kicked, v, sizeof v);
    ops->kick(range, kicked, v, dt, force, &masses);
    assert_same(kicked, expected[1]);
    for (size_t i = range.first; i < range.last; i++) {
        struct vec2 way = {dt * expected[1][i].x, dt * expected[1][i].y};
        expected[0][i] = (struct vec2){x[i].x + way.x, x[i].y + way.y};
        expected[2][i] = (struct vec2){0, 0};
        most = fmax(most, fmax(fabs(way.x), fabs(way.y)));
    }
    struct vec2 moved[MOST];
    memcpy(moved, x, sizeof x);
    assert_true(ops->axpy(range, moved, x, dt, kicked) == most);
    assert_same(moved, expected[0]);
    assert_true(ops->kick_drift(range, x, v, dt, force, &masses) == most);
    assert_same(x, expected[0]);
    assert_same(v, expected[1]);
    assert_same(force, expected[2]);
}

static void compare_ranges(struct masses masses)
{
    for (size_t first = 0; first <= 1; first++)
        for (size_t last = first; last <= MOST; last++)
            compare(masses, (struct range){first, last});
}

static void test_equal_masses(void **state)
{
    (void)state;
    static const double values[] = {1,         3,         0.1, 0.5, 1024, 0x1p1023, 0x1.8p1023, 0x1p-1022,
                                    0x1p-1024, 0x1p-1074, 49,  98,  107,  0x1p50,   0x1p-50};
    for (size_t k = 0; k < sizeof values / sizeof *values; k++)
        compare_ranges(vector_ops_equal_masses(values[k]));
    assert_true(vector_ops_equal_masses(4).inverse == 0.25 && vector_ops_equal_masses(0.125).inverse == 8);
    assert_true(vector_ops_equal_masses(49).inverse == 0 && vector_ops_equal_masses(HUGE_VAL).inverse == 0);
}

static void test_unequal_masses(void **state)
{
    (void)state;
    double each[2 * MOST];
    for (size_t i = 0; i < MOST; i++)
        each[2 * i] = each[2 * i + 1] = i % 2 ? 1 : uniform(&seed, 0.1, 10);
    for (int k = 0; k < runs(20, 200); k++)
        compare_ranges((struct masses){.each = each});
}

static void test_distance(void **state)
{
    (void)state;
    const struct vector_ops *ops = vector_ops_of_cpu();
    struct vec2 a[MOST], b[MOST];
    for (size_t last = 0; last <= MOST; last++)
        for (size_t first = 0; first <= last; first++) {
            double most = 0;
            fill(a), fill(b);
            for (size_t i = first; i < last; i++)
                most = fmax(most, fmax(fabs(a[i].x - b[i].x), fabs(a[i].y - b[i].y)));
            assert_true(ops->distance((struct range){first, last}, a, b) == most);
            for (size_t i = 0; i < last; i++) {
                const struct vec2 was = a[i];
                a[i].y = i % 2 ? NAN : -HUGE_VAL;
                assert_int_equal(isnan(ops->distance((struct range){first, last}, a, b)), i >= first);
                a[i] = was;
            }
        }
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_equal_masses), cmocka_unit_test(test_unequal_masses),
                                       cmocka_unit_test(test_distance)};
    return RUN_TESTS(tests);
}
