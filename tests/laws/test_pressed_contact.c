/*
 * Balls that are pressed together, by friction while they roll out and by gravity in heaps: without end they would
 * bounce. Nothing here may run for ever: an alarm ends the program.
 *
 * Promise: balls that friction or gravity presses together roll on as if in contact, and come to rest. Measured: pushed
 * and followed balls against closed forms and a contact force; 38 crowds of 49 and 900 balls, e from 0 to 1; 4
 * supports, 3 heaps. Also kept by laws/test_lasting_contact.c, laws/test_lying.c.
 */
#include "events/lasting_contact.h"
#include "impact/impact_law.h"
#include "lib/gas.h"

#include <unistd.h>

enum { SECONDS_AT_MOST = 120 };

static void set_friction(struct sim *sim, const double *friction)
{
    sim->scene.friction = mem_array(sim->scene.n, sizeof(double));
    assert_non_null(sim->scene.friction);
    for (size_t i = 0; i < sim->scene.n; i++)
        sim->scene.friction[i] = friction[i];
}

/** Of the balls that move. */
static double total(const struct sim *sim)
{
    double sum = sim_counters(sim).lost;
    for (size_t i = 0; i < sim->scene.n; i++)
        if (sim->scene.m[i] < HUGE_VAL) {
            struct vec2 v = {sim->world->vx[i], sim->world->vy[i]}, x = {sim->world->x[i], sim->world->y[i]};
            sum += sim->scene.m[i] * (vec2_dot(v, v) / 2 - vec2_dot(sim->scene.gravity, x));
        }
    return sum;
}

/** Runs on to a step. */
static enum status run(struct sim *sim, uint64_t steps, struct error *err)
{
    *err = (struct error){.status = STATUS_OK};
    sim_start(sim, &integrator_event);
    return session_step(sim->session, steps, err);
}

/* ---- friction ---- */

/** Ball 0 behind ball 1, in contact. */
static struct sim *rolling_pair(double e, double ratio, struct vec2 v0, struct vec2 v1, const double *friction)
{
    struct sim *sim = sim_open(2, 20, 8);
    sim->scene.r[0] = sim->scene.r[1] = 0.5;
    sim->scene.m[1] = ratio;
    sim->scene.pair.restitution = restitution_of(e);
    sim->scene.dt = 100;
    sim_ball(sim, 0, 2, 4, v0.x, v0.y);
    sim_ball(sim, 1, 3, 4, v1.x, v1.y);
    set_friction(sim, friction);
    return sim;
}

static const double restitutions[] = {0, 0.3, 0.5, 0.9, 1};
enum { RESTITUTIONS = sizeof restitutions / sizeof *restitutions };

/** The ball behind has less friction: both roll on as one, with the mean deceleration. */
static void test_pushing(void **context)
{
    (void)context;
    static const double ratios[] = {0.05, 1, 7};
    for (size_t i = 0; i < RESTITUTIONS; i++)
        for (size_t k = 0; k < 3; k++) {
            const double friction[] = {0.1, 0.4}, ratio = ratios[k];
            double mean = (friction[0] + ratio * friction[1]) / (1 + ratio), v = 0.8;
            struct vec2 velocity = {v, 0};
            struct sim *sim = rolling_pair(restitutions[i], ratio, velocity, velocity, friction);
            struct error err;
            assert_int_equal(run(sim, 1, &err), STATUS_OK);
            for (int b = 0; b < 2; b++)
                assert_true(fabs(sim->world->x[b] - (2 + b + v * v / (2 * mean))) < 1e-5);
            double drift = total(sim) - (1 + ratio) * v * v / 2;
            assert_true(fabs(sim_counters(sim).rest - v / mean) < 1e-3 && fabs(drift) < 1e-13);
            sim_close(sim);
        }
}

/** State and derivative of two balls in contact: places, then velocities. */
struct joined {
    struct vec2 x[2], v[2];
};

