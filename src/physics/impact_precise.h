#ifndef PHYSICS_IMPACT_PRECISE_H
#define PHYSICS_IMPACT_PRECISE_H

#include <stdbool.h>

#include "physics/impact_cluster.h"

/* The linear problem of a group of contacts in double-double arithmetic: for bodies of very different masses, and for
 * contacts that nearly depend on each other. */

enum { IMPACT_PRECISE_CONTACTS = 64 }; /* more than that take too long */

/** True if the group that begins with contact `first` (linked by `next`) needs that, and is small enough for it. */
bool impact_precise_is_needed(const struct impact_cluster *cluster, int32_t first);

/** Solves lcp->n, lcp->q for lcp->lam; lcp->a and lcp->factor are used up. @param one_sided complementarity, else
 *  equality. false: contacts depend on each other; nothing is solved */
bool impact_precise_solve(struct impact_cluster *cluster, int32_t first, bool one_sided);

#endif
