#ifndef INTEGRATORS_SPRING_SYSTEM_H
#define INTEGRATORS_SPRING_SYSTEM_H

#include "integrators/integrator.h"
#include "integrators/phase.h"
#include "integrators/spring_contacts.h"
#include "integrators/spring_ledger.h"

/*
 * What the spring integrators share: the state that their ops hand around, and the frame into which each fits its one
 * function, the time step. A struct spring_system is that state; create allocates, destroy frees and accepts NULL.
 */

struct spring_system {
    size_t n;
    double dt;
    const double *m;
    const struct observer *observer;
    struct spring_contacts contacts; /* of the world's present state whenever a step begins */
    struct spring_ledger ledger;
    struct phase next;      /* what a step prepares */
    struct phase trial;     /* for methods with stages: a state on the way */
    struct phase increment; /* for methods with stages: next - world so far */
};

/** A time step: computes the state a time dt after `world` into system->next, booking every force on the way, and
 *  leaves the contacts found at its positions. Does not change the world. false: out of memory. */
typedef bool spring_step(struct spring_system *system, const struct world *world);

/* These four serve as ops of every spring integrator, advance() with the step as one more parameter. */
enum status spring_system_create(const struct scene *scene, const struct world *world, const struct observer *observer,
                                 void **state, struct error *err);
enum status spring_system_advance(struct spring_system *system, struct world *world, uint64_t step_target,
                                  spring_step *step, struct error *err);
double spring_system_potential(const void *state, const struct world *world);
void spring_system_tally(const void *state, struct tally *tally);
void spring_system_destroy(void *state);

#endif
