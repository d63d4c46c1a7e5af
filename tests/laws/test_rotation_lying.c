/*
 * Promise: balls that lie on a wall slip, roll, run down inclines. Measured: closed forms to 1e-12; continued to the
 * bit.
 */
/* Balls that lie on a wall under gravity and rub there: inclines, slipping and rolling, a superball that comes to roll,
 * a corner. Against closed forms; the ledger balances, and a run that is saved and continued keeps its bits. */

#include "lib/contact_log.h"

/** One ball of radius 2 on a long table under gravity, at the height y; mu of the walls. */
static struct sim *incline(double gx, double gy, double mu, double y, double vx)
{
    struct sim *sim = sim_open(1, 1e4, 100);
    sim_rotate(sim);
    sim->scene.r[0] = 2;
    sim->scene.gravity = (struct vec2){gx, gy};
    sim->scene.table.walls.rubbing.mu.a = mu;
    sim->scene.table.walls.restitution = restitution_of(0.5);
    sim->scene.dt = 0.25;
    sim_ball(sim, 0, 100, y, vx, 0);
    return sim;
}

static double energy(const struct sim *sim)
{
    const struct world *world = sim->world;
    return sim_kinetic(sim) + sim_rotation(sim) - sim->scene.gravity.x * world->x[0] -
           sim->scene.gravity.y * world->y[0] + sim_counters(sim).lost;
}

/** A ball that starts at rest on an incline has this acceleration, and this of its spin. */
static void rolls_down(double mu, double wanted, double turns)
{
    struct sim *sim = incline(1, -4, mu, 2, 0);
    sim_start(sim, &integrator_event);
    double before = energy(sim);
    for (uint64_t step = 1; step <= 40; step++) {
        sim_advance(sim, step);
        double t = 0.25 * (double)step;
        assert_near(sim->world->vx[0], wanted * t, 1e-12 * t);
        assert_near(sim->world->x[0], 100 + wanted * t * t / 2, 1e-10);
        assert_near(2 * sim->world->w[0].z, -turns * t, 1e-12 * t);
        assert_near(energy(sim), before, 1e-10);
    }
    sim_close(sim);
}

static void test_inclines(void **context)
{
    (void)context;
    rolls_down(1, 5. / 7, 5. / 7);        /* tan(angle) = 1/4 <= 7 mu/2: it rolls */
    rolls_down(0.0715, 5. / 7, 5. / 7);   /* just so */
    rolls_down(0.05, 1 - 0.2, 2.5 * 0.2); /* it slips on */
    rolls_down(0, 1, 0);
}

/* Surfaces that lie on each other are slow: of a + b exp(-c speed) all counts, which lets the ball roll, and a alone
 * would not. */
static void test_an_incline_with_friction_by_speed(void **context)
{
    (void)context;
    struct sim *sim = incline(1, -4, 0.05, 2, 0);
    sim->scene.table.walls.rubbing.mu = (struct friction){0.05, 0.05, 3};
    sim_start(sim, &integrator_event);
    sim_advance(sim, 8);
    assert_near(sim->world->vx[0], 5. / 7 * 2, 1e-12);
    sim_close(sim);
}

/* However small, a slip that is no rounding is slip: 2/7 of it is lost. */
static void test_a_small_slip(void **context)
{
    (void)context;
    struct sim *sim = incline(0, -10, 0.1, 2, 1);
    sim->world->w[0].z = -(1 - 1e-8) / 2;
    sim_start(sim, &integrator_event);
    sim_advance(sim, 1);
    assert_near(sim->world->vx[0], 1 - 2e-8 / 7, 1e-13);
    assert_near(2 * sim->world->w[0].z, -(1 - 2e-8 / 7), 1e-13);
    sim_close(sim);
}

/* A ball without spin slips on the level, and rolls at 5/7 of its speed. */
static void test_from_slipping_to_rolling(void **context)
{
    (void)context;
    struct sim *sim = incline(0, -10, 0.1, 2, 7);
    sim_start(sim, &integrator_event);
    double before = energy(sim), ends = 2;
    for (uint64_t step = 1; step <= 24; step++) {
        double t = 0.25 * (double)step;
        sim_advance(sim, step);
        assert_near(sim->world->vx[0], t < ends ? 7 - t : 5, 1e-12);
        assert_near(2 * sim->world->w[0].z, t < ends ? -2.5 * t : -5, 1e-12);
        assert_near(energy(sim), before, 1e-9);
    }
    assert_near(sim_counters(sim).lost, 7, 1e-12); /* m v^2/7 */
    sim_close(sim);
}

/* Dropped with spin it bounces, lies, slips and rolls: at the end v + r wz = 0, whatever happened before; and a run
 * continued from any step is the same to the bit. */
