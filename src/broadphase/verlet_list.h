#ifndef BROADPHASE_VERLET_LIST_H
#define BROADPHASE_VERLET_LIST_H

#include "base/thread_pool.h"
#include "base/vec2.h"
#include "broadphase/pairs.h"

/*
 * The touching pairs of balls that move a little at a time. The balls are divided into parts, ranges of indices, which
 * threads may look at side by side. Owns its memory; verlet_list_create() allocates, verlet_list_destroy() frees and
 * accepts NULL.
 */
struct verlet_list;

/** @param r radii (> 0), borrowed: they must outlive the list
 *  @param width, height of the table
 *  @param softening what is added to distances, see broadphase/touching.h
 *  @return NULL: out of memory */
struct verlet_list *verlet_list_create(size_t n, const double *r, double width, double height, double softening);
void verlet_list_destroy(struct verlet_list *list);

/** Divides the balls into at most this many parts by thread_pool_share(); at first there is one, and few balls stay
 * together. false: out of memory, nothing has changed. */
bool verlet_list_divide(struct verlet_list *list, size_t parts);
size_t verlet_list_parts(const struct verlet_list *list);

/** Follows the balls to new centres, of which there are n + 1; the last is NaN.
 *  @param moved no coordinate has changed by more than this since the last call
 *  @param passing only a look in passing will follow, see below
 *  @param renewed set to true if the list was made anew, else left alone
 *  @return false: out of memory */
bool verlet_list_follow(struct verlet_list *list, const struct vec2 *centre, double moved, bool passing,
                        struct thread_pool *pool, bool *renewed);

/** What touches in one part. */
struct verlet_touching {
    uint32_t first, last;        /* the part's balls are first..last-1 */
    const struct pair *own;      /* a in the part, a < b, in lexicographic order */
    const struct pair *incoming; /* a in the part, b before the part, each ball's b ascending */
    size_t n_own, n_incoming;    /* behind them come three pairs of ball n, so that they can be read by fours */
    size_t begun;                /* own pairs that did not touch at the last look */
    const uint32_t *watched;     /* the balls that may reach beyond a wall before the list is made anew, ascending */
    size_t n_watched;
};

/** False before the list was made first, and after verlet_list_follow() has failed: then nobody may look. */
bool verlet_list_usable(const struct verlet_list *list);

/** Looks at the pairs of a part at the centres that were followed last. Never depends on when the list was made.
 *  @param number of the part
 *  @param passing only a look in passing: what touched at the last look counts as touching still
 *  What is returned belongs to the list and holds until the next look. */
const struct verlet_touching *verlet_list_touching(struct verlet_list *list, size_t number, const struct vec2 *centre,
                                                   bool passing);

#endif
