/*
 * Promise: sliding, rolling, resting. Measured: 1e-14, 40-digit references; see test_friction_flow, too.
 */
/* Sliding, rolling, resting: closed forms of 40 digits. */

#include "lib/testing.h"
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
    struct parabola_motion rolling = cloth_leg(&cloth, end, v, rolling_spin(v, 1, 0), 1);
    assert_false(rolling.goes_on);
    assert_same(leg.until + rolling.until, 11.415127170547746);
    assert_same(parabola_position(&rolling.path, rolling.until).x, 6.300917297022356);
    assert_same(parabola_position(&rolling.path, rolling.until).y, 1.3045859623483138);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slides),
        cmocka_unit_test(test_a_slide_across_bends),
    };
    return RUN_TESTS(tests);
}
