/*
 * Promise: a symmetric break stays symmetric to rounding. Measured: 16 balls: 1e-12 of a radius after the hit, 1e-10
 * after 41 hits. Also kept by cli/scenes.bats.
 */
/* Contacts that meet at one instant, seen through `event`: known outcomes as scenes, walls and corners, the break, the
 * collision log replayed. */
#include "lib/contact_log.h"
#include "lib/uniform.h"
#include "reading/generate.h"

static const char *const all_laws[] = {"pairwise", "newton", "lcp", "gr", "hooke", "hertz"};
enum { LAWS = sizeof all_laws / sizeof *all_laws, FIRST_COMPLIANT = 4 }; /* after the rigid ones */

static void assert_velocity(const struct sim *sim, size_t i, double vx, double vy)
{
    assert_near(sim->world->vx[i], vx, 1e-9);
    assert_near(sim->world->vy[i], vy, 1e-9);
}

/** Runs a table to time t in one step. */
static void run_to(struct contact_log *contacts, struct sim *sim, const char *law, double t)
{
    sim->scene.dt = t;
    contact_log_start(contacts, sim, law, 1000);
    sim_advance(sim, 1);
}

/* ---- known outcomes ---- */

static void test_symmetric_double_collision(void **context)
{
    (void)context;
    for (size_t law = 1; law < LAWS; law++) {
        struct contact_log contacts;
        struct sim *sim = sim_open(3, 40, 20);
        sim_ball(sim, 0, 5, 10, 1, 0);
        sim_ball(sim, 1, 10 + sqrt(3.0), 11, 0, 0);
        sim_ball(sim, 2, 10 + sqrt(3.0), 9, 0, 0);
        run_to(&contacts, sim, all_laws[law], 6);
        assert_velocity(sim, 0, -0.2, 0);
        assert_velocity(sim, 1, 0.6, 0.3464101615137754);
        assert_velocity(sim, 2, 0.6, -0.3464101615137754);
        assert_int_equal(contacts.n, 2);
        assert_true(contacts.rows[0].group == 0 && contacts.rows[1].group == 0);
        assert_near(contacts.rows[0].t, 5, 1e-14);
        assert_int_equal(sim_counters(sim).simultaneous, 1);
        contact_log_close(&contacts, sim);
    }
}

/** A ball that has come across the seam of a periodic table hits three that touch and overlap a little. */
static void test_across_the_seam(void **context)
{
    (void)context;
    for (size_t first = 0; first < 2; first++) { /* their first number */
        size_t moving = first ? 0 : 3;
        struct contact_log contacts;
        struct sim *sim = sim_open(4, 40, 20);
        sim_make_periodic(sim, TABLE_AXIS_X);
        sim_ball(sim, moving, 30, 10, 1, 0);
        sim_ball(sim, first, 5, 10, 0, 0);
        sim_ball(sim, first + 1, 7 - 4e-12, 10, 0, 0);
        sim_ball(sim, first + 2, 9 - 4e-12, 10, 0, 0);
        run_to(&contacts, sim, "gr", 15);
        assert_true(contacts.n == 3 && contacts.rows[0].group == contacts.rows[2].group);
        assert_near(contacts.rows[0].at.x, first ? 44 : 6, 1e-11); /* as ball 0 sees it */
        assert_true(sim->world->turns[moving].x == 1 && sim->world->turns[first].x == 0);
        assert_near(sim->world->x[moving], 3, 1e-11);
        assert_near(sim->world->x[first + 2], 11, 1e-11);
        assert_near(sim_counters(sim).overlap, 4e-12, 1e-14);
        contact_log_close(&contacts, sim);
    }
}

/** Two lines with a joint, to which each adds its end, are one wall under all laws. */
static void test_joint(void **context)
{
    (void)context;
    struct obstacle lines[2] = {{.kind = OBSTACLE_LINE, .value = {1, 5, 5, 5}, BOUNCES(0.5)},
                                {.kind = OBSTACLE_LINE, .value = {5, 5, 9, 5}, BOUNCES(0.5)}};
    for (size_t law = 0; law < LAWS; law++) {
        struct contact_log contacts;
        struct sim *sim = sim_open(1, 10, 10);
        sim->scene.table.obstacles = lines;
        sim->scene.table.n_obstacles = 2;
        sim_ball(sim, 0, 5, 8, 0, -1);
        run_to(&contacts, sim, all_laws[law], 3);
        assert_true(contacts.n == 1 && contacts.rows[0].b == 0);
        assert_near(contacts.rows[0].j, 1.5, 1e-15);
        contact_log_close(&contacts, sim);
    }
}

