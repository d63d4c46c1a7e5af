#pragma once

#include <stdbool.h>
#include <stddef.h>

/*
 * What the machine beneath the program has: threads, signals, limits, descriptors. One file answers for systems of
 * POSIX (native/host.c), one for WebAssembly with WASI (wasm/host.c), where most of it is missing; the build takes one
 * of them, and nothing else in the source asks where it runs. Knows nothing of the rest of the program.
 */

/* ---- threads ---- */

/** False: all work is done by the calling thread, and locks are free. */
bool host_has_threads(void);

/** A thread. It leaves signals to the thread that starts it. Owned by the caller until host_thread_join(). */
struct host_thread;

/** NULL: no memory or no threads. */
struct host_thread *host_thread_start(void (*work)(void *context), void *context);

/** Waits for its end, and frees it. */
void host_thread_join(struct host_thread *thread);

/** Processor time that the calling thread has had, for messages; 0: there is no telling. */
double host_thread_seconds(void);

/** Lets other threads have the processor. */
void host_thread_yield(void);

/** A moment of waiting in a loop that looks for a change. */
void host_thread_pause(void);

/** A mutex, and a condition that threads can wait for while they hold it. */
struct host_lock;

/** NULL: out of memory. */
struct host_lock *host_lock_create(void);

/** Accepts NULL. */
void host_lock_destroy(struct host_lock *lock);
void host_lock_take(struct host_lock *lock);
void host_lock_release(struct host_lock *lock);

/** Gives the lock up until some thread wakes those that wait. */
void host_lock_wait(struct host_lock *lock);
void host_lock_wake(struct host_lock *lock);

/* ---- signals ---- */

/** Errors of write(2) come as errors. The end of the CPU time calls `handler` a second before the kill. */
void host_signals_prepare(void (*handler)(int signal_number));

/** INT, TERM and HUP call `handler`, unless the caller of the program told it to ignore them. */
void host_signals_catch_stops(void (*handler)(int signal_number));

/** True of the signal that tells the end of the CPU time. */
bool host_signal_is_cpu(int signal_number);

/** Ends the process by the signal, so that its parent sees what a process without a handler would show. Safe in a
 *  handler. */
void host_signal_die(int signal_number);

/** The same, as a process dies of writing into a pipe that no one reads. */
void host_signal_die_of_pipe(void);

/* ---- limits ---- */

/** The limits of this process (getrlimit(2)), for messages. */
enum host_limit { HOST_MEMORY, HOST_FILE_SIZE, HOST_OPEN_FILES, HOST_PROCESSES };

/** "; RLIMIT_AS is 4096000000 bytes", or "" where there is no such limit. Allocates nothing. */
enum { HOST_LIMIT_MAX_TEXT = 64 };
const char *host_limit_text(char to[HOST_LIMIT_MAX_TEXT], enum host_limit limit);

/* ---- memory and processor ---- */

/** Advice that a large block is visited at random: refusal costs speed, nothing else. */
void host_memory_is_large(void *block, size_t bytes);

/** True if vectors of four doubles are one instruction each. */
bool host_has_avx2(void);

/* ---- files ---- */

/** Another descriptor of the same open file, closed in programs that this one starts; -1: errno says why not. */
int host_descriptor_duplicate(int descriptor);

/** True if read(2) would not wait, or the end has come. Waits for that at most so many milliseconds. */
bool host_descriptor_is_readable(int descriptor, int milliseconds);

/** Gives a file the owner, group and permission bits of another one. False: not allowed. */
bool host_descriptor_copy_access(int from, int to);
