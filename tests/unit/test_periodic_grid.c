/* Near pairs on a periodic table against a double loop over nearest images. */

#include "lib/testing.h"
#include "lib/uniform.h"
#include "broadphase/periodic_grid.h"

enum { MOST = 300 };

struct cloud {
    size_t n;
    struct table table;
    struct vec2 centre[MOST];
    double reach[MOST];
};

static bool is_near(const struct cloud *cloud, size_t a, size_t b)
{
    const struct period period = table_period(&cloud->table);
    struct vec2 way = period_nearest(&period, vec2_sub(cloud->centre[a], cloud->centre[b]));
    double limit = cloud->reach[a] + cloud->reach[b];
    return vec2_dot(way, way) < limit * limit;
}

/** All pairs of the balls first..last-1: those after each, in order, and those before the range. */
static void compare(const struct cloud *cloud, const struct periodic_grid *grid, size_t first, size_t last)
{
    struct pairs local = {NULL, 0, 0}, ghost = {NULL, 0, 0};
    size_t found = 0, before = 0;
    assert_true(periodic_grid_near(grid, cloud->centre, first, last, &local, &ghost));
    for (uint32_t a = (uint32_t)first; a < last; a++)
        for (uint32_t b = 0; b < cloud->n; b++) {
            struct pairs *list = b > a ? &local : &ghost;
            size_t *at = b > a ? &found : &before;
            if ((b >= first && b <= a) || !is_near(cloud, a, b))
                continue;
            assert_true(*at < list->count);
            assert_true(list->items[*at].a == a && list->items[*at].b == b);
            ++*at;
        }
    assert_int_equal(found, local.count);
    assert_int_equal(before, ghost.count);
    pairs_free(&local);
    pairs_free(&ghost);
}

static void test_against_double_loop(void **context)
{
    (void)context;
    static const double sizes[][2] = {{20, 20}, {4, 30}, {2.5, 2.5}, {300, 3}};
    uint64_t seed = 5;
    for (unsigned axes = 1; axes < 4; axes++)
        for (int k = 0; k < 12; k++) {
            struct cloud cloud = {.n = k % 3 == 0 ? 7 : MOST,
                                  .table = {.width = sizes[k / 3][0], .height = sizes[k / 3][1], .periodic = axes}};
            for (size_t i = 0; i < cloud.n; i++) { /* some a little beyond the table */
                cloud.centre[i] = (struct vec2){uniform(&seed, -0.1, 1.1) * cloud.table.width,
                                                uniform(&seed, -0.1, 1.1) * cloud.table.height};
                cloud.reach[i] = uniform(&seed, 0.05, k % 3 == 2 ? 0.1 : 0.6);
            }
            struct periodic_grid *grid = periodic_grid_create(cloud.n, cloud.reach, &cloud.table);
            assert_non_null(grid);
            for (int round = 0; round < 2; round++) { /* reaches may change in between */
                periodic_grid_place(grid, cloud.centre);
                compare(&cloud, grid, 0, cloud.n);
                compare(&cloud, grid, cloud.n / 3, 2 * cloud.n / 3);
                for (size_t i = 0; i < cloud.n; i++)
                    cloud.reach[i] *= 1.5;
            }
            periodic_grid_destroy(grid);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_double_loop)};
    return RUN_TESTS(tests);
}
