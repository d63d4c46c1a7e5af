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

/** What is chosen: 'c'ells, 'd'iscs or 'e'verybody. */
static char choice(size_t n, double last, double area_fraction, size_t surfaces)
{
    double side;
    struct particle *balls = grid_open(n, 0.5, last, area_fraction, &side);
    struct neighbours *neighbours =
        neighbours_create(&(struct motion_system){.balls = balls, .n = n, .size = {side, side}}, surfaces, 0, 0, 0);
    assert_non_null(neighbours);
    char chosen = neighbours->cells ? 'c' : neighbours->nnl->shell_squared < HUGE_VAL ? 'd' : 'e';
    neighbours_destroy(neighbours);
    free(balls);
    return chosen;
}

static void test_choice(void **context)
{
    (void)context;
    assert_int_equal(choice(1000, 0.5, 0.7, 2), 'd');
    assert_int_equal(choice(1000, 0.5, 0.3, 2), 'c');
    assert_int_equal(choice(1000, 0.5, 0.001, 2), 'c');
    assert_int_equal(choice(1000, 0.7, 0.3, 2), 'c');
    assert_int_equal(choice(1000, 0.05, 0.3, 2), 'c');
    assert_int_equal(choice(1000, 5, 0.3, 2), 'd'); /* cells would be too large for the others */
    assert_int_equal(choice(1000, 5, 0.003, 2), 'c');
    assert_int_equal(choice(10, 0.5, 0.3, 2), 'e');
    assert_int_equal(choice(0, 0.5, 0.3, 2), 'e');
    /* among many surfaces */
    assert_int_equal(choice(10, 0.5, 0.3, 31), 'e');
    assert_int_equal(choice(10, 0.5, 0.3, 32), 'd');
    assert_int_equal(choice(1, 0.5, 0.3, 32), 'd');
    assert_int_equal(choice(1000, 0.5, 0.3, 3999), 'c');
    assert_int_equal(choice(1000, 0.5, 0.3, 4000), 'd');
}

/** A resting ball in the middle of the table sees the same touching balls in all structures, and no walls. */
static void test_alike(void **context)
{
    (void)context;
    double side;
    struct particle *balls = grid_open(900, 0.5, 0.5, 0.78, &side);
    static const double shell[] = {0, 0.3, HUGE_VAL}, cell[] = {1.5, 0, 0};
    uint32_t slot = 15 * 30 + 15, size, way;
    for (int i = 0; i < 3; i++) {
        struct neighbours *neighbours = neighbours_create(
            &(struct motion_system){.balls = balls, .n = 900, .size = {side, side}}, 2, 0, shell[i], cell[i]);
        assert_non_null(neighbours);
        const uint32_t *list = neighbours_list(neighbours, slot, 0, &size);
        int found = 0;
        for (uint32_t k = 0; k < size; k++)
            found += list[k] == slot - 1 || list[k] == slot + 1 || list[k] == slot - 30 || list[k] == slot + 30;
        assert_int_equal(found, 4);
        uint32_t surfaces;
        neighbours_surfaces(neighbours, slot, &surfaces);
        assert_int_equal(surfaces, shell[i] == HUGE_VAL ? 2 : 0);
        const uint32_t *near = neighbours_surfaces(neighbours, 0, &surfaces);
        assert_true(surfaces == 2 && near[0] == 0 && near[1] == 1);
        assert_true(neighbours_stay_valid(neighbours, slot, body_of(&balls[slot]), 0, 1e9));
        assert_true(neighbours_exit_time(neighbours, slot, body_of(&balls[slot]), 0, &way) == HUGE_VAL);
        neighbours_destroy(neighbours);
    }
    free(balls);
    neighbours_destroy(NULL);
}

/** Balls in the corner of a table far larger than what they take up get lists: they would share a few cells. */
static void test_corner(void **context)
{
    (void)context;
    double side;
    struct particle *balls = grid_open(900, 0.5, 0.5, 0.3, &side);
    for (double factor = 1; factor <= 300; factor *= 300) {
        struct neighbours *neighbours = neighbours_create(
            &(struct motion_system){.balls = balls, .n = 900, .size = {factor * side, factor * side}}, 2, 0, 0, 0);
        assert_non_null(neighbours);
        assert_int_equal(neighbours->cells != NULL, factor == 1);
        for (uint32_t slot = 0; slot < 900; slot++) {
            uint32_t count;
            neighbours_list(neighbours, slot, 0, &count);
            assert_true(count < 60);
        }
        neighbours_destroy(neighbours);
    }
    free(balls);
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_choice), cmocka_unit_test(test_alike),
                                       cmocka_unit_test(test_corner), cmocka_unit_test(test_falling_alone),
                                       cmocka_unit_test(test_periodic_regions)};
    return RUN_TESTS(tests);
}
