#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "contact/contact.h"
#include "given/features.h"
#include "given/scene.h"
#include "measure/counters.h"
#include "state/checkpoint.h"
#include "state/world.h"

/*
 * A way of moving the world forward, and the list of all of them. An integrator is one file that exports one
 * `const struct integrator_ops`; adding one is that file and a line in integrator.c.
 */

/** Who watches a run. The integrator calls `contact` for each finished contact, in time order; NULL: no one observes.
 *  Observing never changes a bit of the trajectory. */
struct observer {
    void (*contact)(void *context, const struct contact_event *event);
    void *context;
    const volatile sig_atomic_t *stop; /* non-zero: return soon; NULL: never */
    bool ignores_losses;               /* nothing reads counters.lost: what friction takes need not be in it */
};

/** True if an observer, or none (NULL), wants to be told of contacts. */
static inline bool observer_wants_contacts(const struct observer *observer)
{
    return observer && observer->contact;
}

/** Passes a contact on, if it is wanted. */
static inline void observer_notify(const struct observer *observer, const struct contact_event *event)
{
    if (observer_wants_contacts(observer))
        observer->contact(observer->context, event);
}

/** True if the observer, or none (NULL), asks for an early end. */
static inline bool observer_stops(const struct observer *observer)
{
    return observer && observer->stop && *observer->stop;
}

enum { INTEGRATOR_MAX_THREADS_TEXT = 256 };

/**
 * advance() brings every ball to exactly step_target * dt. It is slice-invariant: any steps in between give the same
 * bits. It allocates nothing that grows with time. On error the world is at the last completed step and err says why.
 * When observer->stop becomes non-zero it may return STATUS_OK early, with the world at a completed step
 * (world->step tells which).
 */
struct integrator_ops {
    const char *name;
    const char *doc;   /* one line for --list and the manual */
    unsigned supports; /* enum scene_feature: what a scene may ask of it */
    unsigned needs;    /* what a scene must give */
    bool steps;        /* dt is a step: hits are found as well as it resolves them. Else it only spaces the frames. */
    bool own_clock;    /* its state may be ahead of the world, and is what a run continues from: snapshot() */
    double softening;  /* length that it adds to the distance of two centres; 0: none */
    /** Of one that steps: the largest dt that suits a scene, HUGE_VAL: any; for scenes that leave the choice. */
    double (*suitable_dt)(const struct scene *scene, const struct world *world);
    /** Of one that needs stiffness: what its contacts ask of dt. */
    struct scene_stability (*stability)(const struct scene *scene);
    /** Takes the initial world; scene, world and observer must outlive the state. STATUS_LIMIT: out of memory. */
    enum status (*create)(const struct scene *scene, const struct world *world, const struct observer *observer,
                          void **state, struct error *err);
    /** Lets the state use this many threads from now on, called once, right after create(); NULL: one is enough. The
     *  bits do not depend on it. STATUS_LIMIT: no memory or no threads. */
    enum status (*use_threads)(void *state, size_t threads, struct error *err);
    /** Tells in a line, for people, what several threads have done so far, or why one has done all; returns text, or
     *  NULL: there is nothing to tell. NULL: there never is. */
    const char *(*threads_used)(const void *state, char text[INTEGRATOR_MAX_THREADS_TEXT]);
    enum status (*advance)(void *state, struct world *world, uint64_t step_target, struct error *err);
    /** Elastic energy stored in overlaps, NaN if memory ran out in the last step; NULL: hard balls have none. */
    double (*potential)(const void *state);
    void (*counters)(const void *state, struct counters *counters);
    /** Of one with its own clock: fills the checkpoint (made for as many balls) with the state from which a run
     *  continues to the same bits. For others the world itself is that state. */
    void (*snapshot)(const void *state, struct checkpoint *checkpoint);
    void (*destroy)(void *state); /* accepts NULL */
};

extern const struct integrator_ops integrator_impulse, integrator_spring, integrator_spring_verlet,
    integrator_spring_rk4, integrator_event;

/** In the order of --list, ended by NULL. */
extern const struct integrator_ops *const integrator_all[];

/** That of scenes that name none. */
extern const struct integrator_ops *const integrator_default;

/** NULL: no such name. */
const struct integrator_ops *integrator_find(const char *name);
