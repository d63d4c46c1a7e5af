#pragma once

#include <stdbool.h>

#include "impact/compliant/impact_compliant.h"
#include "impact/impact_cluster.h"

/*
 * Laws of impact: what the velocities become when bodies touch at one instant. Pure functions of a cluster of bodies
 * and contacts; they allocate nothing and know neither time nor place.
 */

/** Energy gained, relative to the kinetic energy before, from which on an impact counts as one that gained energy. */
#define IMPACT_LAW_GAIN 1e-12

/** What a resolution did, for the counters. */
struct impact_outcome {
    double lost;          /* kinetic energy lost; negative: gained */
    double kinetic;       /* kinetic energy before */
    unsigned long rounds; /* 0: nothing approached */
    double work;          /* multiplications, about */
    bool last_resort;     /* the bound on rounds was reached and the rest resolved with e = 0 */
    bool stopped;         /* the stop flag was seen: velocities and impulses are worth nothing */
};

struct impact_law {
    const char *name, *doc;
    /** One round: puts the contacts that take part into cluster->chosen and fills in `j` of their parts. false: nothing
     * to do. */
    bool (*round)(struct impact_cluster *cluster);
    enum impact_force force; /* of compliant laws, which follow contacts that act on each other; else none */
    double least_e;          /* smallest e that a contact may have */
};

enum { IMPACT_LAW_GR = 3 }; /* place among the laws of generalized reflections */

/** In the order of --list, ended by an entry without a name. */
extern const struct impact_law impact_laws[];

/** That of scenes that name none. */
static inline const struct impact_law *impact_law_default(void)
{
    return &impact_laws[IMPACT_LAW_GR];
}

/** NULL: no such name. */
const struct impact_law *impact_law_find(const char *name);

/** Makes room for the scratch of the laws, with the cluster's numbers of bodies and contacts. false: out of memory, or
 * more contacts than CONTACT_LCP_LIMIT. */
bool impact_law_reserve(struct impact_cluster *cluster);
void impact_law_free(struct impact_cluster *cluster);

/** Resolves the cluster: velocities and the contacts' u and j are filled in. */
struct impact_outcome impact_law_resolve(const struct impact_law *law, struct impact_cluster *cluster);
