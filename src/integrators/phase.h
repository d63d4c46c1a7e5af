#ifndef INTEGRATORS_PHASE_H
#define INTEGRATORS_PHASE_H

#include <stdbool.h>
#include <stddef.h>

#include "model/world.h"

/* Positions and velocities of all balls: room in which a step prepares the next state, so that a step that fails
 * leaves the world as it was. phase_open() allocates, also in part when it fails; phase_close() frees. */
struct phase {
    double *x, *y, *vx, *vy;
};

/** All zero. false: out of memory. */
bool phase_open(struct phase *phase, size_t n);
void phase_close(struct phase *phase);

/** Takes the world's state, centres at its common time. */
void phase_load(struct phase *phase, const struct world *world);

/** Makes it the world's state; step and t are left to the caller. */
void phase_store(const struct phase *phase, struct world *world);

/** Index of the first ball of which any number is infinite or NaN; n if all are finite. */
size_t phase_first_nonfinite(const struct phase *phase, size_t n);

#endif
