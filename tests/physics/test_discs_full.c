/*
 * Gases of hard discs at equilibrium in a box: speeds, pressure, hits of balls and on walls. Averages are over parts of
 * one run which are longer than its memory of what they average.
 */
#include "laws/gas_theory.h"
#include "physics/published.h"

/* ---- speeds ---- */

/** <|v|^power> over a gas, divided by <v^2>^(power / 2). */
static double moment(const struct world *world, int power)
{
    double squares = 0, powers = 0, n = (double)world->n;
    for (size_t i = 0; i < world->n; i++) {
        double vv = world->vx[i] * world->vx[i] + world->vy[i] * world->vy[i];
        squares += vv;
        powers += pow(vv, (double)power / 2);
    }
    return powers / n / pow(squares / n, (double)power / 2);
}

/** All speeds are equal at the start. Of N balls that share a fixed energy the part s of one has the density (N - 1) (1
 * - s)^(N - 2), of which the moments are Gamma functions; for large N they are those of exp(-v^2/2). */
static void test_maxwell_moments(void **state)
{
    static const struct source source = {"N^h Gamma(1 + h) Gamma(N)/Gamma(N + h), h = p/2",
                                         "Khinchin, Statistical Mechanics (1949)"};
    static const int powers[] = {1, 3, 4, 6};
    struct sample samples[4] = {{0}};
    struct gas_theory bulk = gas_theory_bulk(0.3);
    struct sim *sim = gas_open(100, 100, bulk.eta, 0, 21);
    double n = (double)sim->scene.n;
    gas_equalise_speeds(sim->world);
    sim->scene.dt = 0.01;
    sim_start(sim, &integrator_event);
    gas_run(sim, 20, bulk);
    for (int part = 0; part < 500; part++) {
        gas_run(sim, 4, bulk);
        for (int k = 0; k < 4; k++)
            sample_add(&samples[k], moment(sim->world, powers[k]));
    }
    for (int k = 0; k < 4; k++) {
        char name[64];
        double half = (double)powers[k] / 2;
        double theory = pow(n, half) * tgamma(1 + half) * exp(lgamma(n) - lgamma(n + half));
        snprintf(name, sizeof name, powers[k] == 1 ? "<v>/<v^2>^(1/2)" : "<v^%d>/<v^2>^%g", powers[k], half);
        published_average(*state, name, &samples[k], theory, 0, source);
    }
    sim_close(sim);
}

/* ---- pressure and hits, with the walls ---- */

/** What the parts of a run have measured, in units of d, m and kT. */
struct rates {
    struct sample z, balls, walls; /* Z; hits per ball and time; hits on walls per length and time */
};

/** A gas that has melted, measured for `parts` times `hits` hits per ball. */
static void measure(struct rates *rates, struct sim *sim, struct gas_theory bulk, int parts, double hits)
{
    struct gas_measured sum = {0};
    double n = (double)sim->scene.n, v0 = sqrt(gas_temperature(sim));
    double perimeter = 2 * (sim->scene.table.width + sim->scene.table.height);
    *rates = (struct rates){.z = {0}};
    sim->scene.dt = 0.001;
    sim->observer = (struct observer){gas_measure_hit, &sum, NULL};
    sim_start(sim, &integrator_event);
    gas_run(sim, 30, bulk);
    for (int part = 0; part < parts; part++) {
        double from = sim->world->t;
        sum = (struct gas_measured){0};
        gas_run(sim, hits, bulk);
        sum.time = sim->world->t - from;
        sample_add(&rates->z, 1 + sum.ball_virial / (2 * n * v0 * v0 * sum.time));
        sample_add(&rates->balls, 2 * sum.ball_hits / n / sum.time / v0);
        sample_add(&rates->walls, sum.wall_hits / perimeter / sum.time / v0);
    }
}

/** The relative uncertainty of what theory says of the box: a twentieth of what the walls change. */
struct doubt {
    double z, walls;
};

