/* The laws `hooke` and `hertz`: what must hold for any cluster. */
#include "unit/touching.h"

#include "base/min_max.h"

static const char *const laws[] = {"hooke", "hertz"};
enum { LAWS = 2 };

/** Nothing pulls and nothing gains energy. */
static void check_passive(const struct touching *set, double before)
{
    for (size_t k = 0; k < set->cluster.n_contacts; k++)
        assert_true(set->contacts[k].j >= 0);
    assert_true(touching_kinetic(set) <= before * (1 + 2e-13));
}

static size_t random_size(uint64_t *seed)
{
    return 3 + (size_t)uniform(seed, 0, 10);
}

/** Elastic clusters of 3 to 12 balls keep their energy; those that are wedged between walls need not come to an end. */
static void test_elastic_clusters(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    int trials = runs(75, 10000);
    for (size_t law = 0; law < LAWS; law++) {
        uint64_t seed = 3;
        int wedged = 0;
        for (int trial = 0; trial < trials; trial++) {
            touching_cluster(set, random_size(&seed), 1, 1, trial % 3 != 0, &seed);
            struct impact_outcome outcome = touching_resolve(set, laws[law]);
            check_passive(set, outcome.kinetic);
            wedged += outcome.last_resort;
            if (!outcome.last_resort)
                assert_near(touching_kinetic(set), outcome.kinetic, 2e-13 * outcome.kinetic);
        }
        assert_true(wedged < trials / 8);
    }
    touching_close(set);
}

/** Any restitution, another one for each contact. */
static void test_damped_clusters(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    int trials = runs(50, 5000);
    for (size_t law = 0; law < LAWS; law++) {
        uint64_t seed = 5;
        for (int trial = 0; trial < trials; trial++) {
            touching_cluster(set, random_size(&seed), 1, 1, trial % 3 != 0, &seed);
            for (size_t k = 0; k < set->cluster.n_contacts; k++)
                set->contacts[k].e = double_min(1, uniform(&seed, 0, 1.2));
            struct impact_outcome outcome = touching_resolve(set, laws[law]);
            check_passive(set, outcome.kinetic);
        }
    }
    touching_close(set);
}

/** When all contacts are open but one, of balls at rest that rounding has pressed together, others still approach. */
static void test_approach_beside_rest(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    uint64_t seed = 3;
    for (int trial = 0; trial < 8448; trial++) {
        size_t n = random_size(&seed);
        double e = trial % 2 ? 1 : uniform(&seed, 0, 1);
        touching_cluster(set, n, e, trial % 2 ? 1 : uniform(&seed, 0, 1), trial % 3 != 0, &seed);
    }
    struct impact_outcome outcome = touching_resolve(set, "hertz");
    assert_int_equal(outcome.rounds, 1);
    assert_near(touching_kinetic(set), outcome.kinetic, 2e-13 * outcome.kinetic);
    touching_close(set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_elastic_clusters),
        cmocka_unit_test(test_damped_clusters),
        cmocka_unit_test(test_approach_beside_rest),
    };
    return RUN_TESTS(tests);
}
