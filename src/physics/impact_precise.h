#ifndef PHYSICS_IMPACT_PRECISE_H
#define PHYSICS_IMPACT_PRECISE_H

#include <stdbool.h>

#include "physics/impact_cluster.h"

/* The linear problem of a group of contacts in double-double arithmetic: for bodies of very different masses, and for
 * contacts that nearly depend on each other. */

enum { IMPACT_PRECISE_CONTACTS = 64 }; /* more than that take too long */

/** True if the contacts of cluster->lcp need that, and are few enough for it. */
bool impact_precise_is_needed(const struct impact_cluster *cluster);

/** Solves for lcp->lam from lcp->n, lcp->contact and lcp->q; lcp->a and lcp->factor are used up.
 *  @param one_sided complementarity, else equality
 *  @return false: it was not found, and lam is as it was */
bool impact_precise_solve(const struct impact_cluster *cluster, bool one_sided);

#endif
