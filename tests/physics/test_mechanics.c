/*
 * Hard balls against what mechanics says exactly: counts of hits, speeds after them, and what no run may break, which
 * is the virial identity, the reversal of time and the choice of the unit of length.
 */
#include "lib/contact_log.h"
#include "lib/gas.h"
#include "physics/published.h"

#include <time.h>

static const char *const all_laws[] = {"pairwise", "newton", "lcp", "gr"};
enum { LAWS = sizeof all_laws / sizeof *all_laws };

/* ---- balls in a row ---- */

/** A light ball between a wall and a heavy one: the hits count out the digits of pi. All six within a second. */
static void test_digits_of_pi(void **state)
{
    static const struct source source = {"floor(pi sqrt(M/m))", "Galperin, Regul. Chaotic Dyn. 8, 375 (2003)"};
    static const uint64_t hits[] = {3, 31, 314, 3141, 31415, 314159};
    clock_t start = clock();
    double mass = 1;
    for (int i = 0; i < 6; i++, mass *= 100) {
        char name[64];
        struct contact_log contacts;
        struct sim *sim = sim_open(2, 1000, 4);
        sim_ball(sim, 0, 4, 2, 0, 0);
        sim_ball(sim, 1, 10, 2, -1, 0);
        sim->scene.m[1] = mass;
        sim->scene.dt = 500;
        contact_log_start(&contacts, sim, "gr", 0);
        sim_advance(sim, 1);
        snprintf(name, sizeof name, "hits, mass ratio 10^%d", 2 * i);
        published_exact(*state, name, (double)contacts.n, (double)hits[i], source);
        assert_true(fabs(sim_kinetic(sim) - mass / 2) < 1e-10 * mass);
        contact_log_close(&contacts, sim);
    }
    assert_true(clock() - start < CLOCKS_PER_SEC);
}

/** n balls in a row with gaps, the first one moving: speed of the last after the first pass. */
static double cradle(const char *law, double e, size_t n)
{
    struct contact_log contacts;
    struct sim *sim = sim_open(n, 10000, 10);
    for (size_t k = 0; k < n; k++)
        sim_ball(sim, k, 10 + 2.5 * (double)k, 5, k ? 0 : 1, 0);
    sim->scene.pair.restitution = restitution_of(e);
    sim->scene.dt = 1;
    contact_log_start(&contacts, sim, law, 0);
    for (uint64_t step = 1; step < 5000 && !(sim->world->vx[n - 1] > 0); step++)
        sim_advance(sim, step);
    double speed = sim->world->vx[n - 1];
    contact_log_close(&contacts, sim);
    return speed;
}

/** Rows are short enough not to collapse behind the ball that goes ahead. */
static void test_cradle_with_gaps(void **state)
{
    static const struct source source = {"((1 + e)/2)^(n - 1) v", "momentum and restitution, hit by hit"};
    static const double restitution[] = {0.1, 0.3, 0.5, 0.7, 0.9, 1};
    static const size_t longest[] = {3, 6, 11, 20, 20, 20};
    double worst = 0;
    for (size_t i = 0; i < sizeof restitution / sizeof *restitution; i++)
        for (size_t law = 0; law < LAWS; law++)
            for (size_t n = 2; n <= longest[i]; n++) {
                double expected = pow((1 + restitution[i]) / 2, (double)n - 1);
                worst = fmax(worst, fabs(cradle(all_laws[law], restitution[i], n) - expected));
            }
    published_within(*state, "cradle of 5, e 0.5: last v", cradle("gr", 0.5, 5), 0.31640625, 1e-12, source);
    published_within(*state, "cradle of 5, e 0.9: last v", cradle("gr", 0.9, 5), 0.81450625, 1e-12, source);
    published_within(*state, "2 to 20 balls, all laws: error", worst, 0, 1e-12, source);
}

/* ---- one ball ---- */

/** Hits on two opposite walls, `gap` apart for the centre, of a ball that starts `start` from the one behind it. */
static uint64_t hits_on_walls(double start, double path, double gap)
{
    return (uint64_t)((start + path) / gap);
}

/** One ball in any box: adds its hits to `hits` and those expected to `expected`; its speeds along the axes never mix.
 */
