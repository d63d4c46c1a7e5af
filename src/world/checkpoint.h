#pragma once

#include <math.h>

#include "world/world.h"

/*
 * A state from which `event` continues to the same bits: each ball as its last collision left it, so every ball has a
 * time of its own. --save writes it as `t0` of the balls; a scene with `t0` gives it back. (The world holds the same
 * balls at one common time, rounded once more.) Balls with a t0 after time 0 have collided then, the others never;
 * --save writes `hit` of those balls of which this is not so.
 *
 * Ownership: the checkpoint owns its arrays. checkpoint_destroy(NULL) does nothing.
 */
struct checkpoint {
    struct world *state; /* ball i at time t0[i]; without step, time, radii, masses and pockets */
    double *t0;          /* not after the step at which the checkpoint is taken; -HUGE_VAL: that step, none is given */
    bool *hit;           /* ball i has collided, last at t0[i] */
};

/** Whether a ball has collided, where the scene gives its t0 alone. */
static inline bool checkpoint_implies_hit(double t0)
{
    return t0 > 0;
}

/** The time from which ball i is known.
 *  @param checkpoint NULL: there is none
 *  @param start      of the run */
static inline double checkpoint_begin(const struct checkpoint *checkpoint, size_t i, double start)
{
    return !checkpoint || checkpoint->t0[i] == -HUGE_VAL ? start : checkpoint->t0[i];
}

/** Room for the balls of a world, all zero. NULL: out of memory. */
struct checkpoint *checkpoint_create(const struct world *world);
/** Takes the world's state, of which the times are left out. */
void checkpoint_take(struct checkpoint *checkpoint, const struct world *world);

void checkpoint_destroy(struct checkpoint *checkpoint);