static struct joined along(const struct joined *q, const struct joined *rate, double t)
{
    struct joined sum;
    for (int i = 0; i < 2; i++) {
        sum.x[i] = vec2_add(q->x[i], vec2_scale(t, rate->x[i]));
        sum.v[i] = vec2_add(q->v[i], vec2_scale(t, rate->v[i]));
    }
    return sum;
}

/** Equal balls with friction c and a force that keeps them from approaching, if one is needed. */
static struct joined joined_rate(const struct joined *q, double c)
{
    struct joined rate = {.x = {q->v[0], q->v[1]}};
    for (int i = 0; i < 2; i++)
        rate.v[i] = vec2_scale(-c / vec2_length(q->v[i]), q->v[i]);
    struct vec2 d = vec2_sub(q->x[1], q->x[0]), v = vec2_sub(q->v[1], q->v[0]);
    double distance = vec2_length(d);
    struct vec2 n = vec2_scale(1 / distance, d);
    double sideways = n.x * v.y - n.y * v.x;
    double pressure = -(vec2_dot(n, vec2_sub(rate.v[1], rate.v[0])) + sideways * sideways / distance);
    if (pressure > 0 && distance < 1 + 1e-9) {
        rate.v[0] = vec2_sub(rate.v[0], vec2_scale(pressure / 2, n));
        rate.v[1] = vec2_add(rate.v[1], vec2_scale(pressure / 2, n));
    }
    return rate;
}

/** Runge and Kutta's rule. */
static struct joined joined_step(const struct joined *q, double c, double dt)
{
    struct joined k1 = joined_rate(q, c), q2 = along(q, &k1, dt / 2);
    struct joined k2 = joined_rate(&q2, c), q3 = along(q, &k2, dt / 2);
    struct joined k3 = joined_rate(&q3, c), q4 = along(q, &k3, dt);
    struct joined k4 = joined_rate(&q4, c), sum = along(q, &k1, dt / 6);
    sum = along(&sum, &k2, dt / 3);
    sum = along(&sum, &k3, dt / 3);
    return along(&sum, &k4, dt / 6);
}

/** Balls of one friction press on each other, too, when the one behind turns off: they follow the motion of bodies that
 *  a contact force keeps apart. */
static void test_following(void **context)
{
    (void)context;
    const double c = 0.1, friction[] = {c, c}, t = 0.35, dt = 1e-4;
    const struct vec2 v0 = {0.05, 0.05}, v1 = {0.05, 0};
    struct joined q = {{{2, 4}, {3, 4}}, {v0, v1}};
    for (int step = 0; step < 3500; step++)
        q = joined_step(&q, c, dt);
    for (size_t i = 0; i < RESTITUTIONS; i++) {
        struct sim *sim = rolling_pair(restitutions[i], 1, v0, v1, friction);
        struct error err;
        sim->scene.dt = t;
        assert_int_equal(run(sim, 1, &err), STATUS_OK);
        assert_true(sim_counters(sim).ball > 10);
        for (int b = 0; b < 2; b++)
            assert_true(fabs(sim->world->x[b] - q.x[b].x) < 1e-6 && fabs(sim->world->y[b] - q.x[b].y) < 1e-6);
        sim_close(sim);
    }
}

/** A crowd of rolling balls comes to rest, and friction and hits have all its energy. */
static void assert_rolls_out(struct sim *sim, double c)
{
    double friction[1024];
    for (size_t i = 0; i < sim->scene.n; i++)
        friction[i] = c;
    set_friction(sim, friction);
    sim->scene.dt = 4 / c;
    double before = sim_kinetic(sim);
    struct error err;
    if (run(sim, 1, &err) != STATUS_OK)
        fail_msg("e %g, c %g: %s", sim->scene.pair.restitution.slow, c, err.text);
    struct counters counts = sim_counters(sim);
    assert_true(sim_kinetic(sim) == 0 && counts.rest < sim->scene.dt && fabs(counts.lost - before) < 1e-12 * before);
    assert_true(counts.overlap < 1e-10 && sim_deepest(sim) < 1e-10);
    sim_close(sim);
}

