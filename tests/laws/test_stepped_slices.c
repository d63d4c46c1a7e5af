/*
 * The stepped integrators' promises to whoever drives them: time may be cut in any way, a run may be continued from its
 * last state, watched or not, next to another one; a run that leaves the finite numbers stops at its last good state.
 *
 * Promise: so are those of the stepped integrators. Measured: any cut of 900 steps, 1 to 4 threads, to the last
 * bit. Also kept by cli/frames.bats.
 */
#include "lib/sim.h"

static const struct integrator_ops *const stepped[] = {&integrator_impulse, &integrator_spring,
                                                       &integrator_spring_verlet, &integrator_spring_rk4};
enum { STEPPED = 4, STEPS = 900 };

static struct sim *gas(double e)
{
    struct sim *sim = sim_random_balls(80, 14, 12, 2, 21);
    sim->scene.k = 300;
    sim->scene.dt = 0.005;
    sim->scene.pair.restitution = restitution_of(e);
    sim->scene.table.walls.restitution = restitution_of(0.5 + 0.5 * e);
    return sim;
}

static struct sim *gas_at_end(const struct integrator_ops *ops, double e)
{
    struct sim *sim = gas(e);
    sim_start(sim, ops);
    sim_advance(sim, STEPS);
    return sim;
}

static void ignore_contact(void *context, const struct contact_event *event)
{
    (void)event;
    ++*(uint64_t *)context;
}

static void test_slices(void **context)
{
    (void)context;
    for (size_t o = 0; o < STEPPED; o++)
        for (double e = 1; e > 0.5; e -= 0.4) {
            struct sim *whole = gas_at_end(stepped[o], e), *sliced = gas(e);
            uint64_t rows = 0;
            sliced->observer = (struct observer){ignore_contact, &rows, NULL};
            sim_start(sliced, stepped[o]);
            for (uint64_t step = 0, stride = 1; step < STEPS; stride = stride % 7 + 1) {
                step = step + stride < STEPS ? step + stride : STEPS;
                sim_advance(sliced, step);
                sim_advance(sliced, step); /* nothing to do */
                (void)sim_potential(sliced);
            }
            struct counters a = sim_counters(whole), b = sim_counters(sliced);
            sim_assert_same(whole->world, sliced->world);
            assert_true(a.ball == b.ball && a.surface == b.surface && a.lost == b.lost && a.overlap == b.overlap);
            assert_true(rows == b.ball + b.surface && b.ball > 100 && b.surface > 20);
            assert_true(sim_potential(whole) == sim_potential(sliced));
            sim_close(whole);
            sim_close(sliced);
        }
}

/** A new integrator takes over from the world that another one has left, in the middle of contacts. */
static void test_continuation(void **context)
{
    (void)context;
    for (size_t o = 0; o < STEPPED; o++) {
        struct sim *whole = gas_at_end(stepped[o], 0.8), *parts = gas(0.8);
        for (uint64_t step = 100; step <= STEPS; step += 100) {
            sim_start(parts, stepped[o]);
            sim_advance(parts, step);
            sim_end(parts);
        }
        sim_assert_same(whole->world, parts->world);
        sim_close(whole);
        sim_close(parts);
    }
}

/** Balls of equal or different sizes in rows, more than a list of all pairs takes. */
static struct sim *rows(bool equal, uint64_t seed)
{
    enum { SIDE = 20 };
    struct sim *sim = sim_open(SIDE * SIDE, 44, 44);
    sim->scene.k = 300;
    sim->scene.dt = 0.01;
    for (size_t i = 0; i < sim->scene.n; i++) {
        if (!equal) {
            sim->scene.r[i] = i == 77 ? 4 : uniform(&seed, 0.3, 1.1);
            sim->scene.m[i] = uniform(&seed, 0.5, 2);
        }
        /* some neighbours on the table are far apart in the scene's order */
        size_t place = i % 3 ? i : i / 3 * 7 % ((sim->scene.n + 2) / 3) * 3;
        sim_ball_random(sim, i, 1.1 + 2.2 * (double)(place % SIDE), 1.1 + 2.2 * (double)(place / SIDE), 2, &seed);
    }
    return sim;
}

static void start_with_threads(struct sim *sim, const struct integrator_ops *ops, size_t threads)
{
    sim->threads = threads;
    sim_start(sim, ops);
}

enum { MOST_RUNS = 3 };

/** The bits, the counts and the energies do not depend on how many threads work: each number of `threads`, the first 1,
 *  after the last a 0. */
