#pragma once

#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "contact/contact.h"
#include "contact/restitution.h"
#include "contact/cushion.h"
#include "impact/contact_lcp.h"

/*
 * Bodies that touch at one instant, and what the laws of impact share: relative velocities, the test for approach and
 * the elements of the matrix A = G M^-1 G^T.
 */

struct impact_spring;

/** Scratch of impact_friction: how a body moves with the friction found so far. */
struct impact_spin {
    struct vec3 v, w;
    unsigned contacts; /* that rub in the round */
};

struct impact_body {
    struct vec2 v;      /* before; after resolve(): after */
    double m;           /* mass, > 0; 0: a fixed ball, which contacts call CONTACT_FIXED */
    struct vec3 w;      /* where bodies rub: angular velocity; before, and after */
    double r, q;        /* radius; 0: a wall, which moves along its normal alone; moment of inertia over m r^2 */
    int32_t root, last; /* scratch of impact_problem: its group, and that group's last contact */
    struct impact_spin spin;
};

/** Scratch of impact_friction, of a contact. */
struct impact_tangential {
    struct vec3 n, t, next;        /* unit normal in space; tangential impulse on b */
    double most, lift, compliance; /* bound of t, before the normal impulses mu; vertical impulse on b of a nose */
};

/** What a contact does in the current round of a law; scratch. */
struct impact_part {
    double u, j;              /* normal relative velocity and impulse */
    double gap, acceleration; /* impact_sequence: clearance, its second derivative */
    int32_t next;             /* impact_problem: next contact of its group */
    bool is_first;            /* impact_problem: whether it is the first */
    struct impact_tangential tangential;
};

/** Squares of the largest speed and of the largest momentum of a body. */
struct impact_scales {
    double speed, momentum;
};

/** A connected set of touching bodies. The contacts' order is the order of `pairwise`; the caller keeps it canonical.
 *  Ownership: bodies and contacts are the caller's; the scratch of a zeroed struct is empty, impact_law_reserve() makes
 * room for it, and impact_law_free() releases it.
 */
struct impact_cluster {
    struct impact_body *bodies;
    struct contact *contacts;
    size_t n_bodies, n_contacts;
    double kinetic;            /* scratch: energy before the first round */
    struct impact_part *parts; /* scratch: of each contact */
    size_t *chosen;            /* scratch: contacts of the current round */
    size_t n_chosen;
    struct contact_lcp lcp;            /* scratch */
    const volatile sig_atomic_t *stop; /* non-zero: give up soon; NULL: never */
    struct impact_spring *springs;     /* scratch of the laws `hooke` and `hertz`, as the next */
    double *process;
    size_t parts_capacity, chosen_capacity, springs_capacity, process_capacity;
    double friction_work; /* scratch: of the sweeps of impact_friction, in multiplications */
    bool has_friction;    /* there are spins, and contacts have friction */
};

/** Body b of a contact, to look at its mass: a fixed one is infinitely heavy. */
static inline const struct impact_body *impact_cluster_second(const struct impact_cluster *cluster,
                                                              const struct contact *contact)
{
    static const struct impact_body fixed = {.m = HUGE_VAL};
    return contact->b == CONTACT_FIXED ? &fixed : &cluster->bodies[contact->b];
}

/** Its velocity. */
static inline struct vec2 impact_cluster_second_velocity(const struct impact_cluster *cluster,
                                                         const struct contact *contact)
{
    return contact->b == CONTACT_FIXED ? contact->v : cluster->bodies[contact->b].v;
}

/** What surfaces that move have worked in the impact: their velocities times the impulses on them, with the sign of
 *  what the balls get. */
double impact_cluster_work(const struct impact_cluster *cluster);

/** Normal relative velocity of a contact with the bodies' present velocities; negative: approaching. */
double impact_cluster_velocity(const struct impact_cluster *cluster, const struct contact *contact);

/** Sum of both bodies' squared speeds. */
double impact_cluster_speeds_squared(const struct impact_cluster *cluster, const struct contact *contact);

/** True if contact k approaches by more than rounding; leaves its relative velocity in its part. */
bool impact_cluster_is_approaching(const struct impact_cluster *cluster, size_t k);

/** Changes the velocities of a contact's bodies by an impulse that pushes them apart. */
void impact_cluster_push(const struct impact_cluster *cluster, const struct contact *contact, double impulse);

/** The contact of a row of the linear problem in cluster->lcp. */
static inline const struct contact *impact_cluster_row(const struct impact_cluster *cluster, size_t row)
{
    return &cluster->contacts[cluster->lcp.contact[row]];
}

/** True if the stop flag is set. */
static inline bool impact_cluster_is_stopped(const struct impact_cluster *cluster)
{
    return cluster->stop && *cluster->stop;
}

/** Puts the contacts that approach by more than rounding into cluster->chosen. */
void impact_cluster_choose_approaching(struct impact_cluster *cluster);

/** Of the bodies with their present velocities. */
struct impact_scales impact_cluster_scales(const struct impact_cluster *cluster);

double impact_cluster_kinetic_energy(const struct impact_cluster *cluster);

/** Coefficient of restitution of contact k at the relative velocity of its part. */
static inline double impact_cluster_e(const struct impact_cluster *cluster, size_t k)
{
    const struct contact *contact = &cluster->contacts[k];
    return restitution_at(&contact->coefficients.restitution, -cluster->parts[k].u);
}

/** Smallest of these of all contacts; largest at any speed; 1 and 0 without contacts. */
double impact_cluster_smallest_e(const struct impact_cluster *cluster);
double impact_cluster_largest_e(const struct impact_cluster *cluster);

/** Inverse effective mass of one contact: the diagonal of A. */
double impact_cluster_compliance(const struct impact_cluster *cluster, const struct contact *contact);

/** Impulse of contact k by Newton's restitution, as if it were alone; from the relative velocity of its part. */
double impact_cluster_lone_impulse(const struct impact_cluster *cluster, size_t k);

/** Sum of +-1/m over the bodies that two contacts share, which is the next without the cosine between the normals. */
double impact_cluster_shared(const struct impact_cluster *cluster, const struct contact *k, const struct contact *l);

/** Element of A for two contacts: what an impulse in l does to the relative velocity of k. */
double impact_cluster_coupling(const struct impact_cluster *cluster, const struct contact *k, const struct contact *l);

/** Determinant A_kk A_ll - A_kl^2 of two contacts that share at most one body, without its cancellation where that body
 *  is much lighter than the others. */
double impact_cluster_determinant(const struct impact_cluster *cluster, const struct contact *k,
                                  const struct contact *l);

/** True if a body touches something fixed. */
bool impact_cluster_is_confined(const struct impact_cluster *cluster);

/** True if no contact acts on another, as the two walls of a corner. */
bool impact_cluster_is_uncoupled(const struct impact_cluster *cluster);
