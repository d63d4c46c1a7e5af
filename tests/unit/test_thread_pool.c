/* Teams of threads: every part of every task is done exactly once, and what was written is seen. */
#include <time.h>

#include "lib/testing.h"
#include "base/thread_pool.h"

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
    struct thread_pool *pool = thread_pool_create(size);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_part_is_done),
        cmocka_unit_test(test_nobody),
        cmocka_unit_test(test_shares),
    };
    return RUN_TESTS(tests);
}
