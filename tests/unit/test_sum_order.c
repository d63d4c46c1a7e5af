/* Pairs arranged for sums: all of them, each ball's in the order of its partners' ids. */

#include "lib/testing.h"
#include "lib/uniform.h"
#include "broadphase/sum_order.h"

enum { MOST_BALLS = 3000 };

static uint64_t seed = 1;
static uint32_t id[MOST_BALLS];
static struct sum_order_workspace workspace;

static void shuffle(size_t n)
{
    for (size_t i = 0; i < n; i++)
        id[i] = (uint32_t)i;
    for (size_t i = n; i > 1; i--) {
        size_t other = uniform_bits(&seed) % i;
        uint32_t kept = id[i - 1];
        id[i - 1] = id[other];
        id[other] = kept;
    }
}

/** Pairs of each ball with some of those that follow it, and of ball 0 with all if it is a hub. */
static struct pairs pairs_of(size_t n, double probability, size_t reach, bool hub)
{
    struct pairs pairs = {0};
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = a + 1; b < n && (b <= a + reach || (hub && a == 0)); b++)
            if ((hub && a == 0) || uniform(&seed, 0, 1) < probability)
                assert_true(pairs_add(&pairs, a, b));
    return pairs;
}

static int before(const void *one, const void *other)
{
    struct pair a = *(const struct pair *)one, b = *(const struct pair *)other;
    return pairs_before(a, b) ? -1 : pairs_before(b, a);
}

static void check_order(const struct pairs *pairs, size_t n)
{
    static int64_t last[MOST_BALLS];
    for (size_t i = 0; i < n; i++)
        last[i] = -1;
    for (size_t p = 0; p < pairs->count; p++) {
        struct pair pair = pairs->items[p];
        assert_true(last[pair.a] < id[pair.b] && last[pair.b] < id[pair.a]);
        last[pair.a] = id[pair.b];
        last[pair.b] = id[pair.a];
    }
}

static void check(size_t n, struct pairs pairs)
{
    struct pair *former = malloc((pairs.count + 1) * sizeof *former);
    size_t count = pairs.count;
    assert_non_null(former);
    if (count > 0)
        memcpy(former, pairs.items, count * sizeof *former);
    assert_true(sum_order_arrange(&pairs, id, n, &workspace));
    assert_true(pairs.count == count && pairs.capacity >= count);
    check_order(&pairs, n);
    if (count > 0)
        qsort(pairs.items, count, sizeof *pairs.items, before);
    for (size_t p = 0; p < count; p++)
        assert_memory_equal(&pairs.items[p], &former[p], sizeof *former);
    free(former);
    pairs_free(&pairs);
}

static void test_random_pairs(void **state)
{
    (void)state;
    for (size_t n = 0; n < 60; n++)
        for (int trial = 0; trial < 20; trial++) {
            shuffle(n);
            uint64_t most = 1 + uniform_bits(&seed) % 60;
            check(n, pairs_of(n, uniform(&seed, 0, 1), most, trial % 4 == 0));
        }
    shuffle(MOST_BALLS);
    check(MOST_BALLS, pairs_of(MOST_BALLS, 0.2, 30, false));
    check(MOST_BALLS, pairs_of(MOST_BALLS, 0.1, 30, true));
}

/** Balls whose ids ascend in memory have nothing to wait for. */
static void test_nothing_to_do(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 500; i++)
        id[i] = i;
    struct pairs pairs = pairs_of(500, 0.5, 9, false);
    struct pair *former = malloc(pairs.count * sizeof *former);
    assert_non_null(former);
    memcpy(former, pairs.items, pairs.count * sizeof *former);
    assert_true(sum_order_arrange(&pairs, id, 500, &workspace));
    assert_memory_equal(pairs.items, former, pairs.count * sizeof *former);
    free(former);
    pairs_free(&pairs);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_pairs),
        cmocka_unit_test(test_nothing_to_do),
    };
    int failed = RUN_TESTS(tests);
    sum_order_free(&workspace);
    return failed;
}
