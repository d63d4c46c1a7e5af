/* The limit of the distance test against its definition, and the packing of pairs against a plain loop. */

#include "lib/testing.h"
#include "lib/uniform.h"
#include "broadphase/touching.h"

static uint64_t seed = 1;

/** The limit does not touch, the double before it does. */
static void check_limit(double reach, double softening)
{
    double limit = touching_limit(reach, softening);
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
    assert_true(touching_limit(1e-7, 1e-6) == 0);
    assert_true(isinf(touching_limit(1e155, 1e-6)));
    assert_true(touching_limit(3, 0) == 9);
}

static void test_find(void **state)
{
    (void)state;
    enum { BALLS = 40, PAIRS = 400 };
    struct vec2 centre[BALLS + 1] = {[BALLS] = {(double)NAN, (double)NAN}};
    struct pair pairs[PAIRS], touching[PAIRS + 4];
    double limits[PAIRS];
    uint8_t flags[PAIRS / 4];
    for (size_t i = 0; i < BALLS; i++)
        centre[i] = (struct vec2){uniform(&seed, 0, 5), uniform(&seed, 0, 5)};
    for (size_t p = 0; p < PAIRS; p++) {
        pairs[p] = (struct pair){(uint32_t)uniform(&seed, 0, BALLS), (uint32_t)uniform(&seed, 0, BALLS + 1)};
        limits[p] = uniform(&seed, 0, 9);
    }
    const struct period periods[] = {period_of((struct vec2){0, 0}), period_of((struct vec2){5, 0}),
                                     period_of((struct vec2){6, 5.5})};
    for (int k = 0; k < 6; k++) {
        const struct period *period = &periods[k / 2];
        const bool same = k % 2;
        struct touching_pairs ask = {.pairs = pairs,
                                     .count = PAIRS,
                                     .limits = same ? NULL : limits,
                                     .limit = 4,
                                     .period = k < 2 ? NULL : period,
                                     .is_trial = same};
        size_t n_new = 0, expected = 0;
        memset(flags, same ? 5 : 0, sizeof flags);
        size_t count = touching_search_for(ask.period)(&ask, centre, flags, touching, &n_new);
        for (size_t p = 0; p < PAIRS; p++) {
            struct vec2 way = period_nearest(period, vec2_sub(centre[pairs[p].a], centre[pairs[p].b]));
            bool touches = vec2_dot(way, way) < (same ? 4 : limits[p]);
            bool marked = same && p % 2 == 0; /* already, and carried in trial */
            assert_true((flags[p / 4] >> p % 4 & 1) == (touches || marked));
            n_new -= touches && !marked;
            if (touches) {
                assert_memory_equal(&touching[expected], &pairs[p], sizeof pairs[p]);
                expected++;
            }
        }
        assert_int_equal(count, expected);
        assert_true(count > 50 && n_new == 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_limit), cmocka_unit_test(test_find)};
    return RUN_TESTS(tests);
}
