/* The laws `hooke` and `hertz`: what must hold for any cluster. */
#include "unit/touching.h"

#include "base/min_max.h"
#include "impact/compliant/impact_process.h"
#include "impact/compliant/impact_switching.h"

static const char *const laws[] = {"hooke", "hertz"};
enum { LAWS = 2 };

/** Nothing pulls and nothing gains energy. */
static void check_passive(const struct touching *set, double before)
{
    for (size_t k = 0; k < set->cluster.n_contacts; k++)
        assert_true(set->contacts[k].j >= 0);
    assert_true(touching_kinetic(set) <= before * (1 + 5e-13));
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
    int trials = runs(30, 10000);
    for (size_t law = 0; law < LAWS; law++) {
        uint64_t seed = 3;
        int wedged = 0;
        for (int trial = 0; trial < trials; trial++) {
            touching_cluster(set, random_size(&seed), 1, 1, trial % 3 != 0, &seed);
            struct impact_outcome outcome = touching_resolve(set, laws[law]);
            check_passive(set, outcome.kinetic);
            wedged += outcome.last_resort;
            if (!outcome.last_resort)
                assert_near(touching_kinetic(set), outcome.kinetic, 5e-13 * outcome.kinetic);
        }
        assert_true(wedged < trials / 8);
    }
    touching_close(set);
}

/** Any restitution, another one for each contact. */
static void make_damped(struct touching *set, int trial, uint64_t *seed)
{
    touching_cluster(set, random_size(seed), 1, 1, trial % 3 != 0, seed);
    for (size_t k = 0; k < set->cluster.n_contacts; k++)
        set->contacts[k].coefficients.restitution = restitution_of(double_min(1, uniform(seed, 0, 1.2)));
}

static void test_damped_clusters(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    int trials = runs(30, 5000);
    for (size_t law = 0; law < LAWS; law++) {
        uint64_t seed = 5;
        for (int trial = 0; trial < trials; trial++) {
            make_damped(set, trial, &seed);
            struct impact_outcome outcome = touching_resolve(set, laws[law]);
            check_passive(set, outcome.kinetic);
        }
    }
    touching_close(set);
}

/** One of them, which comes to touch at a speed of rounding with nothing pressed, was waited for without end. */
static void test_touching_at_the_end(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    uint64_t seed = 5;
    for (int trial = 0; trial <= 2633; trial++)
        make_damped(set, trial, &seed);
    struct impact_outcome outcome = touching_resolve(set, "hertz");
    assert_false(outcome.last_resort);
    check_passive(set, outcome.kinetic);
    touching_close(set);
}

/** Walls in any direction and of any curvature, as obstacles are, on balls that touch each other or not. */
static void add_surfaces(struct touching *set, uint64_t *seed)
{
    for (int i = 0; i < 3; i++) {
        size_t ball = (size_t)uniform(seed, 0, (double)set->cluster.n_bodies);
        double turn = uniform(seed, 0, 6.283185307179586);
        touching_wall(set, ball, cos(turn), sin(turn), 1);
        set->contacts[set->cluster.n_contacts - 1].curvature_radius = pow(10, uniform(seed, -2, 2));
    }
}

static void test_surfaces(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    int trials = runs(30, 3000);
    for (size_t law = 0; law < LAWS; law++) {
        uint64_t seed = 7;
        int wedged = 0;
        for (int trial = 0; trial < trials; trial++) {
            touching_cluster(set, random_size(&seed), 1, 1, false, &seed);
            add_surfaces(set, &seed);
            for (size_t k = 0; trial % 2 && k < set->cluster.n_contacts; k++)
                set->contacts[k].coefficients.restitution = restitution_of(uniform(&seed, .01, 1));
            struct impact_outcome outcome = touching_resolve(set, laws[law]);
            check_passive(set, outcome.kinetic);
            wedged += outcome.last_resort;
            if (trial % 2 == 0 && !outcome.last_resort)
                assert_near(touching_kinetic(set), outcome.kinetic, 5e-13 * outcome.kinetic);
        }
        assert_true(wedged < trials / 8);
    }
    touching_close(set);
}

/* ---- the same cluster in other words ---- */

/** A random cluster without walls, in `set` and `other`. */
static void make_twins(struct touching *set, struct touching *other, uint64_t *seed)
{
    touching_cluster(set, random_size(seed), uniform(seed, 0, 1) < 0.5 ? 1 : uniform(seed, .01, 1), 1, false, seed);
    touching_clear(other);
    for (size_t i = 0; i < set->cluster.n_bodies; i++) {
        touching_ball(other, set->x[i], set->y[i], set->r[i], set->bodies[i].m);
        touching_velocity(other, i, set->bodies[i].v.x, set->bodies[i].v.y);
    }
    memcpy(other->contacts, set->contacts, set->cluster.n_contacts * sizeof *set->contacts);
    other->cluster.n_contacts = set->cluster.n_contacts;
}

