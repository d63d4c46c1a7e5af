/* Surfaces found by place against all surfaces: those near a place, and those near moving balls, with what is carried
 * from one list to the next. */
#include "lib/testing.h"
#include "lib/uniform.h"
#include "broadphase/near_surfaces.h"
#include "broadphase/surface_grid.h"

enum { OBSTACLES = 60, BALLS = 50 };

static const double width = 30, height = 20;

/** Lines, arcs and pockets of all sizes, some off the table. */
static void scatter(struct obstacle obstacles[OBSTACLES], uint64_t *seed)
{
    for (int i = 0; i < OBSTACLES; i++) {
        double x = uniform(seed, -5, width + 5), y = uniform(seed, -5, height + 5),
               size = pow(10, uniform(seed, -2, 1));
        obstacles[i] = (struct obstacle){.kind = (enum obstacle_kind)(i % 3)};
        double *value = obstacles[i].value;
        value[0] = x;
        value[1] = y;
        value[2] = i % 3 == 0 ? x + uniform(seed, -size, size) : size;
        value[3] = i % 3 == 0 ? y + uniform(seed, -size, size) : uniform(seed, -300, 0);
        value[4] = value[3] + uniform(seed, 10, 350);
    }
}

static void open(struct boundary *boundary, struct table *table, struct obstacle *obstacles, unsigned periodic)
{
    *table = (struct table){
        .width = width, .height = height, .obstacles = obstacles, .n_obstacles = OBSTACLES, .periodic = periodic};
    assert_true(boundary_open(boundary, table, 1));
}

/** No surface within reach of a place is missing from its list, which is in ascending order and holds not much more. */
static void test_places(void **context)
{
    (void)context;
    uint64_t seed = 4;
    size_t listed = 0, near = 0;
    for (unsigned periodic = 0; periodic < 4; periodic++)
        for (int scene = 0; scene < runs(12, 60); scene++) {
            struct obstacle obstacles[OBSTACLES];
            struct boundary boundary;
            struct table table;
            scatter(obstacles, &seed);
            open(&boundary, &table, obstacles, periodic);
            double reach = uniform(&seed, 0.1, 2);
            struct surface_grid *grid = surface_grid_create(&boundary, &table, reach, 1u << scene % 12);
            assert_non_null(grid);
            for (int i = 0; i < 300; i++) {
                struct vec2 place = {uniform(&seed, 0, width), uniform(&seed, 0, height)};
                uint32_t count, k = 0;
                const uint32_t *list = surface_grid_at(grid, place, &count);
                assert_true(surface_grid_covers(grid, place));
                for (uint32_t s = 0; s < boundary.n; s++) {
                    struct vec2 seen = boundary_seen(&boundary, &boundary.surfaces[s], place);
                    bool is_listed = k < count && list[k] == s,
                         is_near = boundary_distance(&boundary.surfaces[s], seen) <= reach;
                    assert_true(is_listed || !is_near);
                    k += is_listed;
                    near += is_near;
                }
                assert_int_equal(k, count);
                listed += scene % 12 > 8 ? count : 0;
            }
            assert_false(surface_grid_covers(grid, (struct vec2){-0.1, 1}) ||
                         surface_grid_covers(grid, (struct vec2){1, height + 0.1}));
            surface_grid_destroy(grid);
            boundary_close(&boundary);
        }
    assert_true(near > 1000 && (listed == 0 || listed < 4 * near));
}

static void assert_same_lists(const struct near_surfaces_list *a, const struct near_surfaces_list *b)
{
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++)
        assert_true(a->items[i].a == b->items[i].a && a->items[i].b == b->items[i].b && a->sides[i] == b->sides[i]);
}

/** Balls wander, on the table and off it; sides are carried over, with and without the grid. */
static void test_balls(void **context)
{
    (void)context;
    uint64_t seed = 9;
    struct obstacle obstacles[OBSTACLES];
    struct boundary boundary;
    struct table table;
    struct near_surfaces plain = {0}, quick = {0};
    struct vec2 centre[BALLS];
    double reach[BALLS];
    size_t carried = 0;
    scatter(obstacles, &seed);
    open(&boundary, &table, obstacles, 0);
    struct surface_grid *grid = surface_grid_create(&boundary, &table, 0.8, 200);
    quick.grid = grid;
    for (int i = 0; i < BALLS; i++) {
        centre[i] = (struct vec2){uniform(&seed, -1, width + 1), uniform(&seed, -1, height + 1)};
        reach[i] = uniform(&seed, 0.1, 1); /* some reach farther than the grid */
    }
    for (int step = 0; step < 200; step++) {
        for (int i = 0; i < BALLS; i++)
            centre[i] = vec2_add(centre[i], (struct vec2){uniform(&seed, -0.3, 0.3), uniform(&seed, -0.3, 0.3)});
        assert_true(near_surfaces_rebuild(&plain, &boundary, centre, reach, (struct pair){3, BALLS - 2}));
        assert_true(near_surfaces_rebuild(&quick, &boundary, centre, reach, (struct pair){3, BALLS - 2}));
        assert_same_lists(&plain.list, &quick.list);
        for (size_t k = 0; k < plain.list.count; k++) {
            carried += plain.list.sides[k] > 0;
            plain.list.sides[k] = quick.list.sides[k] = (uint8_t)(k % 4);
        }
    }
    assert_true(carried > 1000);
    near_surfaces_free(&plain);
    near_surfaces_free(&quick);
    surface_grid_destroy(grid);
    boundary_close(&boundary);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_places), cmocka_unit_test(test_balls)};
    return RUN_TESTS(tests);
}
