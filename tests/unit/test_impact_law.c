/*
 * Promise: contacts that meet at one instant: the outcomes that the manual lists, whatever the law. Measured:
 * cradles, racks and witnesses to 1e-9; racks of 14 to 40 rows at any e to 1e-12; light balls up to 10^6 : 1, energy
 * to 4e-15 times the ratio (newton 1e-12); the solver against all active sets in extended precision. Also kept by
 * unit/test_contact_lcp.c, laws/test_simultaneous.c, cli/examples.bats.
 */
/* The laws of impact: known outcomes, closed forms and their limits, and what must hold for any cluster. */
#include "unit/touching.h"

#include "impact/impact_problem.h"
#include "motion/motion.h"

/* Laws that take one contact after another, in an order; rigid ones that take all at once; compliant ones. A new one
 * stands in its group, wherever it is in the registry. */
enum { PAIRWISE, NEWTON, LCP, GR, HOOKE, HERTZ, LAWS, FIRST_AT_ONCE = NEWTON, FIRST_COMPLIANT = HOOKE };
static const char *const all_laws[LAWS] = {
    [PAIRWISE] = "pairwise", [NEWTON] = "newton", [LCP] = "lcp", [GR] = "gr", [HOOKE] = "hooke", [HERTZ] = "hertz"};

/** The smallest restitution that a law can do. */
static double least_e_of(size_t law)
{
    return impact_law_find(all_laws[law])->least_e;
}

static void assert_velocity(const struct touching *set, size_t i, double vx, double vy)
{
    assert_near(set->bodies[i].v.x, vx, 1e-9);
    assert_near(set->bodies[i].v.y, vy, 1e-9);
}

/* ---- known outcomes ---- */

static void test_names(void **context)
{
    (void)context;
    for (size_t i = 0; i < LAWS; i++) {
        const struct impact_law *law = impact_law_find(all_laws[i]);
        assert_non_null(law);
        assert_string_equal(law->name, all_laws[i]);
        assert_true((i >= FIRST_COMPLIANT) == (law->force != IMPACT_RIGID));
        assert_non_null(impact_laws[i].name);
    }
    assert_null(impact_laws[LAWS].name); /* those are all */
    assert_null(impact_law_find("GR"));
    assert_null(impact_law_find(""));
}

/** Cue at the origin, targets at +-30 degrees, in one or the other order of contacts. */
static void set_symmetric(struct touching *set, double first)
{
    touching_clear(set);
    touching_ball(set, 0, 0, 1, 1);
    touching_ball(set, sqrt(3.0), first, 1, 1);
    touching_ball(set, sqrt(3.0), -first, 1, 1);
    touching_velocity(set, 0, 1, 0);
    touching_find_pairs(set, 1);
}

static void test_symmetric_double_collision(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    for (size_t law = FIRST_AT_ONCE; law < LAWS; law++) {
        set_symmetric(set, 1);
        assert_int_equal(touching_resolve(set, all_laws[law]).rounds, 1);
        assert_velocity(set, 0, -0.2, 0);
        assert_velocity(set, 1, 0.6, 0.3464101615137754);
        assert_velocity(set, 2, 0.6, -0.3464101615137754);
    }
    touching_close(set);
}

/** One ball after the other: 1 takes cos 30 of the speed, then 2 its part of what is left, then 1 again. */
static void test_pairwise_depends_on_order(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    set_symmetric(set, 1);
    touching_resolve(set, "pairwise");
    double vy = set->bodies[0].v.y;
    assert_true(fabs(vy) > 0.1);
    assert_velocity(set, 1, 0.75, sqrt(3.0) / 4);
    set_symmetric(set, -1);
    touching_resolve(set, "pairwise");
    assert_near(set->bodies[0].v.y, -vy, 1e-12);
    touching_close(set);
}

/** n touching unit balls in a row, the first `moving` of them with speed 1. */
static void set_cradle(struct touching *set, size_t n, size_t moving, double e)
{
    touching_clear(set);
    for (size_t i = 0; i < n; i++) {
        touching_ball(set, 2 * (double)i, 0, 1, 1);
        touching_velocity(set, i, i < moving ? 1 : 0, 0);
    }
    touching_find_pairs(set, e);
}

static void check_cradle(const char *law, size_t n, size_t moving, const double *expected)
{
    struct touching *set = touching_open();
    set_cradle(set, n, moving, 1);
    touching_resolve(set, law);
    for (size_t i = 0; i < n; i++)
        assert_velocity(set, i, expected[i], 0);
    touching_close(set);
}

static void test_cradles(void **context)
{
    (void)context;
    check_cradle("pairwise", 3, 1, (const double[]){0, 0, 1});
    check_cradle("gr", 3, 1, (const double[]){0, 0, 1});
    check_cradle("lcp", 3, 1, (const double[]){-1.0 / 3, 2.0 / 3, 2.0 / 3});
    check_cradle("newton", 3, 1, (const double[]){0, 0, 1});
    check_cradle("gr", 5, 1, (const double[]){0, 0, 0, 0, 1});
    check_cradle("pairwise", 5, 1, (const double[]){0, 0, 0, 0, 1});
    check_cradle("gr", 5, 2, (const double[]){0, 0, 0, 1, 1});
}

/** Struck off the line: an equality would have to hold ball 1 back. */
static void test_pulling_witness(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    for (size_t law = FIRST_AT_ONCE; law < FIRST_COMPLIANT; law++) {
        touching_clear(set);
        touching_ball(set, 0, 0, 1, 1);
        touching_ball(set, 1.6, 1.2, 1, 1);
        touching_ball(set, 1.6, -1.2, 1, 1);
        touching_velocity(set, 0, 0.6875, -0.75);
        touching_find_pairs(set, 1);
        touching_resolve(set, all_laws[law]);
        if (law == NEWTON) {
            assert_near(set->contacts[0].j, -0.040799714, 1e-7);
            assert_near(set->contacts[1].j, 1.005711984, 1e-7);
            continue;
        }
        assert_true(set->contacts[0].j == 0);
        assert_near(set->contacts[1].j, 1, 1e-12);
        assert_velocity(set, 0, -0.1125, -0.15);
        assert_velocity(set, 1, 0, 0);
        assert_velocity(set, 2, 0.8, -0.6);
    }
    touching_close(set);
}

