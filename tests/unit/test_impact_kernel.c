/* The vector kernels against motion_impact() for each partner by itself: the same bits, the same partner,
 * and doubt wherever there is reason for it. */

#include "base/mem.h"
#include "base/simd.h"
#include "contact/contact.h"
#include "motion/motion_impact.h"
#include "lib/testing.h"
#include "lib/uniform.h"
#include "near/impact_kernel.h"

/** Walls that have moved for ever: left, right, bottom, top. */
static const struct surface_course courses[] = {
    {.since = -HUGE_VAL, .until = 30, .v = {0.25, 0.5}, .way = {0, 0}},
    {.since = -HUGE_VAL, .until = 30},
    {.since = -HUGE_VAL, .until = 30, .v = {0.125, -0.75}, .way = {0, 0}},
    {.since = -HUGE_VAL, .until = 30},
};

/** Uniform motion, gravity along each axis and across both, with walls on which balls lie, or which carry them. */
static const struct motion motions[] = {
    {MOTION_UNIFORM},
    {.law = MOTION_GRAVITY, .gravity = {0, -1.3}, .lo = {-6, -6}, .hi = {6, 6}},
    {.law = MOTION_GRAVITY, .gravity = {0.7, 0}, .lo = {-6, -6}, .hi = {6, 6}},
    {.law = MOTION_GRAVITY, .gravity = {-2, 0.4}, .lo = {-6, -6}, .hi = {6, 6}},
    {.law = MOTION_CARRIED, .gravity = {0, -1.3}, .lo = {-6, -6}, .hi = {6, 6}, .walls = courses},
    {.law = MOTION_CARRIED, .gravity = {-2, -0.4}, .lo = {-6, -6}, .hi = {6, 6}, .walls = courses},
};
enum { MOTIONS = sizeof motions / sizeof *motions };

/* Balls to choose from, and the longest list, in whole groups. */
enum { CROWD = 160, LONGEST = 35 * IMPACT_KERNEL_LANES };

static struct particle random_particle(uint64_t *seed)
{
    return (struct particle){.x = uniform(seed, -5, 5),
                             .y = uniform(seed, -5, 5),
                             .t = uniform(seed, 0, 1),
                             .vx = uniform(seed, -2, 2),
                             .vy = uniform(seed, -2, 2),
                             .r = uniform(seed, 0.1, 1),
                             .m = 1};
}

static double later_beginning(const struct particle *a, const struct particle *b)
{
    return a->t > b->t ? a->t : b->t;
}

/** Separation b - a at the later beginning. */
static struct vec2 separation(const struct motion *motion, const struct particle *a, const struct particle *b)
{
    double t = later_beginning(a, b);
    return vec2_sub(motion_position(motion, body_of(b), t), motion_position(motion, body_of(a), t));
}

static bool touches(const struct motion *motion, const struct particle *a, const struct particle *b)
{
    struct vec2 d = separation(motion, a, b);
    double near = (a->r + b->r) * (1 + CONTACT_TOUCHING);
    return d.x * d.x + d.y * d.y <= near * near;
}

static bool approaches(const struct motion *motion, const struct particle *a, const struct particle *b)
{
    double t = later_beginning(a, b);
    return vec2_dot(separation(motion, a, b),
                    vec2_sub(motion_velocity(motion, body_of(b), t), motion_velocity(motion, body_of(a), t))) < 0;
}

/** True if a ball falls otherwise than freely. */
static bool is_held(const struct motion *motion, const struct particle *ball)
{
    struct vec2 a = motion_from(motion, body_of(ball), ball->t).path.a;
    return motion_falls(motion) && (a.x != motion->gravity.x || a.y != motion->gravity.y);
}

/** True if a ball stands still along a component of gravity, or goes with the wall, whether it is held or not. */
static bool stands(const struct motion *motion, const struct particle *ball)
{
    const struct vec2 floors = motion_floors(motion);
    return (motion->gravity.x != 0 && (ball->vx == 0 || ball->vx == floors.x)) ||
           (motion->gravity.y != 0 && (ball->vy == 0 || ball->vy == floors.y));
}

