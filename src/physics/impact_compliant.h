#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "physics/impact_cluster.h"
#include "physics/impact_spring.h"

/*
 * The limit of stiff contacts: what stiffer and stiffer contact forces tend to, followed through the scaled time of the
 * impact (the laws `hooke` and `hertz`).
 */

/** The smallest coefficient of restitution whose course is followed; see impact_compliant.c. */
#define IMPACT_COMPLIANT_LEAST_E 0.01

/** Scratch memory. A zeroed struct is an empty one; the caller owns it through impact_compliant_free(). */
struct impact_compliant {
    struct impact_spring *springs;
    double *vectors;
    double work; /* multiplications of the last cluster followed, about */
    size_t springs_capacity, vectors_capacity;
};

/** Room for a cluster of that size; keeps what it has when that is enough. false: out of memory. */
bool impact_compliant_reserve(struct impact_compliant *scratch, size_t n_bodies, size_t n_contacts);
void impact_compliant_free(struct impact_compliant *scratch);

/** Follows the contacts of a cluster, which all begin without compression, until every one is open and none approaches.
 *  Fills in the bodies' velocities, chooses all contacts and fills in `j` of their parts. Bodies without an impulse
 * keep their velocities to the bit.
 *  @return false: the bound on the work was reached, or the cluster's stop flag was seen, with some contacts still
 *          compressed. The velocities are those of that moment.
 *  @param force not IMPACT_RIGID */
bool impact_compliant_follow(struct impact_cluster *cluster, enum impact_force force);
