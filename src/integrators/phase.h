#ifndef INTEGRATORS_PHASE_H
#define INTEGRATORS_PHASE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/vec2.h"
#include "model/world.h"

/* Positions and velocities of all balls, in the form in which steps work on them: x and y side by side. Behind the
 * last ball comes nobody, whose coordinates are NaN. phase_open() allocates, also in part when it fails; phase_close()
 * frees. */
struct phase {
    struct vec2 *x, *v;
};

/** Not initialised but for nobody. false: out of memory. */
bool phase_open(struct phase *phase, size_t n);
void phase_close(struct phase *phase);

/** Takes the world's state, centres at its common time. */
void phase_load(struct phase *phase, const struct world *world);

/** Makes it the world's state; step and t are left to the caller. */
void phase_store(const struct phase *phase, struct world *world);

void phase_copy(struct phase *to, const struct phase *from, size_t n);

/** Index of the first ball of which any number is infinite or NaN; n if all are finite. */
size_t phase_first_nonfinite(const struct phase *phase, size_t n);

/** The largest magnitude of any coordinate of n vectors; of NaN it takes no notice. */
double phase_largest(const struct vec2 *vectors, size_t n);

#endif
