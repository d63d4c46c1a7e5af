#pragma once

#include "base/period.h"
#include "base/vec2.h"
#include "broadphase/pairs.h"
#include "integrators/spring_rub.h"

/* The forces of many touching balls at once. */

struct spring_bodies {
    const double *r; /* radii; NULL: all are `radius` */
    double radius;
    double k;                    /* stiffness */
    double softening;            /* added to distances, > 0 */
    const struct period *period; /* of the table; NULL: none */
};

/** Behind the last pair three more can be read, whose balls have places too. */
struct spring_pairs {
    const struct pair *pairs;
    size_t count;
    uint32_t first, last; /* the balls whose forces are wanted: first..last-1 */
};

/**
 * Adds the elastic force s k (x_a - x_b)/d of each pair to force[a], and subtracts it from force[b] where b is wanted.
 * @param deepest the largest overlap so far, relative to the smaller radius
 * @return the same with these pairs
 */
double spring_kernel_push(const struct spring_bodies *bodies, const struct spring_pairs *touching,
                          const struct vec2 *centre, struct vec2 *force, double deepest);

/** The kernel keeps so many numbers of each pair, and of so many more in a call of pairs not by fours. */
enum { SPRING_KERNEL_PLACE = 4, SPRING_KERNEL_MORE = 3 };

/** Rows of pairs that rub, of balls that turn about the vertical only, and what they give. */
struct spring_kernel_rubs {
    struct spring_rub *rubs;    /* behind the last, three more can be read; the kernel goes on to it */
    struct spring_dash *dashes; /* likewise; NULL: there are no dashpots; then not used: */
    double *places;             /* room for what is kept of the pairs; likewise; NULL: neither */
    const struct vec2 *v;       /* velocities that those along the normals feel */
    double weight;              /* as in struct spring_rubbing */
    struct vec2 *force;
    double *torque;
    double mu;
    struct spring_motion motion; /* as for spring_rubbing_pull(), with one spin more */
    double time;                 /* likewise */
    double lost, deepest;        /* to contacts that slip, added up in the order of the pairs; as above */
};

/** The same with friction; all balls are wanted.
 *  @param centre NULL: that of the last call, whose rows and `places` these are; there are dashpots, and no spring
 *                stretches */
void spring_kernel_rub(const struct spring_bodies *bodies, const struct spring_pairs *touching,
                       const struct vec2 *centre, struct spring_kernel_rubs *rubs);
