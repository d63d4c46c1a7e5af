/*
 * The physics of hard discs, run by `event`: what mechanics demands of any run, and what statistical mechanics predicts
 * for many balls.
 */
#include "gas_theory.h"

/* ---- one ball ---- */

/** Hits on two opposite walls, `gap` apart for the centre, of a ball that starts `start` from the one behind it. */
static uint64_t hits_on_walls(double start, double path, double gap)
{
    return (uint64_t)((start + path) / gap);
}

/** Unfolding the table: the ball flies straight through its mirror images. */
static void test_one_ball(void **context)
{
    (void)context;
    uint64_t seed = 1;
    for (int i = 0; i < 200; i++) {
        struct table *table = table_open(1, table_random(&seed, 3, 9), table_random(&seed, 3, 9));
        const struct scene *scene = &table->scene;
        double x = table_random(&seed, 1, scene->width - 1), y = table_random(&seed, 1, scene->height - 1);
        double vx = table_random(&seed, -9, 9), vy = table_random(&seed, -9, 9);
        table->scene.dt = 100;
        table_ball(table, 0, x, y, vx, vy);
        table_start(table, &integrator_event);
        table_advance(table, 1);
        uint64_t across = hits_on_walls(vx > 0 ? x - 1 : scene->width - 1 - x, fabs(vx) * 100, scene->width - 2);
        uint64_t along = hits_on_walls(vy > 0 ? y - 1 : scene->height - 1 - y, fabs(vy) * 100, scene->height - 2);
        assert_true(table_tally(table).wall == across + along);
        assert_true(fabs(table->world->vx[0]) == fabs(vx) && fabs(table->world->vy[0]) == fabs(vy)); /* never mixed */
        assert_true((table->world->vx[0] == vx) == (across % 2 == 0));
        table_close(table);
    }
}

/** Each hit leaves e of the speed; the hit after next comes 1 / e later than the last one did. */
static void test_one_ball_with_restitution(void **context)
{
    (void)context;
    struct table *table = table_open(1, 6, 6);
    table->scene.e_wall = 0.5;
    table->scene.dt = 1;
    table_ball(table, 0, 1, 3, 4, 0);
    table_start(table, &integrator_event);
    table_advance(table, 1024);
    uint64_t hits = 0;
    for (double t = 1, flight = 1; t <= 1024; t += flight) { /* flights of 1, 2, 4, ... */
        hits++;
        flight *= 2;
    }
    assert_true(hits == 10 && table_tally(table).wall == hits);
    assert_true(table->world->vx[0] == 0x1p-8); /* 4 e^10 and an even number of turns */
    table_close(table);
}

/** Both walls of a corner at one instant: back along the line it came. */
static void test_corner(void **context)
{
    (void)context;
    struct table *table = table_open(1, 12, 12);
    table->scene.dt = 0.5;
    table_ball(table, 0, 4, 4, 1, 1);
    table_start(table, &integrator_event);
    table_advance(table, 24); /* into the corner after 7 */
    assert_true(table_tally(table).wall == 2 && table_tally(table).simultaneous == 1);
    assert_true(table->world->x[0] == 6 && table->world->y[0] == 6);
    assert_true(table->world->vx[0] == -1 && table->world->vy[0] == -1);
    table_close(table);
}

/* ---- mechanics ---- */

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
    double jx = event->j * event->nx, jy = event->j * event->ny;
    virial_fly(virial, event->t);
    virial->kinetic += push(world, event->a, -jx, -jy);
    if (event->kind == CONTACT_BALL) {
        virial->kinetic += push(world, (size_t)event->b, jx, jy);
        sum_add(&virial->impulses, event->j * (world->r[event->a] + world->r[event->b]));
    } else {
        double x = event->x - world->r[event->a] * event->nx, y = event->y - world->r[event->a] * event->ny;
        sum_add(&virial->impulses, -(jx * x + jy * y));
    }
}

