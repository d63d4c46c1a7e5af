/*
 * Numbers from the literature against those that `event` gives, in one table: what, ours, published, the standard error
 * of ours, and how many of them lie between. A row passes within four standard errors and the uncertainty of the
 * formula itself, which each test states. Standard errors come from independent runs, or from parts of one run that are
 * longer than its memory.
 */
#include "laws/gas_theory.h"

/* ---- the table ---- */

/** Mean and standard error of a sample that grows. */
struct sample {
    double n, sum, squares;
};

static void sample_add(struct sample *sample, double value)
{
    sample->n++;
    sample->sum += value;
    sample->squares += value * value;
}

static double sample_mean(const struct sample *sample)
{
    return sample->sum / sample->n;
}

static double sample_error(const struct sample *sample)
{
    double mean = sample_mean(sample), variance = sample->squares / sample->n - mean * mean;
    return sqrt(fmax(variance, 0) / (sample->n - 1));
}

/** @param doubt relative uncertainty of the published value */
static void row(const char *what, double parameter, const struct sample *sample, double published, double doubt)
{
    double ours = sample_mean(sample), error = sample_error(sample);
    print_message("# %-38s %-5g ours %-10.6g published %-10.6g error %-8.2g apart %+.1f\n", what, parameter, ours,
                  published, error, (ours - published) / error);
    assert_true(error > 0 && error < 0.01 * published);
    assert_true(fabs(ours - published) < 4 * error + doubt * published);
}

/* ---- one orbit ---- */

/** The mean free path in a table of area A and perimeter P is pi A / P (Santalo, Integral Geometry and Geometric
 *  Probability, 1976; Chernov, J. Stat. Phys. 88, 1, 1997): here Sinai's, a square with a round obstacle, which is a
 *  ball too heavy to move. For starts spread evenly over places and directions this is the exact expectation of path
 *  over hits, however short the runs. */
static void test_mean_free_path(void **context)
{
    (void)context;
    enum { RUNS = 1000, PATH = 1000 };
    const double side = 10, big = 3, small = 1e-3;
    const double area = (side - 2 * small) * (side - 2 * small) - GAS_PI * (big + small) * (big + small);
    const double perimeter = 4 * (side - 2 * small) + 2 * GAS_PI * (big + small);
    struct sample hits_per_path = {0};
    uint64_t seed = 11;
    for (int run = 0; run < RUNS; run++) {
        struct table *table = table_open(2, side, side);
        double x, y, angle = table_random(&seed, 0, 2 * GAS_PI);
        do {
            x = table_random(&seed, small, side - small);
            y = table_random(&seed, small, side - small);
        } while (hypot(x - 5.3, y - 4.8) < big + small);
        table_ball(table, 0, x, y, cos(angle), sin(angle));
        table_ball(table, 1, 5.3, 4.8, 0, 0);
        table->scene.r[0] = small;
        table->scene.r[1] = big;
        table->scene.m[1] = 1e30;
        table->scene.dt = PATH;
        table_start(table, &integrator_event);
        table_advance(table, 1);
        sample_add(&hits_per_path, (double)(table_tally(table).ball + table_tally(table).wall) / PATH);
        table_close(table);
    }
    row("hits per path, Sinai's table, P/(pi A)", big, &hits_per_path, perimeter / (GAS_PI * area), 0);
}

/* ---- gases at equilibrium ---- */

/** <|v|^power> over a gas, divided by <v^2>^(power / 2). */
static double moment(const struct world *world, double power)
{
    double squares = 0, powers = 0, n = (double)world->n;
    for (size_t i = 0; i < world->n; i++) {
        double vv = world->vx[i] * world->vx[i] + world->vy[i] * world->vy[i];
        squares += vv;
        powers += pow(vv, power / 2);
    }
    return powers / n / pow(squares / n, power / 2);
}

/** Maxwell's distribution, of N balls that share a fixed energy: the part of one ball has the density
 *  (N - 1)(1 - s)^(N - 2), of which the moments are Gamma functions (Khinchin, Mathematical Foundations of Statistical
 *  Mechanics, 1949); for large N they are those of exp(-v^2/2). All speeds are equal at the start. */
