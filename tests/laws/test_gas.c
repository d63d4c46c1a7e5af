/*
 * What statistical mechanics predicts for hard discs run by `event`, with as few balls and hits as a minute for all
 * tests allows. The same with more of them, and sharper, is in tests/physics/.
 */
#include "laws/gas_theory.h"

/** Equal speeds become Maxwell's. With the energy shared among N balls in two dimensions the moment is 2 N / (N + 1),
 *  which for 16 balls is 1.882 and not 2. In one sample its variance is 0.16 (that of 16 independent balls would be 4 /
 * N); 10000 samples 3 hits per ball apart, with correlations that are all but gone (0.07 from one to the next), have a
 *  standard error of 0.0043, of which four are allowed. */
static void test_relaxation(void **context)
{
    (void)context;
    enum { SAMPLES = 10000 };
    struct sim *sim = gas_open(4, 4, 0.3, 0, 7);
    gas_equalise_speeds(sim->world);
    assert_true(fabs(gas_fourth_moment(sim->world) - 1) < 1e-12);
    sim->scene.dt = 2;
    sim_start(sim, &integrator_event);
    sim_advance(sim, 20);
    double sum = 0;
    for (int sample = 0; sample < SAMPLES; sample++) {
        sim_advance(sim, sim->world->step + 1);
        sum += gas_fourth_moment(sim->world);
    }
    assert_true(sim_counters(sim).ball > 3 * SAMPLES * 16 / 2);
    assert_true(fabs(sum / SAMPLES - 2.0 * 16 / 17) < 4 * 0.0043);
    sim_close(sim);
}

/** The same for many balls at once: 2 N / (N + 1) = 1.9995, standard error of one sample 2 / sqrt N = 0.031. */
static void test_relaxation_of_many(void **context)
{
    (void)context;
    struct sim *sim = gas_open(64, 64, 0.5, 0, 8);
    gas_equalise_speeds(sim->world);
    sim->scene.dt = 0.25;
    sim_start(sim, &integrator_event);
    sim_advance(sim, 1);
    double early = gas_fourth_moment(sim->world); /* on its way */
    sim_advance(sim, 10);
    assert_true(early > 1.1 && early < 1.9);
    assert_true(fabs(gas_fourth_moment(sim->world) - 2.0 * 4096 / 4097) < 4 * 0.031);
    sim_close(sim);
}

/** Haff's law (J. Fluid Mech. 134, 401, 1983) in terms of hits: each takes (1 - e^2) kT on average, so the energy is
 *  exp(-(1 - e^2) hits / N) as long as the gas is uniform. Within 3 per cent. */
static void cool(double restitution, double *deepest)
{
    struct sim *sim = gas_open(64, 64, 0.3, 0, 9);
    struct gas_theory bulk = gas_theory_bulk(0.3);
    sim->scene.dt = 0.01;
    sim_start(sim, &integrator_event);
    gas_run(sim, 6, bulk); /* Maxwell's distribution first */
    struct sim *cooling = sim;
    struct counters counters = sim_counters(sim);
    assert_true(counters.lost == 0);
    cooling->scene.pair.restitution = restitution_of(restitution);
    sim_end(cooling);
    double energy = sim_kinetic(cooling);
    sim_start(cooling, &integrator_event);
    for (int part = 0; part < 8; part++) {
        gas_run(cooling, 0.8, bulk);
        double hits = (double)sim_counters(cooling).ball / (double)cooling->scene.n;
        *deepest = sim_kinetic(cooling) / energy;
        assert_true(fabs(*deepest / exp(-(1 - restitution * restitution) * hits) - 1) < 0.03);
        assert_true(fabs(sim_kinetic(cooling) + sim_counters(cooling).lost - energy) < 1e-11 * energy);
    }
    sim_close(cooling);
}

static void test_haff_cooling(void **context)
{
    (void)context;
    double deepest;
    cool(0.95, &deepest);
    assert_true(deepest < 0.8);
    cool(0.9, &deepest);
    assert_true(deepest < 0.65);
}

/** Frequency of hits, pressure from the pairs' virial, hits on the walls. 4096 balls, 25 hits per ball: a count of
 * 51200 is good to half a per cent, the virial to somewhat more, and some 2500 hits on the walls to 2 per cent (half of
 *  it where the gas is dilute). Allowed are 2 per cent and four standard errors. */
static void test_collision_rates(void **context)
{
    (void)context;
    for (double eta = 0.1; eta < 0.6; eta += 0.2) {
        struct gas_theory bulk = gas_theory_bulk(eta);
        struct sim *sim;
        struct gas_measured sum = gas_measure(64, 64, bulk, 10, 25, &sim);
        double rate = sum.ball_hits / sum.time / gas_theory_ball_hits(sim, bulk);
        double walls = sum.wall_hits / sum.time / gas_theory_wall_hits(sim, bulk);
        double z = 1 + sum.ball_virial / (2 * (double)sim->scene.n * gas_temperature(sim) * sum.time);
        assert_true(fabs(rate - 1) < 0.02);
        assert_true(fabs(z / gas_theory_z_in_box(sim, bulk) - 1) < 0.02);
        assert_true(fabs(walls - 1) < 4 / sqrt(sum.wall_hits));
        sim_close(sim);
    }
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_relaxation),
        cmocka_unit_test(test_relaxation_of_many),
        cmocka_unit_test(test_haff_cooling),
        cmocka_unit_test(test_collision_rates),
    };
    return RUN_TESTS(tests);
}
