/*
 * Promise: pull and friction together in fixed steps. Measured: 1e-13 along a line, 3e-4 across a pull with steps of
 * 0.02 and a fourth of that with half the step, against references of 40 digits by an independent program; see
 * test_pull, too.
 */
/* Pull and friction together: references of 40 digits; whole times against many small ones; the theorem of Coriolis. */

#include "lib/testing.h"
#include "lib/uniform.h"
#include "steps/friction_flow.h"

/* ---- without cloth ---- */

/** A reference: pull, friction, velocity and time; velocity and way then. */
struct reference {
    struct vec2 pull;
    double c;
    struct vec2 v;
    double time;
    struct vec2 then, way;
};

static const struct reference along[] = {
    {{1, 0}, 0.8, {0, 0}, 2, {0.4, 0}, {0.4, 0}},
    {{1, 0}, 0.8, {-0.5, 0}, 2, {0.3444444444444444, 0}, {0.2271604938271605, 0}},
    {{0.7, 0}, 0.8, {-0.5, 0}, 2, {0, 0}, {-0.08333333333333333, 0}},
};

static const struct reference across[] = {
    {{1, 0}, 0.3, {0, 1}, 2, {1.605911480515394, 0.5979720763944267}, {1.694130571849651, 1.52361153344208}},
    {{1, 0},
     0.8,
     {-1, 0.2},
     2.5,
     {0.3976906234304665, 7.686555091129215e-8},
     {0.1118433607096867, 0.08098536499441999}},
    {{0.6, 0}, 0.8, {0, 1}, 1, {0.3098244790304699, 0.2800446027509674}, {0.2060067447235205, 0.6185510986502554}},
    {{0.6, 0}, 0.8, {0, 1}, 4, {0, 0}, {0.5357142857142857, 0.7272727272727273}},
};

/** In steps; the energy balances, and none comes from friction. Returns the error of way and velocity. */
static double error_of(const struct reference *ref, double dt)
{
    const long steps = lround(ref->time / dt);
    struct vec2 v = ref->v, way = {0, 0};
    double lost = 0;
    for (long i = 0; i < steps; i++) {
        struct friction_flow flow = friction_flow(v, ref->pull, ref->c, ref->time / (double)steps);
        assert_true(flow.lost >= 0);
        v = flow.v;
        way = vec2_add(way, flow.way);
        lost += flow.lost;
    }
    assert_near(0.5 * vec2_dot(ref->v, ref->v) + vec2_dot(ref->pull, way), 0.5 * vec2_dot(v, v) + lost, 1e-13);
    return fmax(vec2_length(vec2_sub(v, ref->then)), vec2_length(vec2_sub(way, ref->way)));
}

static void test_along_a_line_steps_are_exact(void **context)
{
    (void)context;
    for (size_t i = 0; i < sizeof along / sizeof *along; i++)
        for (double dt = 2; dt > 1e-3; dt /= 3)
            assert_near(error_of(&along[i], dt), 0, 1e-13);
}

static void test_across_a_pull_steps_are_of_second_order(void **context)
{
    (void)context;
    for (size_t i = 0; i < sizeof across / sizeof *across; i++) {
        const double coarse = error_of(&across[i], 0.02), fine = error_of(&across[i], 0.0025);
        assert_near(coarse, 0, 3e-4);
        assert_near(fine, 0, across[i].v.x < 0 ? coarse / 5 : coarse / 40); /* less where the ball turns round */
    }
}

/** A ball that the pull cannot hold up rests at last where the closed form says, from any velocity, in one step. */
static void test_comes_to_rest_in_one_step(void **context)
{
    (void)context;
    const struct reference *ref = &across[3];
    struct friction_flow flow = friction_flow(ref->v, ref->pull, ref->c, 2.857142857142858);
    assert_true(flow.v.x == 0 && flow.v.y == 0);
    assert_near(flow.way.x, ref->way.x, 1e-15);
    assert_near(flow.way.y, ref->way.y, 1e-15);
    flow = friction_flow((struct vec2){3, 4}, (struct vec2){0, 0}, 2, 3);
    assert_true(flow.v.x == 0 && flow.v.y == 0);
    assert_near(flow.way.x, 3.75, 1e-15);
    assert_near(flow.way.y, 5, 1e-15);
    assert_near(flow.lost, 12.5, 1e-14);
}