/** Puts a partner against the ball: touching, with a small gap or overlap, sometimes at rest against it. */
static void put_against(const struct motion *motion, uint64_t *seed, const struct particle *ball,
                        struct particle *partner)
{
    static const double gaps[] = {0, 1e-12, -1e-12, 9e-12, 1.1e-11, 1e-9, -0.1, 1e-16, -1e-16};
    double angle = uniform(seed, 0, 6.3), apart = 1 + gaps[(size_t)uniform(seed, 0, 9)];
    double t = ball->t > partner->t ? ball->t : partner->t;
    if (uniform(seed, 0, 1) < 0.3) {
        partner->vx = ball->vx * (1 + uniform(seed, -2, 2) * 1e-13);
        partner->vy = ball->vy;
    }
    struct vec2 place = vec2_add(motion_position(motion, body_of(ball), t),
                                 vec2_scale((ball->r + partner->r) * apart, (struct vec2){cos(angle), sin(angle)}));
    partner->x = partner->y = 0; /* not at a wall */
    struct vec2 way = motion_position(motion, body_of(partner), t);
    partner->x = place.x - way.x;
    partner->y = place.y - way.y;
}

/** What the kernels should say. */
struct expectation {
    double t;
    bool touching, special, tied;
    bool is_held;  /* a ball does not fall freely */
    bool may_pass; /* the kernel may pass the question on without need: two partners at the same time, but a third
                      one earlier, or a ball that could lie on a wall but does not */
};

static struct expectation expect(const struct motion *motion, const struct particle *balls, const struct particle *ball,
                                 const uint32_t *list, uint32_t count)
{
    struct expectation e = {.t = HUGE_VAL, .is_held = is_held(motion, ball), .may_pass = stands(motion, ball)};
    for (uint32_t k = 0; k < count; k++) {
        const struct particle *partner = &balls[list[k]];
        double t = motion_impact(motion, body_of(ball), body_of(partner));
        for (uint32_t i = 0; i < k; i++)
            e.may_pass =
                e.may_pass || (t < HUGE_VAL && t == motion_impact(motion, body_of(ball), body_of(&balls[list[i]])));
        e.tied = t == e.t ? t < HUGE_VAL : e.tied && t > e.t;
        e.t = fmin(e.t, t);
        e.touching = e.touching || touches(motion, ball, partner);
        e.special = e.special || (touches(motion, ball, partner) && approaches(motion, ball, partner));
        e.is_held = e.is_held || is_held(motion, partner);
        e.may_pass = e.may_pass || stands(motion, partner);
    }
    return e;
}

static void assert_same_found(struct impact_found a, struct impact_found b)
{
    assert_memory_equal(&a.t, &b.t, sizeof a.t);
    assert_true((a.index == b.index || !(a.t < HUGE_VAL)) && a.touching == b.touching && a.ambiguous == b.ambiguous);
}

/** Fills a list up with sentinels. */
static void pad(uint32_t *list, uint32_t count)
{
    for (uint32_t k = count; k < IMPACT_KERNEL_ROOM || k % IMPACT_KERNEL_LANES; k++)
        list[k] = CROWD;
}

/** Looks for the impact with `count` partners, the list being filled up with sentinel. Returns whether the kernel was
 *  sure. */
static bool compare(const struct motion *motion, const struct particle *balls, const struct particle *ball,
                    uint32_t *list, uint32_t count)
{
    struct expectation e = expect(motion, balls, ball, list, count);
    pad(list, count);
    const struct impact_list whole = {.slots = list, .count = count};
    struct impact_found found = impact_kernel_of(motion, host_has_avx2()).one(motion, balls, ball, &whole);
    assert_same_found(found, impact_kernel_of(motion, false).one(motion, balls, ball, &whole));
    assert_true(e.is_held || found.touching == e.touching);
    if (e.special || e.is_held) {
        assert_true(found.ambiguous);
        return false;
    }
    assert_true(e.tied ? found.ambiguous : !found.ambiguous || e.may_pass);
    assert_memory_equal(&found.t, &e.t, sizeof found.t);
    if (!found.ambiguous && found.t < HUGE_VAL) {
        assert_true(found.index < count);
        assert_true(motion_impact(motion, body_of(ball), body_of(&balls[list[found.index]])) == found.t);
    }
    return !found.ambiguous;
}

