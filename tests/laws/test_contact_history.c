/*
 * Where the energy of contacts goes: the total of kinetic, stored and dissipated energy after a contact differs from
 * that before it by an error of second order in dt, damped or not; and the restitution asked for is the one obtained,
 * for any masses.
 *
 * Promise: the manual's table of spring errors. Measured: every number of it.
 */
#include "lib/sim.h"

static const struct integrator_ops *const springs[] = {&integrator_spring, &integrator_spring_verlet,
                                                       &integrator_spring_rk4};
enum { SPRINGS = 3 };

static const double pi = 3.141592653589793;

/** A contact of two balls of mass 1, or of one with a wall, whose duration without damping is `steps` steps: by how
 *  much the total has changed when it is over, in units of the energy at first. */
static double residual(const struct integrator_ops *ops, bool wall, double e, double steps)
{
    struct sim *sim = sim_open(wall ? 1 : 2, 100, 100);
    sim->scene.k = 7;
    sim->scene.table.walls.restitution = sim->scene.pair.restitution = restitution_of(e);
    sim->scene.dt = pi * sqrt((wall ? 1 : 0.5) / sim->scene.k) / steps;
    if (wall) {
        sim_ball(sim, 0, 1, 50, -3, 1);
    } else {
        sim_ball(sim, 0, 40, 50, 3.4, 0.8); /* 3 along (0.8, 0.6) faster than the other */
        sim_ball(sim, 1, 41.6, 51.2, 1, -1);
    }
    double before = sim_kinetic(sim);
    sim_start(sim, ops);
    before += sim_potential(sim); /* an overlap of the size of a rounding error */
    sim_advance(sim, (uint64_t)(4 * steps));
    assert_true((sim_potential(sim) == 0 || e < 0.1) && (sim_counters(sim).lost > 0.01) == (e < 1));
    double after = sim_kinetic(sim) + sim_potential(sim) + sim_counters(sim).lost;
    sim_close(sim);
    return after / before - 1;
}

static void assert_second_order(double coarse, double fine, const struct integrator_ops *ops, bool wall, double e,
                                double steps)
{
    if (!(fabs(coarse / fine - 4) <= 0.4))
        fail_msg("%s, %s, e = %g, %g steps: %g / %g", ops->name, wall ? "wall" : "pair", e, steps, coarse, fine);
}

static void test_elastic_total(void **context)
{
    (void)context;
    for (size_t o = 0; o < SPRINGS; o++)
        for (int wall = 0; wall < 2; wall++)
            for (double n = 40; n < 1000; n *= 2)
                assert_second_order(residual(springs[o], wall, 1, n + 0.37),
                                    residual(springs[o], wall, 1, 2 * n + 0.37), springs[o], wall, 1, n);
}

/** Root mean square over contacts that begin and end anywhere within a step: a damped contact's length is no given part
 *  of a step, so a single residual may be small by chance. */
static double spread(const struct integrator_ops *ops, bool wall, double e, double steps)
{
    const int phases = runs(60, 200);
    double sum = 0;
    for (int i = 0; i < phases; i++) {
        double one = residual(ops, wall, e, steps + 5 * (i + 0.37) / phases);
        sum += one * one;
    }
    return sqrt(sum / phases);
}

static void test_damped_total(void **context)
{
    (void)context;
    static const double restitutions[] = {0.9, 0.7, 0.4};
    for (size_t o = 0; o < SPRINGS; o++)
        for (int wall = 0; wall < 2; wall++)
            for (size_t i = 0; i < 3; i++) {
                double e = restitutions[i];
                assert_second_order(spread(springs[o], wall, e, 80), spread(springs[o], wall, e, 160), springs[o], wall,
                                    e, 80);
            }
}

/** Where a step does not resolve the damping, e near 0, the dashpot is limited by dt; the balance still converges. */
static void test_unresolved_damping(void **context)
{
    (void)context;
    for (size_t o = 0; o < SPRINGS; o++)
        for (int wall = 0; wall < 2; wall++)
            for (double e = 0; e < 0.03; e += 0.02) {
                double coarse = spread(springs[o], wall, e, 40), fine = spread(springs[o], wall, e, 320);
                if (!(fine < coarse / 3 && fine < 1e-4))
                    fail_msg("%s, %s, e = %g: %g, %g", springs[o]->name, wall ? "wall" : "pair", e, coarse, fine);
            }
}

