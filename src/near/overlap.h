#pragma once

#include "base/error.h"
#include "given/scene.h"
#include "state/world.h"

/** Depth that passes for rounding, relative to the (smaller) radius: balls that touch on paper may overlap by it. */
#define OVERLAP_ROUNDING 1e-9

/** The same for a ball that has collided, as in a saved state: the time of a collision is rounded, which misplaces the
 *  ball by as much times its speed, and restitution 0 leaves it there. */
#define OVERLAP_HIT_ROUNDING 1e-6

/** Takes what an overlap check finds. Depths are lengths > 0. */
struct overlap_sink {
    void (*beyond)(void *context, size_t ball, const char *wall, double depth);
    void (*overlap)(void *context, size_t ball, size_t earlier, double depth);
    void (*obstacle)(void *context, size_t ball, size_t obstacle, double depth);
    void *context;
};

/** Tells the sink of each ball that extends beyond the table and of each ball that overlaps another (the later one of
 *  the two, and only one partner). Balls with r = 0 are known to be wrong and left out; so are, for the overlaps, those
 *  beyond the table. STATUS_LIMIT: out of memory. */
enum status overlap_check(const struct scene *scene, const struct world *world, const struct overlap_sink *sink);
