#pragma once

#include "impact/impact_law.h"

/* The sequence of binary collisions of bodies that nearly touch: what exact motion makes of a contact set too narrow
 * for the resolution of times and places. */

/** Follows the sequence of bodies that fly uniformly until nothing approaches any more, or what does has farther to go
 *  than the set is wide. Fills in velocities and the contacts' u and j, given the contacts' gaps.
 *  @param endless receives whether the sequence has no end; velocities and impulses are then worth nothing */
struct impact_outcome impact_sequence_follow(struct impact_cluster *cluster, bool *endless);