static void test_a_superball_comes_to_roll(void **context)
{
    (void)context;
    struct sim *whole = incline(0, -10, 0.3, 5, 2);
    whole->world->w[0].z = 9;
    sim_start(whole, &integrator_event);
    double before = energy(whole);
    for (uint64_t step = 1; step <= 60; step++) {
        sim_advance(whole, step);
        assert_near(energy(whole), before, 1e-9);
    }
    assert_true(whole->world->vy[0] == 0 && whole->world->vx[0] != 0);
    assert_near(whole->world->vx[0] + 2 * whole->world->w[0].z, 0, 1e-13);
    for (uint64_t at = 1; at < 60; at += 5) {
        struct sim *part = incline(0, -10, 0.3, 5, 2);
        part->world->w[0].z = 9;
        sim_start(part, &integrator_event);
        sim_advance(part, at);
        sim_save(part);
        sim_end(part);
        part->scene.start_step = at;
        sim_start(part, &integrator_event);
        sim_advance(part, 60);
        assert_true(part->world->x[0] == whole->world->x[0] && part->world->vx[0] == whole->world->vx[0]);
        assert_true(part->world->w[0].z == whole->world->w[0].z);
        sim_close(part);
    }
    sim_close(whole);
}

/** A ball of radius 2 in the corner at (2, 2) of a box that moves with this velocity. */
static struct sim *corner(double gx, double gy, double mu, double wz, struct vec2 v)
{
    struct sim *sim = incline(gx, gy, mu, 2, v.x);
    sim->world->x[0] = 2;
    sim->world->vy[0] = v.y;
    sim->world->w[0].z = wz;
    return sim;
}

/* In a corner the ball stays and its spin decreases by the friction of both walls, each of which presses it to the
 * other wall or off it: the left one with (1 + 0.2 s 4)/1.04, the bottom with (4 - 0.2 s 1)/1.04, s the sense of the
 * spin. */
static void test_a_corner(void **context)
{
    (void)context;
    for (int sense = -1; sense <= 1; sense += 2) {
        struct sim *sim = corner(-1, -4, 0.2, 3 * sense, (struct vec2){0, 0});
        sim_start(sim, &integrator_event);
        for (uint64_t step = 1; step <= 8; step++) {
            double slower = 0.2 * (1 + 4 + 0.2 * sense * (4 - 1)) / (1.04 * 0.4 * 2);
            sim_advance(sim, step);
            assert_true(sim->world->x[0] == 2 && sim->world->y[0] == 2);
            assert_near(sim->world->w[0].z, sense * fmax(0, 3 - slower * 0.25 * (double)step), 1e-13);
        }
        sim_close(sim);
    }
}

/* A spin whose friction at the floor is more than the pull towards the wall drives the ball out of the corner, at mu gn
 * - g along the floor, until it rolls; and friction at the wall drives another one up the wall. */
static void test_out_of_a_corner(void **context)
{
    (void)context;
    for (int up = 0; up < 2; up++) {
        struct sim *sim =
            up ? corner(-4, -1, 0.5, 30, (struct vec2){0, 0}) : corner(-1, -4, 0.5, -30, (struct vec2){0, 0});
        sim_start(sim, &integrator_event);
        double before = energy(sim);
        for (uint64_t step = 1; step <= 8; step++) {
            double t = 0.25 * (double)step;
            sim_advance(sim, step);
            const double *along = up ? sim->world->y : sim->world->x, *across = up ? sim->world->x : sim->world->y;
            assert_near(along[0], 2 + (0.5 * 4 - 1) * t * t / 2, 1e-12);
            assert_true(across[0] == 2);
            assert_near(sim->world->w[0].z, (up ? 1 : -1) * (30 - 0.5 * 4 / (0.4 * 2) * t), 1e-12);
            assert_near(energy(sim), before, 1e-9);
        }
        sim_close(sim);
    }
}

/** Two balls that fall into a corner without bounce: friction of a hit after which a ball lies on is that of
 *  the impulse without a bounce, so it is never more than mu times what the log has. */
static void test_a_hit_after_which_a_ball_lies(void **context)
{
    (void)context;
    const double mu = 0.33;
    struct contact_log contacts;
    struct sim *sim = sim_open(2, 3, 4);
    sim_rotate(sim);
    sim->scene.gravity = (struct vec2){-0.99, 1};
    sim->scene.contact_time = 0.00022;
    sim->scene.dt = 3;
    sim->scene.pair.restitution = sim->scene.table.walls.restitution = restitution_of(0);
    sim->scene.pair.rubbing.mu.a = sim->scene.table.walls.rubbing.mu.a = mu;
    sim->scene.r[0] = sim->scene.r[1] = 0.25;
    sim->scene.m[0] = 1.33, sim->scene.m[1] = 1.28;
    sim_ball(sim, 0, 1.41, 1.39, -0.22, -0.13);
    sim_ball(sim, 1, 1.91, 1.39, 0, 2.59);
    contact_log_start(&contacts, sim, "gr", 1 << 20);
    sim_advance(sim, 1);
    assert_true(contacts.n > 100);
    for (size_t k = 0; k < contacts.n; k++)
        assert_true(hypot(contacts.rows[k].jt, contacts.rows[k].jz) <= mu * contacts.rows[k].j * (1 + 1e-9) + 1e-15);
    contact_log_close(&contacts, sim);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_inclines),
        cmocka_unit_test(test_an_incline_with_friction_by_speed),
        cmocka_unit_test(test_a_small_slip),
        cmocka_unit_test(test_from_slipping_to_rolling),
        cmocka_unit_test(test_a_superball_comes_to_roll),
        cmocka_unit_test(test_a_corner),
        cmocka_unit_test(test_out_of_a_corner),
        cmocka_unit_test(test_a_hit_after_which_a_ball_lies),
    };
    return RUN_TESTS(tests);
}
