#pragma once

#include <stdbool.h>

#include "impact/impact_cluster.h"

/* The linear problem of one round of a law of impact: impulses of the chosen contacts. */

enum impact_condition {
    IMPACT_EQUALITY,       /* u' = -e u at each contact; impulses of either sign */
    IMPACT_COMPLEMENTARITY /* 0 <= lam, 0 <= u' + e u, lam.(u' + e u) = 0 */
};

/** Fills in `j` of the chosen contacts' parts, each group of contacts that act on each other by itself. A group whose
 *  complementarity has no solution, or whose approach is negligible beside faster contacts of the group, gets an
 *  impulse at its first approaching contact only, as if that were alone, with its own e.
 *  @param e_limit every e is cut to it
 *  @return false: there was such a group */
bool impact_problem_solve(struct impact_cluster *cluster, enum impact_condition condition, double e_limit);