/** A ball bounces on the floor while it is touched by a small one: with e = 1 below and 1/2 at the side an equality
 *  creates energy. */
static void test_energy_witness(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    for (size_t law = FIRST_AT_ONCE; law < FIRST_COMPLIANT; law++) {
        touching_clear(set);
        touching_ball(set, 5, 1, 1, 1);
        touching_ball(set, 5.96, 0.28, 0.2, 1);
        touching_velocity(set, 0, 0, -1);
        touching_velocity(set, 1, 0.6875, 0);
        touching_find_pairs(set, 0.5);
        touching_wall(set, 0, 0, -1, 1);
        struct impact_outcome outcome = touching_resolve(set, all_laws[law]);
        assert_near(outcome.kinetic, 0.736328125, 1e-12);
        assert_near(touching_kinetic(set), law == NEWTON ? 0.744903 : 0.736328125, law == NEWTON ? 5e-7 : 1e-12);
        assert_near(outcome.lost, outcome.kinetic - touching_kinetic(set), 1e-14);
    }
    touching_close(set);
}

/** Ball 7 of a rack in rows 1, 2, 3, 4, 5: its mirror image. */
static size_t mirrored_in_rack(size_t i)
{
    size_t row = 0, first = 0;
    while (first + row < i)
        first += ++row;
    return 2 * first + row - i;
}

static void test_rack(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    touching_rack(set, 5);
    size_t cue = touching_ball(set, -2, 0, 1, 1);
    touching_velocity(set, cue, 1, 0);
    touching_find_pairs(set, 1);
    assert_int_equal(set->cluster.n_contacts, 31);
    struct impact_outcome outcome = touching_resolve(set, "gr");
    assert_velocity(set, cue, -0.2, 0);
    assert_near(touching_kinetic(set), 0.5, 1e-14);
    assert_near(outcome.lost, 0, 1e-14);
    for (size_t i = 0; i < 15; i++) {
        size_t image = mirrored_in_rack(i);
        assert_near(set->bodies[i].v.x, set->bodies[image].v.x, 1e-14);
        assert_near(set->bodies[i].v.y, -set->bodies[image].v.y, 1e-14);
    }
    touching_close(set);
}

/* ---- closed forms ---- */

/** One contact: m1, m2, e against the two-ball formulas v1' = v1 - m2 a n, v2' = v2 + m1 a n with
 *  a = (1 + e)/(m1 + m2) (v1 - v2).n. Limits: e = 0 leaves no relative velocity along n; a body of infinite mass
 *  does not move. */
/** Large racks, whose waves excite many contacts at a time and die away in a thousand rounds. Energies of a projected
 *  Gauss-Seidel iteration of each round in extended precision. */
static void test_damped_rack(void **context)
{
    (void)context;
    static const struct {
        double e, kinetic;
    } cases[] = {{0.2, 0.04008463433851}, {0, 0.03997392104894}};
    struct touching *set = touching_open();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        touching_clear(set);
        touching_rack(set, 14);
        size_t cue = touching_ball(set, -2, 0, 1, 1);
        touching_velocity(set, cue, 1, 0);
        touching_find_pairs(set, cases[i].e);
        struct impact_outcome outcome = touching_resolve(set, "gr");
        assert_false(outcome.last_resort);
        assert_near(touching_kinetic(set), cases[i].kinetic / 2, 1e-13);
        assert_near(outcome.lost, 0.5 - cases[i].kinetic / 2, 1e-13);
    }
    touching_close(set);
}

/** A row that fills the space between two walls stops at e = 0, by itself or by the last resort: half of its contacts
 *  approach in one round, the others in the next. */
static void test_wedged_row(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    for (size_t n = 2; n <= 30; n++) {
        touching_clear(set);
        for (size_t i = 0; i < n; i++)
            touching_ball(set, 2 * (double)i, 0, 1, 1 + 0.1 * (double)(i % 7));
        touching_velocity(set, 0, 1, 0.5);
        for (size_t i = 0; i + 1 < n; i++)
            touching_pair(set, i, i + 1, 0);
        touching_contact(set, 0, CONTACT_FIXED, -1, 0, 0);
        touching_contact(set, (int32_t)n - 1, CONTACT_FIXED, 1, 0, 0);
        struct impact_outcome outcome = touching_resolve(set, "gr");
        assert_true(outcome.rounds <= 500 + 10 * (n + 1));
        for (size_t i = 0; i < n; i++)
            assert_true(fabs(set->bodies[i].v.x) <= CONTACT_RESTING && set->bodies[i].v.y == (i == 0 ? 0.5 : 0));
        assert_near(outcome.lost, 0.5, 1e-14);
    }
    touching_close(set);
}

/** Three balls in a row between two walls, on the floor but for the first, which has to go around the second. */
static void add_bent_row(struct touching *set, double bend)
{
    for (size_t i = 0; i < 3; i++)
        touching_ball(set, 2 * (double)i, i == 0 ? 2 * bend : 0, 1, 1);
    touching_pair(set, 0, 1, 0);
    touching_pair(set, 1, 2, 0);
    touching_contact(set, 0, CONTACT_FIXED, -1, 0, 0);
    touching_contact(set, 1, CONTACT_FIXED, 0, -1, 0);
    touching_contact(set, 2, CONTACT_FIXED, 1, 0, 0);
}

