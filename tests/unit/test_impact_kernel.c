/* The vector kernels against motion_impact() for each partner by itself: the same bits, the same partner,
 * and doubt wherever there is reason for it. */

#include "lib/testing.h"
#include "lib/uniform.h"
#include "base/mem.h"
#include "broadphase/impact_kernel.h"

static const struct motion straight = {MOTION_UNIFORM};

/* Balls to choose from, and the longest list, in whole groups. */
enum { CROWD = 160, LONGEST = 35 * IMPACT_KERNEL_LANES };

static struct particle random_flight(uint64_t *seed)
{
    return (struct particle){.x = uniform(seed, -5, 5),
                             .y = uniform(seed, -5, 5),
                             .t = uniform(seed, 0, 1),
                             .vx = uniform(seed, -2, 2),
                             .vy = uniform(seed, -2, 2),
                             .r = uniform(seed, 0.1, 1),
                             .m = 1};
}

/** Separation b - a at the later beginning. */
static void separation(const struct particle *a, const struct particle *b, double *dx, double *dy)
{
    double t = a->t > b->t ? a->t : b->t;
    *dx = motion_position(&straight, b, t).x - motion_position(&straight, a, t).x;
    *dy = motion_position(&straight, b, t).y - motion_position(&straight, a, t).y;
}

static bool touches(const struct particle *a, const struct particle *b)
{
    double dx, dy, near = (a->r + b->r) * (1 + CONTACT_TOUCHING);
    separation(a, b, &dx, &dy);
    return dx * dx + dy * dy <= near * near;
}

static bool approaches(const struct particle *a, const struct particle *b)
{
    double dx, dy;
    separation(a, b, &dx, &dy);
    return dx * (b->vx - a->vx) + dy * (b->vy - a->vy) < 0;
}

/** Puts a partner against the ball: touching, with a small gap or overlap, sometimes at rest against it. */
static void put_against(uint64_t *seed, const struct particle *ball, struct particle *partner)
{
    static const double gaps[] = {0, 1e-12, -1e-12, 9e-12, 1.1e-11, 1e-9, -0.1, 1e-16, -1e-16};
    double angle = uniform(seed, 0, 6.3), apart = 1 + gaps[(size_t)uniform(seed, 0, 9)];
    double t = ball->t > partner->t ? ball->t : partner->t;
    if (uniform(seed, 0, 1) < 0.3) {
        partner->vx = ball->vx * (1 + uniform(seed, -2, 2) * 1e-13);
        partner->vy = ball->vy;
    }
    double x = motion_position(&straight, ball, t).x + (ball->r + partner->r) * apart * cos(angle);
    double y = motion_position(&straight, ball, t).y + (ball->r + partner->r) * apart * sin(angle);
    partner->x = x - partner->vx * (t - partner->t);
    partner->y = y - partner->vy * (t - partner->t);
}

/** What the kernels should say. */
struct expectation {
    double t;
    bool touching, special, tied;
    bool passing_tie; /* two partners at the same time, but a third one earlier */
};

static struct expectation expect(const struct particle *balls, const struct particle *ball, const uint32_t *list,
                                 uint32_t count)
{
    struct expectation e = {.t = HUGE_VAL};
    for (uint32_t k = 0; k < count; k++) {
        const struct particle *partner = &balls[list[k]];
        double t = motion_impact(&straight, ball, partner);
        for (uint32_t i = 0; i < k; i++)
            e.passing_tie = e.passing_tie || (t < HUGE_VAL && t == motion_impact(&straight, ball, &balls[list[i]]));
        e.tied = t == e.t ? t < HUGE_VAL : e.tied && t > e.t;
        e.t = fmin(e.t, t);
        e.touching = e.touching || touches(ball, partner);
        e.special = e.special || (touches(ball, partner) && approaches(ball, partner));
    }
    return e;
}

/** Looks for the impact with `count` partners, the list being filled up with sentinel. Returns whether the kernel was
 *  sure. */
