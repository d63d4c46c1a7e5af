/* Arcs: what only they have. Ends of circles that are nearly full, balls as large as the arc, balls beyond it by
 * rounding. */
#include "lib/testing.h"
#include "lib/uniform.h"
#include "surfaces/boundary.h"

static const struct motion straight = {MOTION_UNIFORM};
enum { ARC = BOUNDARY_SLABS };

/** A table with an arc about (10, 10), to be closed. */
static struct boundary arc_open(struct obstacle *arc, double r, double from, double to)
{
    struct boundary boundary;
    *arc = (struct obstacle){.kind = OBSTACLE_ARC, .value = {10, 10, r, from, to}};
    assert_true(
        boundary_open(&boundary, &(struct table){.width = 20, .height = 20, .obstacles = arc, .n_obstacles = 1}));
    return boundary;
}

/** A full circle has no ends; one with the narrowest gap has two, and lets through what is smaller. */
static void test_gap(void **context)
{
    (void)context;
    struct obstacle arc;
    uint32_t side;
    struct boundary boundary = arc_open(&arc, 3, 0, 360);
    struct particle ball = {.x = 10, .y = 10, .vx = 2, .r = 0.001};
    assert_int_equal(boundary.n, ARC + 1);
    assert_near(boundary_impact(&straight, &boundary.surfaces[ARC], body_of(&ball), &side), 2.999 / 2, 1e-15);
    boundary_close(&boundary);

    boundary = arc_open(&arc, 3, 0.25, 359.75);
    assert_int_equal(boundary.n, ARC + 3);
    assert_true(boundary_impact(&straight, &boundary.surfaces[ARC], body_of(&ball), &side) == HUGE_VAL);
    ball.vx = -2;
    assert_near(boundary_impact(&straight, &boundary.surfaces[ARC], body_of(&ball), &side), 2.999 / 2, 1e-15);
    boundary_close(&boundary);
}

/** The point that a ball touches is on the arc, in the direction of the ball, whichever side it is on. */
static void test_point(void **context)
{
    (void)context;
    struct obstacle arc;
    struct boundary boundary = arc_open(&arc, 3, 0, 360);
    uint64_t seed = 3;
    for (int i = 0; i < 100; i++) {
        double angle = uniform(&seed, 0, 7), distance = uniform(&seed, 0.5, 6);
        struct vec2 way = {cos(angle), sin(angle)}, middle = {10, 10};
        struct vec2 found =
            boundary_point(&boundary.surfaces[ARC], distance > 3, vec2_add(middle, vec2_scale(distance, way)));
        assert_near(found.x, 10 + 3 * way.x, 1e-14);
        assert_near(found.y, 10 + 3 * way.y, 1e-14);
    }
    boundary_close(&boundary);
}

/** A ball that fits exactly has no room to move in: it meets the ends alone. */
static void test_ball_as_large_as_the_arc(void **context)
{
    (void)context;
    struct obstacle arc;
    struct boundary boundary = arc_open(&arc, 3, 100, 260);
    const struct motion falling = {.law = MOTION_GRAVITY, .gravity = {-1, 0}};
    const struct particle ball = {.x = 11, .y = 10, .vx = -1, .r = 3};
    uint32_t side;
    assert_true(boundary_impact(&straight, &boundary.surfaces[ARC], body_of(&ball), &side) == HUGE_VAL);
    assert_true(boundary_impact(&falling, &boundary.surfaces[ARC], body_of(&ball), &side) == HUGE_VAL);
    boundary_close(&boundary);
}

/** A ball inside that reaches beyond the arc, as rounding may have it, hits as soon as it moves outwards: at once, or
 * where its path is nearest to the centre, if that is beyond, too. */
