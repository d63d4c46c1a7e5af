/*
 * Promise: restitution by speed: each contact has the e of its own speed, under every law of impact; a table of one e
 * gives the bits of the number. Measured: balls between walls and under gravity to 1e-12 in event, at first order in
 * impulse; groups of rigid contacts to 1e-14, of compliant ones against a plain integration. Also kept by
 * unit/test_impact_law.c, cli/same_bytes.bats, physics/test_cooling_full.c.
 */
/* Restitution that depends on the speed of approach: the table itself, single contacts, groups, collapse. */
#include "contact/cushion.h"
#include "contact/spring.h"
#include "lib/contact_log.h"
#include "unit/touching.h"

/* The table of the references. */
static const struct restitution_pair pairs[] = {{0, 1}, {1, 0.9}, {5, 0.7}};
enum { PAIRS = sizeof pairs / sizeof *pairs };

/** Of that table, as a reader would look it up. */
static double e_at(double speed)
{
    return speed < 1 ? 1 - 0.1 * speed : speed < 5 ? 0.9 - 0.05 * (speed - 1) : 0.7;
}

/* ---- the table ---- */

static void test_linear_between_constant_outside(void **context)
{
    (void)context;
    struct restitution_table *table = touching_table(PAIRS, pairs);
    assert_true(restitution_by_speed(table, -1) == 1 && restitution_by_speed(table, 0) == 1);
    assert_true(restitution_by_speed(table, 1) == 0.9 && restitution_by_speed(table, 1e300) == 0.7);
    for (double speed = 0; speed < 7; speed += 0.01)
        assert_near(restitution_by_speed(table, speed), e_at(speed), 4e-16);
    const struct restitution number = restitution_of(0.5), by_speed = restitution_of_table(table);
    assert_true(restitution_at(&number, 3) == 0.5 && number.least == 0.5 && number.most == 0.5);
    assert_true(restitution_at(&by_speed, 5) == 0.7 && by_speed.slow == 1 && by_speed.least == 0.7 &&
                by_speed.most == 1);
    free(table);
}

/** Against a walk through the pairs; and whatever they are, e is never outside of those on both sides. */
static void test_any_table(void **context)
{
    (void)context;
    uint64_t seed = 5;
    for (int trial = 0; trial < 2000; trial++) {
        struct restitution_pair many[64];
        size_t n = 1 + (size_t)uniform(&seed, 0, 64);
        for (size_t i = 0; i < n; i++) {
            double last = i > 0 ? many[i - 1].speed : 0, e = uniform(&seed, -0.2, 1.2);
            many[i].speed = i > 0 && trial % 3 == 0 ? nextafter(last, 9) : last + uniform(&seed, 1e-9, 1);
            many[i].e = e < 0 ? 0 : e > 1 ? 1 : e;
        }
        struct restitution_table *table = touching_table(n, many);
        const struct restitution all = restitution_of_table(table);
        for (int k = 0; k < 20; k++) {
            double speed = uniform(&seed, 0, many[n - 1].speed * 1.1), e = restitution_by_speed(table, speed);
            size_t i = 0;
            while (i < n && many[i].speed <= speed)
                i++;
            const struct restitution_pair low = many[i > 0 ? i - 1 : 0], high = many[i < n ? i : n - 1];
            double part = high.speed > low.speed ? (speed - low.speed) / (high.speed - low.speed) : 0;
            assert_near(e, (1 - part) * low.e + part * high.e, 4e-16);
            assert_true(e >= 0 && e <= 1 && e >= all.least - 2e-16 && e <= all.most + 2e-16);
        }
        free(table);
    }
}

/* ---- single contacts ---- */

/** Time of a hit, speed after it. */
struct bounce {
    double t, v;
};

/* Sums of 40 digits: a ball alone between walls at a free path of 1, speed 4; and one that falls from a height of 1
 * with g 9.81. */
static const struct bounce between_walls[] = {{0.25, 3.0},
                                              {0.583333333333333333, 2.4},
                                              {1.0, 1.992},
                                              {1.50200803212851, 1.6939968},
                                              {2.09232791939158, 1.46581570207949},
                                              {2.77454192390889, 1.28509413335237},
                                              {3.55269503662394, 1.13826608010592},
                                              {4.43122424651391, 1.01657029264464}};