static bool compare(const struct particle *balls, const struct particle *ball, uint32_t *list, uint32_t count)
{
    struct expectation e = expect(balls, ball, list, count);
    uint32_t size = (count + IMPACT_KERNEL_LANES - 1) / IMPACT_KERNEL_LANES * IMPACT_KERNEL_LANES;
    for (uint32_t k = count; k < size; k++)
        list[k] = CROWD;
    struct impact_found found = impact_kernel_fastest().one(balls, ball, list, size);
    struct impact_found plain = impact_kernel_baseline().one(balls, ball, list, size);
    assert_memory_equal(&found.t, &plain.t, sizeof found.t);
    assert_true(found.index == plain.index && found.touching == plain.touching && found.ambiguous == plain.ambiguous);
    assert_int_equal(found.touching, e.touching);
    if (e.special) {
        assert_true(found.ambiguous);
        return false;
    }
    assert_true(e.tied ? found.ambiguous : !found.ambiguous || e.passing_tie);
    assert_memory_equal(&found.t, &e.t, sizeof found.t);
    if (!found.ambiguous && found.t < HUGE_VAL) {
        assert_true(found.index < count);
        assert_true(motion_impact(&straight, ball, &balls[list[found.index]]) == found.t);
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
static int compare_many(uint64_t seed, int sets, double touching, double doubled)
{
    struct particle *balls = crowd_open();
    int sure = 0;
    for (int set = 0; set < sets; set++) {
        uint32_t list[LONGEST], count = (uint32_t)set % (set % 50 ? 17 : LONGEST + 1);
        struct particle ball = random_flight(&seed);
        for (uint32_t i = 0; i < CROWD; i++)
            balls[i] = random_flight(&seed);
        for (uint32_t k = 0; k < count; k++) {
            list[k] = (k * 37 + (uint32_t)set) % CROWD; /* all different */
            if (uniform(&seed, 0, 1) < touching)
                put_against(&seed, &ball, &balls[list[k]]);
            else if (k && uniform(&seed, 0, 1) < doubled)
                balls[list[k]] = balls[list[(size_t)uniform(&seed, 0, k)]];
        }
        sure += compare(balls, &ball, list, count);
    }
    free(balls);
    return sure;
}

static void test_free_partners(void **context)
{
    (void)context;
    int sure = compare_many(1, 40000, 0, 0);
    assert_true(sure > 10000);
}

static void test_touching_partners(void **context)
{
    (void)context;
    int sure = compare_many(2, 40000, 0.1, 0);
    assert_true(sure > 10000 && sure < 35000);
    compare_many(3, 10000, 0.7, 0);
}

static void test_ties(void **context)
{
    (void)context;
    int sure = compare_many(4, 40000, 0, 0.2);
    assert_true(sure > 10000 && sure < 35000);
    compare_many(5, 10000, 0.05, 0.5);
}

static void assert_same_found(struct impact_found a, struct impact_found b)
{
    assert_memory_equal(&a.t, &b.t, sizeof a.t);
    assert_true(a.index == b.index && a.touching == b.touching && a.ambiguous == b.ambiguous);
}

/** Two balls at once, hit after everybody else, with lists of different lengths: the same as one after the other. */
static void test_two(void **context)
{
    (void)context;
    uint64_t seed = 7;
    struct particle *balls = crowd_open();
    for (int set = 0; set < 20000; set++) {
        uint32_t list[2][LONGEST];
        struct impact_pair pair = {.list = {list[0], list[1]}};
        struct impact_found wide[2], plain[2];
        for (uint32_t i = 0; i < CROWD; i++)
            balls[i] = random_flight(&seed);
        for (int i = 0; i < 2; i++) {
            pair.ball[i] = random_flight(&seed);
            pair.ball[i].t = 1;
            pair.count[i] = IMPACT_KERNEL_LANES * (uint32_t)uniform(&seed, 0, set % 20 ? 5 : 36);
            for (uint32_t k = 0; k < pair.count[i]; k++) {
                list[i][k] = (k * 37 + (uint32_t)set) % (CROWD + 1);
                if (list[i][k] < CROWD && uniform(&seed, 0, 1) < 0.02)
                    put_against(&seed, &pair.ball[i], &balls[list[i][k]]);
            }
        }
        impact_kernel_fastest().two(balls, &pair, wide);
        impact_kernel_baseline().two(balls, &pair, plain);
        for (int i = 0; i < 2; i++) {
            assert_same_found(wide[i], plain[i]);
            assert_same_found(wide[i], impact_kernel_baseline().one(balls, &pair.ball[i], list[i], pair.count[i]));
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
            assert_false(compare(balls, &ball, list, N));
            balls[j].x = 2.875; /* now the earlier one */
            assert_true(compare(balls, &ball, list, N));
        }
    free(balls);
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
            assert_true(compare(balls, &ball, list, N) == !approaching);
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
    for (int set = 0; set < 20000; set++) {
        struct particle ball = random_flight(&seed);
        for (uint32_t k = 0; k < LONGEST; k++) {
            list[k] = k;
            balls[k] = random_flight(&seed);
            balls[k].x = odd[(size_t)uniform(&seed, 0, 10)];
            balls[k].vy = odd[(size_t)uniform(&seed, 0, 10)];
        }
        ball.vx = odd[(size_t)uniform(&seed, 0, 10)];
        compare(balls, &ball, list, (uint32_t)set % 17);
    }
    free(balls);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_free_partners), cmocka_unit_test(test_touching_partners),
        cmocka_unit_test(test_ties),          cmocka_unit_test(test_two),
        cmocka_unit_test(test_mirrored_ties), cmocka_unit_test(test_touching_places),
        cmocka_unit_test(test_extremes),
    };
    return RUN_TESTS(tests);
}
