#ifndef PHYSICS_IMPACT_LAW_H
#define PHYSICS_IMPACT_LAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "physics/contact_lcp.h"

/*
 * Laws of impact: what the velocities become when bodies touch at one instant. Pure functions of a cluster of bodies
 * and contacts; they allocate nothing and know neither time nor place.
 */

enum { IMPACT_WALL = -1 };

struct impact_body {
    double vx, vy; /* before; after resolve(): after */
    double m;      /* mass, > 0 */
};

struct impact_contact {
    int32_t a, b;    /* indices of bodies; b may be IMPACT_WALL (infinite mass, at rest) */
    double nx, ny;   /* unit normal from a to b */
    double e;        /* coefficient of restitution, 0..1 */
    double u;        /* filled in: normal relative velocity before, negative: approaching */
    double j;        /* filled in: total normal impulse, positive pushes apart */
    double relative; /* scratch: normal relative velocity in the current round */
};

/** A connected set of touching bodies. The contacts' order is the order of `pairwise`; the caller keeps it canonical.
 *  Ownership: all arrays are the caller's; `chosen` holds n_contacts entries, `lcp` has room for n_contacts. */
struct impact_cluster {
    struct impact_body *bodies;
    struct impact_contact *contacts;
    size_t n_bodies, n_contacts;
    size_t *chosen; /* scratch: contacts of the current round */
    size_t n_chosen;
    struct contact_lcp *lcp;
};

/** What a resolution did, for the counters. */
struct impact_outcome {
    double lost;          /* kinetic energy lost; negative: gained */
    double kinetic;       /* kinetic energy before */
    unsigned long rounds; /* 0: nothing approached */
    bool last_resort;     /* the bound on rounds was reached and the rest resolved with e = 0 */
};

struct impact_law {
    const char *name, *doc;
    /** One round: puts the contacts that take part into cluster->chosen and their impulses into cluster->lcp->lam.
     *  `kinetic` is the cluster's energy before the first round. false: nothing to do. */
    bool (*round)(struct impact_cluster *cluster, double kinetic);
};

/** The registry, in the order of --list, ended by an entry without a name. */
extern const struct impact_law impact_laws[];

/** NULL: no such name. */
const struct impact_law *impact_law_find(const char *name);

/** Normal relative velocity of a contact with the bodies' present velocities; negative: approaching. */
double impact_law_velocity(const struct impact_cluster *cluster, const struct impact_contact *contact);

/** Resolves the cluster: velocities and the contacts' u and j are filled in. */
struct impact_outcome impact_law_resolve(const struct impact_law *law, struct impact_cluster *cluster);

#endif