static const struct bounce falling[] = {{0.451523640985731, 3.22697457216652}, {1.10941855885862, 2.54495759908773},
                                        {1.62826822228119, 2.09386926007562},  {2.05515288284707, 1.76996137315736},
                                        {2.41600127696682, 1.52482514137604},  {2.72687286542269, 1.33232929871861}};
enum { HITS = sizeof between_walls / sizeof *between_walls, FALLS = sizeof falling / sizeof *falling };

/** The ball of a reference, and the rows of its log. */
static struct sim *one_ball(bool falls, const struct restitution_table *table, const struct integrator_ops *ops,
                            double dt, struct sim_rows *rows)
{
    struct sim *sim = falls ? sim_open(1, 2, 4) : sim_open(1, 3, 2);
    sim_ball(sim, 0, 1, falls ? 2 : 1, falls ? 0 : 4, 0);
    sim->scene.gravity.y = falls ? -9.81 : 0;
    sim->scene.table.walls.restitution = restitution_of_table(table);
    sim->scene.dt = dt;
    sim->observer = (struct observer){.contact = sim_keep_row, .context = rows};
    sim_start(sim, ops);
    sim_advance(sim, (uint64_t)((falls ? 2.9 : 4.6) / dt));
    return sim;
}

static void check_bounces(bool falls, const struct integrator_ops *ops, double dt, double tolerance)
{
    const struct bounce *wanted = falls ? falling : between_walls;
    const size_t n = falls ? FALLS : HITS;
    struct restitution_table *table = touching_table(PAIRS, pairs);
    struct sim_rows rows = {.count = 0};
    struct sim *sim = one_ball(falls, table, ops, dt, &rows);
    assert_int_equal(rows.count, n);
    for (size_t i = 0; i < n; i++) {
        assert_near(rows.row[i].t, wanted[i].t, tolerance);
        assert_near(rows.row[i].j + rows.row[i].u, wanted[i].v, tolerance);
    }
    double lost = sim_counters(sim).lost, start = falls ? 9.81 : 8;
    double end = wanted[n - 1].v * wanted[n - 1].v / 2;
    assert_near(start - lost, end, 8 * tolerance);
    sim_close(sim);
    free(table);
}

static void test_event_follows_the_references(void **context)
{
    (void)context;
    check_bounces(false, &integrator_event, 0.1, 1e-12);
    check_bounces(true, &integrator_event, 0.1, 1e-12);
}

/** Each hit is late by up to a step. */
static void test_impulse_follows_them_at_first_order(void **context)
{
    (void)context;
    for (double dt = 1e-2; dt > 5e-6; dt /= 10) {
        check_bounces(false, &integrator_impulse, dt, 20 * dt);
        check_bounces(true, &integrator_impulse, dt, 20 * dt);
    }
}

