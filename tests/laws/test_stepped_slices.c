/*
 * The stepped integrators' promises to whoever drives them: time may be cut in any way, a run may be continued from its
 * last state, watched or not, next to another one; a run that leaves the finite numbers stops at its last good state.
 */
#include "table.h"

static const struct integrator_ops *const stepped[] = {&integrator_impulse, &integrator_spring,
                                                       &integrator_spring_verlet, &integrator_spring_rk4};
enum { STEPPED = 4, STEPS = 900 };

static struct test_table *gas(double e)
{
    struct test_table *table = table_random_balls(80, 14, 12, 2, 21);
    table->scene.k = 300;
    table->scene.dt = 0.005;
    table->scene.e_ball = e;
    table->scene.e_wall = 0.5 + 0.5 * e;
    return table;
}

static struct test_table *gas_at_end(const struct integrator_ops *ops, double e)
{
    struct test_table *table = gas(e);
    table_start(table, ops);
    table_advance(table, STEPS);
    return table;
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
            struct test_table *whole = gas_at_end(stepped[o], e), *sliced = gas(e);
            uint64_t rows = 0;
            sliced->observer = (struct observer){ignore_contact, &rows, NULL};
            table_start(sliced, stepped[o]);
            for (uint64_t step = 0, stride = 1; step < STEPS; stride = stride % 7 + 1) {
                step = step + stride < STEPS ? step + stride : STEPS;
                table_advance(sliced, step);
                table_advance(sliced, step); /* nothing to do */
                (void)table_potential(sliced);
            }
            struct counters a = table_counters(whole), b = table_counters(sliced);
            table_assert_same(whole->world, sliced->world);
            assert_true(a.ball == b.ball && a.wall == b.wall && a.lost == b.lost && a.overlap == b.overlap);
            assert_true(rows == b.ball + b.wall && b.ball > 100 && b.wall > 20);
            assert_true(table_potential(whole) == table_potential(sliced));
            table_close(whole);
            table_close(sliced);
        }
}

/** A new integrator takes over from the world that another one has left, in the middle of contacts. */
static void test_continuation(void **context)
{
    (void)context;
    for (size_t o = 0; o < STEPPED; o++) {
        struct test_table *whole = gas_at_end(stepped[o], 0.8), *parts = gas(0.8);
        for (uint64_t step = 100; step <= STEPS; step += 100) {
            table_start(parts, stepped[o]);
            table_advance(parts, step);
            parts->ops->destroy(parts->state);
            parts->ops = NULL;
        }
        table_assert_same(whole->world, parts->world);
        table_close(whole);
        table_close(parts);
    }
}

/** Balls of equal or different sizes in rows, more than a list of all pairs takes. */
static struct test_table *rows(bool equal, uint64_t seed)
{
    enum { SIDE = 20 };
    struct test_table *table = table_open(SIDE * SIDE, 44, 44);
    table->scene.k = 300;
    table->scene.dt = 0.01;
    for (size_t i = 0; i < table->scene.n; i++) {
        if (!equal) {
            table->scene.r[i] = i == 77 ? 4 : table_random(&seed, 0.3, 1.1);
            table->scene.m[i] = table_random(&seed, 0.5, 2);
        }
        /* some neighbours on the table are far apart in the scene's order */
        size_t place = i % 3 ? i : (i * 7) % table->scene.n / 3 * 3 % table->scene.n;
        table_ball(table, i, 1.1 + 2.2 * (double)(place % SIDE), 1.1 + 2.2 * (double)(place / SIDE),
                   table_random(&seed, -2, 2), table_random(&seed, -2, 2));
    }
    return table;
}

static void start_with_threads(struct test_table *table, const struct integrator_ops *ops, size_t threads)
{
    struct error err;
    table_start(table, ops);
    assert_int_equal(ops->use_threads(table->state, threads, &err), STATUS_OK);
}

/** The bits, the counts and the energies do not depend on how many threads work. */
static void compare_threads(const struct integrator_ops *ops, bool equal, double e, size_t threads)
{
    struct test_table *alone = rows(equal, 3), *shared = rows(equal, 3);
    alone->scene.e_ball = shared->scene.e_ball = e;
    start_with_threads(alone, ops, 1);
    start_with_threads(shared, ops, threads);
    for (uint64_t step = 40; step <= 240; step += 40) {
        table_advance(alone, step);
        table_advance(shared, step);
        table_assert_same(alone->world, shared->world);
        struct counters a = table_counters(alone), b = table_counters(shared);
        assert_true(a.ball == b.ball && a.wall == b.wall && a.lost == b.lost && a.overlap == b.overlap);
        assert_true(table_potential(alone) == table_potential(shared));
    }
    assert_true(table_counters(alone).ball > 200 && table_counters(alone).wall > 20);
    table_close(alone);
    table_close(shared);
}