/** The largest of several overlaps is kept, relative to the smaller radius. */
static void test_overlaps(void **context)
{
    (void)context;
    static const double depths[] = {1e-12, 7e-12, 3e-12};
    struct contact_log contacts;
    struct sim *sim = sim_open(6, 1, 1);
    for (size_t i = 0; i < 6; i++) {
        sim->scene.r[i] = i % 2 ? 0.01 : 0.02;
        sim_ball(sim, i, 0.2 + (i % 2 ? 0.03 - depths[i / 2] * 0.01 : 0), 0.2 + 0.3 * (double)(i / 2), i % 2 ? 0 : 0.1,
                 0);
    }
    run_to(&contacts, sim, "gr", 0.1);
    assert_int_equal(contacts.n, 3);
    assert_near(sim_counters(sim).overlap, 7e-12, 1e-14);
    contact_log_close(&contacts, sim);
}

/** A ball that is hit hard goes out of the way of one that touches it then, more slowly: that one flies on to a line,
 *  also with so many balls at rest elsewhere that events are in a calendar. */
static void test_out_of_the_way(void **context)
{
    (void)context;
    static const char *const laws[] = {"lcp", "gr"};
    struct obstacle line = {.kind = OBSTACLE_LINE, .value = {36.2, 30, 36.8, 30}, BOUNCES(1)};
    for (size_t k = 0; k < 4; k++) {
        size_t n = k < 2 ? 3 : 200;
        struct contact_log contacts;
        struct sim *sim = sim_open(n, 1000, 60);
        for (size_t i = 0; i < 3; i++)
            sim->scene.r[i] = 2.5;
        sim->scene.table.obstacles = &line;
        sim->scene.table.n_obstacles = 1;
        sim_ball(sim, 0, 35.75 + 1e-12, 33.1875, 0.25, -0.1875); /* the first to touch */
        sim_ball(sim, 1, 40, 30, 0, 0);
        sim_ball(sim, 2, 32, 24, 4, 3);
        for (size_t i = 3; i < n; i++)
            sim_ball(sim, i, 100 + 4 * (double)i, 30, 0, 0);
        run_to(&contacts, sim, laws[k % 2], 5);
        assert_true(contacts.n == 2 && contacts.rows[0].b == 2 && contacts.rows[1].kind == CONTACT_LINE);
        assert_near(contacts.rows[0].t, 1, 1e-11);
        assert_near(contacts.rows[1].t, 1 + 0.5 / 0.1875, 1e-11);
        contact_log_close(&contacts, sim);
    }
}

/** The double collision from far away and in any direction: two balls that are hit at one instant are hit together. */
static void test_double_collision_from_afar(void **context)
{
    (void)context;
    static const double distances[] = {3e2, 1e3, 3e3, 1e4};
    uint64_t seed = 4;
    for (int i = 0; i < 60; i++) {
        double distance = distances[i % 4], angle = uniform(&seed, 0, 6.3), ux = cos(angle), uy = sin(angle);
        double size = 3 * distance, x = size / 2, y = size / 2;
        struct contact_log contacts;
        struct sim *sim = sim_open(3, size, size);
        sim_ball(sim, 0, x - distance * ux, y - distance * uy, ux, uy);
        sim_ball(sim, 1, x + sqrt(3.0) * ux - uy, y + sqrt(3.0) * uy + ux, 0, 0);
        sim_ball(sim, 2, x + sqrt(3.0) * ux + uy, y + sqrt(3.0) * uy - ux, 0, 0);
        run_to(&contacts, sim, "gr", distance + 1);
        assert_int_equal(sim_counters(sim).simultaneous, 1);
        double tolerance = 1e-15 * distance; /* of the normals: some roundings of the places */
        assert_near(sim->world->vx[0], -0.2 * ux, tolerance);
        assert_near(sim->world->vy[0], -0.2 * uy, tolerance);
        contact_log_close(&contacts, sim);
    }
}