/** One ball after the other meets a body, each with its own table or number. */
static void test_every_kind_of_body(void **context)
{
    (void)context;
    static const struct restitution_pair own[2][2] = {{{0, 0.8}, {4, 0.4}}, {{0, 0.1}, {4, 0.9}}};
    struct restitution_table *table[] = {touching_table(PAIRS, pairs), touching_table(2, own[0]),
                                         touching_table(2, own[1])};
    struct obstacle obstacles[] = {
        {.kind = OBSTACLE_LINE, .value = {10, 0, 10, 10}, .coefficients.restitution = restitution_of_table(table[1])},
        {.kind = OBSTACLE_ARC, .value = {40, 5, 3, 0, 360}, .coefficients.restitution = restitution_of_table(table[2])},
        {.kind = OBSTACLE_LINE, .value = {50, 0, 50, 10}, BOUNCES(0.25)}};
    const struct integrator_ops *const ops[] = {&integrator_event, &integrator_impulse};
    for (int i = 0; i < 2; i++) {
        struct sim *sim = sim_open(7, 60, 10);
        struct sim_rows rows = {.count = 0};
        sim_ball(sim, 0, 8, 5, 2, 0);  /* the line */
        sim_ball(sim, 1, 35, 5, 3, 0); /* the arc */
        sim_ball(sim, 2, 48, 5, 2, 0); /* the line with a number */
        sim_ball(sim, 3, 20, 5, 2, 0); /* a ball, at 3 */
        sim_ball(sim, 4, 23, 5, -1, 0);
        sim_ball(sim, 5, 57, 5, 2.5, 0); /* the wall */
        sim_ball(sim, 6, 15, 9, 0, 0.5); /* the wall, slowly */
        sim->scene.table.obstacles = obstacles;
        sim->scene.table.n_obstacles = 3;
        sim->scene.pair.restitution = sim->scene.table.walls.restitution = restitution_of_table(table[0]);
        sim->scene.dt = 1e-3;
        sim->observer = (struct observer){.contact = sim_keep_row, .context = &rows};
        sim_start(sim, ops[i]);
        sim_advance(sim, 1200);
        const struct {
            enum contact_kind kind;
            uint32_t a;
            double u, e;
        } wanted[] = {{CONTACT_LINE, 0, 2, 0.6}, {CONTACT_ARC, 1, 3, 0.7},       {CONTACT_LINE, 2, 2, 0.25},
                      {CONTACT_BALL, 3, 3, 0.8}, {CONTACT_RIGHT, 5, 2.5, 0.825}, {CONTACT_TOP, 6, 0.5, 0.95}};
        for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++) {
            size_t found = 0;
            for (size_t row = 0; row < rows.count; row++)
                if (rows.row[row].kind == wanted[k].kind && rows.row[row].a == wanted[k].a) {
                    double m = wanted[k].kind == CONTACT_BALL ? 0.5 : 1;
                    assert_near(rows.row[row].u, -wanted[k].u, 1e-13);
                    assert_near(rows.row[row].j, m * (1 + wanted[k].e) * wanted[k].u, 1e-13);
                    found++;
                }
            assert_int_equal(found, 1);
        }
        sim->scene.table.obstacles = NULL;
        sim->scene.table.n_obstacles = 0;
        sim_close(sim);
    }
    for (int i = 0; i < 3; i++)
        free(table[i]);
}

/** Draw drives the ball back into the nose, where it has the e of that speed: this table's is 0.95 up to 1, and 0.3 at
 *  the first hit. */
static void test_each_push_of_a_nose(void **context)
{
    (void)context;
    static const struct restitution_pair step[] = {{1, 0.95}, {1.001, 0.3}};
    struct restitution_table *table = touching_table(2, step);
    const struct rubbing rubbing = {{0.6, 0, 0}, 0};
    struct cushion cushion = {&cushion_nose, &rubbing, restitution_of_table(table), {1, 0}, 0.5};
    struct friction_body ball = {{1.01, 0}, {0, -90, 0}, 1, 1, 0.4}, other = ball, number = ball;
    struct cushion_impulse j = cushion_hit(&cushion, &ball, 0.3 * 1.01);
    cushion.restitution = restitution_of(0.3);
    cushion_hit(&cushion, &number, 0.3 * 1.01);
    cushion.restitution = restitution_of(0.95);
    struct cushion_impulse again = cushion_hit(&cushion, &other, 0.3 * 1.01);
    assert_memory_equal(&ball, &other, sizeof ball);
    assert_memory_equal(&j, &again, sizeof j);
    assert_true(ball.v.x < -0.01 && fabs(number.v.x) < 1e-10); /* it is driven back, and leaves by the second e only */
    free(table);
}

/* ---- groups ---- */

static void set_row(struct touching *set, size_t n, const double *v, const struct restitution_table *table)
{
    touching_clear(set);
    for (size_t i = 0; i < n; i++) {
        touching_ball(set, 2 * (double)i, 0, 1, 1);
        touching_velocity(set, i, v[i], 0);
    }
    for (size_t i = 0; i + 1 < n; i++) {
        touching_pair(set, i, i + 1, 1);
        touching_set_table(set, i, table);
    }
}

static void resolve(struct touching *set, const char *law)
{
    impact_law_resolve(impact_law_find(law), &set->cluster);
}