static void check_virial(double eta, double restitution)
{
    struct table *table = gas_open(8, 5, eta, 0, 3), *copy = gas_open(8, 5, eta, 0, 3);
    gas_mix(table, 0.2, 4);
    gas_mix(copy, 0.2, 4);
    struct virial virial = {.world = copy->world, .kinetic = table_kinetic(table)};
    double before = virial_of(table->world), energy = virial.kinetic;
    table->scene.e_ball = restitution;
    table->scene.dt = 20;
    table->observer = (struct observer){virial_hit, &virial, NULL};
    table_start(table, &integrator_event);
    table_advance(table, 2);
    virial_fly(&virial, table->world->t);
    double change = virial_of(table->world) - before;
    double parts = sum_value(virial.twice_kinetic) + sum_value(virial.impulses);
    assert_true(table_tally(table).ball > 100 && table_tally(table).wall > 100);
    assert_true(fabs(change - parts) < 1e-12 * fabs(sum_value(virial.twice_kinetic)));
    assert_true(fabs(virial.kinetic - table_kinetic(table)) < 1e-12 * energy);
    assert_true(fabs(table_kinetic(table) + table_tally(table).lost - energy) < 1e-12 * energy);
    table_close(copy);
    table_close(table);
}

static void test_virial_identity(void **context)
{
    (void)context;
    check_virial(0.05, 1);
    check_virial(0.5, 1);
    check_virial(0.3, 0.9);
}

/** Turns all velocities round in a fresh run. */
static struct table *reversed(const struct table *table)
{
    struct table *back = table_open(table->scene.n, table->scene.width, table->scene.height);
    back->scene.dt = table->scene.dt;
    for (size_t i = 0; i < table->scene.n; i++) {
        back->scene.r[i] = table->scene.r[i];
        back->scene.m[i] = table->scene.m[i];
        table_ball(back, i, table->world->x[i], table->world->y[i], -table->world->vx[i], -table->world->vy[i]);
    }
    return back;
}

/** Runs forth and back; returns the largest distance from the start. */
static double error_of_return(struct table *start, struct table *table, uint64_t steps, uint64_t least_hits)
{
    double error = 0;
    table_start(table, &integrator_event);
    table_advance(table, steps);
    struct table *back = reversed(table);
    table_start(back, &integrator_event);
    table_advance(back, steps);
    for (size_t i = 0; i < start->scene.n; i++) {
        error = fmax(error, fabs(back->world->x[i] - start->world->x[i]));
        error = fmax(error, fabs(back->world->y[i] - start->world->y[i]));
    }
    assert_true(table_tally(table).ball >= least_hits && table_tally(back).ball == table_tally(table).ball);
    table_close(back);
    table_close(table);
    table_close(start);
    return error;
}

/** Rounding is all that can keep a run from returning, and chaos makes it grow at each hit of a ball by about twice the
 *  free path over the radius, some 2 here. After 10 hits per ball forth and back 10^-16 has become some 10^-12. */
static void test_time_reversal(void **context)
{
    (void)context;
    struct table *start = gas_open(6, 5, 0.5, 0, 5), *table = gas_open(6, 5, 0.5, 0, 5);
    start->scene.dt = table->scene.dt = 0.125;
    double error = error_of_return(start, table, 11, 150);
    assert_true(error < 1e-10);
    start = gas_open(6, 5, 0.7, 0, 6);
    table = gas_open(6, 5, 0.7, 0, 6);
    start->scene.dt = table->scene.dt = 0.125;
    error = error_of_return(start, table, 5, 150);
    assert_true(error < 1e-11);
}

/* ---- statistics ---- */

/** <v^4> / <v^2>^2. */
static double fourth_moment(const struct world *world)
{
    double second = 0, fourth = 0;
    for (size_t i = 0; i < world->n; i++) {
        double vv = world->vx[i] * world->vx[i] + world->vy[i] * world->vy[i];
        second += vv;
        fourth += vv * vv;
    }
    return fourth * (double)world->n / (second * second);
}

/** Gives all balls the speed 1. */
static void equalise_speeds(struct world *world)
{
    for (size_t i = 0; i < world->n; i++) {
        double speed = hypot(world->vx[i], world->vy[i]);
        world->vx[i] /= speed;
        world->vy[i] /= speed;
    }
}

/** Equal speeds become Maxwell's. With the energy shared among N balls in two dimensions the moment is 2 N / (N + 1),
 *  which for 16 balls is 1.882 and not 2. In one sample its variance is 0.16 (that of 16 independent balls would be 4 /
 * N); 10000 samples 3 hits per ball apart, with correlations that are all but gone (0.07 from one to the next), have a
 *  standard error of 0.0043, of which four are allowed. */