static void test_crowds(void **context)
{
    (void)context;
    static const double frictions[] = {0.1, 1}, walls[] = {0, 1, 0.7};
    for (uint64_t seed = 1; seed <= 3; seed++)
        for (size_t i = 0; i < RESTITUTIONS; i++)
            for (size_t k = 0; k < 2; k++) {
                if ((3 * k + i + seed) % 8 != 2 && runs(1, 0)) /* three of them */
                    continue;
                struct sim *sim = gas_open(7, 7, 0.5 + 0.1 * (double)(seed % 3), 0, seed);
                if (seed == 3)
                    gas_mix(sim, 0.3, seed);
                sim->scene.pair.restitution = restitution_of(restitutions[i]);
                sim->scene.table.walls.restitution = restitution_of(walls[(i + k + seed) % 3]);
                assert_rolls_out(sim, frictions[k]);
            }
}

static void test_large_crowds(void **context)
{
    (void)context;
    static const double frictions[] = {0.1, 1};
    for (uint64_t seed = 1; seed <= 2; seed++)
        for (size_t k = 0; k < 2; k++)
            for (double e = 0.9; e < 1.05; e += 0.1) {
                if (k == seed - 1 && runs(1, 0)) /* half of them */
                    continue;
                struct sim *sim = gas_open(30, 30, seed == 1 ? 0.5 : 0.7, 0, seed);
                sim->scene.pair.restitution = sim->scene.table.walls.restitution = restitution_of(e < 1 ? e : 1);
                assert_rolls_out(sim, frictions[k]);
            }
}

/** Large balls push small ones that stop after each hit, up to the end, with e = 1 as well. */
static void test_different_frictions(void **context)
{
    (void)context;
    for (size_t i = (size_t)runs(RESTITUTIONS - 1, 0); i < RESTITUTIONS; i++) {
        struct sim *sim = gas_open(7, 7, 0.6, 0, 5);
        double friction[49];
        for (size_t b = 0; b < 49; b++) {
            friction[b] = b % 2 ? 0.1 : 1;
            sim->scene.r[b] = b % 2 ? 0.5 : 0.3;
            sim->scene.m[b] = b % 2 ? 1 : 0.2;
        }
        sim->scene.pair.restitution = sim->scene.table.walls.restitution = restitution_of(restitutions[i]);
        set_friction(sim, friction);
        sim->scene.dt = 40;
        struct error err;
        assert_int_equal(run(sim, 1, &err), STATUS_OK);
        assert_true(sim_kinetic(sim) == 0 && sim_counters(sim).rest < 40);
        sim_close(sim);
    }
}

/** Lattices of touching balls with e = 0 in boxes hardly larger, or as wide or high as they are, jam again and again
 * while they roll out, and none of their impacts seems to go on without end. */
static void test_jammed_lattices(void **context)
{
    (void)context;
    static const double gaps[][2] = {{0.1, 0}, {0, 0.1}, {0.1, 0.1}, {0, 1e-9}, {1e-6, 0}};
    double friction[25];
    for (uint64_t seed = 1; seed <= (uint64_t)runs(1, 16); seed++)
        for (size_t n = 3; n <= 5; n++)
            for (unsigned gap = 0; gap < 5; gap++) {
                double width = (double)n + gaps[gap][0], height = (double)n + gaps[gap][1];
                struct sim *sim = sim_open(n * n, width, height);
                uint64_t state = seed;
                struct error err;
                for (size_t i = 0; i < n * n; i++) {
                    double x = (double)(i % n) + 0.5 * (1 + width - (double)n), y = (double)(i / n);
                    double vx = uniform(&state, -1.7, 1.7), vy = uniform(&state, -1.7, 1.7);
                    sim->scene.r[i] = 0.5;
                    friction[i] = 0.1;
                    sim_ball(sim, i, x, y + 0.5 * (1 + height - (double)n), vx, vy);
                }
                set_friction(sim, friction);
                sim->scene.pair.restitution = sim->scene.table.walls.restitution = restitution_of(0);
                sim->scene.dt = 40;
                if (run(sim, 1, &err) != STATUS_OK)
                    fail_msg("seed %u, %zu balls, gaps %u: %s", (unsigned)seed, n * n, gap, err.text);
                struct counters counts = sim_counters(sim);
                assert_true(sim_kinetic(sim) == 0 && counts.rest < 40 && counts.overlap < 1e-10);
                sim_close(sim);
            }
}

