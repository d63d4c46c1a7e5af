#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "impact/compliant/impact_spring.h"
#include "impact/impact_cluster.h"

/*
 * The limit of stiff contacts: what stiffer and stiffer contact forces tend to, followed through the scaled time of the
 * impact (the laws `hooke` and `hertz`).
 */

/** The smallest coefficient of restitution whose process is followed; see impact_compliant.c. */
#define IMPACT_COMPLIANT_LEAST_E 0.01

/** Doubles of cluster->process that a cluster of that size needs. */
size_t impact_compliant_room(size_t n_bodies, size_t n_contacts);

/** Follows the contacts of a cluster, which all begin without compression, until every one is open and none approaches.
 *  Fills in the bodies' velocities, chooses all contacts and fills in `j` of their parts. Bodies without an impulse
 * keep their velocities to the bit.
 *  @return false: the bound on the work was reached, or the cluster's stop flag was seen, with some contacts still
 *          compressed. The velocities are those of that moment.
 *  @param force not IMPACT_RIGID @param work receives the number of multiplications, about */
bool impact_compliant_follow(struct impact_cluster *cluster, enum impact_force force, double *work);
