/* The order along the Hilbert curve: a permutation, each step to a neighbouring cell, ties as given. */

#include "base/hilbert.h"
#include "base/mem.h"
#include "lib/testing.h"
#include "lib/uniform.h"

struct points {
    size_t n;
    double *x, *y;
    uint32_t *order;
    uint64_t seed;
};

static struct points points_open(size_t n)
{
    struct points points = {n, mem_array(n, sizeof(double)), mem_array(n, sizeof(double)),
                            mem_array(n, sizeof(uint32_t)), n};
    assert_true(points.x && points.y && points.order);
    return points;
}

static void points_close(struct points *points)
{
    free(points->x);
    free(points->y);
    free(points->order);
}

static void scatter(struct points *points, double low, double high)
{
    for (size_t i = 0; i < points->n; i++) {
        points->x[i] = uniform(&points->seed, low, high);
        points->y[i] = uniform(&points->seed, low, high);
    }
}

static void assert_permutation(const struct points *points)
{
    char *seen = mem_array(points->n, 1);
    assert_non_null(seen);
    for (size_t i = 0; i < points->n; i++) {
        assert_true(points->order[i] < points->n);
        assert_int_equal(seen[points->order[i]]++, 0);
    }
    free(seen);
}

/** Distance between the points at places k and k + 1 of the order. */
static double stride(const struct points *points, size_t k)
{
    uint32_t from = points->order[k], to = points->order[k + 1];
    return hypot(points->x[to] - points->x[from], points->y[to] - points->y[from]);
}

static void test_permutation(void **context)
{
    (void)context;
    static const size_t sizes[] = {0, 1, 2, 3, 100, 5000, 100000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct points points = points_open(sizes[i]);
        scatter(&points, 0, 7);
        assert_true(hilbert_order(points.x, points.y, points.n, (struct vec2){7, 7}, points.order));
        assert_permutation(&points);
        points_close(&points);
    }
}

/** The defining property of Hilbert's curve: on a square lattice of 2^k points every step has length 1. */
static void test_unit_steps(void **context)
{
    (void)context;
    for (size_t side = 1; side <= 256; side *= 2) {
        struct points points = points_open(side * side);
        for (size_t i = 0; i < points.n; i++) { /* row by row, and every other row backwards */
            points.x[i] = (double)(i % side) + 0.5;
            points.y[i] = (double)(side - 1 - i / side) + 0.5;
        }
        assert_true(
            hilbert_order(points.x, points.y, points.n, (struct vec2){(double)side, (double)side}, points.order));
        assert_permutation(&points);
        for (size_t k = 0; k + 1 < points.n; k++)
            assert_true(stride(&points, k) == 1);
        points_close(&points);
    }
}

/** Points scattered at random: a step is about as long as the distance of neighbours, 1 / sqrt n, and not about half
 *  the table as in random order. */
static void test_locality(void **context)
{
    (void)context;
    struct points points = points_open(20000);
    double sum = 0, longest = 0;
    scatter(&points, 0, 1);
    assert_true(hilbert_order(points.x, points.y, points.n, (struct vec2){1, 1}, points.order));
    for (size_t k = 0; k + 1 < points.n; k++) {
        sum += stride(&points, k);
        longest = fmax(longest, stride(&points, k));
    }
    double neighbour = 1 / sqrt((double)points.n);
    assert_true(sum / (double)points.n < 1.2 * neighbour);
    assert_true(longest < 12 * neighbour);
    points_close(&points);
}

/** The table's two sides are measured each by itself. */
static void test_stretched_table(void **context)
{
    (void)context;
    struct points points = points_open(3000);
    uint32_t *order = mem_array(points.n, sizeof *order);
    assert_non_null(order);
    scatter(&points, 0, 1);
    assert_true(hilbert_order(points.x, points.y, points.n, (struct vec2){1, 1}, order));
    for (size_t i = 0; i < points.n; i++)
        points.y[i] *= 1024;
    assert_true(hilbert_order(points.x, points.y, points.n, (struct vec2){1, 1024}, points.order));
    assert_memory_equal(order, points.order, points.n * sizeof *order);
    free(order);
    points_close(&points);
}

/** What lies in one place, or beyond the table, keeps its order. */
static void test_ties(void **context)
{
    (void)context;
    struct points points = points_open(1000);
    for (size_t i = 0; i < points.n; i++) {
        points.x[i] = i % 2 ? 0.25 : 0.75;
        points.y[i] = 0.25;
    }
    assert_true(hilbert_order(points.x, points.y, points.n, (struct vec2){1, 1}, points.order));
    assert_permutation(&points);
    for (size_t k = 0; k + 1 < points.n; k++)
        assert_true(k + 1 == points.n / 2 || points.order[k + 1] == points.order[k] + 2);
    scatter(&points, -3, 4);
    points.x[17] = -1e300;
    points.y[18] = 1e300;
    assert_true(hilbert_order(points.x, points.y, points.n, (struct vec2){1, 1}, points.order));
    assert_permutation(&points);
    points_close(&points);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_permutation),     cmocka_unit_test(test_unit_steps), cmocka_unit_test(test_locality),
        cmocka_unit_test(test_stretched_table), cmocka_unit_test(test_ties),
    };
    return RUN_TESTS(tests);
}
