/* Surfaces found by place against all surfaces: those near a place, and those near moving balls, with what is carried
 * from one list to the next. */
#include "base/mem.h"
#include "lib/testing.h"
#include "lib/uniform.h"
#include "near/near_surfaces.h"
#include "near/surface_grid.h"

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
    assert_true(boundary_open(boundary, table));
}

static double diagonal(const struct surface_grid *grid)
{
    return hypot(1 / grid->x.per_length, 1 / grid->y.per_length);
}

/** About as many cells as wanted, about as wide as high. */
static void assert_shape(const struct surface_grid *grid, double cells)
{
    double columns = (double)cell_axis_count(&grid->x), rows = (double)cell_axis_count(&grid->y);
    assert_true(columns * rows <= 1.5 * cells && (columns + 1) * (rows + 1) >= cells);
    assert_true(cells < 100 || fabs(columns * height / (rows * width) - 1) < 0.2);
}

/** No surface within reach of a place is missing from its list, which is in ascending order and holds none that is
 *  farther from all of the cell. */
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
            struct surface_grid *grid = surface_grid_create(&boundary, reach, 1u << scene % 12);
            assert_non_null(grid);
            assert_shape(grid, 1u << scene % 12);
            double farthest = (reach + diagonal(grid)) * (1 + 1e-6);
            for (int i = 0; i < 300; i++) {
                struct vec2 place = {uniform(&seed, 0, width), uniform(&seed, 0, height)};
                uint32_t count, k = 0;
                const uint32_t *list = surface_grid_at(grid, place, &count);
                assert_true(surface_grid_covers(grid, place));
                for (uint32_t s = 0; s < boundary.n; s++) {
                    struct vec2 seen = boundary_seen(&boundary, &boundary.surfaces[s], place);
                    double distance = boundary_distance(&boundary.surfaces[s], seen);
                    bool is_listed = k < count && list[k] == s, is_near = distance <= reach;
                    assert_true(is_listed ? distance <= farthest : !is_near);
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

enum { MOVING = OBSTACLES / 3 };

/** Lets the lines and the bottom wall move by two pieces each, at speeds up to so much along an axis. */
static void set_in_motion(struct table *table, struct obstacle obstacles[OBSTACLES], double period, double speed,
                          uint64_t *seed)
{
    for (int i = 0; i <= MOVING; i++) {
        struct surface_motion *motion = mem_array(1, sizeof *motion + 2 * sizeof *motion->piece);
        assert_non_null(motion);
        *motion = (struct surface_motion){.n = 2, .period = period};
        for (int k = 0; k < 2; k++)
            motion->piece[k] =
                (struct surface_piece){.t = k, .v = {uniform(seed, -speed, speed), uniform(seed, -speed, speed)}};
        surface_motion_prepare(motion, (struct vec2){i < MOVING, 1});
        *(i < MOVING ? &obstacles[3 * i].motion : &table->motion[TABLE_BOTTOM]) = motion;
    }
}

static void stop_moving(struct table *table, struct obstacle obstacles[OBSTACLES])
{
    for (int i = 0; i < MOVING; i++)
        free(obstacles[3 * i].motion);
    free(table->motion[TABLE_BOTTOM]);
}

static bool is_near_then(const struct boundary *boundary, uint32_t surface, struct vec2 place, double t, double reach)
{
    bool is_near = false;
    for (uint32_t side = 0; side < 2; side++) {
        struct vec2 seen = vec2_sub(place, boundary_way(boundary, contact_surface(surface, side), t));
        is_near = is_near || boundary_distance(&boundary->surfaces[surface], seen) <= reach;
    }
    return is_near;
}

/** However far surfaces move: none within reach of a place, wherever it is then, is missing from its list. */
static void test_moving(void **context)
{
    (void)context;
    uint64_t seed = 11;
    size_t near = 0, far = 0;
    for (int scene = 0; scene < runs(8, 40); scene++) {
        struct obstacle obstacles[OBSTACLES];
        struct boundary boundary;
        struct table table = {.width = width, .height = height, .obstacles = obstacles, .n_obstacles = OBSTACLES};
        double reach = uniform(&seed, 0.1, 2), end = uniform(&seed, 0.5, 4);
        scatter(obstacles, &seed);
        set_in_motion(&table, obstacles, scene % 4 < 2 ? 3 : 0, scene % 2 ? 0.2 : 5, &seed);
        assert_true(boundary_open(&boundary, &table));
        boundary_end_at(&boundary, end);
        struct surface_grid *grid = surface_grid_create(&boundary, reach, 200);
        assert_non_null(grid);
        for (int i = 0; i < 500; i++) {
            struct vec2 place = {uniform(&seed, 0, width), uniform(&seed, 0, height)};
            double t = i % 5 ? uniform(&seed, 0, end) : end;
            uint32_t count, k = 0;
            const uint32_t *list = surface_grid_at(grid, place, &count);
            boundary_turn(&boundary, t);
            for (uint32_t s = 0; s < boundary.n; s++) {
                bool is_listed = k < count && list[k] == s, is_near = is_near_then(&boundary, s, place, t, reach);
                assert_true(is_listed || !is_near);
                k += is_listed;
                near += is_near;
                far += !is_listed;
            }
        }
        surface_grid_destroy(grid);
        boundary_close(&boundary);
        stop_moving(&table, obstacles);
    }
    assert_true(near > 1000 && far > 10000);
}

/** What just touches a circle of the reach around a cell's corner is as far from the cell as anything in its list. */
static void test_just_within_reach(void **context)
{
    (void)context;
    const double reach = 1, cell = 2; /* 15 x 10 cells */
    for (int corner = 0; corner < 4; corner++) {
        double dx = corner % 2 ? 1 : -1, dy = corner / 2 ? 1 : -1, away = reach * sqrt(0.5) * (1 - 1e-12);
        struct vec2 at = {7.5 * cell + dx * cell / 2, 5.5 * cell + dy * cell / 2}; /* of a cell in the middle */
        struct vec2 end = {at.x + dx * away, at.y + dy * away}, place = {at.x - dx * 1e-14, at.y - dy * 1e-14};
        struct obstacle line = {.kind = OBSTACLE_LINE, .value = {end.x, end.y, end.x + dx, end.y + dy}};
        struct table table = {.width = width, .height = height, .obstacles = &line, .n_obstacles = 1};
        struct boundary boundary;
        uint32_t count;
        assert_true(boundary_open(&boundary, &table));
        struct surface_grid *grid = surface_grid_create(&boundary, reach, 160);
        assert_true(cell_axis_count(&grid->x) == 15 && cell_axis_count(&grid->y) == 10);
        const uint32_t *list = surface_grid_at(grid, place, &count);
        bool found = false;
        for (uint32_t k = 0; k < count; k++)
            found = found || boundary_distance(&boundary.surfaces[list[k]], place) <= reach;
        assert_true(found);
        surface_grid_destroy(grid);
        boundary_close(&boundary);
    }
}

/** Where all surfaces are within reach, one cell lists them. */
static void test_infinite_reach(void **context)
{
    (void)context;
    uint64_t seed = 5;
    struct obstacle obstacles[OBSTACLES];
    struct boundary boundary;
    struct table table;
    uint32_t count;
    scatter(obstacles, &seed);
    open(&boundary, &table, obstacles, 0);
    struct surface_grid *grid = surface_grid_create(&boundary, HUGE_VAL, 100);
    assert_true(cell_axis_count(&grid->x) == 1 && cell_axis_count(&grid->y) == 1);
    surface_grid_at(grid, (struct vec2){1, 1}, &count);
    assert_int_equal(count, boundary.n);
    surface_grid_destroy(grid);
    boundary_close(&boundary);
}

/** However many surfaces and cells are wanted, a short surface is in no more lists than the reach makes it. */
static void test_many_surfaces(void **context)
{
    (void)context;
    enum { MANY = 3000 };
    static struct obstacle obstacles[MANY];
    uint64_t seed = 6;
    struct boundary boundary;
    struct table table = {.width = width, .height = height, .obstacles = obstacles, .n_obstacles = MANY};
    for (int i = 0; i < MANY; i++) {
        double x = uniform(&seed, 0, width), y = uniform(&seed, 0, height);
        obstacles[i] = (struct obstacle){.kind = OBSTACLE_LINE, .value = {x, y, x + 1e-3, y}};
    }
    assert_true(boundary_open(&boundary, &table));
    struct surface_grid *grid = surface_grid_create(&boundary, 5, boundary.n);
    assert_non_null(grid);
    int64_t cells = cell_axis_count(&grid->x) * cell_axis_count(&grid->y);
    assert_true(grid->first[cells] < 80 * boundary.n);
    surface_grid_destroy(grid);
    boundary_close(&boundary);
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
    struct surface_grid *grid = surface_grid_create(&boundary, 0.8, 200);
    quick.grid = grid;
    for (int i = 0; i < BALLS; i++) {
        centre[i] = (struct vec2){uniform(&seed, -1, width + 1), uniform(&seed, -1, height + 1)};
        reach[i] = uniform(&seed, 0.1, 1); /* some reach farther than the grid */
    }
    for (int step = 0; step < 200; step++) {
        for (int i = 0; i < BALLS; i++)
            centre[i] = vec2_add(centre[i], (struct vec2){uniform(&seed, -0.3, 0.3), uniform(&seed, -0.3, 0.3)});
        assert_true(near_surfaces_rebuild(&plain, &boundary, centre, reach, 3, BALLS - 2));
        assert_true(near_surfaces_rebuild(&quick, &boundary, centre, reach, 3, BALLS - 2));
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

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_places),         cmocka_unit_test(test_just_within_reach),
                                       cmocka_unit_test(test_infinite_reach), cmocka_unit_test(test_many_surfaces),
                                       cmocka_unit_test(test_balls),          cmocka_unit_test(test_moving)};
    return RUN_TESTS(tests);
}