/** A row between two walls that is bent by so little that the first ball could come into line only by passing through
 *  the second: it stops but for a millionth of its speed, with impulses that are up to 10^11 times its momentum, and
 *  rounded so. */
static void test_bent_row(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    for (double bend = 1e-3; bend > 2e-12; bend /= 3) {
        touching_clear(set);
        add_bent_row(set, bend);
        touching_velocity(set, 0, 0, -0.7);
        touching_resolve(set, "gr");
        for (size_t i = 0; i < 3; i++)
            assert_true(fabs(set->bodies[i].v.x) < 1e-12 && fabs(set->bodies[i].v.y) < 1e-6);
    }
    touching_close(set);
}

/** The same beside a ball that leaves up to 10^19 times as fast: nothing is left that would collide at once again. */
static void test_slow_beside_fast(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    for (double bend = 1e-3; bend > 1e-7; bend /= 3)
        for (double speed = 5e-13; speed > 1e-19; speed /= 3) {
            touching_clear(set);
            add_bent_row(set, bend);
            touching_ball(set, 4, 2, 1, 1);
            touching_pair(set, 2, 3, 0);
            touching_velocity(set, 0, 0, -speed);
            touching_velocity(set, 3, 0, 1);
            touching_resolve(set, "gr");
            for (size_t k = 0; k < set->cluster.n_contacts; k++)
                assert_false(impact_cluster_is_approaching(&set->cluster, k));
            assert_true(set->bodies[3].v.y == 1 && fabs(set->bodies[0].v.y) <= speed);
        }
    touching_close(set);
}

/** A ball that slides along a wall, past one that it touches and would push away 10^-16 times as fast as a third one
 *  moves: too slowly for a problem that has the third one's contacts, too, but not for ever. */
static void test_slow_contacts(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    const double bend = 5.9557248022201748e-11, tilt = -9.9395258272183540e-05;
    for (double slow = 1e-18; slow > 1e-22; slow /= 1.5) {
        touching_clear(set);
        for (size_t i = 0; i < 4; i++)
            touching_ball(set, 0, 0, 1, 1);
        touching_velocity(set, 0, 0, 1.1e-9);
        touching_velocity(set, 1, 9.9e-6, -7.6e-4);
        touching_velocity(set, 2, -slow, 1.1e-9);
        touching_contact(set, 0, 1, sqrt(1 - tilt * tilt), tilt, 0);
        touching_contact(set, 0, 2, 0, 1, 0);
        touching_contact(set, 2, 3, 1, bend, 0);
        touching_contact(set, 0, CONTACT_FIXED, -1, 0, 0);
        touching_contact(set, 2, CONTACT_FIXED, -1, 0, 0);
        touching_resolve(set, "gr");
        for (size_t k = 0; k < set->cluster.n_contacts; k++)
            assert_false(impact_cluster_is_approaching(&set->cluster, k));
        assert_true(set->bodies[1].v.y == -7.6e-4 && set->bodies[2].v.y == 1.1e-9);
    }
    touching_close(set);
}

/** Contacts that do not act on each other are resolved as if each set of them were alone. */
static void test_groups(void **context)
{
    (void)context;
    struct touching *set = touching_open(), *one = touching_open();
    for (size_t law = FIRST_AT_ONCE; law < FIRST_COMPLIANT; law++) {
        uint64_t seed = 5;
        for (int trial = 0; trial < 60; trial++) {
            size_t first[4];
            touching_clear(set);
            for (size_t part = 0; part < 3; part++) {
                first[part] = set->cluster.n_bodies;
                touching_cluster(one, 36, 0.7, 0.7, false, &seed);
                for (size_t i = 0; i < 36; i++)
                    set->bodies[first[part] + i] = one->bodies[i];
                for (size_t k = 0; k < one->cluster.n_contacts; k++) {
                    struct contact *contact = &set->contacts[set->cluster.n_contacts++];
                    *contact = one->contacts[k];
                    contact->a += (int32_t)first[part];
                    contact->b += (int32_t)first[part];
                }
                set->cluster.n_bodies += 36;
            }
            memcpy(one->bodies, set->bodies + first[2], 36 * sizeof *one->bodies);
            assert_false(touching_resolve(one, all_laws[law]).last_resort);
            assert_false(touching_resolve(set, all_laws[law]).last_resort);
            for (size_t i = 0; i < 36; i++) {
                assert_near(set->bodies[first[2] + i].v.x, one->bodies[i].v.x, 1e-10);
                assert_near(set->bodies[first[2] + i].v.y, one->bodies[i].v.y, 1e-10);
            }
        }
    }
    touching_close(set);
    touching_close(one);
}

static void test_one_contact(void **context)
{
    (void)context;
    static const double mass[] = {1, 1e-9, 3, 1e9, 1e200};
    struct touching *set = touching_open();
    uint64_t seed = 5;
    for (int trial = 0; trial < 2000; trial++) {
        double angle = uniform(&seed, 0, 6.283185307179586), nx = cos(angle), ny = sin(angle);
        double m1 = mass[trial % 5], m2 = mass[trial / 5 % 5], e = trial % 3 ? uniform(&seed, 0, 1) : trial % 2;
        touching_clear(set);
        touching_ball(set, 0, 0, 1, m1);
        touching_ball(set, 2 * nx, 2 * ny, 1, m2);
        touching_random_velocity(set, 0, &seed);
        touching_random_velocity(set, 1, &seed);
        touching_contact(set, 0, 1, nx, ny, e);
        struct impact_body v[2] = {set->bodies[0], set->bodies[1]};
        double a = (1 + e) / (m1 + m2) * fmax(0, (v[0].v.x - v[1].v.x) * nx + (v[0].v.y - v[1].v.y) * ny);
        touching_resolve(set, all_laws[trial % LAWS]);
        assert_near(set->bodies[0].v.x, v[0].v.x - m2 * a * nx, 1e-14);
        assert_near(set->bodies[0].v.y, v[0].v.y - m2 * a * ny, 1e-14);
        assert_near(set->bodies[1].v.x, v[1].v.x + m1 * a * nx, 1e-14);
        assert_near(set->bodies[1].v.y, v[1].v.y + m1 * a * ny, 1e-14);
    }
    touching_close(set);
}

