/*
 * Balls under gravity and rolling friction in `event`: closed forms, and what every run must keep: the energy, whatever
 * frames are written, and the way back. Trajectories computed elsewhere are in test_flight_rows.c.
 */
#include "lib/sim.h"

#include "measure/diagnostics.h"

static bool is_near(double found, double wanted, double tolerance)
{
    return fabs(found - wanted) <= tolerance * fmax(1, fabs(wanted));
}

static double total(const struct sim *sim)
{
    return sim_kinetic(sim) + diagnostics_potential(sim->world, sim->scene.gravity) + sim_counters(sim).lost;
}

static void set_friction(struct sim *sim, double friction)
{
    sim->scene.friction = mem_array(sim->scene.n, sizeof(double));
    assert_non_null(sim->scene.friction);
    for (size_t i = 0; i < sim->scene.n; i++)
        sim->scene.friction[i] = friction;
}

/* ---- friction ---- */

/** Ball 0 reaches ball 1, at rest at a gap of 1.2, if its speed is at least sqrt(2 c gap). */
static void test_reach(void **context)
{
    (void)context;
    static const struct {
        double v, c, t;
    } cases[] = {{1, 0.0981, 1.28041573098585366}, {0.49, 0.1, 4.8}, {0.489, 0.1, -1}};
    for (int i = 0; i < 3; i++) {
        struct sim *sim = sim_open(2, 30, 1);
        struct sim_rows rows = {.count = 0};
        sim->scene.r[0] = sim->scene.r[1] = 0.028575;
        sim->scene.dt = 12;
        set_friction(sim, cases[i].c);
        sim->observer = (struct observer){.contact = sim_keep_row, .context = &rows};
        sim_ball(sim, 0, 0.5, 0.5, cases[i].v, 0);
        sim_ball(sim, 1, 0.5 + 1.2 + 2 * 0.028575, 0.5, 0, 0);
        sim_start(sim, &integrator_event);
        sim_advance(sim, 1);
        assert_int_equal(rows.count, cases[i].t > 0);
        assert_true(rows.count == 0 || is_near(rows.row[0].t, cases[i].t, 1e-13));
        sim_close(sim);
    }
}

/* ---- gravity ---- */

/** A ball dropped with clearance h: hit n at sqrt(2h/g) (1 + 2 sum e^k); then it lies, and its energy is gone. */
static void test_bouncing_to_rest(void **context)
{
    (void)context;
    static const double restitution[] = {0.9, 0.5, 0};
    for (int i = 0; i < 3; i++) {
        double e = restitution[i], h = 1, g = 9.81, hit = sqrt(2 * h / g), t = hit;
        struct sim *sim = sim_open(1, 3, 3);
        struct sim_rows rows = {.count = 0};
        sim->observer = (struct observer){.contact = sim_keep_row, .context = &rows};
        sim->scene.r[0] = 0.1;
        sim->scene.table.walls.restitution = restitution_of(e);
        sim->scene.gravity = (struct vec2){0, -g};
        sim->scene.dt = 20;
        sim_ball(sim, 0, 1.5, 1.1, 0.01, 0);
        sim_start(sim, &integrator_event);
        double before = total(sim);
        sim_advance(sim, 1);
        for (size_t n = 0; n < 10 && n < rows.count; n++) {
            assert_true(is_near(rows.row[n].t, t, 1e-14) && rows.row[n].kind == CONTACT_BOTTOM);
            hit *= e;
            t += 2 * hit;
        }
        assert_true(rows.count >= (e > 0 ? 15u : 1u) && rows.count < 200);
        assert_true(sim->world->vy[0] == 0 && fabs(sim->world->y[0] - 0.1) < 1e-12);
        assert_true(is_near(sim->world->x[0], 1.5 + 0.01 * 20, 1e-14) && is_near(total(sim), before, 1e-13));
        sim_close(sim);
    }
}

/* ---- properties ---- */

