#pragma once

#include <math.h>

#include "state/world.h"

/*
 * What `event` needs beside the world to continue to the same bits: the trajectories of balls that began before the
 * world's moment, at a time of their own. --save writes them as start.trajectories. (The world holds the same balls at
 * one common time, rounded once more.)
 *
 * Ownership: the checkpoint owns its arrays. checkpoint_destroy(NULL) does nothing.
 */
struct checkpoint {
    struct world *state;         /* ball i at time t0[i]; without step, time, radii, masses, pockets and turns */
    double *t0;                  /* not after the moment; -HUGE_VAL: ball i begins there, as the world has it */
    double wall_t0[WORLD_WALLS]; /* the same of walls with a mass */
    bool *hit;                   /* ball i has collided, last when its trajectory began */
};

/** Room for the balls of a world, which all begin at its moment and have not collided. NULL: out of memory. */
struct checkpoint *checkpoint_create(const struct world *world);

void checkpoint_destroy(struct checkpoint *checkpoint);