/** The double ball collision as the source document has it: ball 0 hits 1 and 2; `v` holds the velocities. */
static void double_collision(const double *x, const double *y, const double *m, double c, double v[3][2])
{
    double x01 = x[1] - x[0], y01 = y[1] - y[0], x02 = x[2] - x[0], y02 = y[2] - y[0];
    double p = x01 * x02 + y01 * y02, s01 = x01 * x01 + y01 * y01, s02 = x02 * x02 + y02 * y02;
    double delta = (m[0] + m[1]) * (m[0] + m[2]) * s01 * s02 - m[1] * m[2] * p * p;
    double b01 = (1 + c) * (x01 * (v[1][0] - v[0][0]) + y01 * (v[1][1] - v[0][1]));
    double b02 = (1 + c) * (x02 * (v[2][0] - v[0][0]) + y02 * (v[2][1] - v[0][1]));
    double f1 = m[0] * (b02 * m[2] * p - b01 * (m[0] + m[2]) * s02) / delta;
    double f2 = m[0] * (b01 * m[1] * p - b02 * (m[0] + m[1]) * s01) / delta;
    v[0][0] -= (b01 * m[1] * (x02 * m[2] * p - x01 * (m[0] + m[2]) * s02) +
                b02 * m[2] * (x01 * m[1] * p - x02 * (m[0] + m[1]) * s01)) /
               delta;
    v[0][1] -= (b01 * m[1] * (y02 * m[2] * p - y01 * (m[0] + m[2]) * s02) +
                b02 * m[2] * (y01 * m[1] * p - y02 * (m[0] + m[1]) * s01)) /
               delta;
    v[1][0] += x01 * f1;
    v[1][1] += y01 * f1;
    v[2][0] += x02 * f2;
    v[2][1] += y02 * f2;
}

/** Ball 0 between balls 1 and 2 at random, so that both contacts approach. false: the outer balls overlap. */
static bool set_double_collision(struct touching *set, double e, uint64_t *seed)
{
    touching_clear(set);
    double m = uniform(seed, 0.1, 10);
    touching_ball(set, 0, 0, uniform(seed, 0.3, 3), m);
    for (size_t i = 1; i < 3; i++) {
        double r = uniform(seed, 0.3, 3), angle = uniform(seed, 0, 6.283185307179586);
        double reach = set->r[0] + r;
        touching_ball(set, reach * cos(angle), reach * sin(angle), r, uniform(seed, 0.1, 10));
    }
    for (size_t i = 0; i < 3; i++)
        touching_random_velocity(set, i, seed);
    touching_pair(set, 0, 1, e);
    touching_pair(set, 0, 2, e);
    double dx = set->x[2] - set->x[1], dy = set->y[2] - set->y[1], reach = set->r[1] + set->r[2];
    return dx * dx + dy * dy > reach * reach && touching_relative(set, 0) < 0 && touching_relative(set, 1) < 0;
}

static double speed_scale(const struct touching *set)
{
    double largest = 0;
    for (size_t i = 0; i < set->cluster.n_bodies; i++)
        largest = fmax(largest, fmax(fabs(set->bodies[i].v.x), fabs(set->bodies[i].v.y)));
    return largest;
}

/** One round of newton: should a third contact appear (it cannot with two) the law would go on. */
static void test_double_collision(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    uint64_t seed = 8;
    int compared = 0, pulled = 0;
    while (compared < 1000) {
        double e = compared % 10 ? uniform(&seed, 0, 1) : compared % 20 / 10;
        if (!set_double_collision(set, e, &seed))
            continue;
        double v[3][2], m[3];
        for (size_t i = 0; i < 3; i++) {
            v[i][0] = set->bodies[i].v.x;
            v[i][1] = set->bodies[i].v.y;
            m[i] = set->bodies[i].m;
        }
        double_collision(set->x, set->y, m, e, v);
        touching_resolve(set, "newton");
        for (size_t i = 0; i < 3; i++) {
            assert_near(set->bodies[i].v.x, v[i][0], 1e-12 * speed_scale(set));
            assert_near(set->bodies[i].v.y, v[i][1], 1e-12 * speed_scale(set));
        }
        pulled += set->contacts[0].j < 0 || set->contacts[1].j < 0;
        compared++;
    }
    assert_true(pulled > 10);
    touching_close(set);
}

/** Limits of two contacts: perpendicular normals and an infinitely heavy middle ball make two single contacts; in
 *  line, with the outer balls much lighter, everything bounces off the middle one. */
static void test_two_contact_limits(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    for (size_t law = 0; law < LAWS; law++)
        for (int kind = 0; kind < 3; kind++) {
            touching_clear(set);
            touching_ball(set, 0, 0, 1, kind == 1 ? 1e300 : 1);
            touching_ball(set, kind == 2 ? -2 : 0, kind == 2 ? 0 : 2, 1, kind == 2 ? 1e-13 : 1);
            touching_ball(set, 2, 0, 1, kind == 2 ? 1e-13 : 2);
            touching_velocity(set, 1, kind == 2 ? 1 : 0, kind == 2 ? 0 : -1);
            touching_velocity(set, 2, -2, 0);
            touching_find_pairs(set, 0.5);
            touching_resolve(set, all_laws[law]);
            double part = kind == 1 ? 1.5 : 0.75;
            if (kind == 2) {
                assert_velocity(set, 1, -0.5, 0);
                assert_velocity(set, 2, 1, 0);
            } else {
                assert_velocity(set, 0, kind == 1 ? 0 : -2, kind == 1 ? 0 : -0.75);
                assert_velocity(set, 1, 0, -1 + part);
                assert_velocity(set, 2, kind == 1 ? 1 : -1, 0);
            }
        }
    touching_close(set);
}

