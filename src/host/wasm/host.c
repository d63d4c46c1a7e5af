/*
 * WebAssembly with WASI, in a page or under any of its runtimes: one thread, no signals, no limits but those of the
 * runtime, files without owners, and a standard output that is whatever the runtime has made of it.
 */
#include "host/host.h"

#include <assert.h>
#include <stdlib.h>

/* ---- threads ---- */

struct host_lock {
    char none;
};

bool host_has_threads(void)
{
    return false;
}

struct host_thread *host_thread_start(void (*work)(void *context), void *context)
{
    (void)work, (void)context;
    return NULL;
}

void host_thread_join(struct host_thread *thread)
{
    (void)thread;
}

double host_thread_seconds(void)
{
    return 0;
}

void host_thread_yield(void)
{
}

void host_thread_pause(void)
{
}

struct host_lock *host_lock_create(void)
{
    return malloc(sizeof(struct host_lock));
}

void host_lock_destroy(struct host_lock *lock)
{
    free(lock);
}

void host_lock_take(struct host_lock *lock)
{
    (void)lock;
}

void host_lock_release(struct host_lock *lock)
{
    (void)lock;
}

/** No one else could ever end the wait. */
void host_lock_wait(struct host_lock *lock)
{
    (void)lock;
    assert(!"waits for another thread");
}

void host_lock_wake(struct host_lock *lock)
{
    (void)lock;
}

/* ---- signals ---- */

void host_signals_prepare(void (*handler)(int signal_number))
{
    (void)handler;
}

void host_signals_catch_stops(void (*handler)(int signal_number))
{
    (void)handler;
}

bool host_signal_is_cpu(int signal_number)
{
    (void)signal_number;
    return false;
}

void host_signal_die(int signal_number)
{
    (void)signal_number;
}

void host_signal_die_of_pipe(void)
{
}

/* ---- limits ---- */

const char *host_limit_text(char to[HOST_LIMIT_MAX_TEXT], enum host_limit limit)
{
    (void)limit;
    to[0] = '\0';
    return to;
}

/* ---- memory and processor ---- */

void host_memory_is_large(void *block, size_t bytes)
{
    (void)block, (void)bytes;
}

bool host_has_avx2(void)
{
    return false;
}

/* ---- files ---- */

/** WASI has no second descriptor of an open file: the stream is closed with the first. */
int host_descriptor_duplicate(int descriptor)
{
    return descriptor;
}

/** Runtimes do not tell, and a read waits: so a reader who cannot wait should not read. */
bool host_descriptor_is_readable(int descriptor, int milliseconds)
{
    (void)descriptor;
    return milliseconds != 0;
}

bool host_descriptor_copy_access(int from, int to)
{
    (void)from, (void)to;
    return true;
}
