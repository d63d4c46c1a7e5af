#ifndef INTEGRATORS_GUARD_H
#define INTEGRATORS_GUARD_H

#include "integrators/phase.h"

/*
 * Takes steps back that lead out of the finite numbers. The state is copied before a step only where numbers are so
 * large that this could happen at all. Owns the copy; guard_open() allocates, also in part when it fails, guard_close()
 * frees.
 */
struct guard {
    struct phase before; /* the state before the step, if careful */
    double farthest;     /* no coordinate is larger */
    bool careful;
};

/** Watches a state of n balls. false: out of memory. */
bool guard_open(struct guard *guard, const struct phase *state, size_t n);
void guard_close(struct guard *guard);

/** Tells of a constant, > 0, that goes into the steps. */
void guard_constant(struct guard *guard, double value);

/** Tells that no coordinate should change by more than this in the step at hand, whose length is dt. Returns the same
 *  with what rounding may add. */
double guard_moved(struct guard *guard, double distance, double dt);

/** To be called before and after each step of n balls. The second returns the first ball of which some number is no
 *  longer finite, and brings back the state before; n: all is well. */
void guard_begin(struct guard *guard, const struct phase *state, size_t n);
size_t guard_end(struct guard *guard, struct phase *state, size_t n);

#endif