/** A run that is saved again and again and continued comes to the same bits. */
static void test_continued(void **context)
{
    (void)context;
    struct sim *whole, *parts, **both[] = {&whole, &parts};
    for (int k = 0; k < 2; k++) {
        double friction[49];
        struct sim *sim = *both[k] = gas_open(7, 7, 0.7, 0, 4);
        for (size_t b = 0; b < 49; b++)
            friction[b] = 0.1;
        set_friction(sim, friction);
        sim->scene.pair.restitution = sim->scene.table.walls.restitution = restitution_of(0.5);
        sim->scene.dt = 0.25;
        sim_start(sim, &integrator_event);
    }
    sim_advance(whole, 60);
    assert_true(sim_counters(whole).rest < 15 && sim_counters(whole).ball > 4000);
    for (uint64_t step = 1; step <= 60; step++) {
        sim_advance(parts, step);
        sim_save(parts);
        sim_end(parts);
        sim_start(parts, &integrator_event);
    }
    sim_assert_same(whole->world, parts->world);
    sim_close(whole);
    sim_close(parts);
}

/* ---- gravity ---- */

static double lying_on_a_line[] = {0.5, 1, 3.5, 1};
static struct obstacle line = {.kind = OBSTACLE_LINE}, bowl = {.kind = OBSTACLE_ARC, .value = {2, 2, 1.5, 180, 360}};

/** What a ball is dropped on. */
enum support { FIXED_BALL, LYING_BALL, LINE, BOWL, SUPPORTS };

/** Ball 0, of radius 0.1, one radius above its support. */
static struct sim *dropped(enum support support, double e)
{
    static const double heights[] = {1 + 0.5 + 0.2, 0.2 + 0.2, 1 + 0.2, 0.5 + 0.2};
    struct sim *sim = sim_open(support <= LYING_BALL ? 2 : 1, 4, 4);
    for (int i = 0; i < 4; i++)
        line.value[i] = lying_on_a_line[i];
    line.coefficients.restitution = bowl.coefficients.restitution = sim->scene.pair.restitution =
        sim->scene.table.walls.restitution = restitution_of(e);
    sim->scene.table.obstacles = support == LINE ? &line : &bowl;
    sim->scene.table.n_obstacles = support >= LINE;
    sim->scene.gravity = (struct vec2){0, -9.81};
    sim->scene.dt = 10;
    sim->scene.r[0] = 0.1;
    sim_ball(sim, 0, 2, heights[support], 0, 0);
    if (support == FIXED_BALL) {
        sim->scene.r[1] = 0.5;
        sim->scene.m[1] = HUGE_VAL;
        sim_ball(sim, 1, 2, 1, 0, 0);
    } else if (support == LYING_BALL) {
        sim->scene.r[1] = 0.1;
        sim_ball(sim, 1, 2, 0.1, 0, 0);
    }
    return sim;
}

/** Numbers two balls the other way round. */
static void renumber(struct sim *sim)
{
    double *pairs[] = {sim->scene.r, sim->scene.m, sim->world->x, sim->world->y};
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
        double first = pairs[k][0];
        pairs[k][0] = pairs[k][1];
        pairs[k][1] = first;
    }
}