static void one_ball(uint64_t *seed, uint64_t *hits, uint64_t *expected)
{
    double width = uniform(seed, 3, 9), height = uniform(seed, 3, 9);
    struct sim *sim = sim_open(1, width, height);
    const struct scene *scene = &sim->scene;
    double x = uniform(seed, 1, scene->table.width - 1), y = uniform(seed, 1, scene->table.height - 1);
    double vx = uniform(seed, -9, 9), vy = uniform(seed, -9, 9);
    sim->scene.dt = 100;
    sim_ball(sim, 0, x, y, vx, vy);
    sim_start(sim, &integrator_event);
    sim_advance(sim, 1);
    uint64_t across =
        hits_on_walls(vx > 0 ? x - 1 : scene->table.width - 1 - x, fabs(vx) * 100, scene->table.width - 2);
    uint64_t along =
        hits_on_walls(vy > 0 ? y - 1 : scene->table.height - 1 - y, fabs(vy) * 100, scene->table.height - 2);
    assert_true(sim_counters(sim).surface == across + along);
    assert_true(fabs(sim->world->vx[0]) == fabs(vx) && fabs(sim->world->vy[0]) == fabs(vy));
    assert_true((sim->world->vx[0] == vx) == (across % 2 == 0));
    *hits += sim_counters(sim).surface;
    *expected += across + along;
    sim_close(sim);
}

static void test_one_ball(void **state)
{
    static const struct source source = {"floor((x0 - r + |v| T)/(W - 2 r)) per axis", "the table unfolded"};
    uint64_t seed = 1, hits = 0, expected = 0;
    for (int i = 0; i < 200; i++)
        one_ball(&seed, &hits, &expected);
    published_exact(*state, "one ball in 200 boxes: hits", (double)hits, (double)expected, source);
}

/** Each hit leaves e of the speed; the hit after next comes 1 / e later than the last one did. */
static void test_one_ball_with_restitution(void **state)
{
    static const struct source source = {"e^k", "restitution, hit by hit"};
    struct sim *sim = sim_open(1, 6, 6);
    sim->scene.table.walls.restitution = restitution_of(0.5);
    sim->scene.dt = 1;
    sim_ball(sim, 0, 1, 3, 4, 0);
    sim_start(sim, &integrator_event);
    sim_advance(sim, 64);
    uint64_t hits = 0;
    for (double t = 1, flight = 1; t <= 64; t += flight) { /* flights of 1, 2, 4, ... */
        hits++;
        flight *= 2;
    }
    assert_true(hits == 6 && sim_counters(sim).surface == hits);
    published_exact(*state, "e 0.5, 6 hits on walls: v", sim->world->vx[0] / 4, 0x1p-6, source);
    sim_close(sim);
}

/** Both walls of a corner at one instant. */
static void test_corner(void **state)
{
    static const struct source source = {"v' = -v", "both walls at one instant"};
    struct sim *sim = sim_open(1, 12, 12);
    sim->scene.dt = 0.5;
    sim_ball(sim, 0, 4, 4, 1, 1);
    sim_start(sim, &integrator_event);
    sim_advance(sim, 24); /* into the corner after 7 */
    assert_true(sim_counters(sim).surface == 2 && sim_counters(sim).simultaneous == 1);
    assert_true(sim->world->x[0] == 6 && sim->world->y[0] == 6);
    assert_true(sim->world->vx[0] == -1 && sim->world->vy[0] == -1);
    published_exact(*state, "corner at 45 degrees: off line", hypot(sim->world->x[0] - 6, sim->world->y[0] - 6), 0,
                    source);
    sim_close(sim);
}

/* ---- the virial identity ---- */

/** Adds up, hit by hit, both sides of the virial identity: the change of sum m r.v is twice the integral of the kinetic
 *  energy plus each hit's impulse times what it acts along. */
struct virial {
    struct world *world; /* velocities follow the log */
    double kinetic, t;
    struct sum twice_kinetic, impulses;
};

static double virial_of(const struct world *world)
{
    double sum = 0;
    for (size_t i = 0; i < world->n; i++)
        sum += world->m[i] * (world->x[i] * world->vx[i] + world->y[i] * world->vy[i]);
    return sum;
}

static double push(struct world *world, size_t i, double jx, double jy)
{
    double before = world->vx[i] * world->vx[i] + world->vy[i] * world->vy[i];
    world->vx[i] += jx / world->m[i];
    world->vy[i] += jy / world->m[i];
    return world->m[i] / 2 * (world->vx[i] * world->vx[i] + world->vy[i] * world->vy[i] - before);
}

static void virial_fly(struct virial *virial, double t)
{
    sum_add(&virial->twice_kinetic, 2 * virial->kinetic * (t - virial->t));
    virial->t = t;
}

static void virial_hit(void *context, const struct contact_event *event)
{
    struct virial *virial = context;
    struct world *world = virial->world;
    double jx = event->j * event->n.x, jy = event->j * event->n.y;
    virial_fly(virial, event->t);
    virial->kinetic += push(world, event->a, -jx, -jy);
    if (event->kind == CONTACT_BALL) {
        virial->kinetic += push(world, (size_t)event->b, jx, jy);
        sum_add(&virial->impulses, event->j * (world->r[event->a] + world->r[event->b]));
    } else {
        double x = event->at.x - world->r[event->a] * event->n.x, y = event->at.y - world->r[event->a] * event->n.y;
        sum_add(&virial->impulses, -(jx * x + jy * y));
    }
}