/** `moving` touching balls roll into n - moving that touch. */
static void check_cradle(const char *law, size_t n, size_t moving, const double *expected)
{
    struct contact_log contacts;
    struct sim *sim = sim_open(n, 100, 10);
    for (size_t i = 0; i < n; i++)
        sim_ball(sim, i, (i < moving ? 10 : 12) + 2 * (double)i, 5, i < moving ? 1 : 0, 0);
    run_to(&contacts, sim, law, 5);
    for (size_t i = 0; i < n; i++)
        assert_velocity(sim, i, expected[i], 0);
    assert_true(contacts.groups == 1);
    contact_log_close(&contacts, sim);
}

static void test_cradles(void **context)
{
    (void)context;
    check_cradle("pairwise", 3, 1, (const double[]){0, 0, 1});
    check_cradle("gr", 3, 1, (const double[]){0, 0, 1});
    check_cradle("lcp", 3, 1, (const double[]){-1.0 / 3, 2.0 / 3, 2.0 / 3});
    check_cradle("gr", 5, 1, (const double[]){0, 0, 0, 0, 1});
    check_cradle("gr", 5, 2, (const double[]){0, 0, 0, 1, 1});
}

/** The balls touch and approach when the run begins. */
static void test_pulling_witness(void **context)
{
    (void)context;
    for (size_t law = 1; law < FIRST_COMPLIANT; law++) {
        struct contact_log contacts;
        struct sim *sim = sim_open(3, 40, 40);
        sim_ball(sim, 0, 20, 20, 0.6875, -0.75);
        sim_ball(sim, 1, 21.6, 21.2, 0, 0);
        sim_ball(sim, 2, 21.6, 18.8, 0, 0);
        run_to(&contacts, sim, all_laws[law], 1);
        assert_int_equal(sim_counters(sim).pulls, law == 1);
        if (law == 1) {
            assert_near(contacts.rows[0].j, -0.0407997, 5e-8);
            assert_near(contacts.rows[1].j, 1.0057120, 5e-8);
        } else {
            assert_int_equal(contacts.n, 1);
            assert_near(contacts.rows[0].j, 1, 1e-9);
            assert_velocity(sim, 0, -0.1125, -0.15);
            assert_velocity(sim, 2, 0.8, -0.6);
        }
        assert_near(contacts.rows[0].t, 0, 1e-14);
        contact_log_close(&contacts, sim);
    }
}

static void test_energy_witness(void **context)
{
    (void)context;
    for (size_t law = 1; law < FIRST_COMPLIANT; law++) {
        struct contact_log contacts;
        struct sim *sim = sim_open(2, 40, 40);
        sim->scene.pair.restitution = restitution_of(0.5);
        sim->scene.r[1] = 0.2;
        sim_ball(sim, 0, 20, 1, 0, -1);
        sim_ball(sim, 1, 20.96, 0.28, 0.6875, 0);
        double before = sim_kinetic(sim);
        run_to(&contacts, sim, all_laws[law], 0.01);
        double after = law == 1 ? 0.744903 : 0.736328125;
        assert_near(before, 0.736328125, 1e-15);
        assert_near(sim_kinetic(sim), after, law == 1 ? 5e-7 : 1e-9);
        assert_near(sim_counters(sim).lost, before - sim_kinetic(sim), 1e-14);
        assert_int_equal(sim_counters(sim).energy_gains, law == 1);
        contact_log_close(&contacts, sim);
    }
}

/* ---- walls and corners ---- */

/** Into each corner at 45 degrees: two walls at one instant, and back along the line. */
static void test_corner(void **context)
{
    (void)context;
    for (size_t law = 0; law < LAWS; law++)
        for (int corner = 0; corner < 4; corner++) {
            struct contact_log contacts;
            struct sim *sim = sim_open(1, 16, 16);
            double vx = corner % 2 ? 1 : -1, vy = corner / 2 ? 1 : -1;
            sim_ball(sim, 0, 8, 8, vx, vy);
            run_to(&contacts, sim, all_laws[law], 14);
            assert_true(sim->world->vx[0] == -vx && sim->world->vy[0] == -vy);
            assert_near(sim->world->x[0], 8, 1e-14);
            assert_true(sim->world->x[0] - 8 == vx * vy * (sim->world->y[0] - 8));
            assert_int_equal(contacts.n, 2);
            assert_true(contacts.groups == 1);
            assert_true(contacts.rows[0].kind == (corner % 2 ? CONTACT_RIGHT : CONTACT_LEFT));
            assert_true(contacts.rows[1].kind == (corner / 2 ? CONTACT_TOP : CONTACT_BOTTOM));
            assert_true(contacts.rows[0].b == -1 && contacts.rows[0].j == 2 && contacts.rows[0].u == -1);
            contact_log_close(&contacts, sim);
        }
}

