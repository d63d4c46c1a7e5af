/* Which structure of neighbours the program chooses for which balls, that both answer alike, and that balls of which
 * they say so stay in their regions. */

#include "base/mem.h"
#include "lib/testing.h"
#include "lib/uniform.h"
#include "near/neighbours.h"

/** n balls at rest on a square grid with the given area fraction, the last one with another radius. */
static struct particle *grid_open(size_t n, double r, double last, double area_fraction, double *side)
{
    struct particle *balls = mem_array_aligned(n + 1, sizeof *balls);
    assert_non_null(balls);
    size_t columns = (size_t)ceil(sqrt((double)n));
    *side = sqrt((double)n * 3.14159265358979 * r * r / area_fraction);
    for (size_t i = 0; i < n; i++)
        balls[i] = (struct particle){.x = ((double)(i % columns) + 0.5) * *side / (double)columns,
                                     .y = ((double)(i / columns) + 0.5) * *side / (double)columns,
                                     .r = i + 1 < n ? r : last,
                                     .m = 1};
    return balls;
}

/** When a ball leaves its region on a table of 10 x 10, at speed 1. */
static double exit_of(size_t n, struct vec2 period, double r)
{
    const struct motion motion = {.period = period_of(period)};
    struct particle *balls = mem_array_aligned(n + 1, sizeof *balls);
    assert_non_null(balls);
    for (size_t i = 0; i < n; i++)
        balls[i] = (struct particle){.x = 2 + 6 * (double)i, .y = 5, .vx = 0.6, .vy = 0.8, .r = r, .m = 1};
    struct neighbours *neighbours =
        neighbours_create(&(struct motion_system){motion, balls, NULL, n, {10, 10}}, 2, 0, 0, 0);
    assert_non_null(neighbours);
    uint32_t way;
    double exit = neighbours_exit_time(neighbours, 0, body_of(&balls[0]), 0, &way);
    neighbours_destroy(neighbours);
    free(balls);
    return exit;
}

/** On a periodic table balls keep so near to their centres that no two can meet through another image than the nearest,
 *  the farther the smaller they are; but one alone meets nothing. */
static void test_periodic_regions(void **context)
{
    (void)context;
    const struct vec2 both = {10, 10}, across = {10, 0};
    for (double r = 0.01; r < 1.25; r += 0.01) {
        double region = motion_region(10, 2 * r);
        assert_true(region >= 0.6 && 4 * region + 2 * r < 5);
        assert_true(exit_of(1, both, r) == HUGE_VAL && exit_of(1, across, r) == HUGE_VAL);
        assert_true(exit_of(2, both, r) > region && exit_of(2, both, r) < 2 * region);
    }
}

/** How far a falling ball gets beyond the region for which its list holds, at 50 moments from now to t. */
static double farthest_beyond(const struct neighbours *neighbours, uint32_t slot, const struct particle *ball,
                              double now, double t)
{
    double farthest = -HUGE_VAL;
    struct vec2 centre = neighbours_centre(neighbours, slot);
    for (int k = 0; k <= 50; k++) {
        struct vec2 x = vec2_sub(motion_position(neighbours->motion, body_of(ball), now + (t - now) * k / 50), centre);
        double beyond = neighbours->cells
                            ? fmax(fabs(x.x) - neighbours->cells->half.x, fabs(x.y) - neighbours->cells->half.y)
                            : vec2_length(x) - sqrt(neighbours->nnl->shell_squared);
        farthest = fmax(farthest, beyond);
    }
    return farthest;
}

/** Balls under gravity of which it is said that they stay alone stray as far beyond their cells and shells as was left
 *  for that, no farther; some of them nearly as far. */
static void test_falling_alone(void **context)
{
    (void)context;
    static const double fraction[] = {0.5, 0.65};
    const struct motion falling = {
        .law = MOTION_GRAVITY, .gravity = {3, -40}, .lo = {-HUGE_VAL, -HUGE_VAL}, .hi = {HUGE_VAL, HUGE_VAL}};
    uint64_t seed = 1;
    for (int i = 0; i < 2; i++) {
        double side, farthest = 0;
        struct particle *balls = grid_open(900, 0.5, 0.5, fraction[i], &side);
        const struct motion_system system = {falling, balls, NULL, 900, {side, side}};
        struct neighbours *neighbours = neighbours_create(&system, 2, 0, 0, 0);
        assert_non_null(neighbours);
        assert_int_equal(neighbours->cells != NULL, i == 0);
        double slack = i == 0 ? neighbours->cells->slack : neighbours->nnl->slack;
        assert_true(i == 1 || 2 * (0.5 + slack + neighbours->cells->stray) <
                                  fmin(neighbours->cells->size.x, neighbours->cells->size.y));
        double longest = 1.1 * sqrt(neighbours->straight_squared);
        int certain = 0;
        for (uint32_t k = 0; k < 300000; k++) {
            uint32_t slot = 31 * (1 + k % 28); /* away from the edge */
            struct particle ball = balls[slot];
            ball.x += uniform(&seed, -0.6, 0.6);
            ball.y += uniform(&seed, -0.6, 0.6);
            ball.vx = uniform(&seed, -4, 4);
            ball.vy = uniform(&seed, -4, 4);
            double now = uniform(&seed, 0, 0.05), t = now + uniform(&seed, 0, longest);
            if (farthest_beyond(neighbours, slot, &ball, now, now) > 0 ||
                !neighbours_fall_alone(neighbours, slot, &ball, now, t))
                continue;
            certain++;
            farthest = fmax(farthest, farthest_beyond(neighbours, slot, &ball, now, t));
        }
        assert_true(certain > 1000 && farthest > slack / 4 && farthest <= slack);
        neighbours_destroy(neighbours);
        free(balls);
    }
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_falling_alone), cmocka_unit_test(test_periodic_regions)};
    return RUN_TESTS(tests);
}
