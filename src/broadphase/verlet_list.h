#ifndef BROADPHASE_VERLET_LIST_H
#define BROADPHASE_VERLET_LIST_H

#include "broadphase/pairs.h"

/*
 * The overlapping pairs of balls that move a little at a time. Owns its memory; verlet_list_create() allocates,
 * verlet_list_destroy() frees and accepts NULL.
 */
struct verlet_list;

/** @param r radii (> 0), borrowed: they must outlive the list
 *  @param width of the table; influences speed only
 *  @return NULL: out of memory */
struct verlet_list *verlet_list_create(size_t n, const double *r, double width);
void verlet_list_destroy(struct verlet_list *list);

/** The pairs whose centres are closer than r[a] + r[b] (squares compared, as allpairs_near() does), in lexicographic
 *  order; never depends on earlier calls. *touching belongs to the list and holds until the next call.
 *  false: out of memory. */
bool verlet_list_touching(struct verlet_list *list, const double *x, const double *y, const struct pairs **touching);

#endif
