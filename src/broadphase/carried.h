#ifndef BROADPHASE_CARRIED_H
#define BROADPHASE_CARRIED_H

#include "broadphase/candidates.h"

/*
 * The pairs that touch, carried over from one list of candidates to the next, so that old contacts are not taken for
 * new ones. A zeroed struct is empty; carried_free() releases what it has grown to.
 */
struct carried {
    struct pairs touched; /* in lexicographic order */
};

/** Takes the touching pairs of n balls from a list. @param id not NULL: the list is not in lexicographic order
 *  @return false: out of memory */
bool carried_save(struct carried *carried, const struct candidates *from, const uint32_t *id, size_t n);

/** Adds those that a new list, in lexicographic order, has not. false: out of memory. */
bool carried_add(const struct carried *carried, struct pairs *near, size_t n);

/** Readies new candidates, in lexicographic order, see candidates_prepare(), and flags those of them that touched.
 *  @param id not NULL: arranges them for sums, see sum_order.h
 *  @return false: out of memory */
bool carried_prepare(const struct carried *carried, struct candidates *to, const struct candidates_rule *rule,
                     const uint32_t *id);

void carried_free(struct carried *carried);

#endif
