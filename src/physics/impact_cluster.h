#ifndef PHYSICS_IMPACT_CLUSTER_H
#define PHYSICS_IMPACT_CLUSTER_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "physics/contact_lcp.h"

/*
 * Bodies that touch at one instant, and what the laws of impact share: relative velocities, the test for approach and
 * the elements of the matrix A = G M^-1 G^T.
 */

struct impact_compliant;

enum { IMPACT_FIXED = -1 }; /* a body of infinite mass, at rest */

struct impact_body {
    double vx, vy;      /* before; after resolve(): after */
    double m;           /* mass, > 0 */
    int32_t root, last; /* scratch of impact_problem: its group, and that group's last contact */
};

struct impact_contact {
    int32_t a, b;            /* indices of bodies; b may be IMPACT_FIXED: a surface or a fixed ball */
    double nx, ny;           /* unit normal from a to b */
    double e;                /* coefficient of restitution, 0..1 */
    double curvature_radius; /* of the two surfaces together, > 0: r_a r_b/(r_a + r_b), r_a at a straight wall */
    double u;                /* filled in: normal relative velocity before, negative: approaching */
    double j;                /* filled in: total normal impulse, positive pushes apart */
    double r;                /* impact_sequence only: radius of a */
    double gap;              /* impact_sequence only: clearance, 0 or more; used up */
    double acceleration;     /* impact_sequence only: n.(a_b - a_a); used up */
    double relative;         /* scratch: normal relative velocity in the current round */
    double impulse;          /* scratch: normal impulse in the current round */
    int32_t next;            /* scratch of impact_problem: next contact of its group */
    bool is_first;           /* scratch of impact_problem: the first of its group */
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
    const volatile sig_atomic_t *stop;  /* non-zero: give up soon; NULL: never */
    struct impact_compliant *compliant; /* scratch of the laws `hooke` and `hertz`, reserved for the cluster */
};

/** Normal relative velocity of a contact with the bodies' present velocities; negative: approaching. */
double impact_cluster_velocity(const struct impact_cluster *cluster, const struct impact_contact *contact);

/** True if the contact approaches by more than rounding; leaves its relative velocity in contact->relative. */
bool impact_cluster_is_approaching(const struct impact_cluster *cluster, struct impact_contact *contact);

/** True if the stop flag is set. */
static inline bool impact_cluster_is_stopped(const struct impact_cluster *cluster)
{
    return cluster->stop && *cluster->stop;
}

double impact_cluster_kinetic_energy(const struct impact_cluster *cluster);

/** Smallest and largest coefficient of restitution of the contacts; 1 and 0 without any. */
double impact_cluster_smallest_e(const struct impact_cluster *cluster);
double impact_cluster_largest_e(const struct impact_cluster *cluster);

/** Inverse effective mass of one contact: the diagonal of A. */
double impact_cluster_compliance(const struct impact_cluster *cluster, const struct impact_contact *contact);

/** Element of A for two contacts: what an impulse in l does to the relative velocity of k. */
double impact_cluster_coupling(const struct impact_cluster *cluster, const struct impact_contact *k,
                               const struct impact_contact *l);

/** Determinant A_kk A_ll - A_kl^2 of two contacts that share at most one body, without its cancellation where that body
 *  is much lighter than the others. */
double impact_cluster_determinant(const struct impact_cluster *cluster, const struct impact_contact *k,
                                  const struct impact_contact *l);

/** True if no contact acts on another, as the two walls of a corner. */
bool impact_cluster_is_uncoupled(const struct impact_cluster *cluster);

#endif
