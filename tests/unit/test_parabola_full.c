/*
 * A million random paths and a hundred thousand grazes, judged exactly (unit/parabola_cases.h): no contact missed, none
 * invented, each time right to one unit of its last place.
 */
#include "lib/testing.h"
#include "unit/parabola_cases.h"

static void test_million(void **context)
{
    (void)context;
    uint64_t seed = 11;
    struct verdicts seen = {0};
    for (int i = 0; i < 1000000; i++) {
        struct contact_case c = random_case(&seed);
        assert_true(is_right(&c, &seen));
    }
    printf("# %ld contacts, %ld overlaps, %ld without\n", seen.hits, seen.overlaps, seen.misses);
    assert_true(seen.hits > 150000 && seen.tangents == 0);
}

static void test_grazes(void **context)
{
    (void)context;
    uint64_t seed = 12;
    struct verdicts seen = {0};
    for (int i = 0; i < 100000; i++) {
        struct contact_case c = graze(&seed, (i % 2 ? 1 : -1) * pow(10, -uniform(&seed, 3, 19)));
        assert_true(is_right(&c, &seen));
    }
    printf("# %ld contacts, %ld overlaps, %ld without\n", seen.hits, seen.overlaps, seen.misses);
    assert_true(seen.hits > 30000 && seen.misses > 30000);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_million),
        cmocka_unit_test(test_grazes),
    };
    return RUN_TESTS(tests);
}