/** A ball hits a row of two: in pairwise, newton and gr one contact after the other. */
static void test_each_round_has_its_own_speeds(void **context)
{
    (void)context;
    static const char *const laws[] = {"pairwise", "newton", "gr"};
    struct restitution_table *table = touching_table(PAIRS, pairs);
    struct touching *set = touching_open();
    for (int law = 0; law < 3; law++)
        for (double speed = 0.5; speed < 8; speed += 0.5) {
            double v[] = {speed, 0, 0};
            set_row(set, 3, v, table);
            resolve(set, laws[law]);
            for (int round = 0; v[0] > v[1] || v[1] > v[2]; round++) {
                double *a = v[0] > v[1] ? v : v + 1, u = a[0] - a[1], j = (1 + e_at(u)) * u / 2;
                a[0] -= j;
                a[1] += j;
                assert_true(round < 100);
            }
            for (size_t i = 0; i < 3; i++)
                assert_near(set->bodies[i].v.x, v[i], 1e-14 * speed);
        }
    touching_close(set);
    free(table);
}

/** lcp: 2 l1 - l2 = (1 + e) v and 2 l2 - l1 = 0, whatever the e of the contact that rests. */
static void test_lcp(void **context)
{
    (void)context;
    struct restitution_table *table = touching_table(PAIRS, pairs);
    struct touching *set = touching_open();
    for (double speed = 0.5; speed < 8; speed += 0.5) {
        set_row(set, 3, (double[]){speed, 0, 0}, table);
        resolve(set, "lcp");
        double part = (1 + e_at(speed)) * speed / 3;
        assert_near(set->bodies[0].v.x, speed - 2 * part, 1e-14 * speed);
        assert_near(set->bodies[1].v.x, part, 1e-14 * speed);
        assert_near(set->bodies[2].v.x, part, 1e-14 * speed);
    }
    touching_close(set);
    free(table);
}

/* The limit of stiff springs or spheres for a row of unit balls, by small steps of Runge and Kutta's method. */
enum { ROW = 3, STATE = 2 * ROW - 1 };

struct row_course {
    bool hertz;
    double c[ROW - 1]; /* of each contact, as it has closed last */
};

static double force(const struct row_course *course, size_t k, double depth, double u)
{
    double root = course->hertz ? sqrt(sqrt(depth)) : 1, f = course->hertz ? depth * sqrt(depth) : depth;
    return depth > 0 ? fmax(0, f - course->c[k] * root * u) : 0;
}

/** Velocities, then compressions. */
static void rates(const struct row_course *course, const double *y, double *rate)
{
    memset(rate, 0, STATE * sizeof *rate);
    for (size_t k = 0; k + 1 < ROW; k++) {
        double u = y[k + 1] - y[k], f = force(course, k, y[ROW + k], u);
        rate[k] -= f;
        rate[k + 1] += f;
        rate[ROW + k] = -u;
    }
}

