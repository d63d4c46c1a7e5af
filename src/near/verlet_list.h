#pragma once

#include "base/thread_pool.h"
#include "base/vec2.h"
#include "given/scene.h"
#include "near/near_surfaces.h"
#include "surfaces/boundary.h"

/*
 * The touching pairs of balls that move a little in each step. The balls are divided into parts, ranges of indices,
 * which threads may search side by side.
 *
 * Ownership: verlet_list_create() allocates, verlet_list_destroy() frees and accepts NULL.
 */
struct verlet_list;

/** @param scene for its table and masses: pairs of fixed balls are left out; borrowed, as the others are
 *  @param r radii (> 0) of its balls and of the padding ball
 *  @param offset added to distances, see near/candidates.h
 *  @param counts_new new contacts are counted; otherwise n_new is always 0, and a trial stage like any other
 *  @return NULL: out of memory */
struct verlet_list *verlet_list_create(const struct scene *scene, const double *r, const struct boundary *boundary,
                                       double offset, bool counts_new);
void verlet_list_destroy(struct verlet_list *list);

/** Leaves out some balls from the next update on, which rebuilds the list.
 *  @param left_out of each ball, borrowed; NULL: none */
void verlet_list_leave_out(struct verlet_list *list, const bool *left_out);

/** How many parts of n balls pay at most, each on a thread of its own. */
size_t verlet_list_most_parts(size_t n);

/** Divides the balls into at most this many parts, and no more than pay, by thread_pool_share(). A new list has one.
 *  false: out of memory, nothing has changed. */
bool verlet_list_divide(struct verlet_list *list, size_t parts);
size_t verlet_list_parts(const struct verlet_list *list);

/** Takes the balls' new centres and rebuilds the list where necessary.
 *  @param centre n + 1 of them; the last is NaN
 *  @param moved no coordinate has changed by more than this since the last call
 *  @return false: out of memory */
bool verlet_list_update(struct verlet_list *list, const struct vec2 *centre, double moved, struct thread_pool *pool);

/** Number of rebuilds so far. */
size_t verlet_list_rebuilds(const struct verlet_list *list);

/** The touching pairs of one part. */
struct verlet_touching {
    uint32_t first, last;     /* the part's balls are first..last-1 */
    const struct pair *local; /* a in the part, a < b, in lexicographic order */
    const struct pair *ghost; /* a in the part, b in an earlier part; each ball's b ascending */
    size_t n_local, n_ghost;  /* three pairs of ball n follow, so that a kernel may read four at a time */
    size_t n_new;             /* of the local ones, those that did not touch in the last search, if counted */
    const struct near_surfaces_list *surfaces; /* that balls can touch before the next rebuild */
};

/** The surfaces that the balls of a part can touch before the next rebuild. */
const struct near_surfaces_list *verlet_list_surfaces(const struct verlet_list *list, size_t number);

/** False before the first update and after a failed one: then there is nothing to search. */
bool verlet_list_usable(const struct verlet_list *list);

/** Finds the touching pairs of a part at the centres of the last update. The result does not depend on when the list
 * was rebuilt. It belongs to the list and is valid until the next search.
 *  @param number of the part
 *  @param trial a stage within a step: a pair that touched in the last search still counts as touching */
const struct verlet_touching *verlet_list_touching(struct verlet_list *list, size_t number, const struct vec2 *centre,
                                                   bool trial);