/** Balls and contacts in the opposite order, each contact seen from its other body. */
static void test_renumbering(void **context)
{
    (void)context;
    struct touching *set = touching_open(), *other = touching_open();
    for (size_t law = 0; law < LAWS; law++) {
        uint64_t seed = 11;
        for (int trial = 0; trial < runs(30, 2000); trial++) {
            make_twins(set, other, &seed);
            size_t n = set->cluster.n_bodies, m = set->cluster.n_contacts;
            for (size_t i = 0; i < n; i++)
                other->bodies[i] = set->bodies[n - 1 - i];
            for (size_t k = 0; k < m; k++) {
                const struct contact *from = &set->contacts[m - 1 - k];
                struct contact *to = &other->contacts[k];
                *to = *from;
                to->a = (int32_t)n - 1 - from->b;
                to->b = (int32_t)n - 1 - from->a;
                to->n.x = -from->n.x;
                to->n.y = -from->n.y;
            }
            touching_resolve(set, laws[law]);
            touching_resolve(other, laws[law]);
            for (size_t i = 0; i < n; i++) {
                assert_near(set->bodies[i].v.x, other->bodies[n - 1 - i].v.x, 1e-12);
                assert_near(set->bodies[i].v.y, other->bodies[n - 1 - i].v.y, 1e-12);
            }
        }
    }
    touching_close(set);
    touching_close(other);
}

/** What an earlier cluster may have left in the scratch memory: contacts about to open, and no numbers. */
static void fill_scratch(struct touching *set)
{
    memset(set->cluster.process, 0xff, set->cluster.process_capacity * sizeof *set->cluster.process);
    for (size_t k = 0; k < set->cluster.springs_capacity; k++)
        set->cluster.springs[k] = (struct impact_spring){
            .a = 1, .b = 3, .k = 1, .side = IMPACT_SIDE_PRESSED, .depth = 1, .u = 1, .gauge = 1, .rate = -1e9};
}

/** ... does not matter. */
static void test_stale_scratch(void **context)
{
    (void)context;
    struct touching *set = touching_open(), *other = touching_open();
    for (size_t law = 0; law < LAWS; law++)
        for (uint64_t trial = 0; trial < (uint64_t)runs(5, 20); trial++) {
            uint64_t seed = trial + 1, same = trial + 1;
            touching_cluster(set, 5, 1, 1, true, &seed);
            touching_cluster(other, 5, 1, 1, true, &same);
            fill_scratch(other);
            touching_resolve(set, laws[law]);
            touching_resolve(other, laws[law]);
            for (size_t i = 0; i < 5; i++)
                assert_true(set->bodies[i].v.x == other->bodies[i].v.x && set->bodies[i].v.y == other->bodies[i].v.y);
            for (size_t k = 0; k < set->cluster.n_contacts; k++)
                assert_true(set->contacts[k].j == other->contacts[k].j);
        }
    touching_close(set);
    touching_close(other);
}

/** The mirror image of a cluster has the mirror image of its outcome, to the bit. */
static void test_mirror_image(void **context)
{
    (void)context;
    struct touching *set = touching_open(), *other = touching_open();
    for (size_t law = 0; law < LAWS; law++) {
        uint64_t seed = 13;
        for (int trial = 0; trial < runs(30, 1000); trial++) {
            make_twins(set, other, &seed);
            for (size_t i = 0; i < other->cluster.n_bodies; i++)
                other->bodies[i].v.y = -other->bodies[i].v.y;
            for (size_t k = 0; k < other->cluster.n_contacts; k++)
                other->contacts[k].n.y = -other->contacts[k].n.y;
            touching_resolve(set, laws[law]);
            touching_resolve(other, laws[law]);
            for (size_t i = 0; i < set->cluster.n_bodies; i++)
                assert_true(set->bodies[i].v.x == other->bodies[i].v.x && set->bodies[i].v.y == -other->bodies[i].v.y);
        }
    }
    touching_close(set);
    touching_close(other);
}

/* ---- large clusters, and masses far apart ---- */

static double momentum(const struct touching *set)
{
    double sum = 0;
    for (size_t i = 0; i < set->cluster.n_bodies; i++)
        sum += set->bodies[i].m * set->bodies[i].v.x;
    return sum;
}

/** A rack of 14 rows, 105 balls with 273 contacts among them, hit at its apex. */
static void test_hundreds_of_contacts(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    for (size_t law = 0; law < LAWS; law++) {
        touching_clear(set);
        touching_rack(set, 14);
        touching_velocity(set, touching_ball(set, -2, 0, 1, 1), 1, 0);
        touching_find_pairs(set, 1);
        assert_int_equal(set->cluster.n_contacts, 274);
        struct impact_outcome outcome = touching_resolve(set, laws[law]);
        assert_false(outcome.last_resort);
        check_passive(set, 0.5);
        assert_near(touching_kinetic(set), 0.5, 1e-13);
        assert_near(momentum(set), 1, 1e-14);
    }
    touching_close(set);
}

