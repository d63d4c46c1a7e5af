/*
 * Cells against the double loop over all pairs, while balls fly between the walls of a table, are turned round at
 * random moments as if they were hit, and move on when they leave their cells. The balls here pass through each other,
 * so that cells are crowded now and then.
 */

#include "lib/testing.h"
#include "lib/uniform.h"
#include "base/mem.h"
#include "broadphase/cells.h"

static const struct motion straight = {MOTION_UNIFORM};

struct cloud {
    size_t n;
    double width, height, t;
    struct particle *balls;
    struct cells *cells;
    uint64_t seed;
};

/** A new trajectory from (x, y). */
static void set_out(struct cloud *cloud, uint32_t slot, double x, double y)
{
    struct particle *ball = &cloud->balls[slot];
    double speed = uniform(&cloud->seed, 0, 2);
    ball->x = x;
    ball->y = y;
    ball->t = cloud->t;
    ball->vx = uniform(&cloud->seed, -speed, speed);
    ball->vy = uniform(&cloud->seed, 0, 1) < 0.1 ? 0 : uniform(&cloud->seed, -speed, speed);
}

/** n balls somewhere on the table, in cells of at least the given size. */
static struct cloud cloud_open(size_t n, double width, double height, double smallest, double largest, double cell)
{
    struct cloud cloud = {.n = n, .width = width, .height = height, .t = 2, .seed = n};
    cloud.balls = mem_array_aligned(n + 1, sizeof *cloud.balls);
    assert_non_null(cloud.balls);
    for (uint32_t i = 0; i < n; i++) {
        double r = cloud.balls[i].r = uniform(&cloud.seed, smallest, largest);
        cloud.balls[i].m = 1;
        double y = uniform(&cloud.seed, r, height - r), x = uniform(&cloud.seed, r, width - r);
        set_out(&cloud, i, x, y);
    }
    cloud.cells =
        cells_create(&(struct motion_system){.balls = cloud.balls, .n = n, .size = {width, height}}, cloud.t, cell);
    assert_non_null(cloud.cells);
    return cloud;
}

static void cloud_close(struct cloud *cloud)
{
    cells_destroy(cloud->cells);
    free(cloud->balls);
}

/** Balls that touch a ball are in its list; no ball is there twice, nor the ball itself; sentinels fill it up. Returns
 *  the list's length. */
static size_t assert_row(struct cloud *cloud, uint32_t slot, int buffer)
{
    uint32_t count;
    const uint32_t *list = cells_list(cloud->cells, slot, buffer, &count);
    char *joined = mem_array(cloud->n, 1);
    assert_non_null(joined);
    for (uint32_t k = 0; k < count; k++) {
        assert_true(list[k] < cloud->n);
        joined[list[k]]++;
    }
    for (uint32_t k = count; k < IMPACT_KERNEL_ROOM || k % IMPACT_KERNEL_LANES; k++)
        assert_int_equal(list[k], cloud->n);
    const struct particle *ball = &cloud->balls[slot];
    for (uint32_t j = 0; j < cloud->n; j++) {
        const struct particle *other = &cloud->balls[j];
        double dx = motion_position(&straight, other, cloud->t).x - motion_position(&straight, ball, cloud->t).x,
               reach = ball->r + other->r;
        double dy = motion_position(&straight, other, cloud->t).y - motion_position(&straight, ball, cloud->t).y;
        assert_true(joined[j] <= (j != slot));
        if (j != slot && dx * dx + dy * dy <= reach * reach)
            assert_int_equal(joined[j], 1);
        if (fabs(dx) > 2.001 * cloud->cells->size.x || fabs(dy) > 2.001 * cloud->cells->size.y)
            assert_int_equal(joined[j], 0);
    }
    free(joined);
    return count;
}

static size_t assert_rows(struct cloud *cloud)
{
    size_t entries = 0;
    for (uint32_t i = 0; i < cloud->n; i++)
        entries += assert_row(cloud, i, (int)(i % 2));
    return entries;
}

/** When a ball meets a wall; *wall tells which kind of velocity is reversed then: 0 or 1. */
static double wall_time(const struct cloud *cloud, uint32_t slot, int *wall)
{
    const struct particle *ball = &cloud->balls[slot];
    double across = ball->vx > 0 ? (cloud->width - ball->r - ball->x) / ball->vx : (ball->r - ball->x) / ball->vx;
    double along = ball->vy > 0 ? (cloud->height - ball->r - ball->y) / ball->vy : (ball->r - ball->y) / ball->vy;
    across = ball->vx == 0 ? HUGE_VAL : across;
    along = ball->vy == 0 ? HUGE_VAL : along;
    *wall = along < across;
    return ball->t + fmin(across, along);
}

static void bounce(struct cloud *cloud, uint32_t slot, int wall)
{
    struct particle *ball = &cloud->balls[slot];
    double vx = ball->vx, vy = ball->vy;
    set_out(cloud, slot, motion_position(&straight, ball, cloud->t).x, motion_position(&straight, ball, cloud->t).y);
    ball->vx = wall == 0 ? -vx : vx;
    ball->vy = wall == 1 ? -vy : vy;
}

