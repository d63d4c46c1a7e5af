/*
 * Contacts of springs against their closed forms, and rows of touching balls, which stiff springs do not resolve as
 * rigid balls would. Where a row is about all three integrators it tells the value that is farthest from the published
 * one.
 *
 * Promise: springs reach the restitution asked for. Measured: 0.3 to 0.95 to 1e-4. Also kept by laws/test_orders.c,
 * laws/test_contact_history.c.
 */
#include "contact/spring.h"
#include "physics/published.h"

static const struct integrator_ops *const springs[] = {&integrator_spring, &integrator_spring_verlet,
                                                       &integrator_spring_rk4};
enum { SPRINGS = 3 };

static const double pi = 3.141592653589793;
static const struct source dashpot = {"zero of the force ends the contact",
                                      "Schwager, Poeschel, Granular Matter 9, 465 (2007)"};

/** Keeps the value that is farther from the reference. */
static void farther(double *worst, double value, double reference)
{
    if (isnan(*worst) || fabs(value - reference) > fabs(*worst - reference))
        *worst = value;
}

/* ---- one contact ---- */

static void note_end(void *context, const struct contact_event *event)
{
    *(double *)context = event->t;
}

/** What a run shows of a single contact. */
struct encounter {
    double time, overlap, restitution;
};

/** Ball 1 (m = 3, r = 2) hits ball 0 (m = 1, r = 1) head-on, u = 1.5: mu = 0.75; k = 48, so that sqrt(mu/k) = 1/8. They
 *  touch first at t = 0.2, in steps of dt. */
static struct encounter pair(const struct integrator_ops *ops, double e, double dt)
{
    double end = 0;
    struct sim *sim = sim_open(2, 100, 100);
    sim->scene.k = 48;
    sim->scene.pair.restitution = restitution_of(e);
    sim->scene.dt = dt;
    sim->scene.m[1] = 3;
    sim->scene.r[1] = 2;
    sim->observer = (struct observer){note_end, &end, NULL};
    sim_ball(sim, 0, 40, 50, 1, 0);
    sim_ball(sim, 1, 43.3, 50, -0.5, 0);
    sim_start(sim, ops);
    sim_advance(sim, (uint64_t)(1 / dt));
    struct counters counters = sim_counters(sim);
    assert_true(counters.ball == 1 && sim_potential(sim) == 0);
    assert_true(fabs(sim->world->vx[0] + 3 * sim->world->vx[1] - (1 - 1.5)) < 1e-12);
    struct encounter contact = {
        .time = end - 0.2, .overlap = counters.overlap, .restitution = (sim->world->vx[1] - sim->world->vx[0]) / 1.5};
    sim_close(sim);
    return contact;
}

/** A ball (m = 4, r = 2) hits a wall at u = 3 with k = 400; sqrt(m/k) = 1/10. */
static double overlap_at_a_wall(const struct integrator_ops *ops)
{
    struct sim *sim = sim_open(1, 10, 10);
    sim->scene.k = 400;
    sim->scene.m[0] = 4;
    sim->scene.r[0] = 2;
    sim->scene.dt = 1e-3;
    sim_ball(sim, 0, 5, 5, 3, 0);
    sim_start(sim, ops);
    sim_advance(sim, 3000);
    double overlap = sim_counters(sim).overlap * 2; /* told relative to the radius */
    sim_close(sim);
    return overlap;
}

/** Steps tell the end of a contact to dt, here 10^-5 of its time or so, and the overlap to order dt^2; the 10^-6 that
 *  springs add to distances shifts both ends of a contact by less than 10^-6 / u. */
static void test_one_contact(void **state)
{
    static const struct source time = {"pi sqrt(mu/k)", "harmonic oscillator"};
    static const struct source depth = {"u sqrt(mu/k)", "harmonic oscillator"};
    const double dt = 1e-5;
    double lasts = (double)NAN, deep = (double)NAN, wall = (double)NAN;
    for (int i = 0; i < SPRINGS; i++) {
        struct encounter contact = pair(springs[i], 1, dt);
        farther(&lasts, contact.time, pi / 8);
        farther(&deep, contact.overlap, 1.5 / 8);
        farther(&wall, overlap_at_a_wall(springs[i]), 0.3);
    }
    published_within(*state, "contact of two balls: time", lasts, pi / 8, 2 * dt, time);
    published_within(*state, "contact of two balls: overlap", deep, 1.5 / 8, 2e-6, depth);
    published_within(*state, "contact with a wall: overlap", wall, 0.3, 2e-4, depth);
}

/* ---- damping ---- */

/** The figures have seven decimals. */
static void test_damping_ratio(void **state)
{
    static const double sim[][2] = {{0.99, 0.0032056}, {0.95, 0.0164982}, {0.9, 0.0342652}, {0.8, 0.0743551},
                                    {0.75, 0.0971578}, {0.5, 0.2552756},  {0.2, 0.7312469}};
    for (size_t i = 0; i < sizeof sim / sizeof *sim; i++) {
        char name[64];
        snprintf(name, sizeof name, "damping ratio, e %g", sim[i][0]);
        published_within(*state, name, spring_damping_ratio(sim[i][0]), sim[i][1], 0.6e-7, dashpot);
    }
}