/** e = 0: nothing bounces; balls in a row go on together, whatever their masses. */
static void test_inelastic_row(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    for (size_t law = 0; law < FIRST_COMPLIANT; law++)
        for (size_t n = 2; n < 8; n++) {
            set_cradle(set, n, 1, 0);
            double mass = 0;
            for (size_t i = 0; i < n; i++)
                mass += set->bodies[i].m = 1 + (double)(i * i % 5);
            touching_resolve(set, all_laws[law]);
            for (size_t i = 0; i < n; i++)
                assert_velocity(set, i, 1 / mass, 0);
        }
    touching_close(set);
}

/** A light ball that touches two heavy ones, which come from both sides, head-on or not: the heavy ones exchange their
 *  velocities, up to the mass ratio and to rounding; no energy is created. */
static void test_light_between_heavy(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    for (size_t law = FIRST_AT_ONCE; law < FIRST_COMPLIANT; law++)
        for (double m = 1e-4; m > 1e-13; m /= 100) {
            set_cradle(set, 3, 1, 1);
            touching_velocity(set, 2, -1, 0);
            set->bodies[1].m = m;
            struct impact_outcome outcome = touching_resolve(set, all_laws[law]);
            assert_false(outcome.last_resort);
            assert_near(outcome.lost, 0, 1e-14);
            assert_near(set->bodies[0].v.x, -1, 2e-15);
            assert_near(set->bodies[1].v.x, 0, 1e-14 / m);
            assert_near(set->bodies[2].v.x, 1, 2e-15);
        }
    touching_close(set);
}

/** A light ball in the middle of three heavy ones that run into it: they are thrown back, whatever it weighs, to
 * rounding times the ratio of the masses. */
static void test_light_between_three(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    for (size_t law = FIRST_AT_ONCE; law < FIRST_COMPLIANT; law++)
        for (double m = 1e-3; m > 5e-7; m /= 10) {
            static const double cosine[] = {1, -0.5, -0.5};
            double sine[] = {0, sqrt(0.75), -sqrt(0.75)};
            touching_clear(set);
            touching_ball(set, 0, 0, 1, m);
            for (size_t i = 0; i < 3; i++) {
                touching_ball(set, 2 * cosine[i], 2 * sine[i], 1, 1);
                touching_velocity(set, i + 1, -cosine[i], -sine[i]);
                touching_contact(set, 0, (int32_t)i + 1, cosine[i], sine[i], 1);
            }
            struct impact_outcome outcome = touching_resolve(set, all_laws[law]);
            assert_false(outcome.last_resort);
            assert_near(outcome.lost, 0, 4e-15 / m);
            for (size_t i = 0; i < 3; i++)
                assert_velocity(set, i + 1, cosine[i], sine[i]);
        }
    touching_close(set);
}

/** Random clusters with a ball that is up to 10^6 times lighter than the others keep their energy, to rounding times
 *  the ratio; `newton`, whose impulses may pull, to more. */
static void test_light_in_clusters(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    for (size_t law = FIRST_AT_ONCE; law < FIRST_COMPLIANT; law++)
        for (double ratio = 1e-4; ratio > 5e-7; ratio /= 100) {
            uint64_t seed = 1;
            for (int trial = 0; trial < runs(6, 400); trial++) {
                touching_cluster(set, 4 + (size_t)trial % 6, 1, 1, false, &seed);
                size_t light = (size_t)uniform(&seed, 0, (double)set->cluster.n_bodies);
                set->bodies[light].m *= ratio;
                struct impact_outcome outcome = touching_resolve(set, all_laws[law]);
                double rounding = (law == NEWTON ? 1e-12 : 4e-15) / ratio + 2e-15 * (double)outcome.rounds;
                assert_true(outcome.last_resort || fabs(outcome.lost) <= rounding * outcome.kinetic);
            }
        }
    touching_close(set);
}

/* ---- any cluster ---- */

/** The rule of the header: approaching by more than rounding. */
static bool still_approaching(const struct touching *set, size_t k)
{
    const struct contact *contact = &set->contacts[k];
    const struct impact_body *a = &set->bodies[contact->a];
    double u = touching_relative(set, k), speeds = a->v.x * a->v.x + a->v.y * a->v.y;
    if (contact->b != CONTACT_FIXED) {
        const struct impact_body *b = &set->bodies[contact->b];
        speeds += b->v.x * b->v.x + b->v.y * b->v.y;
    }
    return u < 0 && u * u > CONTACT_RESTING * CONTACT_RESTING * speeds;
}

static void momentum(const struct touching *set, double *px, double *py, double *size)
{
    *px = *py = *size = 0;
    for (size_t i = 0; i < set->cluster.n_bodies; i++) {
        const struct impact_body *body = &set->bodies[i];
        *px += body->m * body->v.x;
        *py += body->m * body->v.y;
        *size += body->m * (fabs(body->v.x) + fabs(body->v.y));
    }
}

/** v' - v must be M^-1 G^T j, and KE' - KE = sum of j (u + u')/2; but a last resort may stop bodies, which loses
 * energy. */
