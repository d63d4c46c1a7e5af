/* The sequence of binary collisions of a narrow contact set, against a naive simulation with places in extended
 * precision, and the closed forms of single contacts. */
#include "touching.h"

#include "impact/impact_law.h"
#include "impact/impact_sequence.h"

/* ---- balls on a line ---- */

enum { BALLS = 6, MOST = 100000 };

/** Point-like balls on a line: places, velocities, masses; each gap has its restitution. */
struct line {
    size_t n;
    long double x[BALLS], v[BALLS], m[BALLS], e[BALLS];
};

static struct line random_line(size_t n, double e_low, uint64_t *seed)
{
    struct line line = {.n = n};
    for (size_t i = 0; i < n; i++) {
        line.x[i] = i ? line.x[i - 1] + (long double)uniform(seed, 0.1, 1) : 0;
        line.v[i] = uniform(seed, -1, 1);
        line.m[i] = uniform(seed, 0.5, 2);
        line.e[i] = uniform(seed, e_low, 1);
    }
    return line;
}

/** Collides the neighbours that meet first, until none do. Returns the number of collisions. */
static unsigned long run_line(struct line *line)
{
    for (unsigned long collisions = 0; collisions < MOST; collisions++) {
        long double first = HUGE_VALL;
        size_t k = 0;
        for (size_t i = 0; i + 1 < line->n; i++) {
            long double u = line->v[i + 1] - line->v[i], time = (line->x[i + 1] - line->x[i]) / -u;
            if (u < 0 && time < first) {
                first = time;
                k = i;
            }
        }
        if (first == HUGE_VALL)
            return collisions;
        for (size_t i = 0; i < line->n; i++)
            line->x[i] += line->v[i] * first;
        line->x[k + 1] = line->x[k];
        long double u = line->v[k + 1] - line->v[k];
        long double j = -(1 + line->e[k]) * u / (1 / line->m[k] + 1 / line->m[k + 1]);
        line->v[k] -= j / line->m[k];
        line->v[k + 1] += j / line->m[k + 1];
    }
    return MOST;
}

/** The line as a contact set whose balls are so large that its gaps are small, and that it is followed for as long as
 *  10^8 of them take. */
static void set_line(struct touching *set, const struct line *line)
{
    const double r = 1e15;
    touching_clear(set);
    for (size_t i = 0; i < line->n; i++) {
        touching_ball(set, 2 * r * (double)i, 0, r, (double)line->m[i]);
        touching_velocity(set, i, (double)line->v[i], 0.3);
    }
    for (size_t i = 0; i + 1 < line->n; i++) {
        touching_contact(set, (int32_t)i, (int32_t)i + 1, 1, 0, (double)line->e[i]);
        set->contacts[i].r = r;
        set->contacts[i].gap = (double)(line->x[i + 1] - line->x[i]);
    }
}

static void test_lines(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    uint64_t seed = 3;
    unsigned long longest = 0;
    for (int trial = 0; trial < runs(3000, 100000); trial++) {
        struct line line = random_line(2 + (size_t)trial % (BALLS - 1), 0.7, &seed);
        bool endless;
        set_line(set, &line);
        double kinetic = touching_kinetic(set);
        struct impact_outcome outcome = impact_sequence_follow(&set->cluster, &endless);
        unsigned long collisions = run_line(&line);
        assert_false(endless);
        assert_int_equal(outcome.rounds, collisions);
        longest = collisions > longest ? collisions : longest;
        for (size_t i = 0; i < line.n; i++) {
            assert_near(set->bodies[i].v.x, (double)line.v[i], 1e-11);
            assert_true(set->bodies[i].v.y == 0.3);
        }
        assert_near(outcome.lost, kinetic - touching_kinetic(set), 1e-12);
        for (size_t k = 0; k < set->cluster.n_contacts; k++)
            assert_true(set->contacts[k].j >= 0);
    }
    assert_true(longest >= 15);
    touching_close(set);
}