/** A ball at rest between two that come from both sides, and one between a ball and a wall it touches. */
static void test_squeezed(void **context)
{
    (void)context;
    for (size_t law = 0; law < LAWS; law++) {
        struct contact_log contacts;
        struct sim *sim = sim_open(3, 40, 10);
        sim_ball(sim, 0, 10, 5, 1, 0);
        sim_ball(sim, 1, 20, 5, 0, 0);
        sim_ball(sim, 2, 30, 5, -1, 0);
        run_to(&contacts, sim, all_laws[law], 10);
        assert_velocity(sim, 0, -1, 0);
        assert_velocity(sim, 1, 0, 0);
        assert_velocity(sim, 2, 1, 0);
        contact_log_close(&contacts, sim);

        sim = sim_open(2, 40, 10);
        sim_ball(sim, 0, 1, 5, 0, 0);
        sim_ball(sim, 1, 10, 5, -1, 0);
        run_to(&contacts, sim, all_laws[law], 9);
        double left = law < FIRST_COMPLIANT ? 0 : law == FIRST_COMPLIANT ? 0.213566088284 : 0.204962218723;
        double back = law < FIRST_COMPLIANT ? 1 : law == FIRST_COMPLIANT ? 0.976928618649 : 0.978769885569;
        assert_velocity(sim, 0, left, 0);
        assert_velocity(sim, 1, back, 0);
        assert_near(sim->world->x[1], 3 + 2 * back, 1e-9);
        contact_log_close(&contacts, sim);
    }
}

static void test_none_and_one(void **context)
{
    (void)context;
    struct contact_log contacts;
    struct sim *sim = sim_open(0, 2, 2);
    run_to(&contacts, sim, "gr", 1e9);
    assert_int_equal(contacts.n, 0);
    contact_log_close(&contacts, sim);
    sim = sim_open(1, 2, 2); /* fits exactly, at rest */
    sim_ball(sim, 0, 1, 1, 0, 0);
    run_to(&contacts, sim, "gr", 1e9);
    assert_int_equal(contacts.n, 0);
    contact_log_close(&contacts, sim);
    sim = sim_open(1, 20, 2); /* slides between two walls that touch it */
    sim_ball(sim, 0, 4, 1, 1, 0);
    run_to(&contacts, sim, "gr", 100);
    assert_int_equal(contacts.n, 5); /* after 15, 33, 51, 69 and 87 */
    assert_near(sim->world->x[0], 6, 1e-12);
    contact_log_close(&contacts, sim);
}

/* ---- the break ---- */

static size_t mirrored_in_break(size_t ball)
{
    size_t row = 0, first = 1;
    while (ball && first + row < ball)
        first += ++row;
    return ball ? 2 * first + row - ball : 0;
}

/** How far a break is from its mirror image, in radii and in units of the cue's first speed. */
static double asymmetry(const struct sim *sim, double speed)
{
    const struct world *world = sim->world;
    double worst = 0;
    for (size_t i = 0; i < 16; i++) {
        size_t image = mirrored_in_break(i);
        double places =
            fabs(world->x[i] - world->x[image]) + fabs(world->y[i] + world->y[image] - sim->scene.table.height);
        double velocities = fabs(world->vx[i] - world->vx[image]) + fabs(world->vy[i] + world->vy[image]);
        worst = fmax(worst, fmax(places / world->r[i], velocities / speed));
    }
    return worst;
}