/** Adds `by` for each ball in a list. */
static void mark(char *marks, const uint32_t *list, uint32_t count, char by)
{
    for (uint32_t k = 0; k < count; k++)
        marks[list[k]] = (char)(marks[list[k]] + by);
}

/** Moves a ball to its next cell, the way being told or not. Those that it is told to see anew are those of its list
 *  that were not in it before. */
static void cross(struct cloud *cloud, uint32_t slot, uint32_t way)
{
    enum { BEFORE = 1, AFTER = 2, ENTERED = 4 };
    char *marks = mem_array(cloud->n + 1, 1);
    uint32_t count;
    assert_true(marks && way != CELLS_WAY_UNKNOWN);
    const uint32_t *list = cells_list(cloud->cells, slot, 0, &count);
    mark(marks, list, count, BEFORE);
    bool tells = uniform(&cloud->seed, 0, 1) < 0.5;
    assert_true(cells_move(cloud->cells, slot, cloud->t, tells ? way : CELLS_WAY_UNKNOWN));
    list = cells_list(cloud->cells, slot, 0, &count);
    mark(marks, list, count, AFTER);
    list = cells_list_entered(cloud->cells, slot, way, &count);
    mark(marks, list, count, ENTERED);
    for (uint32_t k = count; k < IMPACT_KERNEL_ROOM || k % IMPACT_KERNEL_LANES; k++)
        assert_int_equal(list[k], cloud->n);
    for (size_t i = 0; i < cloud->n; i++)
        assert_true(marks[i] == 0 || marks[i] == BEFORE || marks[i] == (BEFORE | AFTER) ||
                    marks[i] == (AFTER | ENTERED));
    free(marks);
}

/** Moves on to what happens first: somebody leaves a cell or meets a wall, or is turned round before. A ball says that
 *  it is near a wall before it gets there. */
static void wander_once(struct cloud *cloud)
{
    uint32_t first = 0, first_way = CELLS_WAY_UNKNOWN;
    double t = HUGE_VAL;
    int wall = -1;
    for (uint32_t i = 0; i < cloud->n; i++) {
        int kind;
        uint32_t way;
        double leave = cells_exit_time(cloud->cells, i, &cloud->balls[i], cloud->t, &way);
        double meets = wall_time(cloud, i, &kind);
        assert_true(leave >= cloud->t);
        if (meets <= leave)
            assert_true(kind == 0 ? cells_near_slab_x(cloud->cells, i) : cells_near_slab_y(cloud->cells, i));
        if (fmin(leave, meets) < t) {
            t = fmin(leave, meets);
            first = i;
            first_way = way;
            wall = meets <= leave ? kind : -1;
        }
    }
    if (uniform(&cloud->seed, 0, 1) < 0.3) {
        uint32_t slot = (uint32_t)uniform(&cloud->seed, 0, (double)cloud->n);
        cloud->t += uniform(&cloud->seed, 0, 1) * (fmin(t, cloud->t + 1) - cloud->t);
        set_out(cloud, slot, motion_position(&straight, &cloud->balls[slot], cloud->t).x,
                motion_position(&straight, &cloud->balls[slot], cloud->t).y);
        return;
    }
    cloud->t = fmax(t, cloud->t);
    if (wall >= 0)
        bounce(cloud, first, wall);
    else
        cross(cloud, first, first_way);
}

/** Returns the mean length of lists. */
static double wander(struct cloud *cloud, int events)
{
    double entries = (double)assert_rows(cloud), checks = 1;
    for (int event = 1; event <= events; event++) {
        wander_once(cloud);
        if (event % 50 && event > 20)
            continue;
        entries += (double)assert_rows(cloud);
        checks++;
    }
    cloud_close(cloud);
    return entries / checks / (double)cloud->n;
}

static void test_sizes_of_cells(void **context)
{
    (void)context;
    static const double cells[] = {0, 1e-9, 1.01, 2.5, 7, 1e3};
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        struct cloud cloud = cloud_open(120, 30, 20, 0.5, 0.5, cells[i]);
        assert_true(cloud.cells->size.x >= 1 && cloud.cells->size.y >= 1);
        assert_true(cells[i] > 20 || cloud.cells->size.x >= cells[i]);
        wander(&cloud, 1200);
    }
}

static void test_shapes(void **context)
{
    (void)context;
    static const double sides[][2] = {{400, 1.05}, {1.05, 300}, {2.1, 2.1}, {1e4, 1e4}, {3.3, 70}};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
        for (double cell = 0; cell < 3; cell += 1.3) {
            struct cloud cloud = cloud_open(60, sides[i][0], sides[i][1], 0.2, 0.5, cell);
            wander(&cloud, 400);
        }
}

/** Left to itself the grid gives lists of the same length in thin and in dense gases. */
static void test_density(void **context)
{
    (void)context;
    for (double side = 20; side < 1e5; side *= 9) {
        struct cloud cloud = cloud_open(200, side, side, 0.5, 0.5, 0);
        double mean = wander(&cloud, 600);
        assert_true(mean > 3 && mean < 12);
    }
}

