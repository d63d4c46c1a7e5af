/*
 * Bodies that nearly touch and collide with each other many times, almost at once. Each contact is followed by itself,
 * through its gap g and its normal relative velocity u, which keep their relative precision however small they become.
 * They could not be computed from the positions and times of a run, which are rounded relative to the table and to the
 * clock.
 *
 * Between collisions the gap changes by g(t) = g + u t + k t^2/2. The second derivative
 *
 *     k = w^2 c,    c = d/(1 + d r_a),   d = 1/R - 1/r_a,
 *
 * contains the tangential relative velocity w, because bodies that slide past each other separate ever faster (c is
 * 1/(r_a + r_b) for two balls, 0 at a straight wall, and negative inside an arc; R is the radius of curvature of both
 * surfaces together). The bodies fly uniformly. Normals, and k, are constant, because the set is some 10^-11 radii
 * wide. The next collision is the earliest zero of a falling gap. With A as in impact_cluster it changes
 *
 *     j = -(1 + e) u / A_kk,    u_k -> -e u_k,    u_l -> u_l + A_lk j.
 *
 * The end. In an inelastic collapse u falls by a constant factor per collision, for ever. When it has fallen to ENDLESS
 * times the largest u, hundreds of collisions later, the sequence counts as infinite; no finite sequence is known to
 * come this far. (Sequences of many balls end after up to some ten thousand collisions, in which u falls to 10^-17.)
 *
 * Cost: O(contacts) per collision.
 */
#include "impact/impact_sequence.h"

#include <math.h>

#include "base/min_max.h"
#include "contact/collision.h"

/* Approach below this part of the fastest ends no more. */
#define ENDLESS 1e-60

/* A sequence is left when its fastest collision would have moved bodies that far, in radii of curvature. */
#define MOST_MOVED 1e-7

enum { COLLISIONS = 200000 }; /* more are no end either */

struct sequence {
    double time, horizon; /* since the first collision; until when it is followed */
    double fastest;       /* approach of all collisions so far */
};

/** The second derivative of a contact's gap, as its bodies slide past each other. */
static double sliding_acceleration(const struct impact_cluster *cluster, const struct contact *contact)
{
    struct vec2 v = vec2_sub(impact_cluster_second_velocity(cluster, contact), cluster->bodies[contact->a].v);
    double w = vec2_cross(contact->n, v);
    double bend = 1 / contact->curvature_radius - 1 / contact->r;
    return w * w * (bend / (1 + bend * contact->r));
}

static struct sequence begin(struct impact_cluster *cluster)
{
    double radius = HUGE_VAL, fastest = 0;
    for (size_t k = 0; k < cluster->n_contacts; k++) {
        struct contact *contact = &cluster->contacts[k];
        struct impact_part *part = &cluster->parts[k];
        contact->u = part->u = impact_cluster_velocity(cluster, contact);
        contact->j = 0;
        part->gap = double_max(0, contact->gap);
        part->acceleration = sliding_acceleration(cluster, contact);
        radius = double_min(radius, contact->curvature_radius);
        fastest = double_max(fastest, -contact->u);
    }
    return (struct sequence){.horizon = MOST_MOVED * radius / fastest, .fastest = fastest};
}

/** Time until a contact's gap closes while it falls; HUGE_VAL: never. */
static double closing_time(const struct impact_part *part)
{
    double g = part->gap, u = part->u, k = part->acceleration, root = u * u - 2 * k * g;
    if (!(root > 0))
        return HUGE_VAL;
    if (u < 0)
        return 2 * g / (sqrt(root) - u);
    return k < 0 ? (u + sqrt(root)) / -k : HUGE_VAL;
}

static size_t find_next(const struct impact_cluster *cluster, double *wait)
{
    size_t next = 0;
    *wait = HUGE_VAL;
    for (size_t k = 0; k < cluster->n_contacts; k++) {
        double time = closing_time(&cluster->parts[k]);
        if (time < *wait) {
            *wait = time;
            next = k;
        }
    }
    return next;
}

static void drift(struct impact_cluster *cluster, double time)
{
    for (size_t k = 0; k < cluster->n_contacts; k++) {
        struct impact_part *part = &cluster->parts[k];
        double change = part->acceleration * time;
        part->gap = double_max(0, part->gap + (part->u + change / 2) * time);
        part->u += change;
    }
}

/** Collides contact k. Returns the energy lost. */
static double collide(struct impact_cluster *cluster, size_t k)
{
    struct contact *contact = &cluster->contacts[k];
    struct impact_part *part = &cluster->parts[k];
    double u = part->u, e = impact_cluster_e(cluster, k), compliance = impact_cluster_compliance(cluster, contact);
    double impulse = impact_cluster_lone_impulse(cluster, k);
    for (size_t l = 0; l < cluster->n_contacts; l++)
        if (l != k)
            cluster->parts[l].u += impact_cluster_coupling(cluster, &cluster->contacts[l], contact) * impulse;
    impact_cluster_push(cluster, contact, impulse);
    part->gap = 0;
    part->u = -e * u;
    contact->j += impulse;
    return collision_loss_by_compliance(compliance, e, u);
}

struct impact_outcome impact_sequence_follow(struct impact_cluster *cluster, bool *endless)
{
    struct impact_outcome outcome = {.kinetic = impact_cluster_kinetic_energy(cluster)};
    struct sequence sequence = begin(cluster);
    *endless = false;
    while (!impact_cluster_is_stopped(cluster)) {
        double wait;
        size_t next = find_next(cluster, &wait);
        if (!(sequence.time + wait < sequence.horizon))
            return outcome;
        drift(cluster, wait);
        sequence.time += wait;
        double approach = -cluster->parts[next].u;
        sequence.fastest = double_max(sequence.fastest, approach);
        *endless = !(approach > ENDLESS * sequence.fastest) || outcome.rounds >= COLLISIONS;
        if (*endless)
            return outcome;
        outcome.lost += collide(cluster, next);
        outcome.rounds++;
    }
    outcome.stopped = true;
    return outcome;
}
