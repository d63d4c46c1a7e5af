/* The limit of the distance test against its definition, and the search for touching pairs against a plain loop. */

#include "lib/testing.h"
#include "lib/uniform.h"
#include "near/candidates.h"

static uint64_t seed = 1;

/** The limit does not touch, the double before it does. */
static void check_limit(double reach, double softening)
{
    double limit = candidates_limit(reach, softening);
    assert_true(limit == 0 || sqrt(nextafter(limit, 0)) + softening < reach);
    assert_true(isinf(limit) || !(sqrt(limit) + softening < reach));
}

static void test_limit(void **state)
{
    (void)state;
    static const double softenings[] = {0, 1e-6, 0.1};
    for (int power = -300; power <= 300; power += 7)
        for (int i = 0; i < 50; i++)
            for (size_t s = 0; s < 3; s++)
                check_limit(uniform(&seed, 1, 10) * pow(10, power), softenings[s]);
    for (int i = 0; i < 1000; i++)
        check_limit(0.1 + uniform(&seed, 0, 1e-13), 0.1);
    assert_true(candidates_limit(1e-7, 1e-6) == 0);
    assert_true(isinf(candidates_limit(1e155, 1e-6)));
    assert_true(candidates_limit(3, 0) == 9);
}

enum { BALLS = 40, PAIRS = 403 };

/** A search against a plain loop over all pairs, of which every second touched before, or none. */
static void compare(struct candidates *candidates, const struct candidates_rule *rule, const struct period *period,
                    const struct vec2 *centre, bool trial)
{
    size_t n_new = 0, expected = 0;
    assert_true(candidates_prepare(candidates, rule));
    if (candidates->counts_new)
        memset(candidates->flags, trial ? 0x55 : 0, PAIRS / 8 + 1);
    size_t count = candidates_find_touching(candidates, rule, centre, trial, &n_new);
    for (size_t p = 0; p < PAIRS; p++) {
        struct pair pair = candidates->pairs.items[p];
        struct vec2 way = period_nearest(period, vec2_sub(centre[pair.a], centre[pair.b]));
        bool touches = vec2_length(way) < rule->r[pair.a] + rule->r[pair.b];
        bool flagged = trial && p % 2 == 0; /* before, and carried in trial */
        if (candidates->counts_new) {
            assert_true((candidates->flags[p / 64] >> p % 64 & 1) == (touches || flagged));
            n_new -= touches && !flagged;
        }
        if (touches) {
            assert_memory_equal(&candidates->touching[expected], &pair, sizeof pair);
            expected++;
        }
    }
    assert_int_equal(count, expected);
    assert_true(count > 50 && n_new == 0);
    for (size_t i = 0; i < 3; i++)
        assert_true(candidates->touching[count + i].a == BALLS && candidates->touching[count + i].b == BALLS);
}

static void test_find(void **state)
{
    (void)state;
    struct vec2 centre[BALLS + 1] = {[BALLS] = {(double)NAN, (double)NAN}};
    double radii[2][BALLS + 1];
    struct candidates candidates = {0};
    for (size_t i = 0; i <= BALLS; i++)
        radii[0][i] = uniform(&seed, 0, 3), radii[1][i] = 1;
    for (size_t i = 0; i < BALLS; i++)
        centre[i] = (struct vec2){uniform(&seed, 0, 5), uniform(&seed, 0, 5)};
    for (size_t p = 0; p < PAIRS; p++)
        assert_true(
            pairs_add(&candidates.pairs, (uint32_t)uniform(&seed, 0, BALLS), (uint32_t)uniform(&seed, 0, BALLS + 1)));
    const struct period periods[] = {period_of((struct vec2){0, 0}), period_of((struct vec2){5, 0}),
                                     period_of((struct vec2){6, 5.5})};
    for (int k = 0; k < 12; k++) {
        const bool equal = k % 2, flagged = k < 6;
        const struct period *period = &periods[k / 2 % 3];
        struct candidates_rule rule = {.n = BALLS, .r = radii[equal], .limit = equal ? 4 : -1};
        rule.period = period->is_any ? period : NULL;
        rule.search = candidates_search_for(rule.period);
        candidates.counts_new = flagged;
        compare(&candidates, &rule, period, centre, equal);
    }
    candidates_free(&candidates);
}

/** Other pairs take the place of some: every third of all (a, b) with a < b is left out, other thirds in turn. */
static void test_flags_stay_with_their_pairs(void **state)
{
    (void)state;
    struct vec2 centre[BALLS + 1] = {[BALLS] = {(double)NAN, (double)NAN}};
    double radii[BALLS + 1];
    struct candidates candidates = {.counts_new = true};
    struct candidates_rule rule = {.n = BALLS, .r = radii, .limit = 4, .search = candidates_search_for(NULL)};
    bool touched[BALLS][BALLS] = {{false}};
    for (size_t i = 0; i < BALLS; i++)
        centre[i] = (struct vec2){uniform(&seed, 0, 9), uniform(&seed, 0, 9)};
    for (size_t round = 0; round < 7; round++) {
        candidates_keep_touching(&candidates);
        candidates.pairs.count = 0;
        size_t number = 0, n_new = 0, expected = 0, carried = 0;
        for (uint32_t a = 0; a < BALLS; a++)
            for (uint32_t b = a + 1; b < BALLS; b++, number++) {
                bool is_listed = number % 3 != round % 3;
                bool touches = is_listed && vec2_length(vec2_sub(centre[a], centre[b])) < 2;
                assert_true(!is_listed || pairs_add(&candidates.pairs, a, b));
                expected += touches && !touched[a][b];
                carried += touches && touched[a][b];
                touched[a][b] = touches;
            }
        assert_true(candidates_prepare(&candidates, &rule));
        candidates_find_touching(&candidates, &rule, centre, false, &n_new);
        assert_true(n_new == expected && expected > 10 && (round == 0 || carried > 10));
    }
    candidates_free(&candidates);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_limit), cmocka_unit_test(test_find),
                                       cmocka_unit_test(test_flags_stay_with_their_pairs)};
    return RUN_TESTS(tests);
}
