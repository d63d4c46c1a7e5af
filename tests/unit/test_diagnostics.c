#include "lib/testing.h"
#include "measure/diagnostics.h"

enum { BALLS = 3 };

struct balls {
    double x[BALLS], y[BALLS], vx[BALLS], vy[BALLS], r[BALLS], m[BALLS];
    struct vec2 turns[BALLS];
};

static struct world world_of(struct balls *b)
{
    return (struct world){
        .n = BALLS, .x = b->x, .y = b->y, .vx = b->vx, .vy = b->vy, .r = b->r, .m = b->m, .turns = b->turns};
}

/** Small integers, summed by hand. */
static void sums(void **state)
{
    (void)state;
    struct balls balls = {.x = {1, 2, 3}, .y = {4, 5, 6}, .vx = {1, -2, 0}, .vy = {3, 0, -4}, .m = {2, 1, 4}};
    struct world world = world_of(&balls);
    struct diagnostics found = diagnostics_of(&world, NULL);
    assert_true(found.kinetic == 10 + 2 + 32);
    assert_true(found.px == 2 - 2 + 0);
    assert_true(found.py == 6 + 0 - 16);
    assert_true(found.lz == 2 * (1 * 3 - 4 * 1) + 1 * (2 * 0 + 5 * 2) + 4 * (3 * -4 - 6 * 0));
}

/** Small integers again: spins add q m r^2 w^2 / 2 and q m r^2 wz. */
static void sums_with_spin(void **state)
{
    (void)state;
    struct balls balls = {
        .x = {1, 2, 3}, .y = {4, 5, 6}, .vx = {1, -2, 0}, .vy = {3, 0, -4}, .m = {2, 1, HUGE_VAL}, .r = {2, 1, 1}};
    struct vec3 w[BALLS] = {{1, 2, 3}, {0, 0, -4}, {0, 0, 0}};
    const double inertia[BALLS] = {0.5, 1, 0.4};
    struct world world = world_of(&balls);
    world.w = w;
    struct diagnostics found = diagnostics_of(&world, inertia);
    assert_true(found.kinetic == 12 && found.rotation == 0.5 * 4 * 14 + 0.5 * 16);
    assert_true(found.lz == 2 * (1 * 3 - 4 * 1) + 10 + 4 * 3 - 4);
    w[1].y = -2e60;
    assert_int_equal(diagnostics_first_beyond(&world), 1);
    w[1].y = (double)NAN;
    assert_int_equal(diagnostics_first_beyond(&world), 1);
}

/** A plain sum would lose the middle term. */
static void sums_are_compensated(void **state)
{
    (void)state;
    struct balls balls = {
        .x = {1, 1, 1}, .y = {1, 1, 1}, .vx = {1e16, 1, -1e16}, .vy = {-1e16, 3, 1e16}, .m = {1, 1, 1}};
    struct world world = world_of(&balls);
    struct diagnostics found = diagnostics_of(&world, NULL);
    assert_true(found.px == 1);
    assert_true(found.py == 3);
    assert_true(found.lz == 2);
}

static void no_balls(void **state)
{
    (void)state;
    struct world world = {.n = 0};
    struct diagnostics found = diagnostics_of(&world, NULL);
    assert_true(found.kinetic == 0 && found.px == 0 && found.py == 0 && found.lz == 0);
    assert_int_equal(diagnostics_first_beyond(&world), 0);
}

static void first_beyond(void **state)
{
    (void)state;
    struct balls balls = {.x = {1, 2, 3}, .m = {1, 1, 1}};
    struct world world = world_of(&balls);
    double *const arrays[] = {balls.x, balls.y, balls.vx, balls.vy};
    const double bad[] = {(double)NAN, HUGE_VAL, -HUGE_VAL};
    const double largest[2][2] = {{1e18, -1e18}, {1e60, -1e60}}; /* of coordinates, of velocities */
    assert_int_equal(diagnostics_first_beyond(&world), BALLS);
    for (size_t a = 0; a < 4; a++)
        for (size_t i = 0; i < BALLS; i++) {
            double before = arrays[a][i];
            for (size_t k = 0; k < 3; k++) {
                arrays[a][i] = bad[k];
                assert_int_equal(diagnostics_first_beyond(&world), i);
            }
            for (size_t k = 0; k < 2; k++) {
                arrays[a][i] = largest[a / 2][k];
                assert_int_equal(diagnostics_first_beyond(&world), BALLS);
                arrays[a][i] *= 1 + 0x1p-50;
                assert_int_equal(diagnostics_first_beyond(&world), i);
            }
            arrays[a][i] = before;
        }
    balls.x[2] = balls.vy[1] = (double)NAN;
    assert_int_equal(diagnostics_first_beyond(&world), 1);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums),     cmocka_unit_test(sums_with_spin), cmocka_unit_test(sums_are_compensated),
        cmocka_unit_test(no_balls), cmocka_unit_test(first_beyond),
    };
    return RUN_TESTS(tests);
}
