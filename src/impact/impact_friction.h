#pragma once

#include "impact/impact_cluster.h"

/* Friction at several contacts of one instant (impact_friction.c): what spins do in the laws of impact. */

/** Before the normal impulses of a round: takes down how fast the surfaces of its contacts slip. Does nothing, as the
 *  next, in a cluster without friction. */
void impact_friction_begin(struct impact_cluster *cluster);

/** After them: the tangential impulses. Changes velocities and spins, adds to the contacts' j, jt and jz. Returns the
 *  kinetic energy, of translation and rotation, that they have taken. */
double impact_friction_end(struct impact_cluster *cluster);

/** Kinetic energy of rotation; 0 in a cluster without friction. */
double impact_friction_rotation(const struct impact_cluster *cluster);