static void check_bookkeeping(const struct touching *set, const struct impact_body *before,
                              const struct impact_outcome *outcome)
{
    double work = 0, scale = outcome->kinetic, fastest = 0;
    bool stopped = false;
    for (size_t i = 0; i < set->cluster.n_bodies; i++)
        fastest = fmax(fastest, fmax(fabs(before[i].v.x), fabs(before[i].v.y)));
    for (size_t k = 0; k < set->cluster.n_contacts; k++) {
        const struct contact *contact = &set->contacts[k];
        work += contact->j * (contact->u + touching_relative(set, k)) / 2;
        scale += fabs(contact->j * contact->u);
    }
    for (size_t i = 0; i < set->cluster.n_bodies; i++) {
        double vx = before[i].v.x, vy = before[i].v.y, pushed = fabs(vx) + fabs(vy);
        for (size_t k = 0; k < set->cluster.n_contacts; k++) {
            const struct contact *contact = &set->contacts[k];
            double part = (contact->b == (int32_t)i) - (contact->a == (int32_t)i);
            vx += part * contact->j * contact->n.x / before[i].m;
            vy += part * contact->j * contact->n.y / before[i].m;
            pushed += fabs(part * contact->j / before[i].m);
        }
        const struct vec2 v = set->bodies[i].v;
        stopped = stopped || (outcome->last_resort && v.x == 0 && v.y == 0);
        if (outcome->last_resort && v.x == 0 && v.y == 0)
            continue;
        assert_near(v.x, vx, 1e-11 * pushed + 1e-15 * fastest);
        assert_near(v.y, vy, 1e-11 * pushed + 1e-15 * fastest);
    }
    if (!stopped)
        assert_near(touching_kinetic(set) - outcome->kinetic, work, 1e-11 * scale);
    assert_near(outcome->lost, outcome->kinetic - touching_kinetic(set), 1e-12 * outcome->kinetic);
}

static void check_random_cluster(struct touching *set, const char *law, bool one_sided, bool walls)
{
    struct impact_body before[TOUCHING_BALLS];
    double px, py, px_after, py_after, size, size_after;
    memcpy(before, set->bodies, sizeof before);
    momentum(set, &px, &py, &size);
    struct impact_outcome outcome = touching_resolve(set, law);
    momentum(set, &px_after, &py_after, &size_after);
    for (size_t k = 0; k < set->cluster.n_contacts; k++) {
        assert_false(!outcome.last_resort && still_approaching(set, k));
        assert_true(!one_sided || set->contacts[k].j >= 0);
    }
    if (one_sided)
        assert_true(touching_kinetic(set) <= outcome.kinetic * (1 + 1e-12));
    if (!walls) {
        assert_near(px_after, px, 1e-13 * size);
        assert_near(py_after, py, 1e-13 * size);
    }
    check_bookkeeping(set, before, &outcome);
}

/** The compliant laws take a thousand times as long as the others. */
static int trials(size_t law)
{
    return law >= FIRST_COMPLIANT ? runs(4, 2000) : runs(300, 2000);
}

static void test_random_clusters(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    for (size_t law = 0; law < LAWS; law++) {
        uint64_t seed = 1;
        for (int trial = 0; trial < trials(law); trial++) {
            size_t n = 3 + (size_t)uniform(&seed, 0, 10);
            double least = least_e_of(law), e_ball = uniform(&seed, least, 1), e_wall = uniform(&seed, least, 1);
            bool walls = trial % 3 != 0;
            touching_cluster(set, n, e_ball, e_wall, walls, &seed);
            check_random_cluster(set, all_laws[law], law != NEWTON, walls);
        }
    }
    touching_close(set);
}

/** The same with the smallest or the largest restitution at balls and walls. */
static void test_extreme_restitutions(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    for (size_t law = 0; law < LAWS; law++) {
        uint64_t seed = 9;
        for (int trial = 0; trial < (law >= FIRST_COMPLIANT ? runs(4, 120) : runs(60, 120)); trial++) {
            size_t n = 3 + (size_t)uniform(&seed, 0, 10);
            double least = least_e_of(law), e_ball = trial % 2 ? 1 : least, e_wall = trial / 2 % 2 ? 1 : least;
            touching_cluster(set, n, e_ball, e_wall, trial % 3 == 0, &seed);
            check_random_cluster(set, all_laws[law], law != NEWTON, trial % 3 == 0);
        }
    }
    touching_close(set);
}

/** The same with restitution by speed: another table at each contact, and here and there a number. */
static void test_restitution_by_speed(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    struct restitution_table *tables[TOUCHING_CONTACTS];
    for (size_t law = 0; law < LAWS; law++) {
        uint64_t seed = 21;
        for (int trial = 0; trial < trials(law); trial++) {
            double least = least_e_of(law);
            touching_cluster(set, 3 + (size_t)uniform(&seed, 0, 10), 0.5, 0.75, trial % 3 != 0, &seed);
            for (size_t k = 0; k < set->cluster.n_contacts; k++) {
                tables[k] = uniform(&seed, 0, 4) < 1 ? NULL : touching_random_table(least, &seed);
                touching_set_table(set, k, tables[k]);
            }
            check_random_cluster(set, all_laws[law], law != NEWTON, trial % 3 != 0);
            for (size_t k = 0; k < set->cluster.n_contacts; k++)
                free(tables[k]);
        }
    }
    touching_close(set);
}