static void test_threads(void **context)
{
    (void)context;
    static const size_t threads[] = {2, 5};
    for (size_t o = 1; o < STEPPED; o++)
        for (size_t t = 0; t < 2; t++) {
            compare_threads(stepped[o], true, 1, threads[t]);
            compare_threads(stepped[o], false, 1, threads[t]);
        }
    for (size_t o = 1; o < STEPPED; o++)
        compare_threads(stepped[o], o == 1, 0.8, o + 1);
}

static void test_two_runs_at_once(void **context)
{
    (void)context;
    for (size_t o = 0; o < STEPPED; o++) {
        struct test_table *alone = gas_at_end(stepped[o], 0.9), *one = gas(0.9), *other = gas(0.6);
        table_start(one, stepped[o]);
        table_start(other, stepped[(o + 1) % STEPPED]);
        for (uint64_t step = 1; step <= STEPS; step++) {
            table_advance(one, step);
            table_advance(other, step);
        }
        table_assert_same(alone->world, one->world);
        table_close(alone);
        table_close(one);
        table_close(other);
    }
}

static void test_stop(void **context)
{
    (void)context;
    for (size_t o = 0; o < STEPPED; o++) {
        volatile sig_atomic_t stop = 1;
        struct error err;
        struct test_table *table = gas(1);
        table->observer.stop = &stop;
        table_start(table, stepped[o]);
        assert_int_equal(table->ops->advance(table->state, table->world, UINT64_C(1) << 52, &err), STATUS_OK);
        assert_true(table->world->step == 0);
        stop = 0;
        table_advance(table, 3);
        table_close(table);
    }
}

/** Steps far beyond stability: the springs throw ball 1 ever farther, until a number overflows. */
static struct test_table *unstable(const struct integrator_ops *ops)
{
    struct test_table *table = table_open(2, 10, 10);
    table->scene.k = 1e6;
    table->scene.e_wall = 0.9;
    table->scene.dt = 1;
    table_ball(table, 0, 5, 5, 0, 0);
    table_ball(table, 1, 9.5, 5, 1, 0);
    table_start(table, ops);
    return table;
}

static void test_overflow(void **context)
{
    (void)context;
    for (size_t o = 1; o < STEPPED; o++) {
        struct error err;
        char expected[200];
        struct test_table *failed = unstable(stepped[o]), *good = unstable(stepped[o]);
        assert_int_equal(failed->ops->advance(failed->state, failed->world, 100000, &err), STATUS_FAILED);
        snprintf(expected, sizeof expected, "ball 1 is no longer finite at step %llu; dt may be too large for k",
                 (unsigned long long)failed->world->step + 1);
        assert_string_equal(err.text, expected);
        assert_true(isfinite(failed->world->x[1]) && isfinite(failed->world->vx[1]));
        table_advance(good, failed->world->step);
        table_assert_same(good->world, failed->world);
        struct counters a = table_counters(failed), b = table_counters(good);
        assert_memory_equal(&a.lost, &b.lost, sizeof a.lost);
        assert_true(a.ball == b.ball && a.wall == b.wall && a.overlap == b.overlap);
        double stored = table_potential(failed), expected_stored = table_potential(good);
        assert_true(stored == expected_stored || (stored != stored && expected_stored != expected_stored));
        table_close(failed);
        table_close(good);
    }
}

static void test_overflow_of_impulse(void **context)
{
    (void)context;
    struct error err;
    struct test_table *table = table_open(2, 20, 10);
    table->scene.dt = 1e-308;
    table->scene.m[0] = 1e10;
    table_ball(table, 0, 3, 5, 1e308, 0);
    table_ball(table, 1, 6.5, 5, 0, 0); /* hit in the second step, to fly off twice as fast */
    table_start(table, &integrator_impulse);
    assert_int_equal(table->ops->advance(table->state, table->world, 9, &err), STATUS_FAILED);
    assert_string_equal(err.text, "ball 1 is no longer finite at step 2");
    assert_true(table->world->step == 1 && fabs(table->world->x[0] - 4) < 1e-9 && table->world->vx[0] == 1e308);
    assert_true(table->world->x[1] == 6.5 && table->world->vx[1] == 0);
    assert_true(table_counters(table).ball == 0 && table_counters(table).overlap == 0);
    table_close(table);
}

/** None and one ball. */
static void test_few_balls(void **context)
{
    (void)context;
    for (size_t o = 0; o < STEPPED; o++)
        for (size_t n = 0; n < 2; n++) {
            struct test_table *table = table_open(n, 10, 10);
            table->scene.k = 100;
            table->scene.dt = 0.01;
            if (n == 1)
                table_ball(table, 0, 5, 5, 1, 2);
            table_start(table, stepped[o]);
            table_advance(table, 1000);
            assert_true(table_counters(table).ball == 0 && (table_counters(table).wall > 0) == (n == 1));
            table_close(table);
        }
}

int main(void)
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
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
