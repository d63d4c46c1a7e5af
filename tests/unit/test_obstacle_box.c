/* The boxes of arcs hold all of their points and no more. */
#include "lib/testing.h"
#include "lib/uniform.h"
#include "surfaces/boundary.h"

enum { POINTS = 4000 };

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
        assert_true(boundary_open(&boundary, &table));
        boundary_box(&boundary, &boundary.surfaces[2], &box[0], &box[1]);
        assert_true(fabs(box[0].x - least.x) < most && fabs(box[0].y - least.y) < most);
        assert_true(fabs(box[1].x - largest.x) < most && fabs(box[1].y - largest.y) < most);
        boundary_close(&boundary);
    }
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_boxes_of_arcs)};
    return RUN_TESTS(tests);
}