/** Everybody in one cell, which spills, and everywhere again, many times over. */
static void test_crowds(void **context)
{
    (void)context;
    struct cloud cloud = cloud_open(100, 50, 50, 0.5, 0.5, 5);
    for (int round = 0; round < 6; round++) {
        cloud.t += 1;
        for (uint32_t i = 0; i < cloud.n; i++) {
            struct particle *ball = &cloud.balls[i];
            double x = round % 2 ? uniform(&cloud.seed, 1, 49) : 22.5,
                   y = round % 2 ? uniform(&cloud.seed, 1, 49) : 22.5;
            double from_x = motion_position(&straight, ball, cloud.t - 1).x,
                   from_y = motion_position(&straight, ball, cloud.t - 1).y;
            *ball = (struct particle){.x = from_x, .y = from_y, .t = cloud.t - 1, .r = 0.5, .m = 1};
            ball->vx = x - from_x; /* there in one time unit, cell by cell */
            ball->vy = y - from_y;
            uint32_t way;
            for (double t; (t = cells_exit_time(cloud.cells, i, ball, ball->t, &way)) < cloud.t;)
                assert_true(cells_move(cloud.cells, i, t, way));
        }
        size_t entries = assert_rows(&cloud);
        assert_true(round % 2 ? entries < 1500 : entries == 100 * 99);
        for (uint32_t i = 0; i < cloud.n; i++)
            set_out(&cloud, i, motion_position(&straight, &cloud.balls[i], cloud.t).x,
                    motion_position(&straight, &cloud.balls[i], cloud.t).y);
    }
    cloud_close(&cloud);
}

/** The moment a ball leaves, against whether it is in its cell just before and after. */
static void test_leave_time(void **context)
{
    (void)context;
    struct cloud cloud = cloud_open(500, 30, 30, 0.5, 0.5, 0);
    size_t leave = 0;
    for (uint32_t i = 0; i < cloud.n; i++) {
        struct particle *ball = &cloud.balls[i];
        uint32_t way;
        double t = cells_exit_time(cloud.cells, i, ball, 2, &way);
        assert_true(cells_stays_inside(cloud.cells, i, ball, 2, 2));
        if (t < HUGE_VAL && !cells_near_slab_x(cloud.cells, i) &&
            !cells_near_slab_y(cloud.cells, i)) { /* here nothing stops it at walls */
            assert_true(cells_stays_inside(cloud.cells, i, ball, 2, 2 + (t - 2) * (1 - 1e-6)));
            assert_false(cells_stays_inside(cloud.cells, i, ball, 2, 2 + (t - 2) * (1 + 1e-6)));
            assert_true(cells_exit_time(cloud.cells, i, ball, t + 1, &way) == t + 1);
            leave++;
        }
        ball->vx = ball->vy = 0;
        assert_true(cells_exit_time(cloud.cells, i, ball, 2, &way) == HUGE_VAL);
    }
    assert_true(leave > 200);
    cloud_close(&cloud);
}

static void test_none_and_one(void **context)
{
    (void)context;
    for (size_t n = 0; n < 2; n++) {
        struct cloud cloud = cloud_open(n, 10, 10, 0.5, 0.5, 0);
        assert_int_equal(assert_rows(&cloud), 0);
        cloud_close(&cloud);
    }
    cells_destroy(NULL);
}

/** Is the ball in the other one's list? */
static bool is_joined(struct cloud *cloud, uint32_t slot, uint32_t other)
{
    uint32_t size;
    const uint32_t *list = cells_list(cloud->cells, slot, 0, &size);
    while (size > 0 && list[size - 1] != other)
        size--;
    return size > 0;
}

/** Balls in contact but for rounding, on both sides of where cells of one diameter would lie. */
static void test_touching_across_a_cell(void **context)
{
    (void)context;
    enum { N = 40 }; /* enough for cells of the least size */
    for (int line = 1; line < 7; line++)
        for (int axis = 0; axis < 2; axis++) {
            struct cloud cloud = cloud_open(N, 8, 8, 0.5, 0.5, 1e-9);
            for (uint32_t i = 0; i < 2; i++) {
                double along = i ? line + 1 : line - 1e-12;
                cloud.balls[i] = (struct particle){.x = axis ? 3.5 : along, .y = axis ? along : 3.5, .r = 0.5, .m = 1};
            }
            cells_destroy(cloud.cells);
            cloud.cells =
                cells_create(&(struct motion_system){.balls = cloud.balls, .n = N, .size = {8, 8}}, cloud.t, 1e-9);
            assert_non_null(cloud.cells);
            assert_true(is_joined(&cloud, 0, 1) && is_joined(&cloud, 1, 0));
            cloud_close(&cloud);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes_of_cells),
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_density),
        cmocka_unit_test(test_crowds),
        cmocka_unit_test(test_leave_time),
        cmocka_unit_test(test_none_and_one),
        cmocka_unit_test(test_touching_across_a_cell),
    };
    return RUN_TESTS(tests);
}
