#ifndef INTEGRATORS_SPRING_SYSTEM_H
#define INTEGRATORS_SPRING_SYSTEM_H

#include "base/thread_pool.h"
#include "integrators/vector_ops.h"
#include "integrators/rollback.h"
#include "integrators/field.h"
#include "integrators/pockets.h"
#include "integrators/integrator.h"
#include "integrators/ball_order.h"
#include "integrators/state.h"
#include "integrators/spring_contacts.h"
#include "integrators/contact_history.h"

/*
 * What the spring integrators share: their state, and the loop around the time step in which alone they differ.
 *
 * Ownership: spring_system_create() allocates, spring_system_destroy() frees and accepts NULL. Scene, world and
 * observer are borrowed and must outlive the system.
 */

struct spring_system;

/** A time step: advances system->now by dt and finds the contacts and forces there; where contacts are listed, it adds
 *  every force on the way to the contact history. false: out of memory. */
typedef bool spring_step(struct spring_system *system);

spring_step spring_euler_step, spring_verlet_step, spring_rk4_step;

struct spring_system {
    spring_step *step;
    const struct scene *scene;
    size_t n;
    double dt;
    const struct vector_ops *ops;
    struct masses masses;
    double *each_mass; /* the array behind masses.each, if masses differ */
    const struct observer *observer;
    struct thread_pool *pool;        /* NULL: one thread */
    struct spring_contacts contacts; /* of the present state whenever a step begins */
    struct contact_history history;  /* used if contacts are listed */
    struct state now;                /* the present state */
    struct vec2 *before;             /* velocities when the step began, if contacts are listed */
    struct state trial, increment;   /* scratch of a step */
    struct rollback rollback;
    struct field field;
    struct pockets pockets;
    struct ball_order order; /* of all that is kept per ball; chosen before the first step */
    bool ordered;            /* it has been chosen */
    bool failed;             /* a step was rolled back */
    struct {
        struct spring_counts counts;
        struct sum lost, lost_to_friction;
    } undo;                        /* if rollback is armed: totals before the step */
    double moved[THREAD_POOL_MAX]; /* largest displacement in each part */
};

/** As integrator_ops.create, for one of the steps. */
enum status spring_system_create(spring_step *step, const struct scene *scene, const struct world *world,
                                 const struct observer *observer, void **state, struct error *err);

/* As the members of integrator_ops of the same name. */
enum status spring_system_use_threads(void *state, size_t threads, struct error *err);
enum status spring_system_advance(void *state, struct world *world, uint64_t step_target, struct error *err);
bool spring_system_potential(const void *state, double *energy);
void spring_system_counters(const void *state, struct counters *counters);
void spring_system_destroy(void *state);

/** Moves a range of balls. Returns a bound on the displacement of any coordinate since contacts were found last. */
typedef double spring_move(struct spring_system *system, struct range range, int stage);

/** For steps: moves all balls, each part on its own thread, and returns the largest bound. */
double spring_system_move(struct spring_system *system, spring_move *move, int stage);

#endif