/** What is left over, relative to the kinetic part. */
static double virial_error(double eta, double restitution)
{
    struct sim *sim = gas_open(8, 5, eta, 0, 3), *copy = gas_open(8, 5, eta, 0, 3);
    gas_mix(sim, 0.2, 4);
    gas_mix(copy, 0.2, 4);
    struct virial virial = {.world = copy->world, .kinetic = sim_kinetic(sim)};
    double before = virial_of(sim->world), energy = virial.kinetic;
    sim->scene.pair.restitution = restitution_of(restitution);
    sim->scene.dt = 20;
    sim->observer = (struct observer){virial_hit, &virial, NULL};
    sim_start(sim, &integrator_event);
    sim_advance(sim, 2);
    virial_fly(&virial, sim->world->t);
    double change = virial_of(sim->world) - before;
    double parts = sum_value(virial.twice_kinetic) + sum_value(virial.impulses);
    assert_true(sim_counters(sim).ball > 100 && sim_counters(sim).surface > 100);
    assert_true(fabs(virial.kinetic - sim_kinetic(sim)) < 1e-12 * energy);
    assert_true(fabs(sim_kinetic(sim) + sim_counters(sim).lost - energy) < 1e-12 * energy);
    sim_close(copy);
    sim_close(sim);
    return (change - parts) / sum_value(virial.twice_kinetic);
}

static void test_virial_identity(void **state)
{
    static const struct source source = {"d(sum m r.v) = 2 int KE dt + sum j.r", "Clausius, Phil. Mag. 40, 122 (1870)"};
    published_within(*state, "virial identity, eta 0.05", virial_error(0.05, 1), 0, 1e-12, source);
    published_within(*state, "virial identity, eta 0.5", virial_error(0.5, 1), 0, 1e-12, source);
    published_within(*state, "virial identity, e 0.9", virial_error(0.3, 0.9), 0, 1e-12, source);
}

/* ---- reversal ---- */

/** Turns all velocities round in a fresh run. */
static struct sim *reversed(const struct sim *sim)
{
    struct sim *back = sim_open(sim->scene.n, sim->scene.table.width, sim->scene.table.height);
    back->scene.dt = sim->scene.dt;
    for (size_t i = 0; i < sim->scene.n; i++) {
        back->scene.r[i] = sim->scene.r[i];
        back->scene.m[i] = sim->scene.m[i];
        sim_ball(back, i, sim->world->x[i], sim->world->y[i], -sim->world->vx[i], -sim->world->vy[i]);
    }
    return back;
}

/** Runs a gas of 30 forth and back; returns the largest distance from the start. */
static double error_of_return(double eta, uint64_t seed, uint64_t steps)
{
    double error = 0;
    struct sim *start = gas_open(6, 5, eta, 0, seed), *sim = gas_open(6, 5, eta, 0, seed);
    sim->scene.dt = 0.125;
    sim_start(sim, &integrator_event);
    sim_advance(sim, steps);
    struct sim *back = reversed(sim);
    sim_start(back, &integrator_event);
    sim_advance(back, steps);
    for (size_t i = 0; i < start->scene.n; i++) {
        error = fmax(error, fabs(back->world->x[i] - start->world->x[i]));
        error = fmax(error, fabs(back->world->y[i] - start->world->y[i]));
    }
    assert_true(sim_counters(sim).ball >= 150 && sim_counters(back).ball == sim_counters(sim).ball);
    sim_close(back);
    sim_close(sim);
    sim_close(start);
    return error;
}

/** Rounding is all that can keep a run from returning, and chaos makes it grow at each hit of a ball by about twice the
 *  free path over the radius, some 2 here. After 10 hits per ball forth and back 10^-16 has become some 10^-12. */
static void test_time_reversal(void **state)
{
    static const struct source source = {"x(-t) after v = -v", "Loschmidt, Sitzb. Akad. Wien 73, 128 (1876)"};
    published_within(*state, "reversal, eta 0.5: off start", error_of_return(0.5, 5, 11), 0, 1e-10, source);
    published_within(*state, "reversal, eta 0.7: off start", error_of_return(0.7, 6, 5), 0, 1e-11, source);
}

/* ---- scaling ---- */

enum { SIDE = 23, ROWS = 1000 };

/** The log of 529 balls on a lattice of spacing 4 r, in units of `length`. Many balls, so that a thousand hits are only
 *  four for each of them: rounding then has no time to grow to the distance in time of hits that follow each other. */