/** The ball comes to rest where it touches its support, without a message, and all its energy is lost. */
static void test_coming_to_rest(void **context)
{
    (void)context;
    for (enum support support = 0; support < SUPPORTS; support++)
        for (size_t i = 0; i + 1 < RESTITUTIONS; i++) {
            struct sim *sim = dropped(support, restitutions[i]);
            const double y = sim->world->y[0] - 0.1;
            struct error err;
            sim->scene.dt = 0.5 / (1 - restitutions[i]);
            if (support <= LYING_BALL && i % 2)
                renumber(sim);
            sim_start(sim, &integrator_event);
            const double before = total(sim);
            assert_int_equal(session_step(sim->session, 1, &err), STATUS_OK);
            const size_t ball = sim->scene.r[0] == 0.1 && sim->world->y[0] > 0.15 ? 0 : 1;
            assert_true(fabs(sim->world->y[ball] - y) < 3 * LASTING_FALL * 0.7);
            assert_true(fabs(total(sim) - before) < 1e-11 * before && fabs(sim->world->vy[ball]) < 0.006);
            assert_true(sim_counters(sim).kept > 500 && !sim_counters(sim).collapsed);
            sim_close(sim);
        }
}

/** With a contact_time T the ball stays where it is, within the height of a bounce of that time, g T^2/8. */
static void test_contact_time(void **context)
{
    (void)context;
    for (enum support support = 0; support < SUPPORTS; support++)
        for (size_t i = 0; i + 1 < RESTITUTIONS; i++) {
            struct sim *sim = dropped(support, restitutions[i]);
            double y = sim->world->y[0], before;
            struct error err;
            sim->scene.contact_time = 2e-3;
            sim_start(sim, &integrator_event);
            before = total(sim);
            assert_int_equal(session_step(sim->session, 1, &err), STATUS_OK);
            double height = support == LYING_BALL ? 0.7 * 0.1 : 2 * 9.81 * 4e-6 / 8;
            assert_true(fabs(sim->world->y[0] - (y - 0.1)) < height && fabs(total(sim) - before) < 3e-12 * before);
            assert_true(sim_counters(sim).ball + sim_counters(sim).surface > 1000);
            sim_close(sim);
        }
}

/** A perfectly inelastic impact ends before the contacts that it leaves count as pressed, or as hit within
 * contact_time: one or two balls dropped on one that lies on the floor, by the laws that know e = 0, stay on it. */
static void test_an_impact_ends_first(void **context)
{
    (void)context;
    for (const struct impact_law *law = impact_laws; law->name; law++)
        for (int k = 0; k < 4 && !(law->least_e > 0); k++) {
            const size_t n = k % 2 ? 3 : 2;
            struct sim *sim = sim_open(n, 1, 9);
            struct error err;
            sim->scene.impact = law->name;
            sim->scene.gravity = (struct vec2){0, -9.81};
            sim->scene.pair.restitution = restitution_of(0);
            sim->scene.table.walls.restitution = restitution_of(k / 2 * 0.5);
            sim->scene.contact_time = 1.6e-4;
            sim->scene.dt = 0.75;
            for (size_t i = 0; i < n; i++) {
                sim->scene.r[i] = 0.5;
                sim_ball(sim, i, 0.5, i == 0 ? 0.5 : 1.5 + (double)i, 0, 0);
            }
            assert_int_equal(run(sim, 1, &err), STATUS_OK); /* .3 after the hit */
            for (size_t i = 0; i < n; i++)
                assert_near(sim->world->y[i], 0.5 + (double)i, 2 * LASTING_FALL * (double)n);
            sim_close(sim);
        }
}

/** A ball that touches its support from the start stays there, elastic or not. The one bounce that it is given comes
 * off `lost`. */