/** Puts ball place[i] of `from` at i, with its contacts in the order that follows. */
static void permute(const struct touching *from, struct touching *to, const size_t *place)
{
    touching_clear(to);
    for (size_t i = 0; i < from->cluster.n_bodies; i++) {
        size_t old = place[i];
        touching_ball(to, from->x[old], from->y[old], from->r[old], from->bodies[old].m);
        touching_velocity(to, i, from->bodies[old].v.x, from->bodies[old].v.y);
    }
    for (size_t a = 0; a < from->cluster.n_bodies; a++)
        for (size_t b = a + 1; b < from->cluster.n_bodies; b++)
            for (size_t k = 0; k < from->cluster.n_contacts; k++) {
                const struct contact *contact = &from->contacts[k];
                if (contact->a == (int32_t)place[a] && contact->b == (int32_t)place[b])
                    touching_contact(to, (int32_t)a, (int32_t)b, contact->n.x, contact->n.y,
                                     contact->coefficients.restitution.slow);
                if (contact->a == (int32_t)place[b] && contact->b == (int32_t)place[a])
                    touching_contact(to, (int32_t)a, (int32_t)b, -contact->n.x, -contact->n.y,
                                     contact->coefficients.restitution.slow);
            }
    for (size_t a = 0; a < from->cluster.n_bodies; a++)
        for (size_t k = 0; k < from->cluster.n_contacts; k++)
            if (from->contacts[k].b == CONTACT_FIXED && from->contacts[k].a == (int32_t)place[a])
                touching_wall(to, a, from->contacts[k].n.x, from->contacts[k].n.y,
                              from->contacts[k].coefficients.restitution.slow);
}

static void test_permutations(void **context)
{
    (void)context;
    struct touching *set = touching_open(), *other = touching_open();
    for (size_t law = FIRST_AT_ONCE; law < LAWS; law++) {
        uint64_t seed = 4;
        for (int trial = 0; trial < trials(law); trial++) {
            size_t n = 3 + (size_t)uniform(&seed, 0, 10), place[TOUCHING_BALLS];
            double e_ball = uniform(&seed, 0, 1), e_wall = uniform(&seed, 0, 1);
            touching_cluster(set, n, e_ball, law == NEWTON ? e_ball : e_wall, trial % 3 != 0, &seed);
            for (size_t i = 0; i < n; i++) {
                size_t with = (size_t)uniform(&seed, 0, (double)(i + 1));
                place[i] = i;
                place[i] = place[with];
                place[with] = i;
            }
            permute(set, other, place);
            assert_int_equal(other->cluster.n_contacts, set->cluster.n_contacts);
            double scale = speed_scale(set);
            bool cut = touching_resolve(set, all_laws[law]).last_resort;
            cut = touching_resolve(other, all_laws[law]).last_resort || cut;
            if (cut && law >= FIRST_COMPLIANT)
                continue;
            for (size_t i = 0; i < n; i++) {
                assert_near(other->bodies[i].v.x, set->bodies[place[i]].v.x, 1e-10 * scale);
                assert_near(other->bodies[i].v.y, set->bodies[place[i]].v.y, 1e-10 * scale);
            }
        }
    }
    touching_close(set);
    touching_close(other);
}

/* ---- bad cases ---- */

/** Balls in line between two walls: no velocities satisfy all of lcp's inequalities when the restitutions differ. */
static void test_wedged_chain(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    for (size_t law = 0; law < LAWS; law++)
        for (size_t n = 1; n < (size_t)runs(4, 6); n += (size_t)runs(2, 1))
            for (int moving = 0; moving < 2; moving++) {
                set_cradle(set, n, n, 1);
                touching_find_wall(set, -1, 0, 0.3);
                touching_find_wall(set, 1, 0, 0.7);
                for (size_t i = 0; i < n && moving; i++)
                    touching_velocity(set, i, i % 2 ? -1 : 0.3, 0.25);
                struct impact_outcome outcome = touching_resolve(set, all_laws[law]);
                for (size_t k = 0; k < set->cluster.n_contacts; k++)
                    assert_false(still_approaching(set, k));
                assert_true(outcome.lost >= 0 && touching_kinetic(set) <= outcome.kinetic);
                for (size_t i = 0; i < n; i++)
                    assert_true(set->bodies[i].v.y == (moving ? 0.25 : 0));
            }
    touching_close(set);
}

/** One such chain on a floor: as lcp has no solution, all contacts get the smallest e, the floor too. */
static void test_wedged_on_a_floor(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    set_cradle(set, 2, 0, 0.25);
    touching_velocity(set, 0, -0.5, -0.5);
    touching_find_wall(set, -1, 0, 0.5);
    touching_find_wall(set, 1, 0, 0.5);
    touching_find_wall(set, 0, -1, 0.5);
    assert_false(touching_resolve(set, "lcp").last_resort);
    assert_near(set->bodies[0].v.x, 0, 1e-12);
    assert_near(set->bodies[0].v.y, 0.25 * 0.5, 1e-12);
    assert_near(set->bodies[1].v.x, 0, 1e-12);
    assert_near(set->bodies[1].v.y, 0, 1e-12);
    touching_close(set);
}

/** e = 1 at the wall and 0 between the balls: a law that pushes the separating ball once added energy. */
static void test_separating_contact_gains_nothing(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    set_cradle(set, 2, 0, 0);
    touching_velocity(set, 0, -1, 0);
    touching_velocity(set, 1, -0.5, 0);
    touching_find_wall(set, -1, 0, 1);
    assert_true(touching_relative(set, 0) > 0);
    touching_resolve(set, "lcp");
    assert_true(touching_kinetic(set) <= 0.625);
    assert_false(still_approaching(set, 0) || still_approaching(set, 1));
    touching_close(set);
}

/* With different e the law lcp takes the smallest for all contacts where it would gain energy or has no solution.
 * Rounding, which depends on the direction of the walls, must not decide that. */

/** A ball hits a row of two that rest at a wall, along the wall: their velocities across it are rounding. The row gets
 *  off as one without a wall. */