/** Ball 0 of mass 1 with restitution e against one of mass `ratio`, or against a wall, at 3000.37 steps per contact. */
static double obtained(const struct integrator_ops *ops, double e, double ratio)
{
    bool wall = isinf(ratio);
    const double steps = 3000.37, u = 2;
    struct sim *sim = sim_open(wall ? 1 : 2, 100, 100);
    double mu = wall ? 1 : ratio / (1 + ratio);
    sim->scene.k = 40;
    sim->scene.pair.restitution = restitution_of(wall ? 0.5 : e);
    sim->scene.table.walls.restitution = restitution_of(wall ? e : 0.5);
    sim->scene.dt = pi * sqrt(mu / sim->scene.k) / steps;
    if (wall) {
        sim_ball(sim, 0, 99, 50, u, 0);
    } else {
        sim->scene.m[1] = ratio;
        sim_ball(sim, 0, 50, 50, u, 0);
        sim_ball(sim, 1, 52, 50, 0, 0);
    }
    sim_start(sim, ops);
    sim_advance(sim, (uint64_t)(2 * steps));
    assert_int_equal(sim_counters(sim).ball + sim_counters(sim).surface, 1);
    double apart = wall ? -sim->world->vx[0] : sim->world->vx[1] - sim->world->vx[0];
    sim_close(sim);
    return apart / u;
}

static void test_restitution(void **context)
{
    (void)context;
    static const double wanted[] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1};
    static const double ratios[] = {1, 3, 10, 100, 1000, (double)INFINITY};
    for (size_t o = 0; o < SPRINGS; o++)
        for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
            for (size_t j = 0; j < sizeof ratios / sizeof *ratios; j++) {
                if ((i + j) % 2 && runs(1, 0))
                    continue;
                double e = obtained(springs[o], wanted[i], ratios[j]);
                if (!(fabs(e - wanted[i]) < 1e-3))
                    fail_msg("%s, mass ratio %g: e = %g instead of %g", springs[o]->name, ratios[j], e, wanted[i]);
            }
}

/* ---- the table of the manual ---- */

struct errors {
    double speed, place, energy;
};

/** Worst errors of a contact with a wall (m = k = 1, speed 1) that begins `phase` steps after the start. */
static void contact_errors(const struct integrator_ops *ops, double steps, double e, double phase, struct errors *worst)
{
    struct sim *sim = sim_open(1, 100, 100);
    sim->scene.k = 1;
    sim->scene.table.walls.restitution = restitution_of(e);
    sim->scene.dt = pi / steps;
    sim_ball(sim, 0, 1 + phase * sim->scene.dt, 50, -1, 0);
    sim_start(sim, ops);
    for (uint64_t step = 1; step <= (uint64_t)(3 * steps); step++) {
        sim_advance(sim, step);
        double total = sim_kinetic(sim) + sim_potential(sim) + sim_counters(sim).lost;
        worst->energy = fmax(worst->energy, fabs(total / 0.5 - 1));
    }
    double flown = sim->world->t - phase * sim->scene.dt - pi;
    worst->speed = fmax(worst->speed, fabs(sim->world->vx[0] - e));
    worst->place = fmax(worst->place, fabs(sim->world->x[0] - 1 - flown));
    sim_close(sim);
}

static struct errors worst_errors(const struct integrator_ops *ops, double steps, double e)
{
    struct errors worst = {0, 0, 0};
    for (int phase = 0; phase < 100; phase++)
        contact_errors(ops, steps, e, (phase + 0.37) / 100, &worst);
    return worst;
}

static void test_table_of_the_manual(void **context)
{
    (void)context;
    static const double steps[] = {20, 50, 100};
    static const double sim[SPRINGS][3][4] = {
        {{0.0027, 0.020, 0.083, 0.011}, {0.00044, 0.0033, 0.032, 0.0040}, {0.00011, 0.00083, 0.016, 0.0020}},
        {{0.0027, 0.020, 0.0059, 0.011}, {0.00044, 0.0033, 0.00097, 0.0037}, {0.00011, 0.00083, 0.00024, 0.0019}},
        {{0.0013, 0.0081, 0.0026, 0.0069}, {0.00021, 0.0013, 0.00042, 0.0025}, {0.000053, 0.00033, 0.00011, 0.0013}}};
    for (size_t o = 0; o < SPRINGS; o++)
        for (size_t i = 0; i < 3; i++) {
            struct errors elastic = worst_errors(springs[o], steps[i] + 0.37, 1);
            struct errors damped = worst_errors(springs[o], steps[i] + 0.37, 0.8);
            const double found[] = {elastic.speed, elastic.place, elastic.energy, damped.speed};
            for (size_t c = 0; c < 4; c++)
                if (!(fabs(found[c] / sim[o][i][c] - 1) < 0.06))
                    fail_msg("%s, %g steps, column %zu: %g", springs[o]->name, steps[i], c, found[c]);
        }
}

/** With the default steps, the restitution. */
static void test_table_of_restitution(void **context)
{
    (void)context;
    static const double e[] = {0.9, 0.7, 0.5, 0.3, 0.2, 0.1};
    static const double sim[SPRINGS][6] = {{0.0022, 0.0058, 0.010, 0.014, 0.014, 0.013},
                                           {0.0022, 0.0053, 0.0080, 0.0095, 0.0093, 0.0079},
                                           {0.0015, 0.0037, 0.0054, 0.0062, 0.0061, 0.0052}};
    for (size_t o = 0; o < SPRINGS; o++)
        for (size_t i = 0; i < sizeof e / sizeof *e; i++) {
            const double found = worst_errors(springs[o], 50.37, e[i]).speed;
            if (!(fabs(found / sim[o][i] - 1) < 0.06))
                fail_msg("%s, e = %g: %g", springs[o]->name, e[i], found);
        }
}

