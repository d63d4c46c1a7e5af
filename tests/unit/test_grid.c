/* The grid and the Verlet list against the double loop over all pairs. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "base/mem.h"
#include "broadphase/allpairs.h"
#include "broadphase/grid.h"
#include "broadphase/verlet_list.h"

struct cloud {
    size_t n;
    double *x, *y, *reach;
    uint64_t seed;
};

static double number(struct cloud *cloud, double low, double high)
{
    cloud->seed = cloud->seed * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(cloud->seed >> 11) * 0x1p-53;
}

/** n balls with centres in low..high along both axes, reaches between `smallest` and `largest`, small ones more often.
 */
static struct cloud cloud_open(size_t n, double low, double high, double smallest, double largest)
{
    struct cloud cloud = {n, mem_array(n, sizeof(double)), mem_array(n, sizeof(double)), mem_array(n, sizeof(double)),
                          n};
    assert_true(cloud.x && cloud.y && cloud.reach);
    for (size_t i = 0; i < n; i++) {
        cloud.x[i] = number(&cloud, low, high);
        cloud.y[i] = number(&cloud, low, high);
        double u = number(&cloud, 0, 1);
        cloud.reach[i] = smallest + (largest - smallest) * u * u * u * u;
    }
    return cloud;
}

static void cloud_close(struct cloud *cloud)
{
    free(cloud->x);
    free(cloud->y);
    free(cloud->reach);
}

static void assert_same_pairs(const struct pairs *found, const struct pairs *expected)
{
    assert_int_equal(found->count, expected->count);
    for (size_t p = 0; p < expected->count; p++) {
        assert_int_equal(found->items[p].a, expected->items[p].a);
        assert_int_equal(found->items[p].b, expected->items[p].b);
    }
}

/** Returns the number of near pairs. */
static size_t compare(const struct cloud *cloud, double width)
{
    struct pairs found = {0}, expected = {0};
    struct grid *grid = grid_create(cloud->n, cloud->reach, width);
    assert_non_null(grid);
    for (int again = 0; again < 2; again++) {
        assert_true(grid_near(grid, cloud->x, cloud->y, &found));
        assert_true(allpairs_near(cloud->n, cloud->reach, cloud->x, cloud->y, &expected));
        assert_same_pairs(&found, &expected);
    }
    size_t count = expected.count;
    grid_destroy(grid);
    pairs_free(&found);
    pairs_free(&expected);
    return count;
}

static void test_equal_radii(void **context)
{
    (void)context;
    for (size_t n = 0; n < 600; n += 37) {
        struct cloud cloud = cloud_open(n, 0, 20, 0.5, 0.5);
        assert_true(compare(&cloud, 20) > 0 || n < 100);
        cloud_close(&cloud);
    }
}

static void test_very_unequal_radii(void **context)
{
    (void)context;
    struct cloud cloud = cloud_open(1000, 0, 50, 0.001, 10);
    assert_true(compare(&cloud, 50) > 1000);
    cloud_close(&cloud);
}

/** The widest range of sizes that doubles hold, with a level for each. */
static void test_every_size(void **context)
{
    (void)context;
    struct cloud cloud = cloud_open(300, 0, 1, 1, 1);
    for (size_t i = 0; i < cloud.n; i++)
        cloud.reach[i] = pow(10, (double)i - 150);
    compare(&cloud, 1);
    cloud_close(&cloud);
}

static void test_outside_the_table(void **context)
{
    (void)context;
    struct cloud cloud = cloud_open(500, -100, 100, 0.5, 10);
    assert_true(compare(&cloud, 5) > 100);
    assert_true(compare(&cloud, 1e300) > 100 && compare(&cloud, 1e-300) > 100);
    cloud_close(&cloud);
}

static void test_clusters(void **context)
{
    (void)context;
    struct cloud cloud = cloud_open(400, 0, 1, 0.2, 0.5);
    for (size_t i = 0; i < cloud.n; i++) {
        cloud.x[i] += (double)(i % 4) * 1e6;
        cloud.y[i] -= (double)(i % 3) * 1e9;
    }
    assert_true(compare(&cloud, 10) > 1000);
    cloud_close(&cloud);
}