static struct particle *crowd_open(void)
{
    struct particle *balls = mem_array_aligned(CROWD + 1, sizeof *balls);
    assert_non_null(balls);
    balls[CROWD] = impact_kernel_sentinel();
    return balls;
}

/** `sets` choices of partners, 0..16 as a rule and now and then more; of them a part touches the ball and a part is
 *  there twice. Returns in how many the kernel was sure. */
static int compare_many(const struct motion *motion, uint64_t seed, int sets, double touching, double doubled)
{
    struct particle *balls = crowd_open();
    int sure = 0;
    for (int set = 0; set < sets; set++) {
        uint32_t list[LONGEST], count = (uint32_t)set % (set % 50 ? 17 : LONGEST + 1);
        struct particle ball = random_particle(&seed);
        for (uint32_t i = 0; i < CROWD; i++)
            balls[i] = random_particle(&seed);
        for (uint32_t k = 0; k < count; k++) {
            list[k] = (k * 37 + (uint32_t)set) % CROWD; /* all different */
            if (uniform(&seed, 0, 1) < touching)
                put_against(motion, &seed, &ball, &balls[list[k]]);
            else if (k && uniform(&seed, 0, 1) < doubled)
                balls[list[k]] = balls[list[(size_t)uniform(&seed, 0, k)]];
        }
        sure += compare(motion, balls, &ball, list, count);
    }
    free(balls);
    return sure;
}

static void test_free_partners(void **context)
{
    (void)context;
    const int sets = runs(3000, 40000);
    for (int i = 0; i < MOTIONS; i++)
        assert_true(compare_many(&motions[i], 1, sets, 0, 0) > sets * 3 / 4);
}

static void test_touching_partners(void **context)
{
    (void)context;
    const int sets = runs(3000, 40000);
    for (int i = 0; i < MOTIONS; i++) {
        int sure = compare_many(&motions[i], 2, sets, 0.1, 0);
        assert_true(sure > sets / 4 && sure < sets * 7 / 8);
        compare_many(&motions[i], 3, sets / 4, 0.7, 0);
    }
}

static void test_ties(void **context)
{
    (void)context;
    const int sets = runs(3000, 40000);
    for (int i = 0; i < MOTIONS; i++) {
        int sure = compare_many(&motions[i], 4, sets, 0, 0.2);
        assert_true(sure > sets / 4 && sure < sets * 7 / 8);
        compare_many(&motions[i], 5, sets / 4, 0.05, 0.5);
    }
}

/** Makes a ball of those that may be held: fixed, or at rest across one wall or two, at a wall or nearly there. */
static void hold(const struct motion *motion, uint64_t *seed, struct particle *ball)
{
    const struct vec2 floors = uniform(seed, 0, 1) < 0.7 ? motion_floors(motion) : (struct vec2){0, 0};
    static const double gaps[] = {0, 4e-12, -1e-12, 6e-12, 1e-9, 3};
    double gap = ball->r * (1 + gaps[(size_t)uniform(seed, 0, 6)]);
    int how = (int)uniform(seed, 0, 7);
    if (how == 0)
        ball->m = HUGE_VAL;
    if (how != 1)
        ball->vx = floors.x != 0 || uniform(seed, 0, 1) < 0.5 ? floors.x : -0.0;
    if (how != 2)
        ball->vy = floors.y;
    if (how >= 3)
        ball->x = how % 2 ? -6 + gap : 6 - gap;
    if (how >= 4)
        ball->y = how % 2 ? 6 - gap : -6 + gap;
}

/** Balls on walls, in corners and fixed, as the ball itself and among its partners: never an answer that
 *  motion_impact() would not give, and an answer if none of them is there. */
static void test_held_balls(void **context)
{
    (void)context;
    uint64_t seed = 8;
    struct particle *balls = crowd_open();
    int sure = 0, held = 0;
    for (int set = 0; set < 40000; set++) {
        const struct motion *motion = &motions[set % MOTIONS];
        uint32_t list[LONGEST], count = (uint32_t)set / MOTIONS % 17;
        struct particle ball = random_particle(&seed);
        if (uniform(&seed, 0, 1) < 0.3)
            hold(motion, &seed, &ball);
        for (uint32_t k = 0; k < count; k++) {
            list[k] = (k * 37 + (uint32_t)set) % CROWD;
            balls[list[k]] = random_particle(&seed);
            if (uniform(&seed, 0, 1) < 0.05)
                hold(motion, &seed, &balls[list[k]]);
        }
        held += expect(motion, balls, &ball, list, count).is_held;
        sure += compare(motion, balls, &ball, list, count);
    }
    assert_true(sure > 10000 && held > 5000);
    free(balls);
}

