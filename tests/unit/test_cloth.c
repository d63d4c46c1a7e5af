/*
 * Promise: sliding, rolling, resting; the direction of a masse shot. Measured: 1e-14, 40-digit references.
 */
/* Sliding, rolling, resting: closed forms of 40 digits; whole steps against many small ones; the theorem of Coriolis.
 */

#include "lib/testing.h"
#include "lib/uniform.h"
#include "motion/cloth.h"

static const struct cloth cloth = {1.962, 0.0981, 0.3114675, 0.4};

static void assert_same(double found, double wanted)
{
    if (!(fabs(found - wanted) <= 1e-14 * (1 + fabs(wanted))))
        fail_msg("found %.17g, wanted %.17g", found, wanted);
}

/** Slides from the origin along x with velocity v and spin s. */
static void slide(double v, double s, double until, double way, double rolls)
{
    const struct vec3 w = {0, s, 0};
    struct parabola_motion leg = cloth_leg(&cloth, (struct vec2){0, 0}, (struct vec2){v, 0}, w, 1);
    assert_true(leg.goes_on);
    assert_same(leg.until, until);
    assert_same(parabola_position(&leg.path, leg.until).x, way);
    assert_same(cloth_slide_end(cloth.inertia, (struct vec2){v, 0}, (struct vec2){s, 0}).x, rolls);
    assert_same(parabola_velocity(&leg.path, leg.until).x, rolls);
    struct vec3 then = cloth_spin(&cloth, &leg, w, 1, leg.until, parabola_velocity(&leg.path, leg.until));
    assert_same(then.y, rolls);
}

static void test_slides(void **context)
{
    (void)context;
    slide(2, -1, 0.43687199650502403, 0.68651313736503776, 8. / 7);
    slide(1, 2, 0.14562399883500801, 0.16642742724000915, 9. / 7);
}

static void test_a_slide_across_bends(void **context)
{
    (void)context;
    const struct vec3 w = {-0.8, 0, 0};
    struct parabola_motion leg = cloth_leg(&cloth, (struct vec2){0, 0}, (struct vec2){1.5, 0}, w, 1);
    struct vec2 end = parabola_position(&leg.path, leg.until);
    assert_same(leg.until, 0.24756079801951362);
    assert_same(end.x, 0.31829245459651751);
    assert_same(end.y, 0.028292662630801556);
    struct vec2 v = cloth_slide_end(0.4, (struct vec2){1.5, 0}, (struct vec2){0, 0.8});
    struct parabola_motion rolling = cloth_leg(&cloth, end, v, cloth_rolling_spin(v, 1, 0), 1);
    assert_false(rolling.goes_on);
    assert_same(leg.until + rolling.until, 11.415127170547746);
    assert_same(parabola_position(&rolling.path, rolling.until).x, 6.300917297022356);
    assert_same(parabola_position(&rolling.path, rolling.until).y, 1.3045859623483138);
}

/* A whole step is as many small ones, through both ends of legs, and at last the ball rests exactly. */
static void test_steps(void **context)
{
    (void)context;
    uint64_t seed = 2;
    for (int i = 0; i < 1000; i++) {
        struct vec2 v = {uniform(&seed, -1, 1), uniform(&seed, -1, 1)}, one = v;
        struct vec3 w = {uniform(&seed, -30, 30), uniform(&seed, -30, 30), uniform(&seed, -30, 30)}, turn = w;
        double r = 0.03, dt = uniform(&seed, 0, 2);
        cloth_step(&cloth, r, dt, &one, &turn);
        for (int k = 0; k < 16; k++)
            cloth_step(&cloth, r, dt / 16, &v, &w);
        assert_true(fabs(v.x - one.x) + fabs(v.y - one.y) < 1e-13);
        assert_true(r * (fabs(w.x - turn.x) + fabs(w.y - turn.y) + fabs(w.z - turn.z)) < 1e-13);
        cloth_step(&cloth, r, 1e9, &v, &w);
        assert_true(v.x == 0 && v.y == 0 && w.x == 0 && w.y == 0 && w.z == 0);
    }
}

/* Coriolis: the masse shot. The ball's last direction does not depend on the cloth. */
static void test_the_last_direction_is_that_of_v_and_spin(void **context)
{
    (void)context;
    for (double sliding = 0.1; sliding < 10; sliding *= 2) {
        struct cloth other = {sliding, 0, 0, 0.4};
        struct vec2 v = {1, 0.2};
        struct vec3 w = {40, -70, 10};
        const double r = 0.028575;
        struct vec2 last = vec2_add(vec2_scale(5, v), vec2_scale(2, cloth_rolling_velocity(w, r)));
        cloth_step(&other, r, 100, &v, &w);
        assert_same(v.x, last.x / 7);
        assert_same(v.y, last.y / 7);
    }
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slides),
        cmocka_unit_test(test_a_slide_across_bends),
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_the_last_direction_is_that_of_v_and_spin),
    };
    return RUN_TESTS(tests);
}