static void test_touching_from_the_start(void **context)
{
    (void)context;
    static const enum support supports[] = {FIXED_BALL, LINE, BOWL};
    for (size_t i = 0; i < RESTITUTIONS; i++)
        for (int k = 0; k < 3; k++) {
            struct sim *sim = dropped(supports[k], restitutions[i]);
            struct error err;
            sim->world->y[0] -= 0.1;
            sim->scene.dt = 1;
            const double y = sim->world->y[0], bounce = 9.81 * LASTING_FALL * 0.6;
            assert_int_equal(run(sim, 1, &err), STATUS_OK);
            assert_true(fabs(sim->world->y[0] - y) < 1.01 * LASTING_FALL * 0.6);
            assert_true(sim_counters(sim).lost < 0 && sim_counters(sim).lost > -1.01 * bounce);
            sim_close(sim);
        }
}

/** Two balls that touch, one radius above what they fall on side by side. */
static struct sim *dropped_pair(size_t n, double height, double e)
{
    struct sim *sim = sim_open(n, 4, 4);
    sim->scene.gravity = (struct vec2){0, -9.81};
    sim->scene.pair.restitution = sim->scene.table.walls.restitution = restitution_of(e);
    for (size_t i = 0; i < n; i++) {
        sim->scene.r[i] = 0.1;
        sim->scene.m[i] = 3;
    }
    for (size_t i = 0; i < 2; i++)
        sim_ball(sim, i, 1.9 + 0.2 * (double)i, height + 0.2, 0, 0);
    return sim;
}

/** On the floor they lie in the end, and their bounces have all energy. On two fixed balls they come to rest, and on
 * two lines, which are one wall, since only rounding tells that the second is higher. */
static void test_side_by_side(void **context)
{
    (void)context;
    const double e = 0.5, end = sqrt(2 * 0.1 / 9.81) * (1 + e) / (1 - e);
    struct obstacle lines[2];
    struct error err;
    struct sim *sim = dropped_pair(2, 0, e);
    sim->scene.dt = 1.003 * end;
    assert_int_equal(run(sim, 1, &err), STATUS_OK);
    assert_true(sim_kinetic(sim) == 0 && fabs(total(sim) - 2 * 3 * 9.81 * 0.2) < 1e-12);
    sim_close(sim);
    for (int k = 0; k < 2; k++)
        lines[k] =
            (struct obstacle){.kind = OBSTACLE_LINE, .value = {0.5, 1 + k * 3e-13, 3.5, 1 + k * 3e-13}, BOUNCES(e)};
    for (int is_lines = 0; is_lines < 2; is_lines++) {
        sim = dropped_pair(is_lines ? 2 : 4, 1, e);
        sim->scene.dt = 1.2 * end;
        for (size_t i = 2; i < sim->scene.n; i++) {
            sim->scene.m[i] = HUGE_VAL;
            sim_ball(sim, i, sim->world->x[i - 2], 0.9, 0, 0);
        }
        sim->scene.table.obstacles = lines;
        sim->scene.table.n_obstacles = is_lines ? 2 : 0;
        assert_int_equal(run(sim, 1, &err), STATUS_OK);
        for (size_t i = 0; i < 2; i++)
            assert_near(sim->world->y[i], 1.1, 2 * LASTING_FALL * 0.2);
        assert_true(sim_counters(sim).kept > 50);
        sim_close(sim);
    }
}