static void test_beyond(void **context)
{
    (void)context;
    struct obstacle arc;
    struct boundary boundary = arc_open(&arc, 3, 0, 360);
    static const struct {
        double vx, vy, wait;
    } cases[] = {{1, 1, 0}, {0.001, 4, 0}, {0, 4, 0}, {-0.01, 4, 0.01 * 2.6 / (16 + 1e-4)}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct particle ball = {.x = 12.6, .y = 10, .vx = cases[i].vx, .vy = cases[i].vy, .t = 7, .r = 0.5};
        uint32_t side = 9;
        double t = boundary_impact(&straight, &boundary.surfaces[ARC], body_of(&ball), &side);
        assert_near(t, 7 + cases[i].wait, 1e-14);
        assert_int_equal(side, 0);
    }
    boundary_close(&boundary);
}

/** What touches and rests is told by the angle between path and arc, not by lengths: steeper it hits at once, flatter
 *  when it has sunk by CONTACT_SUNK of its radius; straight, and falling along the wall. */
static void test_resting(void **context)
{
    (void)context;
    const struct motion motions[] = {{MOTION_UNIFORM}, {.law = MOTION_GRAVITY, .gravity = {0, -1}}};
    static const double sizes[] = {0.0625, 8};
    for (int i = 0; i < 8; i++) {
        const double size = sizes[i % 2], speed = 2, u = (i / 2 % 2 ? 0.5 : 2) * CONTACT_RESTING * speed;
        struct obstacle arc;
        struct boundary boundary = arc_open(&arc, 1.25 * size, 0, 360);
        const struct particle ball = {.x = 10 + size, .y = 10, .vx = u, .vy = speed, .r = size / 4};
        uint32_t side;
        double t = boundary_impact(&motions[i / 4], &boundary.surfaces[ARC], body_of(&ball), &side);
        double sunk = CONTACT_SUNK * ball.r, wait = sqrt(2 * size * sunk) / speed;
        if (u > CONTACT_RESTING * speed)
            assert_true(t < 1e-3 * wait);
        else
            assert_near(t, wait, 0.01 * wait);
        boundary_close(&boundary);
    }
}

/** Lengths and speeds times a power of two: the same times, to the last bit. */
static void test_scale(void **context)
{
    (void)context;
    uint64_t seed = 5;
    int hits = 0;
    for (int i = 0; i < 2000; i++) {
        const double from = uniform(&seed, 0, 360), span = uniform(&seed, 30, 400), r = uniform(&seed, 0.01, 0.3);
        struct particle ball = {.x = uniform(&seed, -2, 2), .y = uniform(&seed, -2, 2), .r = r};
        ball.vx = uniform(&seed, -1, 1);
        ball.vy = uniform(&seed, -1, 1);
        double times[2];
        for (int k = 0; k < 2; k++) {
            const double by = k ? 1024 : 1;
            struct obstacle arc = {.kind = OBSTACLE_ARC, .value = {0, 0, by, from, from + fmin(span, 360)}};
            const struct table table = {.width = 1, .height = 1, .obstacles = &arc, .n_obstacles = 1};
            const struct motion motion = {.law = i % 2 ? MOTION_GRAVITY : MOTION_UNIFORM, .gravity = {0.25 * by, -by}};
            const struct particle scaled = {
                .x = by * ball.x, .y = by * ball.y, .vx = by * ball.vx, .vy = by * ball.vy, .r = by * r};
            struct boundary boundary;
            uint32_t side;
            assert_true(boundary_open(&boundary, &table));
            times[k] = boundary_impact(&motion, &boundary.surfaces[ARC], body_of(&scaled), &side);
            boundary_close(&boundary);
        }
        assert_true(times[0] == times[1]);
        hits += times[0] < HUGE_VAL;
    }
    assert_true(hits > 500 && hits < 1900);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gap),    cmocka_unit_test(test_point),   cmocka_unit_test(test_ball_as_large_as_the_arc),
        cmocka_unit_test(test_beyond), cmocka_unit_test(test_resting), cmocka_unit_test(test_scale),
    };
    return RUN_TESTS(tests);
}
