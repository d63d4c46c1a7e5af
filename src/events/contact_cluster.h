#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "events/event_system.h"
#include "impact/impact_law.h"

/*
 * The contact set of one instant: every ball that touches one of the colliding bodies, whatever touches those, and
 * the surfaces they touch, as a cluster for the laws of impact.
 *
 * Ownership: a zeroed struct is an empty set; contact_cluster_free() releases what it has grown to. The system is
 * borrowed.
 */

struct contact_cluster_ball {
    uint32_t slot;
    struct particle ball; /* at the instant, on the table */
    struct vec2 turns;
    struct vec3 w; /* spin */
    bool is_hit;   /* received an impulse (simultaneous_collision) */
    double kick;   /* scratch of contact_cluster_rolling: sum of the sizes of its impulses */
    bool rolls_on; /* rolled, and is hit so gently that it rolls on (contact_cluster_rolling) */
};

/** A wall with a mass among the bodies. */
struct contact_cluster_piston {
    const struct event_piston *piston;
    bool is_hit;
};

struct contact_cluster {
    struct contact_cluster_ball *balls; /* ascending ball index */
    uint32_t *place;                    /* of the slots in the set: their index there */
    size_t n_balls, balls_capacity;
    struct contact_cluster_piston pistons[TABLE_WALLS]; /* in the order of the walls */
    size_t n_pistons;
    bool is_loaded;               /* one of them accelerates */
    struct impact_cluster impact; /* for the law of impact: bodies in the same order, then those walls; pairs by ball
                                     indices, then surfaces by ball, then side */
    double near;                  /* as given to contact_cluster_gather() */
    size_t own; /* index of the contact of the collision, or of the one with the same wall that stands for it */
    size_t bodies_capacity, contacts_capacity;
};

/** Gathers the contact set of a collision, to which its own contact always belongs. Fills in balls, bodies
 * and of the contacts all that does not depend on velocities; notes their largest overlap. STATUS_LIMIT: out of memory,
 * or too many contacts.
 * @param near part of the smaller radius up to which gaps count as contacts; 0: what touches */
enum status contact_cluster_gather(struct contact_cluster *cluster, struct event_system *system,
                                   struct event_collision collision, double near, struct error *err);

/** The wall with a mass that a touches in a contact; NULL: something else. */
static inline struct contact_cluster_piston *contact_cluster_piston(struct contact_cluster *cluster,
                                                                    const struct contact *contact)
{
    const bool is_piston = contact->b >= 0 && (size_t)contact->b >= cluster->n_balls;
    return is_piston ? &cluster->pistons[(size_t)contact->b - cluster->n_balls] : NULL;
}

/** What a touches in a contact: a slot, or the side of a surface. */
static inline uint32_t contact_cluster_body(const struct contact_cluster *cluster, const struct contact *contact)
{
    return contact_is_ball(contact->body) ? cluster->balls[contact->body].slot : contact->body;
}

void contact_cluster_free(struct contact_cluster *cluster);