static void test_relaxation(void **context)
{
    (void)context;
    enum { SAMPLES = 10000 };
    struct table *table = gas_open(4, 4, 0.3, 0, 7);
    equalise_speeds(table->world);
    assert_true(fabs(fourth_moment(table->world) - 1) < 1e-12);
    table->scene.dt = 2;
    table_start(table, &integrator_event);
    table_advance(table, 20);
    double sum = 0;
    for (int sample = 0; sample < SAMPLES; sample++) {
        table_advance(table, table->world->step + 1);
        sum += fourth_moment(table->world);
    }
    assert_true(table_tally(table).ball > 3 * SAMPLES * 16 / 2);
    assert_true(fabs(sum / SAMPLES - 2.0 * 16 / 17) < 4 * 0.0043);
    table_close(table);
}

/** The same for many balls at once: 2 N / (N + 1) = 1.9995, standard error of one sample 2 / sqrt N = 0.031. */
static void test_relaxation_of_many(void **context)
{
    (void)context;
    struct table *table = gas_open(64, 64, 0.5, 0, 8);
    equalise_speeds(table->world);
    table->scene.dt = 0.25;
    table_start(table, &integrator_event);
    table_advance(table, 1);
    double early = fourth_moment(table->world); /* on its way */
    table_advance(table, 10);
    assert_true(early > 1.1 && early < 1.9);
    assert_true(fabs(fourth_moment(table->world) - 2.0 * 4096 / 4097) < 4 * 0.031);
    table_close(table);
}

/** Haff's law (J. Fluid Mech. 134, 401, 1983) in terms of hits: each takes (1 - e^2) kT on average, so the energy is
 *  exp(-(1 - e^2) hits / N) as long as the gas is uniform. Within 3 per cent. */
static void cool(double restitution, double *deepest)
{
    struct table *table = gas_open(64, 64, 0.3, 0, 9);
    struct gas_theory bulk = {0.3, 2.06326};
    table->scene.dt = 0.01;
    table_start(table, &integrator_event);
    gas_run(table, 6, bulk); /* Maxwell's distribution first */
    struct table *cooling = table;
    struct tally tally = table_tally(table);
    assert_true(tally.lost == 0);
    cooling->scene.e_ball = restitution;
    cooling->ops->destroy(cooling->state);
    double energy = table_kinetic(cooling);
    table_start(cooling, &integrator_event);
    for (int part = 0; part < 8; part++) {
        gas_run(cooling, 0.8, bulk);
        double hits = (double)table_tally(cooling).ball / (double)cooling->scene.n;
        *deepest = table_kinetic(cooling) / energy;
        assert_true(fabs(*deepest / exp(-(1 - restitution * restitution) * hits) - 1) < 0.03);
        assert_true(fabs(table_kinetic(cooling) + table_tally(cooling).lost - energy) < 1e-11 * energy);
    }
    table_close(cooling);
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
    for (size_t i = 0; i < 3; i++) {
        struct gas_theory bulk = gas_theory_table[i];
        struct table *table;
        struct gas_measured sum = gas_measure(64, 64, bulk, 10, 25, &table);
        double rate = sum.ball_hits / sum.time / gas_theory_ball_hits(table, bulk);
        double walls = sum.wall_hits / sum.time / gas_theory_wall_hits(table, bulk);
        double z = 1 + sum.ball_virial / (2 * (double)table->scene.n * gas_temperature(table) * sum.time);
        assert_true(fabs(rate - 1) < 0.02);
        assert_true(fabs(z / gas_theory_z_in_box(table, bulk) - 1) < 0.02);
        assert_true(fabs(walls - 1) < 4 / sqrt(sum.wall_hits));
        table_close(table);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_ball),
        cmocka_unit_test(test_one_ball_with_restitution),
        cmocka_unit_test(test_corner),
        cmocka_unit_test(test_virial_identity),
        cmocka_unit_test(test_time_reversal),
        cmocka_unit_test(test_relaxation),
        cmocka_unit_test(test_relaxation_of_many),
        cmocka_unit_test(test_haff_cooling),
        cmocka_unit_test(test_collision_rates),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