static struct doubt doubt_of_walls(const struct sim *sim, struct gas_theory bulk)
{
    double mean = GAS_PI / 4 * (double)sim->scene.n / (sim->scene.table.width * sim->scene.table.height);
    struct gas_theory crude = gas_theory_bulk(mean);
    double box = fabs(1 - gas_theory_z_in_box(sim, bulk) / bulk.z);
    return (struct doubt){.z = (fabs(1 - crude.z / bulk.z) + box) / 20,
                          .walls = (fabs(1 - gas_theory_pressure(crude) / gas_theory_pressure(bulk)) + box) / 20};
}

static const struct source virial = {"B2..B10 resummed, walls by scaled particles",
                                     "Clisby, McCoy (2006); Helfand, Frisch, Lebowitz (1961)"};
static const struct source enskog = {"4 (Z - 1)/sqrt(pi) v0/d", "Enskog (1922), with that Z"};
static const struct source flux = {"p/sqrt(2 pi m kT)", "Maxwell (1860), with that Z"};

/** Area fractions, and how well Z is known there. */
static const double known[][2] = {{0.01, 0},   {0.05, 0},   {0.1, 0},    {0.2, 0},
                                  {0.3, 1e-5}, {0.4, 1e-5}, {0.5, 2e-5}, {0.6, 1e-4}};
enum { KNOWN = sizeof known / sizeof *known };

/** Z and the frequency of hits; of a box. */
static void balls_rows(struct published *published, const struct sim *sim, const struct rates *rates,
                       struct gas_theory bulk, double doubt)
{
    char name[64];
    const char *balls = sim->scene.n == 10000 ? "10^4" : "10^5";
    double z = gas_theory_z_in_box(sim, bulk);
    doubt += doubt_of_walls(sim, bulk).z;
    snprintf(name, sizeof name, "Z, eta %g, %s discs", bulk.eta, balls);
    published_average(published, name, &rates->z, z, doubt, virial);
    snprintf(name, sizeof name, "hits, eta %g, %s", bulk.eta, balls);
    published_average(published, name, &rates->balls, 4 * (z - 1) / sqrt(GAS_PI), doubt * z / (z - 1), enskog);
}

/** Sound, which takes up to 200 hits per ball to cross the box, makes the hits on walls swing: they need long parts. */
static void test_10000_discs(void **state)
{
    for (int i = 0; i < KNOWN; i++) {
        char name[64];
        struct rates rates;
        struct gas_theory bulk = gas_theory_bulk(known[i][0]);
        struct sim *sim = gas_open(100, 100, bulk.eta, gas_theory_margin(bulk.eta), 31);
        measure(&rates, sim, bulk, 24, 50);
        balls_rows(*state, sim, &rates, bulk, known[i][1]);
        double perimeter = 2 * (sim->scene.table.width + sim->scene.table.height), v0 = sqrt(gas_temperature(sim));
        snprintf(name, sizeof name, "wall hits, eta %g, 10^4", bulk.eta);
        published_average(*state, name, &rates.walls, gas_theory_wall_hits(sim, bulk) / perimeter / v0,
                          doubt_of_walls(sim, bulk).walls + known[i][1], flux);
        sim_close(sim);
    }
}

static void test_100000_discs(void **state)
{
    for (int i = 0; i < KNOWN; i++) {
        struct rates rates;
        struct gas_theory bulk = gas_theory_bulk(known[i][0]);
        struct sim *sim = gas_open(400, 250, bulk.eta, gas_theory_margin(bulk.eta), 32);
        measure(&rates, sim, bulk, 20, 5);
        balls_rows(*state, sim, &rates, bulk, known[i][1]);
        sim_close(sim);
    }
}

/* ---- the same far from the walls ---- */

/** Hits inside, that is farther than `edge` from all walls. */
struct inside {
    double edge, width, height, hits, virial;
};

static bool is_inside(const struct inside *inside, double x, double y)
{
    return x > inside->edge && x < inside->width - inside->edge && y > inside->edge &&
           y < inside->height - inside->edge;
}

