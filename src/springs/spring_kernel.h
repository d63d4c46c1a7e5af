#pragma once

#include "base/period.h"
#include "base/vec2.h"
#include "near/pairs.h"
#include "springs/dashpot_rows.h"
#include "springs/tangential_spring.h"

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

/** Dashpots along the normals of pairs that do not rub. */
struct spring_kernel_dashpots {
    bool each;                   /* the rows say the damping of each pair; else all have */
    double damping;              /* this */
    const struct vec2 *felt, *v; /* velocities that they feel; those at which they take power */
    const struct vec2 *spent;    /* of another push at the same places: those at which the last power has ended */
    struct dashpot_rows *rows;   /* of the pairs; say which contacts are open, the rest is set */
    struct vec2 *force;
};

/** spring_kernel_push() with dashpots: no force is negative. */
double spring_kernel_push_damped(const struct spring_bodies *bodies, const struct spring_pairs *touching,
                                 const struct vec2 *centre, const struct spring_kernel_dashpots *dashpots,
                                 double deepest);

/** The same at the same places for other velocities; sets also what has been spent. */
void spring_kernel_push_again(const struct spring_pairs *touching, const struct spring_kernel_dashpots *dashpots);

/** Sets what has been spent at these velocities. */
void spring_kernel_spend(const struct dashpot_rows *rows, const struct vec2 *v);

/** Pairs that rub, of balls that turn about the vertical only. */
struct spring_kernel_friction {
    struct tangential_springs *springs; /* the torques and what is lost are added to its own */
    size_t row;                         /* of the first pair; the kernel goes on to the next */
    uint32_t *from;                     /* of each the former row */
    const struct vec2 *v;               /* velocities that dashpots along the normals feel */
    struct vec2 *force;
    double deepest; /* as above */
};

/** The same with friction, of pairs in fours; all balls are wanted.
 *  @param centre NULL: that of the last call for these rows; there are dashpots, and no spring stretches */
void spring_kernel_push_with_friction(const struct spring_bodies *bodies, const struct spring_pairs *touching,
                                      const struct vec2 *centre, struct spring_kernel_friction *friction);
