/*
 * The filter of rolling balls against motion_impact(), pair by pair: it rejects no pair that touches or hits in time,
 * and most of the others.
 */
#include "base/simd.h"
#include "motion/motion_pair.h"
#include "motion/motion_impact.h"
#include "lib/testing.h"
#include "lib/uniform.h"
#include "near/rolling_kernel.h"

enum { CROWD = 60, LIST = 64 }; /* the last of a list are padding */

struct crowd {
    _Alignas(64) struct particle balls[CROWD + 1]; /* the last is the padding */
    double friction[CROWD];
    struct motion motion;
    uint32_t slots[LIST];
};

/** Balls with trajectories that began some time ago; some of them rest, some have no friction. */
static void make_crowd(struct crowd *crowd, uint64_t *seed)
{
    double spread = uniform(seed, 2, 12), friction = pow(10, uniform(seed, -3, 1));
    for (uint32_t i = 0; i < CROWD; i++) {
        double speed = i % 7 == 3 ? 0 : pow(10, uniform(seed, -3, 0.5)), angle = uniform(seed, 0, 6.283);
        crowd->balls[i] = (struct particle){.x = uniform(seed, 0, spread),
                                            .y = uniform(seed, 0, spread),
                                            .t = 100 - uniform(seed, 0, 0.5),
                                            .vx = speed * cos(angle),
                                            .vy = speed * sin(angle),
                                            .r = uniform(seed, 0.05, 0.3),
                                            .m = 1,
                                            .id = CROWD - 1 - i};
        crowd->friction[crowd->balls[i].id] = i % 5 == 2 ? 0 : friction * uniform(seed, 0.1, 1);
    }
    crowd->balls[CROWD] = impact_kernel_sentinel();
    crowd->motion = (struct motion){.law = MOTION_FRICTION, .friction = crowd->friction};
    for (uint32_t k = 0; k < LIST; k++)
        crowd->slots[k] = k < CROWD - 1 ? k + 1 : CROWD;
}

/** When two balls would hit that keep their velocities. */
static long double straight_meeting(const struct particle *a, const struct particle *b)
{
    long double begin = a->t > b->t ? a->t : b->t, reach = (long double)a->r + (long double)b->r;
    long double wait_a = begin - (long double)a->t, wait_b = begin - (long double)b->t;
    long double wx = (long double)b->vx - (long double)a->vx, wy = (long double)b->vy - (long double)a->vy;
    long double dx =
        (long double)b->x + (long double)b->vx * wait_b - ((long double)a->x + (long double)a->vx * wait_a);
    long double dy =
        (long double)b->y + (long double)b->vy * wait_b - ((long double)a->y + (long double)a->vy * wait_a);
    long double approach = dx * wx + dy * wy, ww = wx * wx + wy * wy, c = dx * dx + dy * dy - reach * reach;
    long double discriminant = approach * approach - ww * c;
    return approach < 0 && discriminant > 0 ? begin + c / (sqrtl(discriminant) - approach) : HUGE_VALL;
}

/** Of ball 0 with all others, until a time; returns how many are rejected. */
static int check(const struct crowd *crowd, double until, int *hits)
{
    const struct impact_list list = {.slots = crowd->slots, .count = LIST};
    const struct particle *ball = &crowd->balls[0];
    const struct motion *motion = &crowd->motion;
    rolling_kernel *narrow = rolling_kernel_of(motion, false), *best = rolling_kernel_of(motion, host_has_avx2());
    struct rolling_found plain = narrow(motion, crowd->balls, ball, &list, until);
    struct rolling_found found = best(motion, crowd->balls, ball, &list, until);
    assert_true(found.candidates == plain.candidates && found.first == plain.first && found.t == plain.t);
    long double earliest = HUGE_VALL;
    int rejected = 0;
    for (uint32_t k = 0; k + 1 < CROWD; k++) {
        const struct particle *other = &crowd->balls[k + 1];
        const struct parabola_motion whole = motion_whole(&crowd->motion, body_of(ball));
        struct motion_pair pair;
        motion_pair_begin(&pair, &crowd->motion, body_of(ball), &whole, body_of(other), (struct vec2){0, 0});
        double t = motion_impact(&crowd->motion, body_of(ball), body_of(other));
        if (found.candidates >> k & 1)
            earliest = fminl(earliest, straight_meeting(ball, other));
        else
            assert_true(!motion_pair_touches(&pair) && t > until);
        rejected += !(found.candidates >> k & 1);
        *hits += t <= until;
    }
    if (until < HUGE_VAL) {
        assert_true((found.first < ROLLING_KERNEL_BLOCK) == (earliest < HUGE_VALL));
        assert_true(found.first == ROLLING_KERNEL_BLOCK || (found.candidates >> found.first & 1));
        assert_true(!(earliest < HUGE_VALL) || fabsl((long double)found.t - earliest) < 1e-9L);
    }
    return rejected;
}

static void test_rejection(void **context)
{
    (void)context;
    static struct crowd crowd;
    uint64_t seed = 1;
    int rejected = 0, hits = 0, crowds = 3000;
    for (int i = 0; i < crowds; i++) {
        make_crowd(&crowd, &seed);
        rejected += check(&crowd, 100 + uniform(&seed, 0, 1), &hits);
    }
    assert_true(hits > crowds / 2 && rejected > 0.8 * crowds * (CROWD - 1));
}

/** Contacts and hits at the very end of the time count; without an end, or beyond the range of a double, all pass. */
static void test_limits(void **context)
{
    (void)context;
    static struct crowd crowd;
    uint64_t seed = 2;
    int hits = 0, touching = 0;
    for (int i = 0; i < 500; i++) {
        make_crowd(&crowd, &seed);
        for (uint32_t k = 1; k < CROWD; k++) {
            double t = motion_impact(&crowd.motion, body_of(&crowd.balls[0]), body_of(&crowd.balls[k]));
            if (t >= 100 && t < HUGE_VAL)
                (void)check(&crowd, t, &hits);
        }
        for (uint32_t k = 1; k < CROWD; k++) { /* beside ball 0, when the later trajectory begins */
            struct particle *ball = &crowd.balls[0], *other = &crowd.balls[k];
            other->t = ball->t;
            other->x = ball->x + (ball->r + other->r) * cos(k);
            other->y = ball->y + (ball->r + other->r) * sin(k);
            touching += motion_impact(&crowd.motion, body_of(ball), body_of(other)) <= 100;
        }
        assert_int_equal(check(&crowd, 100, &hits), 0);
        assert_int_equal(check(&crowd, HUGE_VAL, &hits), 0);
        make_crowd(&crowd, &seed);
        crowd.balls[0].x = 1e300;
        const struct impact_list list = {.slots = crowd.slots, .count = LIST};
        struct rolling_found found =
            rolling_kernel_of(&crowd.motion, false)(&crowd.motion, crowd.balls, crowd.balls, &list, 101);
        assert_true(found.candidates << (LIST - CROWD + 1) == UINT64_MAX << (LIST - CROWD + 1));
    }
    assert_true(touching > 1000);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rejection),
        cmocka_unit_test(test_limits),
    };
    return RUN_TESTS(tests);
}