static void check_break(double width, double height, double apex, double e_ball, double e_wall)
{
    struct contact_log contacts;
    struct sim *sim = sim_open(16, width, height);
    struct generate_rack rack = {.kind = RACK_TRIANGLE, .rows = 5, .x = apex, .y = height / 2, .r = 1};
    sim->scene.pair.restitution = restitution_of(e_ball);
    sim->scene.table.walls.restitution = restitution_of(e_wall);
    sim->scene.dt = 1;
    generate_rack_place(&rack, sim->world->x + 1, sim->world->y + 1);
    sim_ball(sim, 0, width / 4, height / 2, 1, 0);
    contact_log_start(&contacts, sim, "gr", 10000);
    double energy = sim_kinetic(sim);
    uint64_t step = 1;
    for (; contacts.n == 0; step++)
        sim_advance(sim, step);
    assert_true(asymmetry(sim, 1) < 1e-12);
    assert_true(contacts.rows[contacts.n - 1].group == 0);
    if (e_ball == 1)
        assert_velocity(sim, 0, -0.2, 0);
    for (; contacts.groups < 100; step++) {
        sim_advance(sim, step);
        assert_true(asymmetry(sim, 1) < 1e-6);
    }
    assert_near(sim_kinetic(sim) + sim_counters(sim).lost, energy, 1e-12 * energy);
    contact_log_close(&contacts, sim);
}

/** Each hit between balls multiplies an asymmetry by the free path over the radius, so that rounding reaches 10^-11 r
 *  after some ten hits per ball. From then on a ball on the axis that is hit from both sides is no longer hit by both
 *  at one instant, and all symmetry is lost: in nearly all scenes between the 60th and the 100th group. These two are
 *  among the few whose first hundred groups have such hits early only. */
static void test_break_is_symmetric(void **context)
{
    (void)context;
    check_break(42, 16, 27, 1, 1);
    check_break(40, 16, 28, 0.95, 0.75);
}

/** The same through the instant of the break for racks in SI units, anywhere. */
static void test_break_in_si_units(void **context)
{
    (void)context;
    for (size_t e = 0; e < 2; e++) {
        struct contact_log contacts;
        struct sim *sim = sim_break(e ? 0.95 : 1, e ? 0.75 : 1, 0);
        double energy = sim_kinetic(sim);
        run_to(&contacts, sim, "gr", 0.16);
        assert_true(asymmetry(sim, 8) < 1e-12);
        assert_near(sim_kinetic(sim) + sim_counters(sim).lost, energy, 1e-12 * energy);
        contact_log_close(&contacts, sim);
    }
}

static void test_break_off_centre(void **context)
{
    (void)context;
    for (size_t law = 0; law < LAWS; law++) {
        struct contact_log contacts;
        struct sim *sim = sim_break(1, 1, 0.0123);
        double energy = sim_kinetic(sim);
        sim->scene.dt = 0.01;
        contact_log_start(&contacts, sim, all_laws[law], 1);
        for (uint64_t step = 1; step <= 1000; step++)
            sim_advance(sim, step);
        assert_true(contacts.n > 200);
        assert_near(sim_kinetic(sim), energy, 1e-12 * energy);
        assert_true(sim_counters(sim).overlap < 1e-10);
        contact_log_close(&contacts, sim);
    }
}

/** Large racks end by themselves; the largest in `make test-full`. Energies of a projected Gauss-Seidel iteration of
 * each round in extended precision. */
static void test_large_racks(void **context)
{
    (void)context;
    static const struct {
        const char *law;
        size_t rows;
        double e, kinetic;
    } cases[] = {{"gr", 20, 0.5, 0.03261075344261}, {"lcp", 20, 0.5, 0.2698606976219},
                 {"gr", 25, 0.9, 0.18001183448119}, {"gr", 30, 0.9, 0.15821395447770},
                 {"gr", 40, 0.9, 0.13730340017125}, {"lcp", 40, 1, 1}};
    for (int i = 0; i < runs(3, sizeof cases / sizeof *cases); i++) {
        size_t n = 1 + cases[i].rows * (cases[i].rows + 1) / 2;
        struct contact_log contacts;
        struct sim *sim = sim_open(n, 100, 90);
        struct generate_rack rack = {.kind = RACK_TRIANGLE, .rows = (uint32_t)cases[i].rows, .x = 8, .y = 45, .r = 1};
        generate_rack_place(&rack, sim->world->x + 1, sim->world->y + 1);
        sim_ball(sim, 0, 5, 45, 1, 0);
        sim->scene.pair.restitution = restitution_of(cases[i].e);
        run_to(&contacts, sim, cases[i].law, 1.5);
        assert_int_equal(sim_counters(sim).last_resorts, 0);
        assert_near(sim_kinetic(sim), cases[i].kinetic / 2, 1e-12);
        contact_log_close(&contacts, sim);
    }
}