/** Twenty balls fall into a narrow box and lie in a heap. */
static void test_heap(void **context)
{
    (void)context;
    for (uint64_t seed = 1; seed <= (uint64_t)runs(1, 3); seed++) {
        struct sim *sim = sim_open(20, 0.9, 5);
        struct error err;
        uint64_t state = seed;
        for (size_t i = 0; i < 20; i++) {
            sim->scene.r[i] = 0.1;
            sim_ball(sim, i, 0.15 + 0.3 * (double)(i % 3) + uniform(&state, -0.04, 0.04), 0.2 + 0.3 * (double)(i / 3),
                     0, 0);
        }
        sim->scene.pair.restitution = sim->scene.table.walls.restitution = restitution_of(0.6);
        sim->scene.gravity = (struct vec2){0, -9.81};
        sim->scene.dt = 4;
        sim_start(sim, &integrator_event);
        double before = total(sim);
        assert_int_equal(session_step(sim->session, 1, &err), STATUS_OK);
        assert_true(fabs(total(sim) - before) < 1e-10 && sim_deepest(sim) < 1e-10);
        double speed = 0, top = 0;
        for (size_t i = 0; i < 20; i++) {
            speed = fmax(speed, hypot(sim->world->vx[i], sim->world->vy[i]));
            top = fmax(top, sim->world->y[i]);
        }
        assert_true(speed < 0.01 && top < 1.2); /* five layers, less than a diameter each */
        sim_close(sim);
    }
}

/** Along the inner side of an arc balls with e < 1 bounce lower and lower without any force, until they go along it;
 *  their angular momentum is kept. */
static void test_along_an_arc(void **context)
{
    (void)context;
    for (int has_time = 0; has_time < 2; has_time++) {
        struct sim *sim = dropped(BOWL, 0.5);
        struct error err;
        sim->scene.gravity = (struct vec2){0, 0};
        bowl.value[3] = 0;
        sim->scene.dt = 10;
        sim->scene.contact_time = has_time ? 1e-3 : 0;
        sim_ball(sim, 0, 2, 1, 0.5, -0.1);
        assert_int_equal(run(sim, 1, &err), STATUS_OK);
        bowl.value[3] = 180;
        double distance = hypot(sim->world->x[0] - 2, sim->world->y[0] - 2), speed = sqrt(2 * sim_kinetic(sim));
        assert_true(fabs(distance - 1.4) < 1e-6 && fabs(speed - 0.5 / 1.4) < 1e-5 && sim_counters(sim).kept > 100);
        sim_close(sim);
    }
}

/** A falling ball presses on a fixed one by the gravity along the line of centres less what its curved path takes. */
static void test_pressure(void **state)
{
    (void)state;
    const struct motion motion = {
        .law = MOTION_GRAVITY, .gravity = {2, -3}, .lo = {-HUGE_VAL, -HUGE_VAL}, .hi = {HUGE_VAL, HUGE_VAL}};
    const struct particle fixed = {.m = HUGE_VAL, .t = 1}, ball = {.m = 2, .t = 1, .vx = 0.7, .vy = -0.1};
    const struct vec2 d = {0.3, 0.4};
    double along = 0.6 * 2 - 0.8 * 3, across = 0.6 * -0.1 - 0.8 * 0.7;
    assert_near(lasting_contact_pressure(&motion, body_of(&fixed), body_of(&ball), d), -along - across * across / 0.5,
                1e-15);
    assert_near(lasting_contact_pressure(&motion, body_of(&ball), body_of(&fixed), vec2_scale(-1, d)),
                -along - across * across / 0.5, 1e-15);
}

TEST_GROUP()
{
    alarm(SECONDS_AT_MOST);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pushing),
        cmocka_unit_test(test_following),
        cmocka_unit_test(test_crowds),
        cmocka_unit_test(test_large_crowds),
        cmocka_unit_test(test_different_frictions),
        cmocka_unit_test(test_jammed_lattices),
        cmocka_unit_test(test_continued),
        cmocka_unit_test(test_coming_to_rest),
        cmocka_unit_test(test_contact_time),
        cmocka_unit_test(test_an_impact_ends_first),
        cmocka_unit_test(test_touching_from_the_start),
        cmocka_unit_test(test_side_by_side),
        cmocka_unit_test(test_heap),
        cmocka_unit_test(test_along_an_arc),
        cmocka_unit_test(test_pressure),
    };
    return RUN_TESTS(tests);
}