/** A gas in a box: the energy is kept and nothing overlaps, whatever the law of motion. */
static struct sim *gas(int law, double e, double frame)
{
    struct sim *sim = sim_open(60, 12, 12);
    uint64_t seed = 7;
    for (size_t i = 0; i < 60; i++) {
        sim->scene.r[i] = 0.4;
        sim_ball_random(sim, i, 0.8 + 1.4 * (double)(i % 8), 0.8 + 1.4 * (double)(i / 8), 1, &seed);
    }
    sim->scene.pair.restitution = restitution_of(e);
    sim->scene.table.walls.restitution = restitution_of(e);
    sim->scene.contact_time = e < 1 ? 1e-6 : 0; /* balls that gravity or friction presses together collapse without */
    sim->scene.dt = frame;
    if (law == 0)
        set_friction(sim, 0.01);
    else
        sim->scene.gravity = (struct vec2){law == 1 ? 0 : 0.3, -0.5};
    return sim;
}

static void test_energy(void **context)
{
    (void)context;
    for (int law = 0; law < 3; law++)
        for (double e = 1; e > 0.8; e -= 0.1) {
            struct sim *sim = gas(law, e, 0.1);
            sim_start(sim, &integrator_event);
            double before = total(sim);
            for (uint64_t step = 1; step <= 200; step++) {
                sim_advance(sim, step);
                assert_true(is_near(total(sim), before, 1e-12) && sim_deepest(sim) < 1e-11);
            }
            assert_true(sim_counters(sim).ball > 50 && sim_counters(sim).overlap < 1e-11);
            sim_close(sim);
        }
}

/** Over 10^6 elastic hits under gravity, too. */
static void test_energy_of_a_long_run(void **context)
{
    (void)context;
    for (int law = 1; law < 3; law++) {
        struct sim *sim = gas(law, 1, 1000);
        sim_start(sim, &integrator_event);
        double before = total(sim);
        uint64_t step = 0;
        while (sim_counters(sim).ball + sim_counters(sim).surface < (uint64_t)runs(100000, 1000000))
            sim_advance(sim, ++step);
        assert_true(is_near(total(sim), before, 1e-12) && sim_deepest(sim) < 1e-11);
        sim_close(sim);
    }
}

/** Frames change no bit. */
static void test_frames(void **context)
{
    (void)context;
    for (int law = 0; law < 3; law++) {
        struct sim *fine = gas(law, 0.9, 0.125), *coarse = gas(law, 0.9, 16);
        sim_start(fine, &integrator_event);
        sim_start(coarse, &integrator_event);
        for (uint64_t step = 1; step <= 128; step++)
            sim_advance(fine, step);
        sim_advance(coarse, 1);
        sim_assert_same(fine->world, coarse->world);
        sim_close(fine);
        sim_close(coarse);
    }
}

/** Under gravity and with e = 1 a run turned round comes back. */
static void test_reversal(void **context)
{
    (void)context;
    struct sim *out = gas(1, 1, 2), *back = gas(1, 1, 2);
    sim_start(out, &integrator_event);
    sim_advance(out, 1);
    assert_true(sim_counters(out).ball > 10);
    for (size_t i = 0; i < 60; i++)
        sim_ball(back, i, out->world->x[i], out->world->y[i], -out->world->vx[i], -out->world->vy[i]);
    sim_start(back, &integrator_event);
    sim_advance(back, 1);
    struct sim *start = gas(1, 1, 2);
    for (size_t i = 0; i < 60; i++)
        assert_true(fabs(back->world->x[i] - start->world->x[i]) < 1e-9 &&
                    fabs(back->world->vy[i] + start->world->vy[i]) < 1e-9);
    sim_close(out);
    sim_close(back);
    sim_close(start);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reach),  cmocka_unit_test(test_bouncing_to_rest),
        cmocka_unit_test(test_energy), cmocka_unit_test(test_energy_of_a_long_run),
        cmocka_unit_test(test_frames), cmocka_unit_test(test_reversal),
    };
    return RUN_TESTS(tests);
}
