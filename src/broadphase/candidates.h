#ifndef BROADPHASE_CANDIDATES_H
#define BROADPHASE_CANDIDATES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/period.h"
#include "base/vec2.h"
#include "broadphase/pairs.h"
#include "broadphase/touching.h"

/*
 * Pairs of balls that may touch, and all that the distance test of touching.h needs of them. A zeroed struct is empty;
 * candidates_free() releases what it has grown to.
 */
struct candidates {
    struct pairs pairs; /* padding not counted */
    double *limits;     /* used if the radii differ */
    size_t limits_capacity;
    struct pair *touching;
    size_t touching_capacity;
    bool counts_new; /* touching flags are kept from search to search */
    uint8_t *found;  /* what a search finds: touching flags, a byte for TOUCHING_GROUP pairs */
    uint64_t *flags; /* those of the search before, if they are kept: pair 0 has the lowest bit */
    size_t found_capacity, flags_capacity;
    struct pairs former; /* that touched when these pairs took the place of others; in lexicographic order, until the
                            next search that is no trial stage */
};

/** When balls touch. */
struct candidates_rule {
    size_t n;                    /* number of balls, and of the padding ball */
    const double *r;             /* their radii */
    double offset;               /* see touching.h */
    double limit;                /* touching limit of all pairs; negative: radii differ */
    const struct period *period; /* of the table; NULL: it is not periodic */
    touching_search *search;     /* for that period */
};

/** Remembers which pairs touch, before others take their place.
 *  @param n_balls a bound of the indices
 *  @return false: out of memory */
bool candidates_keep_touching(struct candidates *candidates, size_t n_balls);

/** Pads new pairs and allocates what goes with them. No flag is set. false: out of memory. */
bool candidates_prepare(struct candidates *candidates, const struct candidates_rule *rule);

/** Writes the touching pairs, which three of the padding ball follow, to `touching`.
 *  @param trial a trial stage: flags that are set stay set
 *  @param n_new grows by the number of pairs that did not touch in the last search, if flags are kept
 *  @return their number */
size_t candidates_find_touching(struct candidates *candidates, const struct candidates_rule *rule,
                                const struct vec2 *centre, bool trial, size_t *n_new);

void candidates_free(struct candidates *candidates);

#endif