static void inside_hit(void *context, const struct contact_event *event)
{
    struct inside *inside = context;
    if (event->kind == CONTACT_BALL && is_inside(inside, event->at.x, event->at.y)) {
        inside->hits++;
        inside->virial += event->j;
    }
}

static double balls_inside(const struct inside *inside, const struct world *world)
{
    double count = 0;
    for (size_t i = 0; i < world->n; i++)
        count += is_inside(inside, world->x[i], world->y[i]);
    return count;
}

/** 5 hits per ball; returns the mean number of balls inside. */
static double measure_inside(struct inside *inside, struct sim *sim, struct gas_theory bulk)
{
    enum { LOOKS = 20 };
    double count = 0;
    inside->hits = inside->virial = 0;
    for (int look = 0; look < LOOKS; look++) {
        gas_run(sim, 5.0 / LOOKS, bulk);
        count += balls_inside(inside, sim->world) / LOOKS;
    }
    return count;
}

/** Counted 20 diameters away from the walls, each part compared with theory at the area fraction it had. */
static void far_from_walls(struct sample *z, struct sample *hits, struct gas_theory bulk)
{
    struct sim *sim = gas_open(400, 250, bulk.eta, gas_theory_margin(bulk.eta), 33);
    struct inside inside = {.edge = 20, .width = sim->scene.table.width, .height = sim->scene.table.height};
    double v0 = sqrt(gas_temperature(sim)), area = (inside.width - 40) * (inside.height - 40);
    sim->scene.dt = 0.001;
    sim->observer = (struct observer){inside_hit, &inside, NULL};
    sim_start(sim, &integrator_event);
    gas_run(sim, 30, bulk);
    for (int part = 0; part < 24; part++) {
        double from = sim->world->t, count = measure_inside(&inside, sim, bulk), time = sim->world->t - from;
        double theory = gas_theory_bulk(GAS_PI / 4 * count / area).z;
        sample_add(z, (1 + inside.virial / (2 * count * v0 * v0 * time)) * bulk.z / theory);
        sample_add(hits, 2 * inside.hits / count / time / v0 * (bulk.z - 1) / (theory - 1));
    }
    sim_close(sim);
}

static void test_inside(void **state)
{
    struct gas_theory bulk = gas_theory_bulk(0.6);
    struct sample z = {0}, hits = {0};
    far_from_walls(&z, &hits, bulk);
    published_average(*state, "Z, eta 0.6, away from walls", &z, bulk.z, 1e-4, virial);
    published_average(*state, "hits, eta 0.6, away from walls", &hits, 4 * (bulk.z - 1) / sqrt(GAS_PI),
                      1e-4 * bulk.z / (bulk.z - 1), enskog);
}

/** Told, not judged: from 0.65 on the discs begin to order (Luding, Phys. Rev. E 63, 042201, 2001), of which neither
 * the series nor scaled particle theory knows. */
static void test_order_begins(void **state)
{
    (void)state;
    struct gas_theory bulk = gas_theory_bulk(0.65);
    struct sample z = {0}, hits = {0};
    far_from_walls(&z, &hits, bulk);
    print_message("# eta 0.65, away from walls: Z %.2f, hits %.2f; the series says %.3f and %.3f\n", sample_mean(&z),
                  sample_mean(&hits), bulk.z, 4 * (bulk.z - 1) / sqrt(GAS_PI));
    assert_true(sample_mean(&z) < bulk.z); /* order lowers the pressure */
}

static void test_manual(void **state)
{
    published_close(*state);
}

TEST_GROUP()
{
    struct published published;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(test_maxwell_moments, &published),
        cmocka_unit_test_prestate(test_10000_discs, &published),
        cmocka_unit_test_prestate(test_100000_discs, &published),
        cmocka_unit_test_prestate(test_inside, &published),
        cmocka_unit_test_prestate(test_order_begins, &published),
        cmocka_unit_test_prestate(test_manual, &published),
    };
    published_open(&published, "Hard discs");
    return RUN_TESTS(tests);
}
