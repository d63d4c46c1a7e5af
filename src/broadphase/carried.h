#ifndef BROADPHASE_CARRIED_H
#define BROADPHASE_CARRIED_H

#include "broadphase/candidates.h"
#include "broadphase/sum_order.h"

/*
 * The pairs that touch, carried over from one list of candidates to the next, so that old contacts are not taken for
 * new ones. A zeroed struct is empty; carried_free() releases what it has grown to.
 */
struct carried {
    struct pairs touched; /* in lexicographic order */
    struct sum_order_workspace workspace;
};

/** Takes the touching pairs of n balls from a list, none if it keeps no flags. @param arranged the list is not in
 * lexicographic order
 *  @return false: out of memory */
bool carried_save(struct carried *carried, const struct candidates *from, bool arranged, size_t n);

/** Adds those that a new list, in lexicographic order, has not. false: out of memory. */
bool carried_add(const struct carried *carried, struct pairs *near, size_t n);

/** Readies new candidates, in lexicographic order, see candidates_prepare(), and flags those of them that touched.
 *  @param order of balls that have been moved; then they are arranged by it
 *  @return false: out of memory */
bool carried_prepare(struct carried *carried, struct candidates *to, const struct candidates_rule *rule,
                     const struct sum_order *order);

void carried_free(struct carried *carried);

#endif
