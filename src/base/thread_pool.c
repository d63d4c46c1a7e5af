/*
 * Threads that wait for tasks and share each of them in parts.
 *
 * A task is announced by incrementing its number, under a mutex for workers that sleep. Each worker takes the part of
 * its own number; the calling thread takes part 0 and then each part that no worker has begun, so that workers which
 * wait for a processor delay nothing. Who takes a part first marks it with the number of the task; the count of parts
 * that are not done tells the caller when to return.
 *
 * Waiting, for a task or for the others, has three stages: spin for a moment, since tasks follow each other within
 * microseconds; yield the processor; sleep, so that an idle pool costs nothing.
 */
#include "base/thread_pool.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "host/host.h"
#include "base/mem.h"

enum {
    SPINS = 500,  /* some ten microseconds */
    YIELDS = 2000 /* about a millisecond; longer where others want the processor */
};

struct pool_worker {
    struct thread_pool *pool;
    size_t number;      /* 1.. */
    atomic_ulong taken; /* the latest task of which this worker's part was taken */
    struct host_thread *thread;
};

struct thread_pool {
    size_t size, started;
    struct pool_worker *workers;
    void (*work)(void *, size_t);
    void *context;
    size_t parts;
    atomic_ulong task;    /* number of the present task */
    atomic_size_t undone; /* the workers' parts of it that are not done */
    atomic_bool ended;
    struct host_lock *announced, *finished; /* for workers that sleep, and for the caller */
};

/** Passes a moment of waiting; false: it is time to sleep. */
static bool wait_a_moment(int *moments)
{
    if (++*moments > SPINS + YIELDS)
        return false;
    if (*moments > SPINS)
        host_thread_yield();
    else
        host_thread_pause();
    return true;
}

/** The number of the present task, once it is another than `last`. */
static unsigned long await_task(struct thread_pool *pool, unsigned long last)
{
    for (int moments = 0; wait_a_moment(&moments);)
        if (atomic_load(&pool->task) != last)
            return atomic_load(&pool->task);
    host_lock_take(pool->announced);
    while (atomic_load(&pool->task) == last)
        host_lock_wait(pool->announced);
    host_lock_release(pool->announced);
    return atomic_load(&pool->task);
}

/** Does the worker's part of the task, unless it was taken before: a task is not over before all its parts are
 *  taken, so who takes one finds the pool's members as the task needs them. */
static void do_part(struct pool_worker *worker, unsigned long task)
{
    struct thread_pool *pool = worker->pool;
    unsigned long taken = atomic_load(&worker->taken);
    if (taken >= task || !atomic_compare_exchange_strong(&worker->taken, &taken, task))
        return;
    if (worker->number < pool->parts)
        pool->work(pool->context, worker->number);
    if (atomic_fetch_sub(&pool->undone, 1) > 1)
        return;
    host_lock_take(pool->finished);
    host_lock_wake(pool->finished);
    host_lock_release(pool->finished);
}

static void serve(void *argument)
{
    struct pool_worker *worker = argument;
    struct thread_pool *pool = worker->pool;
    for (unsigned long task = await_task(pool, 0); !atomic_load(&pool->ended); task = await_task(pool, task))
        do_part(worker, task);
}

static void announce(struct thread_pool *pool)
{
    atomic_store(&pool->undone, pool->started);
    host_lock_take(pool->announced);
    atomic_fetch_add(&pool->task, 1);
    host_lock_wake(pool->announced);
    host_lock_release(pool->announced);
}

static void await_finish(struct thread_pool *pool)
{
    for (int moments = 0; wait_a_moment(&moments);)
        if (atomic_load(&pool->undone) == 0)
            return;
    host_lock_take(pool->finished);
    while (atomic_load(&pool->undone) > 0)
        host_lock_wait(pool->finished);
    host_lock_release(pool->finished);
}

/** Without threads the caller does the parts of all workers. */
static bool start_workers(struct thread_pool *pool)
{
    for (size_t w = 0; w + 1 < pool->size && host_has_threads(); w++, pool->started++) {
        pool->workers[w].pool = pool;
        pool->workers[w].number = w + 1;
        pool->workers[w].thread = host_thread_start(serve, &pool->workers[w]);
        if (!pool->workers[w].thread)
            return false;
    }
    return true;
}

/** The system does not tell memory from processes, so both limits are named. Returns NULL. */
static struct thread_pool *fail(size_t threads, struct error *err)
{
    char memory[HOST_LIMIT_MAX_TEXT], processes[HOST_LIMIT_MAX_TEXT];
    error_set(err, STATUS_LIMIT, NULL, "cannot start %zu threads: out of memory or processes%s%s", threads,
              host_limit_text(memory, HOST_MEMORY), host_limit_text(processes, HOST_PROCESSES));
    return NULL;
}

struct thread_pool *thread_pool_create(size_t size, struct error *err)
{
    struct thread_pool *pool = mem_array(1, sizeof *pool);
    struct pool_worker *workers = mem_array(size, sizeof *workers);
    if (!pool || !workers) {
        free(pool);
        free(workers);
        return fail(size, err);
    }
    pool->size = size;
    pool->workers = workers;
    pool->announced = host_lock_create();
    pool->finished = host_lock_create();
    if (pool->announced && pool->finished && start_workers(pool))
        return pool;
    thread_pool_destroy(pool);
    return fail(size, err);
}

void thread_pool_destroy(struct thread_pool *pool)
{
    if (!pool)
        return;
    atomic_store(&pool->ended, true);
    if (pool->started > 0)
        announce(pool);
    for (size_t w = 0; w < pool->started; w++)
        host_thread_join(pool->workers[w].thread);
    host_lock_destroy(pool->announced);
    host_lock_destroy(pool->finished);
    free(pool->workers);
    free(pool);
}

size_t thread_pool_size(const struct thread_pool *pool)
{
    return pool ? pool->size : 1;
}

void thread_pool_run_together(struct thread_pool *pool, size_t parts, void (*work)(void *context, size_t part),
                              void *context)
{
    for (size_t part = 0; pool->started == 0 && part < parts; part++)
        work(context, part);
    if (pool->started == 0)
        return;
    pool->work = work;
    pool->context = context;
    pool->parts = parts;
    announce(pool);
    work(context, 0);
    for (size_t w = 0; w < pool->started; w++)
        do_part(&pool->workers[w], atomic_load(&pool->task));
    await_finish(pool);
}
