/*
 * How fast the spring integrators converge, and to what: the closed form of a contact with a wall, the wanted
 * restitution, and the balance of energy.
 *
 * Steps are contact time / (n + 0.37): at whole numbers of steps per contact errors cancel and orders look too high.
 *
 * Promise: orders: semi-implicit Euler 1, Verlet 2, Runge-Kutta 4 inside a contact, all 2 over an elastic one.
 * Measured: measured to 0.1, over contacts to 0.2.
 */
#include "lib/sim.h"

static const struct integrator_ops *const springs[] = {&integrator_spring, &integrator_spring_verlet,
                                                       &integrator_spring_rk4};
enum { SPRINGS = 3 };

static const double pi = 3.141592653589793;

/** A ball (m = 1, k = 1) that touches the left wall with velocity -1, after two contact times: its velocity error. */
static double wall_error(const struct integrator_ops *ops, double steps_per_contact, double e)
{
    struct sim *sim = sim_open(1, 100, 100);
    sim->scene.k = 1;
    sim->scene.table.walls.restitution = restitution_of(e);
    sim->scene.dt = pi / steps_per_contact;
    sim_ball(sim, 0, 1, 50, -1, 0);
    sim_start(sim, ops);
    sim_advance(sim, (uint64_t)(2 * steps_per_contact) + 1);
    double error = fabs(sim->world->vx[0] - e);
    assert_int_equal(sim_counters(sim).surface, 1);
    sim_close(sim);
    return error;
}

/** Elastic contacts: second order for all three, since the force has a kink at the contact's beginning and end. */
static void test_second_order_per_contact(void **context)
{
    (void)context;
    for (size_t o = 0; o < SPRINGS; o++)
        for (double n = 80; n < 3000; n *= 2) {
            double order = log2(wall_error(springs[o], n + 0.37, 1) / wall_error(springs[o], 2 * n + 0.37, 1));
            assert_true(order > 1.8 && order < 2.1);
        }
}

/** A ball (r = 1, m = 2) in a slot narrower than itself never leaves the walls: x'' = -(2 k x + 2 c x')/m about the
 *  middle, with no kink. Returns the error of position and velocity together at time 3. */
static double slot_error(const struct integrator_ops *ops, double e, double dt)
{
    struct sim *sim = sim_open(1, 1.6, 100);
    const double k = 5, m = 2, zeta = e < 1 ? 0.2552756376 : 0, start = 0.05, speed = 0.1;
    sim->scene.k = k;
    sim->scene.table.walls.restitution = restitution_of(e);
    sim->scene.m[0] = m;
    sim->scene.dt = dt;
    sim_ball(sim, 0, 0.8 + start, 50, speed, 0);
    sim_start(sim, ops);
    sim_advance(sim, (uint64_t)(3 / dt + 0.5));
    double decay = 2 * zeta * sqrt(k * m) / m, t = sim->world->t, w = sqrt(2 * k / m - decay * decay);
    double sine = (speed + decay * start) / w, shrunk = exp(-decay * t);
    double x = shrunk * (start * cos(w * t) + sine * sin(w * t));
    double v = -decay * x + w * shrunk * (sine * cos(w * t) - start * sin(w * t));
    double error = hypot(sim->world->x[0] - 0.8 - x, sim->world->vx[0] - v);
    sim_close(sim);
    return error;
}

/** Where forces are smooth each method has its own order, with and without damping. */
static void test_orders_inside_a_contact(void **context)
{
    (void)context;
    static const double orders[SPRINGS] = {1, 2, 4};
    for (size_t o = 0; o < SPRINGS; o++)
        for (double e = 1; e >= 0.5; e -= 0.5) {
            double order = log2(slot_error(springs[o], e, 0.02) / slot_error(springs[o], e, 0.01));
            if (!(fabs(order - orders[o]) < 0.1))
                fail_msg("%s, e = %g: order %g", springs[o]->name, e, order);
        }
}

/** Damped contacts: the dashpot's force jumps at the beginning, which leaves first order; the limit is e. */
static void test_restitution_is_reached(void **context)
{
    (void)context;
    static const double wanted[] = {0.95, 0.75, 0.5, 0.2, 0.05};
    for (size_t o = 0; o < SPRINGS; o++)
        for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
            double coarse = wall_error(springs[o], 500.37, wanted[i]),
                   fine = wall_error(springs[o], 4000.37, wanted[i]);
            assert_true(fine < 2e-4);
            assert_true(coarse / fine > 6 && coarse / fine < 10);
        }
}

/** e = 0: what is left is of order k dt^2 / m. */
static void test_no_restitution(void **context)
{
    (void)context;
    for (size_t o = 0; o < SPRINGS; o++)
        for (double n = 20; n < 2000; n *= 4)
            assert_true(wall_error(springs[o], n + 0.37, 0) < 5 * (pi / n) * (pi / n));
}

/** Largest relative error of kinetic + potential + lost over a gas's run of time 20, looked at every step. */
static double ledger_error(const struct integrator_ops *ops, double e, double dt)
{
    struct sim *sim = sim_open(60, 15, 15);
    uint64_t seed = 5;
    sim->scene.k = 500;
    sim->scene.dt = dt;
    sim->scene.pair.restitution = sim->scene.table.walls.restitution = restitution_of(e);
    for (size_t i = 0; i < 60; i++) {
        sim->scene.r[i] = 0.5 + 0.3 * (double)(i % 3);
        sim->scene.m[i] = 1 + (double)(i % 4);
        sim_ball_random(sim, i, 1 + 1.85 * (double)(i % 8), 1 + 1.85 * (double)(i / 8), 1, &seed);
    }
    double start, worst = 0;
    sim_start(sim, ops);
    start = sim_kinetic(sim) + sim_potential(sim);
    for (uint64_t step = 1; (double)step * dt < 20; step++) {
        sim_advance(sim, step);
        double total = sim_kinetic(sim) + sim_potential(sim) + sim_counters(sim).lost;
        worst = fmax(worst, fabs(total / start - 1));
    }
    assert_true(sim_counters(sim).ball > 100);
    assert_true(e < 1 ? sim_counters(sim).lost > 0.1 * start : sim_counters(sim).lost == 0);
    sim_close(sim);
    return worst;
}

/** The total stays near its first value, and the nearer the smaller dt. */
static void test_energy_balance(void **context)
{
    (void)context;
    static const double bound[SPRINGS] = {0.015, 0.002, 0.001};
    for (size_t o = 0; o < SPRINGS; o++)
        for (double e = 1; e > 0.6; e -= 0.3) {
            double error = ledger_error(springs[o], e, 0.004);
            assert_true(error < bound[o]);
            assert_true(ledger_error(springs[o], e, 0.001) < error / 3);
        }
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_second_order_per_contact), cmocka_unit_test(test_orders_inside_a_contact),
        cmocka_unit_test(test_restitution_is_reached),   cmocka_unit_test(test_no_restitution),

        cmocka_unit_test(test_energy_balance),
    };
    return RUN_TESTS(tests);
}