/** Touching on cell borders, where an error of one cell would show: a square lattice of the cells' own period. */
static void test_lattice(void **context)
{
    (void)context;
    struct cloud cloud = cloud_open(400, 0, 1, 0.5, 0.5);
    for (size_t i = 0; i < cloud.n; i++) {
        cloud.x[i] = (double)(i % 20) * (1 - 0x1p-40);
        cloud.y[i] = (double)(i / 20) * (1 - 0x1p-40);
    }
    assert_int_equal(compare(&cloud, 20), 2 * 20 * 19);
    cloud_close(&cloud);
}

/** Far away, where cells are clamped and coordinates are coarse; infinite and NaN coordinates are near nothing. */
static void test_extreme_coordinates(void **context)
{
    (void)context;
    static const double extremes[] = {1e9, -1e9, 1e15, -1e300, 1e300, 1.7e308};
    struct cloud cloud = cloud_open(300, 0, 10, 0.5, 2);
    for (size_t i = 0; i < 60; i++) {
        cloud.x[i] += extremes[i % 6];
        cloud.y[i] += extremes[i / 10];
    }
    cloud.x[100] = (double)INFINITY;
    cloud.y[101] = -(double)INFINITY;
    cloud.x[102] = cloud.y[102] = (double)NAN;
    assert_true(compare(&cloud, 10) > 100);
    cloud_close(&cloud);
}

/** Clouds on both sides of each power of two, where doubles, and far out the cells too, change their spacing. */
static void test_far_away(void **context)
{
    (void)context;
    for (int k = 10; k < 60; k++) {
        struct cloud cloud = cloud_open(120, -5, 5, 0.5, 0.5);
        for (size_t i = 0; i < cloud.n; i++) {
            cloud.x[i] += ldexp(i % 2 ? 1 : -1, k);
            cloud.y[i] += ldexp(i % 4 < 2 ? 1 : -1, k + 3) / 1.001; /* such cells are 1.001 wide */
        }
        assert_true(compare(&cloud, 10) > 0);
        cloud_close(&cloud);
    }
}

/** Balls that wander, some fast, some slow, some all at once: at every moment the list tells what all pairs tell. */
static void wander(size_t n, double smallest, double largest)
{
    struct cloud cloud = cloud_open(n, 0, 20, smallest, largest);
    struct verlet_list *list = verlet_list_create(n, cloud.reach, 20);
    struct pairs expected = {0};
    const struct pairs *found;
    assert_non_null(list);
    size_t seen = 0;
    for (int move = 0; move < 120; move++) {
        double stride = move % 40 == 39 ? 5 : 0.02;
        for (size_t i = 0; i < n; i++) {
            cloud.x[i] += number(&cloud, -stride, stride) * (i % 7 ? 1 : 4);
            cloud.y[i] += number(&cloud, -stride, stride);
        }
        assert_true(verlet_list_touching(list, cloud.x, cloud.y, &found));
        assert_true(allpairs_near(n, cloud.reach, cloud.x, cloud.y, &expected));
        assert_same_pairs(found, &expected);
        seen += expected.count;
    }
    assert_true(seen > 0 || n < 2);
    pairs_free(&expected);
    verlet_list_destroy(list);
    cloud_close(&cloud);
}

static void test_verlet_list(void **context)
{
    (void)context;
    wander(0, 0.5, 0.5);
    wander(1, 0.5, 0.5);
    wander(48, 1, 2);
    wander(49, 1, 2);
    wander(300, 0.5, 0.5);
    wander(300, 0.01, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equal_radii),
        cmocka_unit_test(test_very_unequal_radii),
        cmocka_unit_test(test_every_size),
        cmocka_unit_test(test_outside_the_table),
        cmocka_unit_test(test_clusters),
        cmocka_unit_test(test_lattice),
        cmocka_unit_test(test_extreme_coordinates),
        cmocka_unit_test(test_far_away),
        cmocka_unit_test(test_verlet_list),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