static void compare_threads(const struct integrator_ops *ops, bool equal, double e, const size_t *threads)
{
    struct sim *sims[MOST_RUNS], *alone;
    size_t n = 0;
    for (; threads[n]; n++) {
        sims[n] = rows(equal, 3);
        sims[n]->scene.pair.restitution = restitution_of(e);
        start_with_threads(sims[n], ops, threads[n]);
    }
    alone = sims[0];
    const uint64_t end = (uint64_t)runs(80, 240);
    for (uint64_t step = 40; step <= end; step += 40) {
        for (size_t r = 0; r < n; r++)
            sim_advance(sims[r], step);
        for (size_t r = 1; r < n; r++) {
            sim_assert_same(alone->world, sims[r]->world);
            struct counters a = sim_counters(alone), b = sim_counters(sims[r]);
            assert_true(a.ball == b.ball && a.surface == b.surface && a.lost == b.lost && a.overlap == b.overlap);
            assert_true(sim_potential(alone) == sim_potential(sims[r]));
        }
    }
    assert_true(sim_counters(alone).ball > end * 5 / 6 && sim_counters(alone).surface > 20);
    while (n > 0)
        sim_close(sims[--n]);
}

static void test_threads(void **context)
{
    (void)context;
    const size_t few_and_many[] = {1, 2, (size_t)runs(3, 5), 0};
    for (size_t o = 1; o < STEPPED; o++) {
        compare_threads(stepped[o], true, 1, few_and_many);
        compare_threads(stepped[o], false, 1, few_and_many);
        compare_threads(stepped[o], o == 1, 0.8, (const size_t[]){1, o + 1, 0});
    }
}

static void test_two_runs_at_once(void **context)
{
    (void)context;
    for (size_t o = 0; o < STEPPED; o++) {
        struct sim *alone = gas_at_end(stepped[o], 0.9), *one = gas(0.9), *other = gas(0.6);
        sim_start(one, stepped[o]);
        sim_start(other, stepped[(o + 1) % STEPPED]);
        for (uint64_t step = 1; step <= STEPS; step++) {
            sim_advance(one, step);
            sim_advance(other, step);
        }
        sim_assert_same(alone->world, one->world);
        sim_close(alone);
        sim_close(one);
        sim_close(other);
    }
}

static void test_stop(void **context)
{
    (void)context;
    for (size_t o = 0; o < STEPPED; o++) {
        volatile sig_atomic_t stop = 1;
        struct error err;
        struct sim *sim = gas(1);
        sim->observer.stop = &stop;
        sim_start(sim, stepped[o]);
        assert_int_equal(session_step(sim->session, UINT64_C(1) << 52, &err), STATUS_OK);
        assert_true(sim->world->step == 0);
        stop = 0;
        sim_advance(sim, 3);
        sim_close(sim);
    }
}

/** Steps far beyond stability: the springs throw ball 1 ever farther, until a number overflows. */
static struct sim *unstable(const struct integrator_ops *ops)
{
    struct sim *sim = sim_open(2, 10, 10);
    sim->scene.k = 1e6;
    sim->scene.table.walls.restitution = restitution_of(0.9);
    sim->scene.dt = 1;
    sim_ball(sim, 0, 5, 5, 0, 0);
    sim_ball(sim, 1, 9.5, 5, 1, 0);
    sim_start(sim, ops);
    return sim;
}

static void test_overflow(void **context)
{
    (void)context;
    for (size_t o = 1; o < STEPPED; o++) {
        struct error err;
        char expected[200];
        struct sim *sim = unstable(stepped[o]);
        assert_int_equal(session_step(sim->session, 100000, &err), STATUS_FAILED);
        snprintf(expected, sizeof expected, "a ball is infinitely fast at step %llu; dt may be too large for k",
                 (unsigned long long)sim->world->step + 1);
        assert_string_equal(err.text, expected);
        sim_close(sim);
    }
}

static void test_overflow_of_impulse(void **context)
{
    (void)context;
    struct error err;
    struct sim *sim = sim_open(2, 20, 10);
    sim->scene.dt = 1e-308;
    sim->scene.m[0] = 1e10;
    sim_ball(sim, 0, 3, 5, 1e308, 0);
    sim_ball(sim, 1, 6.5, 5, 0, 0); /* hit in the second step, to fly off at twice that speed in the third */
    sim_start(sim, &integrator_impulse);
    assert_int_equal(session_step(sim->session, 9, &err), STATUS_FAILED);
    assert_string_equal(err.text, "a ball is infinitely fast at step 3");
    assert_true(sim->world->step == 2 && sim_counters(sim).ball == 1);
    sim_close(sim);
}

/** None and one ball. */
static void test_few_balls(void **context)
{
    (void)context;
    for (size_t o = 0; o < STEPPED; o++)
        for (size_t n = 0; n < 2; n++) {
            struct sim *sim = sim_open(n, 10, 10);
            sim->scene.k = 100;
            sim->scene.dt = 0.01;
            if (n == 1)
                sim_ball(sim, 0, 5, 5, 1, 2);
            sim_start(sim, stepped[o]);
            sim_advance(sim, 1000);
            assert_true(sim_counters(sim).ball == 0 && (sim_counters(sim).surface > 0) == (n == 1));
            sim_close(sim);
        }
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slices),
        cmocka_unit_test(test_continuation),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_two_runs_at_once),
        cmocka_unit_test(test_stop),
        cmocka_unit_test(test_overflow),
        cmocka_unit_test(test_overflow_of_impulse),
        cmocka_unit_test(test_few_balls),
    };
    return RUN_TESTS(tests);
}