/** Held: no motion, no loss, to the last bit; a pull of just more than friction starts the ball. */
static void test_holds(void **context)
{
    (void)context;
    const struct vec2 pull = {0.3, -0.4}, rest = {0, 0};
    struct friction_flow flow = friction_flow(rest, pull, vec2_length(pull), 1e9);
    assert_true(flow.v.x == 0 && flow.v.y == 0 && flow.way.x == 0 && flow.way.y == 0 && flow.lost == 0);
    flow = friction_flow(rest, pull, 0.4999, 1);
    assert_near(flow.v.x, 0.6e-4, 1e-16);
    assert_near(flow.v.y, -0.8e-4, 1e-16);
    flow = friction_flow(rest, pull, 0, 2);
    assert_true(flow.v.x == 0.6 && flow.way.y == -0.8 && flow.lost == 0);
}

/* ---- on the cloth ---- */

/** A reference: sliding and rolling friction, gravity, v, s and time; v, s, and the way of v then. */
struct cloth_reference {
    double b, c;
    struct vec2 pull;
    struct cloth_motion from;
    double time;
    struct cloth_motion then;
    struct vec2 way;
};

static const struct cloth_reference rolls[] = {
    {1.962,
     0.35,
     {0.5, 0},
     {{0, 0}, {0, 0}},
     4,
     {{0.02857142857142857, 0}, {0.02857142857142857, 0}},
     {0.05714285714285714, 0}},
    {1.962, 0.5, {2, 0}, {{0, 0}, {0, 0}}, 4, {{3.714285714285714, 0}, {3.714285714285714, 0}}, {7.428571428571429, 0}},
    {0.4,
     0.0981,
     {0.2, 0},
     {{0, 0}, {0, 0}},
     4,
     {{0.1790285714285714, 0}, {0.1790285714285714, 0}},
     {0.3580571428571429, 0}},
};

static const struct cloth_reference slips[] = {
    {1.962,
     0.0981,
     {0.4, 0},
     {{0.8, 0.3}, {-0.2, 0.5}},
     2,
     {{0.9206181724623021, 0.284880933974972}, {0.9206181724623021, 0.284880933974972}},
     {1.473414493812285, 0.6366980890637702}},
    {1.962,
     0.0981,
     {0.4, 0},
     {{0, 0.6}, {0, 0.6}},
     3,
     {{0.6919714229633722, 0.3743854683287577}, {0.6919714229633722, 0.3743854683287577}},
     {1.102701527064128, 1.418167100767077}},
    {0.5,
     0.1,
     {3, 0},
     {{1, 0.2}, {0, 0}},
     2,
     {{6.002066239790368, 0.1528568537911967}, {2.494834400524079, 0.1178578655220082}},
     {7.003583986251737, 0.3310742120435719}},
};

static double cloth_energy(struct cloth_motion of)
{
    return 0.5 * vec2_dot(of.v, of.v) + 0.2 * vec2_dot(of.s, of.s);
}

static double cloth_error_of(const struct cloth_reference *ref, double dt)
{
    const struct cloth cloth = {ref->b, ref->c, 0, 0.4};
    const long steps = lround(ref->time / dt);
    struct cloth_motion now = ref->from;
    struct vec2 way = {0, 0};
    double lost = 0;
    for (long i = 0; i < steps; i++) {
        struct cloth_flow flow =
            friction_flow_on_cloth(&cloth, now, (struct cloth_motion){ref->pull, {0, 0}}, ref->time / (double)steps);
        assert_true(flow.lost >= 0);
        now = flow.now;
        way = vec2_add(way, flow.way.v);
        lost += flow.lost;
    }
    assert_near(cloth_energy(ref->from) + vec2_dot(ref->pull, way), cloth_energy(now) + lost, 1e-12);
    return fmax(vec2_length(vec2_sub(way, ref->way)),
                fmax(vec2_length(vec2_sub(now.v, ref->then.v)), vec2_length(vec2_sub(now.s, ref->then.s))));
}

static void test_a_pulled_ball_rolls_on_the_cloth(void **context)
{
    (void)context;
    for (size_t i = 0; i < sizeof rolls / sizeof *rolls; i++)
        for (double dt = 4; dt > 1e-3; dt /= 3)
            assert_near(cloth_error_of(&rolls[i], dt), 0, 1e-12);
}

