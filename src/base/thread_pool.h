#pragma once

#include <stddef.h>

#include "base/error.h"

/*
 * A few threads that work on the parts of a task together, again and again. Owned by the caller: thread_pool_create()
 * allocates and starts the threads, thread_pool_destroy() ends and frees them and accepts NULL.
 */
struct thread_pool;

enum { THREAD_POOL_MAX = 1024 };

/** The calling thread and size - 1 more, 1 <= size <= THREAD_POOL_MAX. NULL: *err says that threads or memory lack. */
struct thread_pool *thread_pool_create(size_t size, struct error *err);
void thread_pool_destroy(struct thread_pool *pool);

/** 1 for NULL. */
size_t thread_pool_size(const struct thread_pool *pool);

/** Where the share of a part begins when n things are divided evenly; that of part `parts` is n. */
static inline size_t thread_pool_share(size_t n, size_t part, size_t parts)
{
    return n * part / parts;
}

/** thread_pool_run() with several parts and threads. */
void thread_pool_run_together(struct thread_pool *pool, size_t parts, void (*work)(void *context, size_t part),
                              void *context);

/** Calls work(context, part) for each part < parts, at most the pool's size, and returns when all are done; what they
 *  have written is then seen by the caller. Part 0 runs on the calling thread, each other part on a thread of its own,
 *  or on the calling thread if that one comes first. A pool NULL does the parts one by one. Not to be called by two
 *  threads at once, nor by the work. */
static inline void thread_pool_run(struct thread_pool *pool, size_t parts, void (*work)(void *context, size_t part),
                                   void *context)
{
    if (pool && parts > 1)
        thread_pool_run_together(pool, parts, work, context);
    else
        for (size_t part = 0; part < parts; part++)
            work(context, part);
}