/** Masses from 10^-9 to 1 anywhere in a cluster. A light ball that stays pressed between heavy ones for 10^5 of its own
 *  swings reaches the bound on the work, which is told; in `make test` only the jam of test_impact_law.c does. */
static void test_masses_apart(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    int cut = 0, trials = runs(5, 300);
    for (size_t law = 0; law < LAWS; law++) {
        uint64_t seed = 17;
        for (int trial = 0; trial < trials; trial++) {
            touching_cluster(set, random_size(&seed), 1, 1, false, &seed);
            for (size_t i = 0; i < set->cluster.n_bodies; i++)
                set->bodies[i].m = pow(10, uniform(&seed, -9, 0));
            double before = touching_kinetic(set);
            struct impact_outcome outcome = touching_resolve(set, laws[law]);
            check_passive(set, before);
            cut += outcome.last_resort;
            if (!outcome.last_resort)
                assert_near(touching_kinetic(set), before, 1e-12 * before);
        }
    }
    assert_true(cut >= runs(0, 1) && cut < trials / 5);
    touching_close(set);
}

/* ---- what had been overlooked ---- */

/** When all contacts are open but one, of balls at rest that rounding has pressed together, others still approach. */
static void test_approach_beside_rest(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    uint64_t seed = 3;
    for (int trial = 0; trial < 8448; trial++) {
        size_t n = random_size(&seed);
        double e = trial % 2 ? 1 : uniform(&seed, .01, 1);
        touching_cluster(set, n, e, trial % 2 ? 1 : uniform(&seed, .01, 1), trial % 3 != 0, &seed);
    }
    struct impact_outcome outcome = touching_resolve(set, "hertz");
    assert_int_equal(outcome.rounds, 1);
    assert_near(touching_kinetic(set), outcome.kinetic, 5e-13 * outcome.kinetic);
    touching_close(set);
}

/** A rack of six whose contacts are damped at random, half of them as much as can be, hit beside its apex. */
static void set_mixed_break(struct touching *set, uint64_t seed)
{
    touching_clear(set);
    touching_rack(set, 3);
    size_t cue = touching_ball(set, -2, 0, 1, 1);
    touching_velocity(set, cue, 1, uniform(&seed, -.3, .3));
    touching_find_pairs(set, 1);
    for (size_t k = 0; k < set->cluster.n_contacts; k++)
        set->contacts[k].coefficients.restitution =
            restitution_of(double_max(IMPACT_COMPLIANT_LEAST_E, uniform(&seed, -1, 1)));
}

/** Rounding can leave a pressed contact of hertz a little apart. It opened no more then, and no step was short enough.
 */
static void test_pressed_by_rounding(void **context)
{
    (void)context;
    static const uint64_t breaks[] = {78, 187};
    struct touching *set = touching_open();
    for (size_t i = 0; i < sizeof breaks / sizeof *breaks; i++) {
        set_mixed_break(set, breaks[i]);
        struct impact_outcome outcome = touching_resolve(set, "hertz");
        assert_false(outcome.last_resort);
        check_passive(set, outcome.kinetic);
    }
    touching_close(set);
}

/** A contact that has just opened, and is still compressed by rounding while it approaches, ends a drift at once: it
 *  does not take it back in time, into the compression of others. */
static void test_drift_does_not_go_back(void **context)
{
    (void)context;
    enum { FIRST = 1, SECOND = 3, WALL = 5, COMPRESSION = 7 };
    double y[COMPRESSION + 4] = {[FIRST] = -1e-13, [SECOND] = 1, [COMPRESSION] = 1e-12, [COMPRESSION + 1] = -1};
    struct impact_spring springs[] = {
        {.a = FIRST, .b = WALL, .n = {-1, 0}, .c = 1, .u = -1e-13, .depth = 1e-12, .has_switched = true},
        {.a = SECOND, .b = WALL, .n = {-1, 0}, .c = 1, .u = 1, .depth = -1},
    };
    struct impact_process process = {.springs = springs, .n_springs = 2, .y = y, .compression = COMPRESSION};
    assert_true(impact_switching_drift(&process));
    assert_true(y[COMPRESSION] == 0 && y[COMPRESSION + 1] == -1);
    assert_false(springs[0].has_switched);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_elastic_clusters),    cmocka_unit_test(test_damped_clusters),
        cmocka_unit_test(test_touching_at_the_end), cmocka_unit_test(test_surfaces),
        cmocka_unit_test(test_renumbering),         cmocka_unit_test(test_mirror_image),
        cmocka_unit_test(test_stale_scratch),       cmocka_unit_test(test_hundreds_of_contacts),
        cmocka_unit_test(test_masses_apart),        cmocka_unit_test(test_approach_beside_rest),
        cmocka_unit_test(test_pressed_by_rounding), cmocka_unit_test(test_drift_does_not_go_back),
    };
    return RUN_TESTS(tests);
}