/** Balls that fill a table, all of which move: none can if e = 0, and one impact takes all energy. */
static void test_full_table(void **context)
{
    (void)context;
    const size_t side = (size_t)runs(12, 20), n = side * side;
    struct contact_log contacts;
    uint64_t seed = 2;
    struct sim *sim = sim_open(n, 2 * (double)side + 1, 2 + (double)(side - 1) * sqrt(3.0));
    for (size_t i = 0; i < n; i++)
        sim_ball_random(sim, i, 1 + 2 * (double)(i % side) + (double)(i / side % 2), 1 + (double)(i / side) * sqrt(3.0),
                        1, &seed);
    sim->scene.pair.restitution = sim->scene.table.walls.restitution = restitution_of(0);
    double energy = sim_kinetic(sim);
    run_to(&contacts, sim, "lcp", 1e-9);
    assert_near(sim_kinetic(sim), 0, 1e-20);
    assert_near(sim_counters(sim).lost, energy, 1e-12 * energy);
    assert_true(contacts.n > 2 * n && contacts.groups < 5);
    contact_log_close(&contacts, sim);
}

/** Balls numbered backwards: the same break. */
static void test_break_renumbered(void **context)
{
    (void)context;
    struct contact_log contacts, other_contacts;
    struct sim *sim = sim_break(0.95, 0.75, 0.0123), *other = sim_break(0.95, 0.75, 0.0123);
    for (size_t i = 0; i < 16; i++)
        sim_ball(other, i, sim->world->x[15 - i], sim->world->y[15 - i], sim->world->vx[15 - i],
                 sim->world->vy[15 - i]);
    run_to(&contacts, sim, "gr", 0.3);
    run_to(&other_contacts, other, "gr", 0.3);
    assert_int_equal(contacts.n, other_contacts.n);
    for (size_t i = 0; i < 16; i++) {
        assert_near(other->world->x[15 - i], sim->world->x[i], 1e-10);
        assert_near(other->world->y[15 - i], sim->world->y[i], 1e-10);
        assert_near(other->world->vx[15 - i], sim->world->vx[i], 1e-10);
        assert_near(other->world->vy[15 - i], sim->world->vy[i], 1e-10);
    }
    contact_log_close(&contacts, sim);
    contact_log_close(&other_contacts, other);
}

/* ---- the collision log ---- */

/** A run followed from its log alone: each ball flies from its last row. */
struct replay {
    double x[16], y[16], vx[16], vy[16], t[16];
    double energy_lost;
};

static void replay_push(struct replay *replay, const struct sim *sim, size_t i, const struct contact_event *row,
                        double impulse)
{
    double m = sim->scene.m[i], before = replay->vx[i] * replay->vx[i] + replay->vy[i] * replay->vy[i];
    replay->x[i] += replay->vx[i] * (row->t - replay->t[i]);
    replay->y[i] += replay->vy[i] * (row->t - replay->t[i]);
    replay->t[i] = row->t;
    replay->vx[i] += impulse / m * row->n.x;
    replay->vy[i] += impulse / m * row->n.y;
    double after = replay->vx[i] * replay->vx[i] + replay->vy[i] * replay->vy[i];
    replay->energy_lost += m * (before - after) / 2;
}

static void replay_row(struct replay *replay, const struct sim *sim, const struct contact_event *row)
{
    size_t a = row->a;
    replay_push(replay, sim, a, row, -row->j);
    assert_near(row->at.x, replay->x[a] + sim->scene.r[a] * row->n.x, 1e-12);
    assert_near(row->at.y, replay->y[a] + sim->scene.r[a] * row->n.y, 1e-12);
    assert_near(row->n.x * row->n.x + row->n.y * row->n.y, 1, 1e-15);
    if (row->kind == CONTACT_BALL) {
        assert_true(row->b > (int64_t)row->a);
        replay_push(replay, sim, (size_t)row->b, row, row->j);
    }
}

