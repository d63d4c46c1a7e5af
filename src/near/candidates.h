#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/period.h"
#include "base/vec2.h"
#include "near/pairs.h"

/*
 * Pairs of balls that may touch, and the distance test of the stepped integrators: balls a and b touch when the
 * computed sqrt(dx^2 + dy^2) + offset is less than the computed r_a + r_b. A zeroed struct is empty; candidates_free()
 * releases what it has grown to.
 */
struct candidates {
    struct pairs pairs; /* padding not counted */
    double *limits;     /* used if the radii differ */
    size_t limits_capacity;
    struct pair *touching; /* of the last search; in a rebuild: n_former pairs of before that have flags */
    size_t touching_capacity, n_former;
    bool counts_new; /* touching flags are kept from search to search */
    uint8_t *found;  /* what a search finds: touching flags, a byte for eight pairs */
    uint64_t *flags; /* those of the search before, if they are kept: pair 0 has the lowest bit */
    size_t found_capacity, flags_capacity;
};

struct candidates_rule;

/** A search of all pairs: sets `found`. @param centre 16-byte aligned */
typedef void candidates_search(struct candidates *candidates, const struct candidates_rule *rule,
                               const struct vec2 *centre);

/** When balls touch. */
struct candidates_rule {
    size_t n;        /* number of balls, and of the padding ball */
    const double *r; /* their radii */
    double offset;
    double limit;                /* candidates_limit() of all pairs; negative: radii differ */
    const struct period *period; /* of the table; NULL: it is not periodic */
    candidates_search *search;   /* for that period */
};

/** The smallest computed dx^2 + dy^2 of two balls that do not touch; 0: no two balls touch, infinite: all do. Comparing
 * the square with this limit gives exactly the answer of the definition, without a square root. */
double candidates_limit(double reach, double offset);

/** The search that suits this processor and a period. */
candidates_search *candidates_search_for(const struct period *period);

/** Remembers which pairs have flags, before others take their place. */
void candidates_keep_touching(struct candidates *candidates);

/** Pads new pairs, in lexicographic order, and allocates what goes with them. Those that had flags get them. false: out
 *  of memory. */
bool candidates_prepare(struct candidates *candidates, const struct candidates_rule *rule);

/** Writes the touching pairs, which three of the padding ball follow, to `touching`.
 *  @param trial a trial stage: flags that are set stay set
 *  @param n_new grows by the number of pairs that did not touch in the last search, if flags are kept
 *  @return their number */
size_t candidates_find_touching(struct candidates *candidates, const struct candidates_rule *rule,
                                const struct vec2 *centre, bool trial, size_t *n_new);

void candidates_free(struct candidates *candidates);