static struct sim *scaled_gas(struct contact_log *contacts, double length)
{
    uint64_t seed = 11;
    struct sim *sim = sim_open(SIDE * SIDE, 4 * SIDE * length, 4 * SIDE * length);
    for (size_t i = 0; i < SIDE * SIDE; i++) {
        sim->scene.r[i] = length;
        double x = 2 + 4 * (double)(i % SIDE), y = 2 + 4 * (double)(i / SIDE);
        double vx = uniform(&seed, -1, 1), vy = uniform(&seed, -1, 1);
        sim_ball(sim, i, x * length, y * length, vx, vy);
    }
    sim->scene.dt = 12 * length;
    contact_log_start(contacts, sim, "gr", ROWS);
    sim_advance(sim, 1);
    assert_true(contacts->n >= ROWS);
    return sim;
}

/** The same hits in the same order; returns the largest relative error of their times. */
static double error_of_scale(const struct contact_log *unit, double length)
{
    struct contact_log contacts;
    struct sim *sim = scaled_gas(&contacts, length);
    double error = 0;
    for (size_t k = 0; k < ROWS; k++) {
        const struct contact_event *row = &unit->rows[k], *other = &contacts.rows[k];
        assert_true(row->kind == other->kind && row->a == other->a && row->b == other->b);
        assert_true(fabs(other->j - row->j) < 1e-7);
        error = fmax(error, fabs(other->t / length / row->t - 1));
    }
    contact_log_close(&contacts, sim);
    return error;
}

static void test_scales(void **state)
{
    static const struct source source = {"t' = c t for r' = c r, x' = c x, v' = v", "no other length than r"};
    struct contact_log contacts;
    struct sim *sim = scaled_gas(&contacts, 1);
    published_within(*state, "lengths x 0.001: hit times", error_of_scale(&contacts, 1e-3), 0, 1e-9, source);
    published_within(*state, "lengths x 1000: hit times", error_of_scale(&contacts, 1e3), 0, 1e-9, source);
    contact_log_close(&contacts, sim);
}

/* ---- a long orbit ---- */

/** A direction, any as likely as any other, with the same bits on every machine. */
static void any_direction(uint64_t *seed, double *x, double *y)
{
    double square;
    do {
        *x = uniform(seed, -1, 1);
        *y = uniform(seed, -1, 1);
        square = *x * *x + *y * *y;
    } while (square > 1 || square < 0.01);
    *x /= sqrt(square);
    *y /= sqrt(square);
}

/** Hits per path of one orbit on Sinai's table, a square with a round obstacle, which is a ball too heavy to move. */
static double sinai(uint64_t *seed, double side, double big, double small)
{
    const double length = 1000;
    struct sim *sim = sim_open(2, side, side);
    double x, y, vx, vy;
    do {
        x = uniform(seed, small, side - small);
        y = uniform(seed, small, side - small);
    } while ((x - 5.3) * (x - 5.3) + (y - 4.8) * (y - 4.8) < (big + small) * (big + small));
    any_direction(seed, &vx, &vy);
    sim_ball(sim, 0, x, y, vx, vy);
    sim_ball(sim, 1, 5.3, 4.8, 0, 0);
    sim->scene.r[0] = small;
    sim->scene.r[1] = big;
    sim->scene.m[1] = 1e30;
    sim->scene.dt = length;
    sim_start(sim, &integrator_event);
    sim_advance(sim, 1);
    double hits = (double)(sim_counters(sim).ball + sim_counters(sim).surface);
    sim_close(sim);
    return hits / length;
}

/** For starts spread evenly over places and directions the mean is exact, however short the orbits. */
static void test_mean_free_path(void **state)
{
    static const struct source source = {"P/(pi A) hits per path",
                                         "Santalo (1976); Chernov, J. Stat. Phys. 88, 1 (1997)"};
    const double side = 10, big = 3, small = 1e-3, wide = side - 2 * small, round = big + small;
    struct sample hits = {0};
    uint64_t seed = 11;
    for (int run = 0; run < 10000; run++)
        sample_add(&hits, sinai(&seed, side, big, small));
    double area = wide * wide - GAS_PI * round * round, perimeter = 4 * wide + 2 * GAS_PI * round;
    published_average(*state, "hits per path, Sinai's table", &hits, perimeter / (GAS_PI * area), 0, source);
}

static void test_manual(void **state)
{
    published_close(*state);
}

TEST_GROUP()
{
    struct published published;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(test_digits_of_pi, &published),
        cmocka_unit_test_prestate(test_cradle_with_gaps, &published),
        cmocka_unit_test_prestate(test_one_ball, &published),
        cmocka_unit_test_prestate(test_one_ball_with_restitution, &published),
        cmocka_unit_test_prestate(test_corner, &published),
        cmocka_unit_test_prestate(test_virial_identity, &published),
        cmocka_unit_test_prestate(test_time_reversal, &published),
        cmocka_unit_test_prestate(test_scales, &published),
        cmocka_unit_test_prestate(test_mean_free_path, &published),
        cmocka_unit_test_prestate(test_manual, &published),
    };
    published_open(&published, "Mechanics");
    return RUN_TESTS(tests);
}