static void test_along_a_wall(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    double along[3], right = 1.5707963267948966; /* to rounding, as from places */
    for (int degrees = 0; degrees < 360; degrees++) {
        double angle = degrees * 0.017453292519943295, c = cos(angle), s = sin(angle);
        touching_clear(set);
        for (int i = 0; i < 3; i++)
            touching_ball(set, 2 * i * c, 2 * i * s, 1, 1);
        touching_velocity(set, 0, c, s);
        touching_contact(set, 0, 1, c, s, 0.9);
        touching_contact(set, 1, 2, c, s, 0.9);
        for (int32_t i = 1; i < 3 && degrees > 0; i++)
            touching_contact(set, i, CONTACT_FIXED, cos(angle + right), sin(angle + right), 0.25);
        touching_resolve(set, "lcp");
        for (size_t i = 0; i < 3; i++) {
            along[i] = degrees == 0 ? set->bodies[i].v.x : along[i];
            assert_velocity(set, i, along[i] * c, along[i] * s);
        }
    }
    touching_close(set);
}

/** A ball in an acute wedge, which turns it round elastically, by impulses that nearly cancel; and another wall. */
static void test_in_a_wedge(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    for (int degrees = 0; degrees < 360; degrees++) {
        double angle = degrees * 0.017453292519943295;
        touching_clear(set);
        touching_ball(set, 0, 0, 1, 1);
        touching_velocity(set, 0, -cos(angle), -sin(angle));
        for (int side = -1; side <= 1; side++)
            touching_contact(set, 0, CONTACT_FIXED, -cos(angle + side * 1.52), -sin(angle + side * 1.52),
                             side == 0 ? 0.5 : 1);
        touching_resolve(set, "lcp");
        assert_velocity(set, 0, cos(angle), sin(angle));
    }
    touching_close(set);
}

/** Nothing approaches: nothing changes, not a bit. */
static void test_nothing_to_do(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    for (size_t law = 0; law < LAWS; law++) {
        touching_clear(set);
        assert_int_equal(touching_resolve(set, all_laws[law]).rounds, 0);
        touching_rack(set, 5);
        touching_find_pairs(set, 1);
        for (size_t i = 0; i < 15; i++)
            touching_velocity(set, i, 0.1, 0.7);
        struct impact_body before[15];
        memcpy(before, set->bodies, sizeof before);
        struct impact_outcome outcome = touching_resolve(set, all_laws[law]);
        assert_true(outcome.rounds == 0 && outcome.lost == 0 && !outcome.last_resort);
        assert_memory_equal(before, set->bodies, sizeof before);
    }
    touching_close(set);
}

/** Rows of balls of different masses that fill a table. */
static void set_jammed(struct touching *set, double e)
{
    static const double side[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    const size_t n = (size_t)runs(2, 6);
    uint64_t seed = 6;
    touching_clear(set);
    for (size_t i = 0; i < n * n; i++) {
        touching_ball(set, 2 * (double)(i % n), 2 * (double)(i / n), 1, uniform(&seed, 1, 1000));
        touching_random_velocity(set, i, &seed);
    }
    touching_find_pairs(set, e);
    for (size_t i = 0; i < 4; i++)
        touching_find_wall(set, side[i][0], side[i][1], e);
}

/** Jammed between four walls nothing comes to an end by itself if e = 1; the last resort does, soon and for good. What
 *  dies away with the smallest e ends at rest, too. */
static void test_jammed(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    for (size_t law = 0; law < LAWS; law++) {
        set_jammed(set, 1);
        assert_true(touching_resolve(set, all_laws[law]).last_resort);
        assert_int_equal(touching_resolve(set, all_laws[law]).rounds, 0);
        set_jammed(set, least_e_of(law));
        touching_resolve(set, all_laws[law]);
        assert_true(touching_kinetic(set) == 0);
    }
    touching_close(set);
}

/** A stop flag is heard by every law before it has done anything that counts. */
static void test_stop(void **context)
{
    (void)context;
    static const volatile sig_atomic_t stop = 1;
    struct touching *set = touching_open();
    for (size_t law = 0; law < LAWS; law++) {
        set_jammed(set, 1);
        set->cluster.stop = &stop;
        struct impact_outcome outcome = touching_resolve(set, all_laws[law]);
        assert_true(outcome.stopped && !outcome.last_resort);
        set->cluster.stop = NULL;
        set_cradle(set, 3, 1, 1);
        assert_false(touching_resolve(set, all_laws[law]).stopped);
    }
    touching_close(set);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_symmetric_double_collision),
        cmocka_unit_test(test_pairwise_depends_on_order),
        cmocka_unit_test(test_cradles),
        cmocka_unit_test(test_pulling_witness),
        cmocka_unit_test(test_energy_witness),
        cmocka_unit_test(test_rack),
        cmocka_unit_test(test_damped_rack),
        cmocka_unit_test(test_wedged_row),
        cmocka_unit_test(test_bent_row),
        cmocka_unit_test(test_slow_beside_fast),
        cmocka_unit_test(test_slow_contacts),
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_one_contact),
        cmocka_unit_test(test_double_collision),
        cmocka_unit_test(test_two_contact_limits),
        cmocka_unit_test(test_inelastic_row),
        cmocka_unit_test(test_light_between_heavy),
        cmocka_unit_test(test_light_between_three),
        cmocka_unit_test(test_light_in_clusters),
        cmocka_unit_test(test_random_clusters),
        cmocka_unit_test(test_extreme_restitutions),
        cmocka_unit_test(test_restitution_by_speed),
        cmocka_unit_test(test_permutations),
        cmocka_unit_test(test_wedged_chain),
        cmocka_unit_test(test_wedged_on_a_floor),
        cmocka_unit_test(test_separating_contact_gains_nothing),
        cmocka_unit_test(test_along_a_wall),
        cmocka_unit_test(test_in_a_wedge),
        cmocka_unit_test(test_nothing_to_do),
        cmocka_unit_test(test_jammed),
        cmocka_unit_test(test_stop),
    };
    return RUN_TESTS(tests);
}