/** Keeps the one row there is; more would be an error. */
static void keep_row(void *context, const struct contact_event *row)
{
    struct contact_event *kept = context;
    assert_true(isnan(kept->t));
    *kept = *row;
}

/** Two balls one upon the other push in no direction with `spring`: they part as they came, the row's normal is +x, its
 * impulse 0. */
static void test_coinciding_centres(void **context)
{
    (void)context;
    struct sim *sim = sim_open(2, 100, 100);
    struct contact_event row = {.t = NAN};
    sim->scene.k = 1;
    sim->scene.dt = 0.01;
    sim->observer = (struct observer){.contact = keep_row, .context = &row};
    sim_ball(sim, 0, 50, 40, 300, -400);
    sim_ball(sim, 1, 50, 40, -300, 400);
    sim_start(sim, &integrator_spring);
    sim_advance(sim, 2);
    assert_true(row.a == 0 && row.b == 1 && row.n.x == 1 && row.n.y == 0 && row.j == 0);
    assert_true(fabs(row.at.x - 50) < 1e-6 && row.at.y == 40);
    assert_true(sim->world->vx[0] == 300 && sim->world->vy[1] == 400);
    sim_close(sim);
}

/** Ball 0 of mass 1.5 hits ball 1 of mass 1, or a wall, obliquely: -j n/m of the row is its change of velocity. */
static void momentum_of_row(const struct integrator_ops *ops, bool wall, double e, double k)
{
    struct sim *sim = sim_open(wall ? 1 : 2, 100, 100);
    struct contact_event row = {.t = NAN};
    sim->scene.k = k;
    sim->scene.pair.restitution = sim->scene.table.walls.restitution = restitution_of(e);
    sim->scene.dt = 0.05 / sqrt(k);
    sim->observer = (struct observer){.contact = keep_row, .context = &row};
    sim->scene.m[0] = 1.5;
    sim_ball(sim, 0, wall ? 2 : 50, 50, wall ? -3 : 3, 1);
    if (!wall)
        sim_ball(sim, 1, 52.2, 51, 0, 0);
    sim_start(sim, ops);
    sim_advance(sim, (uint64_t)(3 / sim->scene.dt));
    double change_x = sim->world->vx[0] - (wall ? -3 : 3), change_y = sim->world->vy[0] - 1;
    assert_true(fabs(change_x) > 0.5 && fabs(row.n.x * row.n.x + row.n.y * row.n.y - 1) < 1e-14);
    assert_true(fabs(-row.j * row.n.x / 1.5 - change_x) < 1e-13 && fabs(-row.j * row.n.y / 1.5 - change_y) < 1e-13);
    sim_close(sim);
}

static void test_momentum_of_rows(void **context)
{
    (void)context;
    for (size_t o = 0; o < SPRINGS; o++)
        for (int wall = 0; wall < 2; wall++)
            for (double k = 100; k < 1e5; k *= 10) {
                momentum_of_row(springs[o], wall, 1, k);
                momentum_of_row(springs[o], wall, 0.6, k);
            }
}

static void count_row(void *context, const struct contact_event *row)
{
    (void)row;
    ++*(uint64_t *)context;
}

/** A ball from the middle hits one wall once, or in a corner two at once; counted the same with a log and without. */
static void test_walls_are_counted(void **context)
{
    (void)context;
    for (size_t o = 0; o < SPRINGS; o++)
        for (int direction = 0; direction < 9; direction++)
            for (int logged = 0; logged < 2; logged++) {
                int vx = direction % 3 - 1, vy = direction / 3 - 1;
                uint64_t rows = 0, wanted = (uint64_t)(abs(vx) + abs(vy));
                struct sim *sim = sim_open(1, 10, 10);
                sim->scene.k = 1000;
                sim->scene.dt = 0.001;
                if (logged)
                    sim->observer = (struct observer){.contact = count_row, .context = &rows};
                sim_ball(sim, 0, 5, 5, vx, vy);
                sim_start(sim, springs[o]);
                sim_advance(sim, 6000);
                assert_int_equal(sim_counters(sim).surface, wanted);
                assert_int_equal(sim_counters(sim).ball, 0);
                assert_true(!logged || rows == wanted);
                sim_close(sim);
            }
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_elastic_total),        cmocka_unit_test(test_damped_total),
        cmocka_unit_test(test_restitution),          cmocka_unit_test(test_table_of_the_manual),
        cmocka_unit_test(test_table_of_restitution), cmocka_unit_test(test_coinciding_centres),
        cmocka_unit_test(test_walls_are_counted),    cmocka_unit_test(test_unresolved_damping),
        cmocka_unit_test(test_momentum_of_rows),
    };
    return RUN_TESTS(tests);
}