/** Friction is left to motion_impact() as a whole. */
static void test_friction(void **context)
{
    (void)context;
    static const double decelerations[LONGEST];
    const struct motion rolling = {.law = MOTION_FRICTION, .friction = decelerations};
    struct particle *balls = crowd_open();
    struct impact_found found[2];
    const uint32_t list[IMPACT_KERNEL_LANES] = {CROWD, CROWD, CROWD, CROWD};
    const struct impact_pair pair = {
        .list = {{.slots = list, .count = IMPACT_KERNEL_LANES}, {.slots = list, .count = IMPACT_KERNEL_LANES}}};
    assert_true(
        impact_kernel_of(&rolling, host_has_avx2()).one(&rolling, balls, &pair.ball[0], &pair.list[0]).ambiguous);
    impact_kernel_of(&rolling, host_has_avx2()).two(&rolling, balls, &pair, found);
    assert_true(found[0].ambiguous && found[1].ambiguous);
    free(balls);
}

/** Two balls at once, hit after everybody else, with lists of different lengths: the same as one after the other. */
static void test_two(void **context)
{
    (void)context;
    uint64_t seed = 7;
    struct particle *balls = crowd_open();
    for (int set = 0; set < runs(3000, 20000); set++) {
        uint32_t list[2][LONGEST];
        const struct motion *motion = &motions[set % MOTIONS];
        struct impact_pair pair = {.list = {{.slots = list[0]}, {.slots = list[1]}}};
        struct impact_found wide[2], plain[2];
        for (uint32_t i = 0; i < CROWD; i++)
            balls[i] = random_particle(&seed);
        for (int i = 0; i < 2; i++) {
            pair.ball[i] = random_particle(&seed);
            pair.ball[i].t = 1;
            pair.list[i].count = (uint32_t)uniform(&seed, 0, set % 20 ? 20 : LONGEST);
            for (uint32_t k = 0; k < pair.list[i].count; k++) {
                list[i][k] = (k * 37 + (uint32_t)set) % (CROWD + 1);
                if (list[i][k] < CROWD && uniform(&seed, 0, 1) < 0.02)
                    put_against(motion, &seed, &pair.ball[i], &balls[list[i][k]]);
            }
            pad(list[i], pair.list[i].count);
        }
        impact_kernel_of(motion, host_has_avx2()).two(motion, balls, &pair, wide);
        impact_kernel_of(motion, false).two(motion, balls, &pair, plain);
        for (int i = 0; i < 2; i++) {
            assert_same_found(wide[i], plain[i]);
            assert_same_found(wide[i],
                              impact_kernel_of(motion, false).one(motion, balls, &pair.ball[i], &pair.list[i]));
        }
    }
    free(balls);
}

/** Mirror images around the ball, which meet it at exactly the same time, in every pair of places. */
static void test_mirrored_ties(void **context)
{
    (void)context;
    enum { N = 4 * IMPACT_KERNEL_LANES };
    struct particle *balls = crowd_open();
    uint32_t list[N];
    for (uint32_t i = 0; i < N; i++)
        for (uint32_t j = 0; j < i; j++) {
            struct particle ball = {.vx = 1, .r = 0.5};
            for (uint32_t k = 0; k < N; k++) {
                list[k] = k;
                balls[k] = (struct particle){.x = 4 + k, .y = 0.25, .r = 0.5};
            }
            balls[i] = (struct particle){.x = 3, .y = 0.5, .r = 0.5};
            balls[j] = (struct particle){.x = 3, .y = -0.5, .r = 0.5};
            assert_false(compare(&motions[0], balls, &ball, list, N));
            balls[j].x = 2.875; /* now the earlier one */
            assert_true(compare(&motions[0], balls, &ball, list, N));
        }
    free(balls);
}