/** Three equal balls collide for ever below e = 7 - 4 sqrt 3 and not above, however near. */
static void test_endless(void **context)
{
    (void)context;
    static const double below[] = {0.01, 0.5, 0.9, 0.99, 0.999}, above[] = {1.003, 1.01, 1.1, 2, 5};
    struct touching *set = touching_open();
    for (size_t i = 0; i < 2 * (sizeof below / sizeof *below); i++) {
        double e = (7 - 4 * sqrt(3.0)) * (i % 2 ? below[i / 2] : above[i / 2]);
        struct line line = {3, {0, 1, 2.3}, {1, 0, -1}, {1, 1, 1}, {e, e}};
        bool endless;
        set_line(set, &line);
        impact_sequence_follow(&set->cluster, &endless);
        assert_int_equal(endless, i % 2);
    }
    touching_close(set);
}

/* ---- single contacts ---- */

/** Two balls of radius 1/2 and mass 1 that approach at speed u across a gap while they slide past each other at w.
 *  @param b CONTACT_FIXED: one ball, beside a straight wall */
static struct impact_outcome pass(struct touching *set, int32_t b, double gap, double u, double w)
{
    bool endless;
    touching_clear(set);
    touching_ball(set, 0, 0, 0.5, 1);
    touching_ball(set, 1, 0, 0.5, 1);
    touching_velocity(set, 0, u, 0);
    touching_velocity(set, 1, 0, w);
    if (b == CONTACT_FIXED)
        touching_velocity(set, 0, u, -w);
    touching_contact(set, 0, b, 1, 0, 0.5);
    set->contacts[0].r = 0.5;
    set->contacts[0].gap = gap;
    struct impact_outcome outcome = impact_sequence_follow(&set->cluster, &endless);
    assert_false(endless);
    return outcome;
}

/** The gap is gap - u t + k t^2/2: it closes if u^2 > 2 k gap, and then at the speed sqrt(u^2 - 2 k gap). */
static void test_sliding(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    for (double gap = 1e-14; gap < 2e-11; gap *= 10) {
        double u = 1e-6, w = 0.3, root = u * u - 2 * w * w * gap;
        struct impact_outcome outcome = pass(set, 1, gap, u, w);
        assert_int_equal(outcome.rounds, root > 0);
        if (root > 0)
            assert_near(set->contacts[0].j, 1.5 * sqrt(root) / 2, 1e-20);
        outcome = pass(set, CONTACT_FIXED, gap, u, w); /* a straight wall does not curve away */
        assert_int_equal(outcome.rounds, 1);
        assert_near(set->contacts[0].j, 1.5 * u, 1e-20);
    }
    touching_close(set);
}

/** What parts does not come back, unless the surface does: what slides along the inside of an arc (k = -w^2/(R - r))
 *  bounces on it, lower each time: for ever, in finite time. */
static void test_parting(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    bool endless;
    assert_int_equal(pass(set, 1, 1e-12, -1e-6, 0).rounds, 0);
    touching_clear(set);
    touching_ball(set, 0, 0, 0.5, 1);
    touching_velocity(set, 0, -1e-6, 4);
    touching_contact(set, 0, CONTACT_FIXED, 1, 0, 0.5);
    set->contacts[0].r = 0.5;
    set->contacts[0].curvature_radius = 2.0 / 3; /* 1/R - 1/r = -1/2: the arc's radius is 2 */
    set->contacts[0].gap = 1e-12;
    struct impact_outcome outcome = impact_sequence_follow(&set->cluster, &endless);
    assert_true(endless && outcome.rounds > 150 && outcome.rounds < 250); /* 0.5^n = 1e-60: n = 199 */
    touching_close(set);
}

/** A wide gap is left to the run. */
static void test_wide(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    assert_int_equal(pass(set, 1, 1e-9, 1e-6, 0).rounds, 1);
    assert_int_equal(pass(set, 1, 1e-6, 1e-6, 0).rounds, 0);
    touching_close(set);
}

static void test_stop(void **context)
{
    (void)context;
    static const volatile sig_atomic_t stop = 1;
    struct touching *set = touching_open();
    set->cluster.stop = &stop;
    assert_true(pass(set, 1, 1e-12, 1e-6, 0).stopped);
    touching_close(set);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),   cmocka_unit_test(test_endless), cmocka_unit_test(test_sliding),
        cmocka_unit_test(test_parting), cmocka_unit_test(test_wide),    cmocka_unit_test(test_stop),
    };
    return RUN_TESTS(tests);
}