static void runge_kutta(const struct row_course *course, double h, double *y)
{
    double k[4][STATE], at[STATE];
    rates(course, y, k[0]);
    for (int stage = 1; stage < 4; stage++) {
        for (size_t i = 0; i < STATE; i++)
            at[i] = y[i] + (stage < 3 ? h / 2 : h) * k[stage - 1][i];
        rates(course, at, k[stage]);
    }
    for (size_t i = 0; i < STATE; i++)
        y[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
}

static void damp(struct row_course *course, const struct restitution_table *table, size_t k, double u)
{
    double zeta = spring_damping_ratio(restitution_by_speed(table, -u));
    course->c[k] = course->hertz ? zeta * sqrt(2.5) : zeta * sqrt(2);
}

/** @param v before; receives those after @return how many contacts have closed on the way */
static int follow_row(bool hertz, const struct restitution_table *table, double *v)
{
    const double h = 1e-4;
    struct row_course course = {.hertz = hertz};
    double y[STATE] = {v[0], v[1], v[2], 0, 0};
    int closed = 0;
    for (size_t k = 0; k + 1 < ROW; k++)
        damp(&course, table, k, fmin(0, y[k + 1] - y[k]));
    for (int step = 0; step < 400000; step++) {
        double before[] = {y[ROW], y[ROW + 1]};
        runge_kutta(&course, h, y);
        for (size_t k = 0; k + 1 < ROW; k++)
            if (before[k] < 0 && y[ROW + k] >= 0) {
                damp(&course, table, k, y[k + 1] - y[k]);
                closed++;
            }
    }
    memcpy(v, y, ROW * sizeof *v);
    return closed;
}

/** The middle ball, hit from the right, catches up with the left one, from which it parts at first: their contact
 * closes in the course of the impact, at a speed of its own. */
static void test_compliant_contacts_have_the_speed_at_which_they_close(void **context)
{
    (void)context;
    static const struct restitution_pair steep[] = {{0, 0.95}, {1, 0.9}, {3, 0.3}};
    static const double velocities[][ROW] = {{3, 0, 0}, {1, 0, 0}, {3, 0, -1}, {-1, 0, -3}, {-0.5, 0.2, -2.5}};
    struct restitution_table *table = touching_table(3, steep);
    struct touching *set = touching_open();
    for (int hertz = 0; hertz < 2; hertz++)
        for (size_t i = 0; i < sizeof velocities / sizeof *velocities; i++) {
            double v[ROW];
            memcpy(v, velocities[i], sizeof v);
            set_row(set, ROW, v, table);
            set->cluster.contacts[0].curvature_radius = set->cluster.contacts[1].curvature_radius = 1;
            resolve(set, hertz ? "hertz" : "hooke");
            assert_int_equal(follow_row(hertz, table, v), i < 3 ? 0 : 1);
            for (size_t k = 0; k < ROW; k++)
                assert_near(set->bodies[k].v.x, v[k], 3e-4);
        }
    touching_close(set);
    free(table);
}

/** Of two contacts that hit at once, one slowly and one fast. */
static void test_a_group_in_event(void **context)
{
    (void)context;
    struct restitution_table *table = touching_table(PAIRS, pairs);
    for (size_t law = 0; impact_laws[law].name; law++) {
        struct sim *sim = sim_open(3, 40, 10);
        struct touching *set = touching_open();
        struct sim_rows rows = {.count = 0};
        const double v[] = {4, 0, -0.5};
        set_row(set, 3, v, table);
        resolve(set, impact_laws[law].name);
        for (size_t i = 0; i < 3; i++)
            sim_ball(sim, i, 10 + 2 * (double)i, 5, v[i], 0);
        sim->scene.pair.restitution = restitution_of_table(table);
        sim->scene.impact = impact_laws[law].name;
        sim->scene.dt = 0.01;
        sim->observer = (struct observer){.contact = sim_keep_row, .context = &rows};
        sim_start(sim, &integrator_event);
        sim_advance(sim, 1);
        assert_int_equal(rows.count, 2);
        for (size_t i = 0; i < 3; i++)
            assert_near(sim->world->vx[i], set->bodies[i].v.x, 1e-13);
        touching_close(set);
        sim_close(sim);
    }
    free(table);
}

/* ---- collapse ---- */

/** Three equal balls collapse below e = .0718. What counts is the e of slow contacts, at which a collapse ends. */
static void test_collapse_asks_for_slow_contacts(void **context)
{
    (void)context;
    static const struct restitution_pair cases[][2] = {{{0.1, 0.05}, {0.2, 0.1}}, {{1e-8, 0.1}, {1e-7, 0.05}}};
    for (int i = 0; i < 2; i++) {
        struct restitution_table *table = touching_table(2, cases[i]);
        struct sim *sim = sim_open(3, 64, 4);
        struct error err;
        sim_ball(sim, 0, 20, 2, 1, 0);
        sim_ball(sim, 1, 23, 2, 0, 0);
        sim_ball(sim, 2, 29, 2, -1, 0);
        sim->scene.pair.restitution = restitution_of_table(table);
        sim->scene.dt = 5000;
        sim_start(sim, &integrator_event);
        enum status status = session_step(sim->session, 1, &err);
        if (i == 0)
            assert_true(status == STATUS_FAILED && strstr(err.text, "inelastic collapse"));
        else
            assert_int_equal(status, STATUS_OK);
        sim_close(sim);
        free(table);
    }
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_linear_between_constant_outside),
        cmocka_unit_test(test_any_table),
        cmocka_unit_test(test_event_follows_the_references),
        cmocka_unit_test(test_impulse_follows_them_at_first_order),
        cmocka_unit_test(test_every_kind_of_body),
        cmocka_unit_test(test_each_push_of_a_nose),
        cmocka_unit_test(test_each_round_has_its_own_speeds),
        cmocka_unit_test(test_lcp),
        cmocka_unit_test(test_compliant_contacts_have_the_speed_at_which_they_close),
        cmocka_unit_test(test_a_group_in_event),
        cmocka_unit_test(test_collapse_asks_for_slow_contacts),
    };
    return RUN_TESTS(tests);
}
