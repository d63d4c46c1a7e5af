#ifndef INTEGRATORS_ROLLBACK_H
#define INTEGRATORS_ROLLBACK_H

#include "integrators/state.h"

/** Constants up to this size, and their inverses, keep a step finite; see rollback.c. */
#define ROLLBACK_LARGE 1e50

/*
 * Takes steps back that lead out of the finite numbers. The state is copied before a step only where numbers are so
 * large that this could happen at all. Owns the copy; rollback_open() allocates, also in part when it fails,
 * rollback_close() frees.
 */
struct rollback {
    struct state before; /* the state before the step, if armed */
    const uint32_t *id;  /* of the balls where they are in another order than the scene's, else NULL; borrowed */
    double farthest;     /* no coordinate is larger */
    bool armed;
};

/** Watches a state of n balls. false: out of memory. */
bool rollback_open(struct rollback *rollback, const struct state *state, size_t n);
void rollback_close(struct rollback *rollback);

/** Tells of a constant, > 0, that goes into the steps. */
void rollback_constant(struct rollback *rollback, double value);

/** Tells that no coordinate should change by more than this in the step at hand, whose length is dt. Returns the same
 *  with what rounding may add. */
static inline double rollback_moved(struct rollback *rollback, double distance, double dt)
{
    const double most = ROLLBACK_LARGE * ROLLBACK_LARGE;
    rollback->farthest += distance;
    if (!(rollback->farthest < most && distance < most * dt))
        rollback->armed = true;
    return distance + rollback->farthest * 0x1p-52;
}

/** If armed, to be called before and after each step of n balls. The second returns the lowest id of a ball of which
 *  some number is no longer finite, and brings back the state before; n: all is well. */
void rollback_begin(struct rollback *rollback, const struct state *state, size_t n);
size_t rollback_end(struct rollback *rollback, struct state *state, size_t n);

#endif
