/*
 * Systems of POSIX. The processor is not asked by its own instruction (CPUID): on a virtual machine the hypervisor
 * answers it, some microseconds each, and compilers' own dispatch (target_clones, ifunc) asks about twenty times at
 * every start of the program: more than a small scene costs. The C library has asked already.
 */
#include "host/host.h"

#include <fcntl.h>
#include <limits.h> /* tells the C library */
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#if defined(__x86_64__) && defined(__GLIBC__) && __GLIBC__ * 100 + __GLIBC_MINOR__ >= 233
#include <sys/platform/x86.h>
#endif

/* ---- threads ---- */

struct host_thread {
    pthread_t id;
    void (*work)(void *context);
    void *context;
};

bool host_has_threads(void)
{
    return true;
}

static void *serve(void *argument)
{
    struct host_thread *thread = argument;
    thread->work(thread->context);
    return NULL;
}

struct host_thread *host_thread_start(void (*work)(void *context), void *context)
{
    sigset_t all, before;
    struct host_thread *thread = malloc(sizeof *thread);
    if (!thread)
        return NULL;
    *thread = (struct host_thread){.work = work, .context = context};
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(&thread->id, NULL, serve, thread) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (started)
        return thread;
    free(thread);
    return NULL;
}

void host_thread_join(struct host_thread *thread)
{
    pthread_join(thread->id, NULL);
    free(thread);
}

double host_thread_seconds(void)
{
    struct timespec spent;
    return clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent) == 0 ? (double)spent.tv_sec + 1e-9 * (double)spent.tv_nsec
                                                               : 0;
}

void host_thread_yield(void)
{
    sched_yield();
}

void host_thread_pause(void)
{
#ifdef __x86_64__
    __builtin_ia32_pause();
#endif
}

struct host_lock {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
};

struct host_lock *host_lock_create(void)
{
    struct host_lock *lock = malloc(sizeof *lock);
    if (lock) {
        pthread_mutex_init(&lock->mutex, NULL);
        pthread_cond_init(&lock->changed, NULL);
    }
    return lock;
}

void host_lock_destroy(struct host_lock *lock)
{
    if (!lock)
        return;
    pthread_cond_destroy(&lock->changed);
    pthread_mutex_destroy(&lock->mutex);
    free(lock);
}

void host_lock_take(struct host_lock *lock)
{
    pthread_mutex_lock(&lock->mutex);
}

void host_lock_release(struct host_lock *lock)
{
    pthread_mutex_unlock(&lock->mutex);
}

void host_lock_wait(struct host_lock *lock)
{
    pthread_cond_wait(&lock->changed, &lock->mutex);
}

void host_lock_wake(struct host_lock *lock)
{
    pthread_cond_broadcast(&lock->changed);
}

/* ---- signals ---- */

/** What the caller told us to ignore (nohup, a shell's background job) stays ignored. */
static void install(int signal_number, void (*handler)(int signal_number))
{
    struct sigaction inherited, action = {.sa_handler = handler};
    sigemptyset(&action.sa_mask);
    if (sigaction(signal_number, NULL, &inherited) == 0 && inherited.sa_handler != SIG_IGN)
        sigaction(signal_number, &action, NULL);
}

/** Makes the signal XCPU come a second before the kill where both are due at once, as after `ulimit -t`: the soft limit
 *  of CPU time is lowered below the hard one. Where the hard one is a second, no time is left and nothing changes. */
static void warn_before_kill(void)
{
    struct rlimit time;
    if (getrlimit(RLIMIT_CPU, &time) != 0 || time.rlim_max == RLIM_INFINITY || time.rlim_max < 2 ||
        time.rlim_cur < time.rlim_max)
        return;
    time.rlim_cur = time.rlim_max - 1;
    setrlimit(RLIMIT_CPU, &time);
}

/** A reader that goes away and a file that grows too large are errors of write(2); so a standard error that no one
 *  reads ends no run. */
void host_signals_prepare(void (*handler)(int signal_number))
{
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    install(SIGXCPU, handler);
    warn_before_kill();
}

void host_signals_catch_stops(void (*handler)(int signal_number))
{
    static const int stops[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof stops / sizeof stops[0]; i++)
        install(stops[i], handler);
}

bool host_signal_is_cpu(int signal_number)
{
    return signal_number == SIGXCPU;
}

void host_signal_die(int signal_number)
{
    sigset_t set;
    signal(signal_number, SIG_DFL);
    sigemptyset(&set);
    sigaddset(&set, signal_number);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    raise(signal_number);
}

void host_signal_die_of_pipe(void)
{
    host_signal_die(SIGPIPE);
}

/* ---- limits ---- */

/** By the names that manuals of shells and batch systems use. */
static const struct {
    enum host_limit limit;
    int resource;
    const char *name, *unit;
} limits[] = {
    {HOST_MEMORY, RLIMIT_AS, "RLIMIT_AS", "bytes"},
    {HOST_MEMORY, RLIMIT_DATA, "RLIMIT_DATA", "bytes"},
    {HOST_FILE_SIZE, RLIMIT_FSIZE, "RLIMIT_FSIZE", "bytes"},
    {HOST_OPEN_FILES, RLIMIT_NOFILE, "RLIMIT_NOFILE", "files"},
    {HOST_PROCESSES, RLIMIT_NPROC, "RLIMIT_NPROC", "processes"},
};

/** Where several limits apply, the lowest is named. */
const char *host_limit_text(char to[HOST_LIMIT_MAX_TEXT], enum host_limit limit)
{
    rlim_t lowest = RLIM_INFINITY;
    to[0] = '\0';
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        struct rlimit found;
        if (limits[i].limit != limit || getrlimit(limits[i].resource, &found) != 0 || found.rlim_cur >= lowest)
            continue;
        lowest = found.rlim_cur;
        snprintf(to, HOST_LIMIT_MAX_TEXT, "; %s is %llu %s", limits[i].name, (unsigned long long)lowest,
                 limits[i].unit);
    }
    return to;
}

/* ---- memory and processor ---- */

void host_memory_is_large(void *block, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    madvise(block, bytes, MADV_HUGEPAGE);
#else
    (void)block, (void)bytes;
#endif
}

bool host_has_avx2(void)
{
#if defined(CPU_FEATURE_ACTIVE)
    return CPU_FEATURE_ACTIVE(AVX2);
#elif defined(__x86_64__)
    return __builtin_cpu_supports("avx2");
#else
    return false;
#endif
}

/* ---- files ---- */

int host_descriptor_duplicate(int descriptor)
{
    return fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
}

bool host_descriptor_is_readable(int descriptor, int milliseconds)
{
    struct pollfd wanted = {descriptor, POLLIN, 0};
    return poll(&wanted, 1, milliseconds) > 0;
}

/** Not every file system can change them. */
bool host_descriptor_copy_access(int from, int to)
{
    struct stat former, found;
    if (fstat(from, &former) != 0 || fstat(to, &found) != 0)
        return false;
    bool same_owner = former.st_uid == found.st_uid && former.st_gid == found.st_gid;
    if (!same_owner && fchown(to, former.st_uid, former.st_gid) != 0)
        return false;
    return former.st_mode == found.st_mode || fchmod(to, former.st_mode & 0777) == 0;
}
