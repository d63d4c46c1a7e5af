/*
 * The restitution below which balls on a line, or balls and a wall, hit each other without end in finite time.
 *
 * Take N equal balls of which every other neighbouring pair hits at once, then the rest, and so on. Relative velocities
 * before and after such a half-round are tied by a matrix whose slowest pair of eigenvalues is sqrt(e) exp(+-i theta),
 *     cos theta = cos(pi/N) (1 + e) / (2 sqrt e),
 * as long as that is below 1: then the velocities turn round after pi / theta half-rounds, and the balls part. They
 * never do when the eigenvalues are real, which they are from
 *     e = tan^2 (pi/4 (1 - 2/N))
 * down (Bernu and Mazighi, J. Phys. A 23, 5745, 1990; McNamara and Young, Phys. Fluids A 4, 496, 1992): 7 - 4 sqrt 3
 * for three balls, 3 - 2 sqrt 2 for four. A wall is a mirror, and balls before one have the threshold of twice their
 * number.
 *
 * What can be found of it: relative velocities shrink by sqrt e in a half-round. After K = ln(1/D) / ln(1 / sqrt e) of
 * them, D being the part of their first value at which they are taken to shrink for ever, a collapse cannot be told
 * from what would end after more than K half-rounds. So the threshold comes out too high, by no more than where theta =
 * pi / K, that is where 2 sqrt e / (1 + e) = cos(pi/N) / cos(pi/K). More than four balls need not hit in step: rows of
 * them collapse at a restitution a little higher, without that limit.
 */
#include "physics/published.h"

/* Relative velocities that have fallen to this part fall for ever. */
#define ENDLESS 1e-60

/* How far above the threshold rows collapse whose balls do not hit in step. */
#define OUT_OF_STEP 0.003

static const double pi = 3.141592653589793;

static double threshold(double n)
{
    double root = tan(pi / 4 * (1 - 2 / n));
    return root * root;
}

/** How far above the threshold a run may still look like a collapse. */
static double blur(double n)
{
    double rounds = log(1 / ENDLESS) / log(1 / sqrt(threshold(n)));
    double root = tan(asin(cos(pi / n) / cos(pi / rounds)) / 2);
    return root * root - threshold(n);
}

/** Does `event` end with a collapse? Closes the table. */
static bool collapses(struct sim *sim, double e)
{
    struct error err;
    enum status status = STATUS_OK;
    sim->scene.pair.restitution = sim->scene.table.walls.restitution = restitution_of(e);
    sim->scene.dt = 0.5;
    sim_start(sim, &integrator_event);
    for (uint64_t step = 1; step <= 60 && status == STATUS_OK; step++)
        status = session_step(sim->session, step, &err);
    assert_true(status == STATUS_OK || strstr(err.text, "inelastic collapse"));
    sim_close(sim);
    return status != STATUS_OK;
}

/* ---- scenes, with gaps between 1 and 2 ---- */

/** Two balls come from both sides to one at rest. */
static struct sim *three_balls(void)
{
    struct sim *sim = sim_open(3, 64, 4);
    sim_ball(sim, 0, 20, 2, 1, 0);
    sim_ball(sim, 1, 23, 2, 0, 0);
    sim_ball(sim, 2, 23 + 3 * 1.3, 2, -1, 0);
    return sim;
}

/** Two rows of n / 2 balls run into each other. */
static struct sim *rows_of_balls(size_t n)
{
    struct sim *sim = sim_open(n, 200, 4);
    for (size_t i = 0; i < n; i++)
        sim_ball(sim, i, 100 + 3 * ((double)i - (double)(n - 1) / 2), 2, i < n / 2 ? 1 : -1, 0);
    return sim;
}

/** A row of n balls runs into the left wall. */
static struct sim *wall_and_balls(size_t n)
{
    struct sim *sim = sim_open(n, 200, 4);
    for (size_t i = 0; i < n; i++)
        sim_ball(sim, i, 2 + 3 * (double)i, 2, -1, 0);
    return sim;
}

static struct sim *scene(bool wall, size_t n)
{
    return wall ? wall_and_balls(n) : n == 3 ? three_balls() : rows_of_balls(n);
}

/** Largest restitution at which the scene collapses. */
static double largest(bool wall, size_t n)
{
    double low = 0.01, high = 1;
    assert_true(collapses(scene(wall, n), low) && !collapses(scene(wall, n), high));
    while (high - low > 1e-7) {
        double middle = (low + high) / 2;
        *(collapses(scene(wall, n), middle) ? &low : &high) = middle;
    }
    return low;
}

static void check(struct published *published, bool wall, size_t n)
{
    static const struct source source = {"tan^2(pi/4 (1 - 2/N)), a wall doubles N",
                                         "McNamara, Young (1992); Bernu, Mazighi (1990)"};
    char name[64];
    double mirrored = wall ? 2 * (double)n : (double)n;
    double ours = largest(wall, n);
    snprintf(name, sizeof name, wall ? "wall and %d balls collapse: e" : "%d balls collapse: e", (int)n);
    published_within(published, name, ours, threshold(mirrored), mirrored > 4 ? OUT_OF_STEP : blur(mirrored), source);
    assert_true(ours > threshold(mirrored) - 1e-6);
}

static void test_balls(void **state)
{
    check(*state, false, 3);
    check(*state, false, 4);
    check(*state, false, 6);
}

static void test_wall_and_balls(void **state)
{
    check(*state, true, 2);
    check(*state, true, 3);
}

static void test_manual(void **state)
{
    published_close(*state);
}

TEST_GROUP()
{
    struct published published;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(test_balls, &published),
        cmocka_unit_test_prestate(test_wall_and_balls, &published),
        cmocka_unit_test_prestate(test_manual, &published),
    };
    published_open(&published, "Inelastic collapse");
    return RUN_TESTS(tests);
}