/** The dashpot's force jumps at the beginning, which leaves first order: an error of some dt / contact time. */
static void test_restitution(void **state)
{
    static const double wanted[] = {0.95, 0.8, 0.5, 0.3};
    const double dt = 2e-5;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        char name[64];
        double reached = (double)NAN;
        for (int k = 0; k < SPRINGS; k++)
            farther(&reached, pair(springs[k], wanted[i], dt).restitution, wanted[i]);
        snprintf(name, sizeof name, "two balls, e %g: v'/v", wanted[i]);
        published_within(*state, name, reached, wanted[i], dt / (pi / 8), dashpot);
    }
}

/* ---- stability ---- */

/** Does a ball held between two walls by both springs, x'' = -2 k x / m, stay there? */
static bool stays(const struct integrator_ops *ops, double dt)
{
    double off = 0;
    struct sim *sim = sim_open(1, 1.6, 100);
    sim->scene.k = 0.5;
    sim->scene.dt = dt;
    sim_ball(sim, 0, 0.8 + 1e-9, 50, 0, 0);
    sim_start(sim, ops);
    for (uint64_t step = 1000; step <= 20000; step += 100) {
        sim_advance(sim, step);
        off = fmax(off, fabs(sim->world->x[0] - 0.8));
    }
    sim_close(sim);
    return off < 1e-3;
}

/** Beyond the bound by a part of d the excursion grows by exp(sqrt(8 d)) a step: in 20000 steps by 10^6 for d = 10^-7.
 */
static void test_largest_step(void **state)
{
    static const struct source source = {"2 sqrt(mu/k)", "Hockney, Eastwood, Computer Simulation (1981)"};
    double worst = (double)NAN;
    for (int i = 0; i < 2; i++) { /* semi-implicit Euler and velocity Verlet share it */
        double low = 1, high = 3;
        while (high - low > 1e-9) {
            double middle = (low + high) / 2;
            *(stays(springs[i], middle) ? &low : &high) = middle;
        }
        farther(&worst, low, 2);
    }
    published_within(*state, "largest stable dt sqrt(k/mu)", worst, 2, 1e-6, source);
}

/* ---- touching balls ---- */

/** n touching balls in a line, the first with velocity 1. The spacing makes up for what `spring` adds to distances. */
static void cradle(const struct integrator_ops *ops, size_t n, double k, const double *expected, double *speeds)
{
    struct sim *sim = sim_open(n, 100, 100);
    const double spacing = 2 - (ops == &integrator_spring ? SPRING_SOFTENING : 0);
    sim->scene.k = k;
    sim->scene.dt = 0.002 / sqrt(k);
    for (size_t i = 0; i < n; i++)
        sim_ball(sim, i, 40 + (double)i * spacing, 50, i == 0 ? 1 : 0, 0);
    sim_start(sim, ops);
    sim_advance(sim, 10000);
    assert_true(sim_potential(sim) == 0);
    for (size_t i = 0; i < n; i++)
        farther(&speeds[i], sim->world->vx[i], expected[i]);
    sim_close(sim);
}

static void check_cradle(struct published *published, size_t n, const double *expected)
{
    static const struct source source = {"x'' = k (overlaps), for any k",
                                         "equations of motion of a linear chain, five digits"};
    double speeds[5];
    for (size_t i = 0; i < n; i++)
        speeds[i] = (double)NAN;
    for (int i = 0; i < SPRINGS; i++)
        for (double k = 1; k < 2e4; k *= 100)
            cradle(springs[i], n, k, expected, speeds);
    for (size_t i = 0; i < n; i++) {
        char name[64];
        snprintf(name, sizeof name, "touching cradle of %d: v%d", (int)n, (int)i + 1);
        published_within(published, name, speeds[i], expected[i], 1.2e-5, source);
    }
}

/** The figures have five decimals; steps and softening leave as much again. */
static void test_touching_cradles(void **state)
{
    static const double three[] = {-0.13026, 0.15023, 0.98003};
    static const double five[] = {-0.13228, -0.07533, -0.03101, 0.29622, 0.94240};
    check_cradle(*state, 3, three);
    check_cradle(*state, 5, five);
}

static void test_manual(void **state)
{
    published_close(*state);
}

TEST_GROUP()
{
    struct published published;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(test_one_contact, &published),
        cmocka_unit_test_prestate(test_damping_ratio, &published),
        cmocka_unit_test_prestate(test_restitution, &published),
        cmocka_unit_test_prestate(test_largest_step, &published),
        cmocka_unit_test_prestate(test_touching_cradles, &published),
        cmocka_unit_test_prestate(test_manual, &published),
    };
    published_open(&published, "Springs");
    return RUN_TESTS(tests);
}