static void test_a_pulled_ball_slips_on_the_cloth(void **context)
{
    (void)context;
    for (size_t i = 0; i < sizeof slips / sizeof *slips; i++) {
        const double coarse = cloth_error_of(&slips[i], 0.02);
        assert_near(coarse, 0, 3e-5);
        assert_near(cloth_error_of(&slips[i], 0.0025), 0, coarse / 40);
    }
}

/** A pull on the spin alone drives the ball once the cloth no longer holds it: rolling at (q Q)/(1 + q) - c. */
static void test_a_pull_on_the_spin(void **context)
{
    (void)context;
    const struct cloth cloth = {1.962, 0.1, 0, 0.4};
    const struct cloth_motion rest = {{0, 0}, {0, 0}};
    for (double pull = 0.2; pull < 0.6; pull += 0.1) {
        const struct cloth_motion of = {{0, 0}, {0, pull}};
        const double faster = fmax(0.4 * pull / 1.4 - 0.1, 0);
        struct cloth_flow flow = friction_flow_on_cloth(&cloth, rest, of, 2);
        assert_near(flow.now.v.y, 2 * faster, 1e-15);
        assert_near(flow.now.s.y, 2 * faster, 1e-15);
        assert_near(flow.way.s.y, 2 * faster, 1e-15);
        assert_true(friction_flow_cloth_holds(&cloth, of) == (faster == 0));
    }
    assert_false(friction_flow_cloth_holds(&cloth, (struct cloth_motion){{0, 0}, {7, 0}}));
}

/** Without a pull a whole step is as many small ones, through both ends of legs, and at last the ball rests exactly. */
static void test_steps(void **context)
{
    (void)context;
    const struct cloth cloth = {1.962, 0.0981, 0, 0.4};
    const struct cloth_motion pull = {{0, 0}, {0, 0}};
    uint64_t seed = 2;
    for (int i = 0; i < 1000; i++) {
        struct cloth_motion from = {{uniform(&seed, -1, 1), uniform(&seed, -1, 1)},
                                    {uniform(&seed, -1, 1), uniform(&seed, -1, 1)}};
        const double dt = uniform(&seed, 0, 2);
        const struct cloth_flow one = friction_flow_on_cloth(&cloth, from, pull, dt);
        for (int k = 0; k < 16; k++)
            from = friction_flow_on_cloth(&cloth, from, pull, dt / 16).now;
        assert_near(vec2_length(vec2_sub(from.v, one.now.v)) + vec2_length(vec2_sub(from.s, one.now.s)), 0, 1e-13);
        const struct cloth_motion rest = friction_flow_on_cloth(&cloth, from, pull, 1e9).now;
        assert_true(rest.v.x == 0 && rest.v.y == 0 && rest.s.x == 0 && rest.s.y == 0);
    }
}

/** Coriolis: the masse shot. The ball's last direction does not depend on the cloth. */
static void test_the_last_direction_is_that_of_v_and_spin(void **context)
{
    (void)context;
    for (double sliding = 0.1; sliding < 10; sliding *= 2) {
        const struct cloth cloth = {sliding, 0, 0, 0.4};
        const struct cloth_motion from = {{1, 0.2}, {-2.00025, -1.143}};
        const struct vec2 last = vec2_add(vec2_scale(5. / 7, from.v), vec2_scale(2. / 7, from.s)),
                          v = friction_flow_on_cloth(&cloth, from, (struct cloth_motion){{0, 0}, {0, 0}}, 100).now.v;
        assert_near(v.x, last.x, 1e-15);
        assert_near(v.y, last.y, 1e-15);
    }
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_along_a_line_steps_are_exact),
        cmocka_unit_test(test_across_a_pull_steps_are_of_second_order),
        cmocka_unit_test(test_comes_to_rest_in_one_step),
        cmocka_unit_test(test_holds),
        cmocka_unit_test(test_a_pulled_ball_rolls_on_the_cloth),
        cmocka_unit_test(test_a_pulled_ball_slips_on_the_cloth),
        cmocka_unit_test(test_a_pull_on_the_spin),
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_the_last_direction_is_that_of_v_and_spin),
    };
    return RUN_TESTS(tests);
}
