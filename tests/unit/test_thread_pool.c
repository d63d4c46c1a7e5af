/* Teams of threads: every part of every task is done exactly once, and what was written is seen. */
#include <sched.h>
#include <stdatomic.h>
#include <time.h>

#include "base/thread_pool.h"
#include "lib/testing.h"

enum { MOST = 9 };

struct task {
    size_t done[MOST];
};

static void work(void *context, size_t part)
{
    struct task *task = context;
    task->done[part]++;
}

/** Tasks that follow at once, and tasks for which the pool has fallen asleep. */
static void run_tasks(size_t size, size_t parts)
{
    struct error error;
    struct thread_pool *pool = thread_pool_create(size, &error);
    struct task task = {{0}};
    assert_non_null(pool);
    assert_int_equal(thread_pool_size(pool), size);
    for (size_t turn = 1; turn <= 300; turn++) {
        thread_pool_run(pool, parts, work, &task);
        for (size_t part = 0; part < MOST; part++)
            assert_int_equal(task.done[part], part < parts ? turn : 0);
        if (turn % 100 == 0)
            nanosleep(&(struct timespec){0, 2000000}, NULL);
    }
    thread_pool_destroy(pool);
}

static void test_every_part_is_done(void **state)
{
    (void)state;
    for (size_t size = 1; size <= 5; size += 2)
        for (size_t parts = 0; parts <= size; parts++)
            run_tasks(size, parts);
}

enum { TOGETHER = 4 };

struct meeting {
    atomic_size_t begun, in_vain;
};

/** Waits until all parts have begun, at most ten seconds. */
static void meet(void *context, size_t part)
{
    (void)part;
    struct meeting *meeting = context;
    struct timespec start, now;
    clock_gettime(CLOCK_MONOTONIC, &start);
    atomic_fetch_add(&meeting->begun, 1);
    do {
        sched_yield();
        clock_gettime(CLOCK_MONOTONIC, &now);
    } while (atomic_load(&meeting->begun) < TOGETHER && now.tv_sec - start.tv_sec < 10);
    if (atomic_load(&meeting->begun) < TOGETHER)
        atomic_fetch_add(&meeting->in_vain, 1);
}

/** Parts run at the same time, also when the pool has fallen asleep. */
static void test_parts_run_together(void **state)
{
    (void)state;
    struct error error;
    struct thread_pool *pool = thread_pool_create(TOGETHER, &error);
    assert_non_null(pool);
    for (int turn = 0; turn < 5; turn++) {
        struct meeting meeting = {0};
        thread_pool_run(pool, TOGETHER, meet, &meeting);
        assert_int_equal(atomic_load(&meeting.begun), TOGETHER);
        assert_int_equal(atomic_load(&meeting.in_vain), 0);
        nanosleep(&(struct timespec){0, turn * 1000000}, NULL);
    }
    thread_pool_destroy(pool);
}

/** Most workers wake up when their part is done already, some during a later task. */
static void test_many_workers(void **state)
{
    (void)state;
    enum { WORKERS = 64, TASKS = 2000 };
    struct error error;
    struct thread_pool *pool = thread_pool_create(WORKERS, &error);
    struct task task = {{0}};
    assert_non_null(pool);
    for (size_t turn = 1; turn <= TASKS; turn++) {
        size_t parts = 1 + turn % MOST;
        struct task before = task;
        thread_pool_run(pool, parts, work, &task);
        for (size_t part = 0; part < MOST; part++)
            assert_int_equal(task.done[part], before.done[part] + (part < parts));
    }
    thread_pool_destroy(pool);
}

static void test_nobody(void **state)
{
    (void)state;
    struct task task = {{0}};
    thread_pool_run(NULL, MOST, work, &task);
    for (size_t part = 0; part < MOST; part++)
        assert_int_equal(task.done[part], 1);
    assert_int_equal(thread_pool_size(NULL), 1);
    thread_pool_destroy(NULL);
}

static void test_shares(void **state)
{
    (void)state;
    for (size_t n = 0; n < 20; n++)
        for (size_t parts = 1; parts < 8; parts++) {
            assert_int_equal(thread_pool_share(n, 0, parts), 0);
            assert_int_equal(thread_pool_share(n, parts, parts), n);
            for (size_t part = 0; part < parts; part++) {
                size_t share = thread_pool_share(n, part + 1, parts) - thread_pool_share(n, part, parts);
                assert_true(share == n / parts || share == n / parts + 1);
            }
        }
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_part_is_done),
        cmocka_unit_test(test_parts_run_together),
        cmocka_unit_test(test_many_workers),
        cmocka_unit_test(test_nobody),
        cmocka_unit_test(test_shares),
    };
    return RUN_TESTS(tests);
}
