/* test_event_bits over the whole range: area fractions 0.01 to 0.7, 5 to 3000 balls, 10^5 collisions each, elastic and
 * not. A gas with restitution 0.95 loses 1/20 of its energy every (hits per ball) = 1/2: as many hits as leave it
 * moving. */
#include "laws/event_variants.h"

enum { COLLISIONS = 100000 };

static const size_t sizes[][2] = {{5, 1}, {6, 5}, {20, 15}, {60, 50}};

static uint64_t few_per_ball(size_t n)
{
    uint64_t hits = 30 * (uint64_t)n;
    return hits < COLLISIONS ? hits : COLLISIONS;
}

static void compare_sizes(double eta, double restitution, double smallest)
{
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint64_t hits = restitution < 1 ? few_per_ball(sizes[i][0] * sizes[i][1]) : COLLISIONS;
        variants_agree(&(struct variant_scene){sizes[i][0], sizes[i][1], eta, restitution, smallest, .hits = hits},
                       300);
    }
}

static void test_dilute(void **context)
{
    (void)context;
    compare_sizes(0.01, 1, 0);
}

static void test_medium(void **context)
{
    (void)context;
    compare_sizes(0.3, 1, 0);
}

static void test_dense(void **context)
{
    (void)context;
    compare_sizes(0.7, 1, 0);
}

static void test_restitution(void **context)
{
    (void)context;
    compare_sizes(0.01, 0.95, 0);
    compare_sizes(0.3, 0.95, 0);
    compare_sizes(0.7, 0.95, 0);
}

static void test_unequal_balls(void **context)
{
    (void)context;
    compare_sizes(0.7, 1, 0.005);
    compare_sizes(0.5, 0.95, 0.1);
}

/** All pairs for as many balls as that is bearable. */
static void test_3000_balls_all_pairs(void **context)
{
    (void)context;
    variants_agree(&(struct variant_scene){60, 50, 0.3, 1, 0, .hits = 5000}, 3000);
    variants_agree(&(struct variant_scene){60, 50, 0.7, 0.95, 0.05, .hits = 5000}, 3000);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dilute),        cmocka_unit_test(test_medium),
        cmocka_unit_test(test_dense),         cmocka_unit_test(test_restitution),
        cmocka_unit_test(test_unequal_balls), cmocka_unit_test(test_3000_balls_all_pairs),
    };
    return RUN_TESTS(tests);
}
