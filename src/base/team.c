/*
 * A task is announced by raising its number, under a mutex for those who sleep; each worker takes the part of its own
 * number and counts itself off. Whoever waits, for a task or for the others, first spins for a moment, since tasks
 * follow each other within microseconds, then lets others have the processor, then sleeps, so that a team left alone
 * costs nothing.
 */
#include "base/team.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/mem.h"

enum {
    SPINS = 500,  /* some ten microseconds */
    YIELDS = 2000 /* about a millisecond; longer where others want the processor */
};

struct worker {
    struct team *team;
    size_t number; /* 1.. */
    pthread_t thread;
};

struct team {
    size_t size, started;
    struct worker *workers;
    void (*work)(void *, size_t);
    void *context;
    size_t parts;
    atomic_ulong task;     /* number of the present task */
    atomic_size_t working; /* workers that have not finished it */
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

/** The number of a task after `last`. */
static unsigned long await_task(struct team *team, unsigned long last)
{
    for (int moments = 0; wait_a_moment(&moments);)
        if (atomic_load(&team->task) != last)
            return last + 1;
    pthread_mutex_lock(&team->mutex);
    while (atomic_load(&team->task) == last)
        pthread_cond_wait(&team->announced, &team->mutex);
    pthread_mutex_unlock(&team->mutex);
    return last + 1;
}

static void finish_task(struct team *team)
{
    if (atomic_fetch_sub(&team->working, 1) > 1)
        return;
    pthread_mutex_lock(&team->mutex);
    pthread_cond_signal(&team->finished);
    pthread_mutex_unlock(&team->mutex);
}

static void *serve(void *argument)
{
    const struct worker *worker = argument;
    struct team *team = worker->team;
    for (unsigned long task = await_task(team, 0); !atomic_load(&team->ended); task = await_task(team, task)) {
        if (worker->number < team->parts)
            team->work(team->context, worker->number);
        finish_task(team);
    }
    return NULL;
}

static void announce(struct team *team)
{
    atomic_store(&team->working, team->started);
    pthread_mutex_lock(&team->mutex);
    atomic_fetch_add(&team->task, 1);
    pthread_cond_broadcast(&team->announced);
    pthread_mutex_unlock(&team->mutex);
}

static void await_finish(struct team *team)
{
    for (int moments = 0; wait_a_moment(&moments);)
        if (atomic_load(&team->working) == 0)
            return;
    pthread_mutex_lock(&team->mutex);
    while (atomic_load(&team->working) > 0)
        pthread_cond_wait(&team->finished, &team->mutex);
    pthread_mutex_unlock(&team->mutex);
}

/** The workers leave signals to the calling thread. */
static bool start_workers(struct team *team)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = true;
    for (size_t w = 0; started && w + 1 < team->size; w++) {
        team->workers[w] = (struct worker){.team = team, .number = w + 1};
        started = pthread_create(&team->workers[w].thread, NULL, serve, &team->workers[w]) == 0;
        team->started += started;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

struct team *team_create(size_t size)
{
    struct team *team = mem_array(1, sizeof *team);
    struct worker *workers = mem_array(size, sizeof *workers);
    if (!team || !workers) {
        free(team);
        free(workers);
        return NULL;
    }
    team->size = size;
    team->workers = workers;
    pthread_mutex_init(&team->mutex, NULL);
    pthread_cond_init(&team->announced, NULL);
    pthread_cond_init(&team->finished, NULL);
    if (start_workers(team))
        return team;
    team_destroy(team);
    return NULL;
}

void team_destroy(struct team *team)
{
    if (!team)
        return;
    atomic_store(&team->ended, true);
    announce(team);
    for (size_t w = 0; w < team->started; w++)
        pthread_join(team->workers[w].thread, NULL);
    pthread_mutex_destroy(&team->mutex);
    pthread_cond_destroy(&team->announced);
    pthread_cond_destroy(&team->finished);
    free(team->workers);
    free(team);
}

size_t team_size(const struct team *team)
{
    return team ? team->size : 1;
}

void team_run(struct team *team, size_t parts, void (*work)(void *context, size_t part), void *context)
{
    if (!team || parts <= 1) {
        for (size_t part = 0; part < parts; part++)
            work(context, part);
        return;
    }
    team->work = work;
    team->context = context;
    team->parts = parts;
    announce(team);
    work(context, 0);
    await_finish(team);
}