/** The same for either ball of a pair with n partners each, and which of them is found. */
static void check_mirrored_ties_of_two(uint32_t n)
{
    struct particle *balls = crowd_open();
    uint32_t list[CROWD];
    for (uint32_t k = 0; k < n; k++)
        list[k] = k;
    pad(list, n);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < i; j++) {
            const struct impact_list whole = {.slots = list, .count = n};
            struct impact_pair pair = {.ball = {{.vx = 1, .r = 0.5}, {.vx = -1, .r = 0.5}}, .list = {whole, whole}};
            struct impact_found found[2];
            for (uint32_t k = 0; k < n; k++)
                balls[k] = (struct particle){.x = 4 + k, .y = 0.25, .r = 0.5};
            balls[i] = (struct particle){.x = 3, .y = 0.5, .r = 0.5};
            balls[j] = (struct particle){.x = 3, .y = -0.5, .r = 0.5};
            for (int side = 0; side < 2; side++) {
                impact_kernel_of(&motions[0], host_has_avx2()).two(&motions[0], balls, &pair, found);
                assert_true(found[side].ambiguous && !found[!side].ambiguous && found[!side].t == HUGE_VAL);
                double shifted = balls[j].x;
                balls[j].x = 2.875; /* now the earlier one */
                impact_kernel_of(&motions[0], host_has_avx2()).two(&motions[0], balls, &pair, found);
                assert_true(!found[side].ambiguous && found[side].index == j && found[!side].t == HUGE_VAL);
                balls[j].x = shifted;
                struct particle other = pair.ball[0];
                pair.ball[0] = pair.ball[1];
                pair.ball[1] = other;
            }
        }
    free(balls);
}

static void test_mirrored_ties_of_two(void **context)
{
    (void)context;
    static const uint32_t counts[] = {2, 4, 5, 8, 12, 13, 16, 20};
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
        check_mirrored_ties_of_two(counts[k]);
}

/** A ball that touches its partners in every place, alone and with others, approaching or not. */
static void test_touching_places(void **context)
{
    (void)context;
    enum { N = 4 * IMPACT_KERNEL_LANES };
    struct particle *balls = crowd_open();
    uint32_t list[N];
    for (uint32_t i = 0; i < N; i++)
        for (int approaching = 0; approaching < 2; approaching++) {
            struct particle ball = {.vx = 1, .r = 0.5};
            for (uint32_t k = 0; k < N; k++) {
                list[k] = k;
                balls[k] = (struct particle){.x = 4 + k, .y = 0.25, .r = 0.5};
            }
            balls[i] = (struct particle){.x = approaching ? 1 : -1, .r = 0.5};
            assert_true(compare(&motions[0], balls, &ball, list, N) == !approaching);
        }
    free(balls);
}

/** Overflowing numbers: nothing that motion_impact() would not tell. */
static void test_extremes(void **context)
{
    (void)context;
    static const double odd[] = {0, 1, -1, 5e-324, 1e-200, 1e9, -1e100, 1e155, -1e200, 1e300};
    uint64_t seed = 6;
    struct particle *balls = crowd_open();
    uint32_t list[LONGEST];
    for (int set = 0; set < runs(3000, 20000); set++) {
        struct particle ball = random_particle(&seed);
        for (uint32_t k = 0; k < LONGEST; k++) {
            list[k] = k;
            balls[k] = random_particle(&seed);
            balls[k].x = odd[(size_t)uniform(&seed, 0, 10)];
            balls[k].vy = odd[(size_t)uniform(&seed, 0, 10)];
        }
        ball.vx = odd[(size_t)uniform(&seed, 0, 10)];
        compare(&motions[set % MOTIONS], balls, &ball, list, (uint32_t)set / MOTIONS % 17);
    }
    free(balls);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_free_partners),
        cmocka_unit_test(test_touching_partners),
        cmocka_unit_test(test_ties),
        cmocka_unit_test(test_two),
        cmocka_unit_test(test_mirrored_ties),
        cmocka_unit_test(test_mirrored_ties_of_two),
        cmocka_unit_test(test_touching_places),
        cmocka_unit_test(test_extremes),
        cmocka_unit_test(test_held_balls),
        cmocka_unit_test(test_friction),
    };
    return RUN_TESTS(tests);
}
