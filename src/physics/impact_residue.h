#ifndef PHYSICS_IMPACT_RESIDUE_H
#define PHYSICS_IMPACT_RESIDUE_H

#include "physics/impact_law.h"

/* What the last resort of a law of impact leaves. */

/** Ends what still approaches after the last resort. Counts last resorts in vain in cluster->in_vain, which the caller
 *  sets to 0 at each new instant.
 *  @param before  of the cluster before the last resort
 *  @param outcome of all so far; `lost` is updated */
void impact_residue_end(struct impact_cluster *cluster, const struct impact_scales *before,
                        struct impact_outcome *outcome);

#endif
