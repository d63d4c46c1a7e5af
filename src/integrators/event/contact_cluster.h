#ifndef INTEGRATORS_EVENT_CONTACT_CLUSTER_H
#define INTEGRATORS_EVENT_CONTACT_CLUSTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "integrators/event/event_system.h"
#include "physics/impact_compliant.h"
#include "physics/impact_law.h"

/*
 * The contact set of one instant: every ball that touches one of the colliding bodies, whatever touches those, and
 * the surfaces they touch, as a cluster for the laws of impact.
 *
 * Ownership: a zeroed struct is an empty set; contact_cluster_free() releases what it has grown to. The system is
 * borrowed.
 */

struct contact_cluster_ball {
    uint32_t slot, id;
    double x, y; /* at the instant, on the table */
    struct vec2 turns;
    bool is_hit; /* received an impulse, see contact_cluster_mark_hit() */
};

struct contact_cluster {
    struct contact_cluster_ball *balls; /* ascending ball index */
    size_t n_balls, balls_capacity;
    struct impact_cluster
        law; /* bodies in the same order; pairs by ball indices, then surfaces by ball index and side */
    size_t bodies_capacity, contacts_capacity, chosen_capacity;
    struct contact_lcp lcp;
    struct impact_compliant compliant;
    uint32_t *index_of; /* per slot: 1 + index in balls[] while gathering, else 0 */
};

enum contact_cluster_result { CONTACT_CLUSTER_OK, CONTACT_CLUSTER_NO_MEMORY, CONTACT_CLUSTER_TOO_LARGE };

/** Gathers the contact set of a collision, to which its own contact always belongs. Fills balls, contacts and the law's
 *  bodies, normals and relative velocities; the contacts' e is left to the caller. */
enum contact_cluster_result contact_cluster_gather(struct contact_cluster *cluster, const struct event_system *system,
                                                   struct event_collision collision);

/** What a touches in a contact: a slot, or the side of a surface. */
static inline uint32_t contact_cluster_body(const struct contact_cluster *cluster, const struct contact *contact)
{
    return contact_is_ball(contact->body) ? cluster->balls[contact->body].slot : contact->body;
}

/** Separation of a contact of two balls: from a to the image of the other. */
static inline struct vec2 contact_cluster_way(const struct contact_cluster *cluster, const struct contact *contact)
{
    const struct contact_cluster_ball *a = &cluster->balls[contact->a], *b = &cluster->balls[contact->body];
    return (struct vec2){(b->x - a->x) - contact->shift.x, (b->y - a->y) - contact->shift.y};
}

/** Index of the collision's own contact. */
size_t contact_cluster_find(const struct contact_cluster *cluster, struct event_collision collision);

/** After the law has resolved the set: marks the balls that received an impulse. */
void contact_cluster_mark_hit(struct contact_cluster *cluster);

void contact_cluster_free(struct contact_cluster *cluster);

#endif