static void test_maxwell_moments(void **context)
{
    (void)context;
    static const double powers[] = {1, 3, 4, 6};
    struct sample samples[4] = {{0}};
    struct gas_theory bulk = gas_theory_table[1];
    struct table *table = gas_open(100, 100, bulk.eta, 0, 21);
    double n = (double)table->scene.n;
    for (size_t i = 0; i < table->scene.n; i++) {
        double speed = hypot(table->world->vx[i], table->world->vy[i]);
        table->world->vx[i] /= speed;
        table->world->vy[i] /= speed;
    }
    table->scene.dt = 0.01;
    table_start(table, &integrator_event);
    gas_run(table, 20, bulk);
    for (int part = 0; part < 500; part++) {
        gas_run(table, 4, bulk);
        for (int k = 0; k < 4; k++)
            sample_add(&samples[k], moment(table->world, powers[k]));
    }
    for (int k = 0; k < 4; k++) {
        double half = powers[k] / 2;
        double published = pow(n, half) * tgamma(1 + half) * exp(lgamma(n) - lgamma(n + half));
        row("<|v|^p>/<v^2>^(p/2), p =", powers[k], &samples[k], published, 0);
    }
    table_close(table);
}

/** Compressibility and frequency of hits, by parts of 5 hits per ball. What gas_theory.h neglects of the walls is some
 *  per cent of a term of d / L: 0.1 per cent here. */
static void test_hard_discs(void **context)
{
    (void)context;
    for (size_t i = 0; i < sizeof gas_theory_table / sizeof *gas_theory_table; i++) {
        struct gas_theory bulk = gas_theory_table[i];
        struct table *table = gas_open(100, 100, bulk.eta, gas_theory_margin(bulk.eta), 31);
        struct gas_measured sum = {0};
        struct sample z = {0}, rate = {0};
        double n = (double)table->scene.n, v0 = sqrt(gas_temperature(table));
        table->scene.dt = 0.001;
        table->observer = (struct observer){gas_measure_hit, &sum, NULL};
        table_start(table, &integrator_event);
        gas_run(table, 30, bulk);
        for (int part = 0; part < 24; part++) {
            double from = table->world->t;
            sum = (struct gas_measured){0};
            gas_run(table, 5, bulk);
            sum.time = table->world->t - from;
            sample_add(&z, 1 + sum.ball_virial / (2 * n * v0 * v0 * sum.time));
            sample_add(&rate, 2 * sum.ball_hits / n / sum.time / v0);
        }
        double published = gas_theory_z_in_box(table, bulk);
        row("Z of 10^4 discs in a box, eta =", bulk.eta, &z, published, 0.001);
        row("hits per ball d/v0, eta =", bulk.eta, &rate, 4 * (published - 1) / sqrt(GAS_PI), 0.001);
        table_close(table);
    }
}

/* ---- gases that cool ---- */

/** One gas that cools for some 6 hits per ball: its energy over that of the start by hits and by time, each divided by
 *  what Haff's law says. */
static void cool(double e, uint64_t seed, struct sample *by_hits, struct sample *by_time)
{
    struct gas_theory bulk = gas_theory_table[1];
    struct table *table = gas_open(64, 64, bulk.eta, gas_theory_margin(bulk.eta), seed);
    double n = (double)table->scene.n, loss = 1 - e * e;
    table->scene.dt = 0.01;
    table_start(table, &integrator_event);
    gas_run(table, 10, bulk);
    table->ops->destroy(table->state);
    table->scene.e_ball = e;
    double energy = table_kinetic(table), rate = gas_theory_ball_hits(table, bulk) / n, from = table->world->t;
    table_start(table, &integrator_event);
    gas_run(table, 6, bulk);
    double left = table_kinetic(table) / energy, time = 1 + loss * rate * (table->world->t - from) / 2;
    sample_add(by_hits, left / exp(-loss * (double)table_tally(table).ball / n));
    sample_add(by_time, left * time * time);
    table_close(table);
}

/** Haff's law (J. Fluid Mech. 134, 401, 1983): a hit takes (1 - e^2) kT on average, so the energy falls as
 *  exp(-(1 - e^2) hits / N), and as (1 + (1 - e^2) rate t / 2)^-2 with the rate of hits per ball and time of the start,
 *  as long as the gas is uniform and its speeds are Maxwell's: within 3 per cent. */
static void test_haff(void **context)
{
    (void)context;
    static const double restitution[] = {0.99, 0.95, 0.9};
    for (size_t i = 0; i < 3; i++) {
        struct sample by_hits = {0}, by_time = {0};
        for (uint64_t seed = 41; seed < 57; seed++)
            cool(restitution[i], seed, &by_hits, &by_time);
        row("energy over Haff's by hits, e =", restitution[i], &by_hits, 1, 0.03);
        row("energy over Haff's by time, e =", restitution[i], &by_time, 1, 0.03);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mean_free_path),
        cmocka_unit_test(test_maxwell_moments),
        cmocka_unit_test(test_hard_discs),
        cmocka_unit_test(test_haff),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
