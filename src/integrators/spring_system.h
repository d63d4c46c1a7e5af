#ifndef INTEGRATORS_SPRING_SYSTEM_H
#define INTEGRATORS_SPRING_SYSTEM_H

#include "base/thread_pool.h"
#include "integrators/vector_ops.h"
#include "integrators/rollback.h"
#include "integrators/integrator.h"
#include "integrators/state.h"
#include "integrators/spring_contacts.h"
#include "integrators/contact_history.h"

/*
 * What the spring integrators share: the state that their ops hand around, and the frame into which each fits its one
 * function, the time step. A struct spring_system is that state; create allocates, destroy frees and accepts NULL.
 */

struct spring_system {
    size_t n;
    double dt;
    struct masses masses;
    double *each_mass; /* behind masses, if they differ */
    const struct observer *observer;
    struct thread_pool *pool;        /* NULL: one thread */
    struct spring_contacts contacts; /* of the present state whenever a step begins */
    struct contact_history history;  /* if contacts are listed */
    struct state now;                /* the present state; a step brings it a time dt forward */
    struct state trial, increment;   /* room for steps */
    struct rollback rollback;
    bool failed; /* a step was taken back; then these are the counts before it: */
    struct spring_counts counts;
    double moved[THREAD_POOL_MAX]; /* how far each part of the balls moves */
};

/** A time step: brings system->now forward by dt and leaves the forces found there, booking every force on the way if
 *  contacts are listed. false: out of memory. */
typedef bool spring_step(struct spring_system *system);

/* These serve as ops of every spring integrator, advance() with the step as one more parameter. */
enum status spring_system_create(const struct scene *scene, const struct world *world, const struct observer *observer,
                                 void **state, struct error *err);
enum status spring_system_use_threads(void *state, size_t threads, struct error *err);
enum status spring_system_advance(struct spring_system *system, struct world *world, uint64_t step_target,
                                  spring_step *step, struct error *err);
double spring_system_potential(const void *state, const struct world *world);
void spring_system_counters(const void *state, struct counters *counters);
void spring_system_destroy(void *state);

/** Moves a range of balls, and returns by how much a coordinate has changed at most since contacts were found last. */
typedef double spring_move(struct spring_system *system, struct range range, int stage);

/** For steps: lets each part of the balls be moved, on threads of their own, and returns the largest distance by which
 *  one says a coordinate has changed. */
double spring_system_move(struct spring_system *system, spring_move *move, int stage);

#endif
