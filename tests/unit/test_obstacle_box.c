/* Obstacles and boxes: what has points in a box meets it, and what is beyond one of its sides does not; against many
 * points along random obstacles, and where they only touch; and the boxes of arcs. */
#include "lib/testing.h"
#include "lib/uniform.h"
#include "surfaces/boundary.h"

enum { POINTS = 4000 };

static const struct vec2 lo = {1, 2}, hi = {4, 3};

/** How far a point is outside the box, and on each of its sides; negative: inside. */
struct beyond {
    double side[4], outside;
};

static struct beyond beyond_box(double x, double y)
{
    struct beyond beyond = {{lo.x - x, x - hi.x, lo.y - y, y - hi.y}, -HUGE_VAL};
    for (int i = 0; i < 4; i++)
        beyond.outside = fmax(beyond.outside, beyond.side[i]);
    return beyond;
}

/** The least of that over the points of an obstacle. */
static struct beyond least_beyond(const struct obstacle *obstacle)
{
    const double *v = obstacle->value;
    struct beyond least = {{HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL}, HUGE_VAL};
    for (int k = 0; k <= POINTS; k++) {
        double part = (double)k / POINTS, angle = (v[3] + (v[4] - v[3]) * part) * acos(-1) / 180;
        struct beyond point = obstacle->kind == OBSTACLE_LINE
                                  ? beyond_box(v[0] + part * (v[2] - v[0]), v[1] + part * (v[3] - v[1]))
                                  : beyond_box(v[0] + v[2] * cos(angle), v[1] + v[2] * sin(angle));
        for (int i = 0; i < 4; i++)
            least.side[i] = fmin(least.side[i], point.side[i]);
        least.outside = fmin(least.outside, point.outside);
    }
    return least;
}

static void test_random(void **context)
{
    (void)context;
    uint64_t seed = 8;
    int count[2] = {0, 0};
    for (int i = 0; i < runs(2000, 30000); i++) {
        struct obstacle obstacle = {.kind = i % 2 ? OBSTACLE_LINE : OBSTACLE_ARC};
        for (int k = 0; k < 5; k++)
            obstacle.value[k] = uniform(&seed, -1, 6);
        if (obstacle.kind == OBSTACLE_ARC) {
            obstacle.value[2] = uniform(&seed, 0.01, 4);
            obstacle.value[3] = uniform(&seed, -360, 360);
            obstacle.value[4] = obstacle.value[3] + uniform(&seed, 1, 360);
        }
        const struct beyond beyond = least_beyond(&obstacle);
        double least = beyond.outside, most = -HUGE_VAL;
        for (int k = 0; k < 4; k++)
            most = fmax(most, beyond.side[k]);
        if (fabs(least) < 0.01 || fabs(most) < 0.01) /* between two points */
            continue;
        bool meets = boundary_meets_box(&obstacle, lo, hi);
        if (least < 0 ? !meets : meets != (most < 0))
            fail_msg("%d: %g %g %g %g %g: %g", i, obstacle.value[0], obstacle.value[1], obstacle.value[2],
                     obstacle.value[3], obstacle.value[4], least);
        count[least < 0]++;
    }
    assert_true(count[0] > 400 && count[1] > 400);
}

static bool meets(enum obstacle_kind kind, double a, double b, double c, double d, double e)
{
    const struct obstacle obstacle = {.kind = kind, .value = {a, b, c, d, e}};
    return boundary_meets_box(&obstacle, lo, hi);
}

/** What only touches the box meets it. */
static void test_touching(void **context)
{
    (void)context;
    assert_true(meets(OBSTACLE_LINE, 0, 2, 9, 2, 0) && meets(OBSTACLE_LINE, 4, 0, 4, 2, 0));
    assert_false(meets(OBSTACLE_LINE, 0, 1.99, 9, 1.99, 0) || meets(OBSTACLE_LINE, 4, 0, 4, 1.99, 0));
    assert_true(meets(OBSTACLE_LINE, 0, 2.5, 9, 2.5, 0) && meets(OBSTACLE_LINE, 2, 2.2, 2.1, 2.3, 0));
    assert_true(meets(OBSTACLE_ARC, 5, 2.5, 1, 90, 270) && meets(OBSTACLE_ARC, 2, 2.5, 0.1, 0, 360));
    assert_false(meets(OBSTACLE_ARC, 5, 2.5, 1, -90, 90));
    assert_true(meets(OBSTACLE_POCKET, 2, 2.5, 9, 0, 0) && meets(OBSTACLE_POCKET, 5, 2.5, 1, 0, 0));
    assert_true(meets(OBSTACLE_POCKET, 2, 2.5, 0.01, 0, 0));
    assert_false(meets(OBSTACLE_POCKET, 5, 2.5, 0.99, 0, 0));
}

/** The box of an arc holds all of its points and no more, so that a curve of many short arcs of large circles is not
 * all over the table. */
static void test_boxes_of_arcs(void **context)
{
    (void)context;
    uint64_t seed = 9;
    for (int i = 0; i < 2000; i++) {
        double from = i % 4 ? uniform(&seed, -720, 720) : 90 * (i % 9 - 4), r = uniform(&seed, 0.01, 1000);
        double span = i % 3 ? uniform(&seed, 1e-6, 360) : 90 * (1 + i % 4), most = 1e-6 * r;
        struct obstacle obstacle = {.kind = OBSTACLE_ARC, .value = {3, -2, r, from, from + span}};
        const struct table table = {.width = 1, .height = 1, .obstacles = &obstacle, .n_obstacles = 1};
        struct vec2 least = {HUGE_VAL, HUGE_VAL}, largest = {-HUGE_VAL, -HUGE_VAL}, box[2];
        for (int k = 0; k <= POINTS; k++) {
            double angle = (from + span * k / POINTS) * acos(-1) / 180, x = 3 + r * cos(angle), y = -2 + r * sin(angle);
            least = (struct vec2){fmin(least.x, x), fmin(least.y, y)};
            largest = (struct vec2){fmax(largest.x, x), fmax(largest.y, y)};
        }
        struct boundary boundary;
        assert_true(boundary_open(&boundary, &table, 1));
        boundary_box(&boundary, &boundary.surfaces[2], &box[0], &box[1]);
        assert_true(fabs(box[0].x - least.x) < most && fabs(box[0].y - least.y) < most);
        assert_true(fabs(box[1].x - largest.x) < most && fabs(box[1].y - largest.y) < most);
        boundary_close(&boundary);
    }
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random), cmocka_unit_test(test_touching),
                                       cmocka_unit_test(test_boxes_of_arcs)};
    return RUN_TESTS(tests);
}