static void test_log_replays(void **context)
{
    (void)context;
    for (size_t law = 0; law < LAWS; law++) {
        struct contact_log contacts;
        struct sim *sim = sim_break(0.95, 0.75, law % 2 ? 0 : 0.0123);
        struct replay replay = {.energy_lost = 0};
        for (size_t i = 0; i < 16; i++) {
            replay.x[i] = sim->world->x[i];
            replay.y[i] = sim->world->y[i];
            replay.vx[i] = sim->world->vx[i];
        }
        sim->scene.dt = 0.01;
        contact_log_start(&contacts, sim, all_laws[law], 100000);
        double energy = sim_kinetic(sim);
        for (uint64_t step = 1; step <= 300; step++)
            sim_advance(sim, step);
        for (size_t k = 0; k < contacts.n; k++)
            replay_row(&replay, sim, &contacts.rows[k]);
        for (size_t i = 0; i < 16; i++) {
            double wait = sim->world->t - replay.t[i];
            assert_near(sim->world->x[i], replay.x[i] + replay.vx[i] * wait, 1e-12);
            assert_near(sim->world->y[i], replay.y[i] + replay.vy[i] * wait, 1e-12);
            assert_near(sim->world->vx[i], replay.vx[i], 1e-12);
            assert_near(sim->world->vy[i], replay.vy[i], 1e-12);
        }
        struct counters counters = sim_counters(sim);
        assert_true(counters.ball + counters.surface == contacts.n && contacts.n > 50 && counters.simultaneous > 0);
        assert_near(counters.lost, replay.energy_lost, 1e-12 * energy);
        assert_near(counters.lost, energy - sim_kinetic(sim), 1e-12 * energy);
        contact_log_close(&contacts, sim);
    }
}

/* ---- restitution 0, scales ---- */

/** Balls stick where they meet, and everything in a row goes on together. */
static void test_perfectly_inelastic(void **context)
{
    (void)context;
    for (size_t law = 0; law < FIRST_COMPLIANT; law++) { /* the others are refused at e = 0 */
        struct contact_log contacts;
        struct sim *sim = sim_open(5, 100, 10);
        sim->scene.pair.restitution = sim->scene.table.walls.restitution = restitution_of(0);
        for (size_t i = 0; i < 5; i++)
            sim_ball(sim, i, 10 + 5 * (double)i + (i > 2 ? -3 : 0), 5, i ? 0 : 1, 0);
        run_to(&contacts, sim, all_laws[law], 60);
        for (size_t i = 0; i < 5; i++)
            assert_velocity(sim, i, 0.2, 0);
        contact_log_close(&contacts, sim);

        sim = sim_break(0, 0, 0.0123); /* balls that push each other along walls hit without end */
        sim->scene.contact_time = 1e-4;
        sim->scene.dt = 0.01;
        contact_log_start(&contacts, sim, all_laws[law], 1000);
        for (uint64_t step = 1; step <= 300; step++)
            sim_advance(sim, step);
        assert_true(sim_deepest(sim) < 1e-10);
        contact_log_close(&contacts, sim);
    }
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_symmetric_double_collision),
        cmocka_unit_test(test_across_the_seam),
        cmocka_unit_test(test_joint),
        cmocka_unit_test(test_overlaps),
        cmocka_unit_test(test_out_of_the_way),
        cmocka_unit_test(test_double_collision_from_afar),
        cmocka_unit_test(test_cradles),
        cmocka_unit_test(test_pulling_witness),
        cmocka_unit_test(test_energy_witness),
        cmocka_unit_test(test_corner),
        cmocka_unit_test(test_squeezed),
        cmocka_unit_test(test_none_and_one),
        cmocka_unit_test(test_break_is_symmetric),
        cmocka_unit_test(test_break_in_si_units),
        cmocka_unit_test(test_break_off_centre),
        cmocka_unit_test(test_large_racks),
        cmocka_unit_test(test_full_table),
        cmocka_unit_test(test_break_renumbered),
        cmocka_unit_test(test_log_replays),
        cmocka_unit_test(test_perfectly_inelastic),

    };
    return RUN_TESTS(tests);
}
