/*
 * A ball that meets two others at one instant, under all laws of impact: closed forms for the rigid ones, the figures
 * of an independent integration of the contact forces for the compliant ones.
 */
#include "physics/published.h"
#include "unit/touching.h"

enum { PAIRWISE, NEWTON, LCP, GR, HOOKE, HERTZ, LAWS };

static const char *const laws[LAWS] = {"pairwise", "newton", "lcp", "gr", "hooke", "hertz"};

/** Three equal balls, restitution 1: normals from ball 0 to the others at rest, its velocity, and impulses. */
struct meeting {
    const char *name;
    double nx, ny, vx, vy; /* the other normal is (nx, -ny) */
    double hooke[2], hertz[2];
};

static const struct source source_of[LAWS] = {
    {"a1, a2 - c a1", "one collision after another"},
    {"2 (2 a1 - c a2)/(4 - c^2), ...", "double collision in closed form"},
    {"newton's; 0, a2 where they would pull", "Moreau (1988)"},
    {"newton's; 0, a2 where they would pull", "Smith et al. (2012)"},
    {"M dv/dt = G^T K d", "independent integration"},
    {"M dv/dt = G^T K d^(3/2)", "independent integration"},
};

/** Impulses of the laws in closed form; a1, a2: speeds of approach, c: cosine of the angle between the normals. */
static void expected_impulses(const struct meeting *meeting, int law, double *impulse)
{
    double a1 = meeting->nx * meeting->vx + meeting->ny * meeting->vy;
    double a2 = meeting->nx * meeting->vx - meeting->ny * meeting->vy;
    double c = meeting->nx * meeting->nx - meeting->ny * meeting->ny;
    double newton[2] = {2 * (2 * a1 - c * a2) / (4 - c * c), 2 * (2 * a2 - c * a1) / (4 - c * c)};
    const double pairwise[2] = {a1, a2 - c * a1}, pushing[2] = {0, a2};
    const double *const all[LAWS] = {
        pairwise,       newton,        newton[0] < 0 ? pushing : newton, newton[0] < 0 ? pushing : newton,
        meeting->hooke, meeting->hertz};
    memcpy(impulse, all[law], 2 * sizeof *impulse);
}

static void check_meeting(struct published *published, const struct meeting *meeting)
{
    struct touching *set = touching_open();
    for (int law = 0; law < LAWS; law++) {
        double expected[2];
        touching_clear(set);
        touching_ball(set, 0, 0, 1, 1);
        touching_ball(set, 2 * meeting->nx, 2 * meeting->ny, 1, 1);
        touching_ball(set, 2 * meeting->nx, -2 * meeting->ny, 1, 1);
        touching_velocity(set, 0, meeting->vx, meeting->vy);
        touching_pair(set, 0, 1, 1);
        touching_pair(set, 0, 2, 1);
        touching_resolve(set, laws[law]);
        expected_impulses(meeting, law, expected);
        for (size_t k = 0; k < 2; k++) {
            char name[64];
            snprintf(name, sizeof name, "%s, %s: j%zu", meeting->name, laws[law], k + 1);
            double ours = set->contacts[k].j;
            if (law < HOOKE)
                published_within(published, name, ours, expected[k], 1e-15, source_of[law]);
            else /* figures of twelve decimals */
                published_within(published, name, round(1e12 * ours) / 1e12, expected[k], 1e-11, source_of[law]);
        }
    }
    touching_close(set);
}

/** The other two are hit alike. */
static void test_bernoulli(void **state)
{
    const double root = sqrt(3.0), c = 0.692820323028;
    check_meeting(*state, &(struct meeting){"Bernoulli", root / 2, 0.5, 1, 0, {c, c}, {c, c}});
}

/** The cue ball comes 10 degrees off the symmetry. */
static void test_double_collision(void **state)
{
    check_meeting(*state, &(struct meeting){"double",
                                            sqrt(3.0) / 2,
                                            0.5,
                                            0.98480775301220806,
                                            0.17364817766693035,
                                            {0.785298029533, 0.581794923429},
                                            {0.794946022006, 0.570325815066}});
}

/** Ball 0 nearly passes one of the two. */
static void test_pulling_witness(void **state)
{
    check_meeting(
        *state,
        &(struct meeting){
            "pulling", 0.8, 0.6, 0.6875, -0.75, {0.036845045121, 0.992029031584}, {0.015798735994, 0.996910749745}});
}

static void test_manual(void **state)
{
    published_close(*state);
}

TEST_GROUP()
{
    struct published published;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(test_bernoulli, &published),
        cmocka_unit_test_prestate(test_double_collision, &published),
        cmocka_unit_test_prestate(test_pulling_witness, &published),
        cmocka_unit_test_prestate(test_manual, &published),
    };
    published_open(&published, "Contacts that meet at one instant");
    return RUN_TESTS(tests);
}
