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

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/limit.h"
#include "base/mem.h"

enum {
    SPINS = 500,  /* some ten microseconds */
    YIELDS = 2000 /* about a millisecond; longer where others want the processor */
};

struct pool_worker {
    struct thread_pool *pool;
    size_t number;      /* 1.. */
    atomic_ulong taken; /* the latest task of which this worker's part was taken */
    pthread_t thread;
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
    pthread_mutex_t mutex;
    pthread_cond_t announced, finished;
};

/** Passes a moment of waiting; false: it is time to sleep. */
static bool wait_a_moment(int *moments)
{
    if (++*moments > SPINS + YIELDS)
        return false;
    if (*moments > SPINS)
        sched_yield();
#ifdef __x86_64__
    else
        __builtin_ia32_pause();
#endif
    return true;
}

/** The number of the present task, once it is another than `last`. */
static unsigned long await_task(struct thread_pool *pool, unsigned long last)
{
    for (int moments = 0; wait_a_moment(&moments);)
        if (atomic_load(&pool->task) != last)
            return atomic_load(&pool->task);
    pthread_mutex_lock(&pool->mutex);
    while (atomic_load(&pool->task) == last)
        pthread_cond_wait(&pool->announced, &pool->mutex);
    pthread_mutex_unlock(&pool->mutex);
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
    pthread_mutex_lock(&pool->mutex);
    pthread_cond_signal(&pool->finished);
    pthread_mutex_unlock(&pool->mutex);
}

static void *serve(void *argument)
{
    struct pool_worker *worker = argument;
    struct thread_pool *pool = worker->pool;
    for (unsigned long task = await_task(pool, 0); !atomic_load(&pool->ended); task = await_task(pool, task))
        do_part(worker, task);
    return NULL;
}

static void announce(struct thread_pool *pool)
{
    atomic_store(&pool->undone, pool->started);
    pthread_mutex_lock(&pool->mutex);
    atomic_fetch_add(&pool->task, 1);
    pthread_cond_broadcast(&pool->announced);
    pthread_mutex_unlock(&pool->mutex);
}

static void await_finish(struct thread_pool *pool)
{
    for (int moments = 0; wait_a_moment(&moments);)
        if (atomic_load(&pool->undone) == 0)
            return;
    pthread_mutex_lock(&pool->mutex);
    while (atomic_load(&pool->undone) > 0)
        pthread_cond_wait(&pool->finished, &pool->mutex);
    pthread_mutex_unlock(&pool->mutex);
}

/** The workers leave signals to the calling thread. */
static bool start_workers(struct thread_pool *pool)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = true;
    for (size_t w = 0; started && w + 1 < pool->size; w++) {
        pool->workers[w].pool = pool;
        pool->workers[w].number = w + 1;
        started = pthread_create(&pool->workers[w].thread, NULL, serve, &pool->workers[w]) == 0;
        pool->started += started;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

/** pthread_create() does not tell memory from processes, so both limits are named. Returns NULL. */
static struct thread_pool *fail(size_t threads, struct error *err)
{
    char memory[LIMIT_MAX_TEXT], processes[LIMIT_MAX_TEXT];
    error_set(err, STATUS_LIMIT, NULL, "cannot start %zu threads: out of memory or processes%s%s", threads,
              limit_text(memory, LIMIT_MEMORY), limit_text(processes, LIMIT_PROCESSES));
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
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->announced, NULL);
    pthread_cond_init(&pool->finished, NULL);
    if (start_workers(pool))
        return pool;
    thread_pool_destroy(pool);
    return fail(size, err);
}

void thread_pool_destroy(struct thread_pool *pool)
{
    if (!pool)
        return;
    atomic_store(&pool->ended, true);
    announce(pool);
    for (size_t w = 0; w < pool->started; w++)
        pthread_join(pool->workers[w].thread, NULL);
    pthread_mutex_destroy(&pool->mutex);
    pthread_cond_destroy(&pool->announced);
    pthread_cond_destroy(&pool->finished);
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
    pool->work = work;
    pool->context = context;
    pool->parts = parts;
    announce(pool);
    work(context, 0);
    for (size_t w = 0; w < pool->started; w++)
        do_part(&pool->workers[w], atomic_load(&pool->task));
    await_finish(pool);
}
