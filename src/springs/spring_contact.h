#pragma once

#include <stdint.h>

#include "base/vec2.h"
#include "base/vec3.h"
#include "contact/contact.h"

/* A contact of springs: one overlap of a ball and a body. */

struct spring_contact {
    uint64_t key;      /* order and identity: pairs (a, b) first, then surfaces by ball, surface, side */
    uint32_t a, b;     /* ball and body, see contact/contact.h */
    uint32_t mover;    /* stepper_mover() of b */
    double overlap;    /* s > 0 */
    struct vec2 push;  /* direction in which a is pushed; of length 1 at surfaces, d / (d + softening) for balls a
                          distance d apart */
    struct vec2 v;     /* of b, if that moves not by itself: its velocity */
    struct vec2 at;    /* centre of a, with its turns on a periodic table */
    double force;      /* >= 0, in units of the direction */
    double damping;    /* of the dashpot; 0: there is none */
    struct vec2 given; /* all of its force on a, with friction */
};

/** The number of a contact: pairs by their indices, then surfaces by ball, surface and side. */
static inline uint64_t spring_contact_key(uint32_t a, uint32_t b)
{
    uint64_t pair = (uint64_t)a << 32 | (b & ~CONTACT_SURFACE);
    return contact_is_ball(b) ? pair : pair | (uint64_t)1 << 63;
}

/** The bodies of a contact, by its key. */
static inline struct spring_contact spring_contact_bodies(uint64_t key)
{
    const uint32_t b = (uint32_t)key | (key >> 63 ? CONTACT_SURFACE : 0);
    return (struct spring_contact){.a = (uint32_t)(key >> 32) & ~CONTACT_SURFACE, .b = b, .mover = b};
}

/** Velocity of a contact's ball relative to the body that it touches. */
static inline struct vec2 spring_contact_relative_velocity(const struct spring_contact *contact, const struct vec2 *v)
{
    return vec2_sub(v[contact->a], contact_is_ball(contact->mover) ? v[contact->mover] : contact->v);
}

/** Speed at which the two bodies of a contact approach along its direction. */
static inline double spring_contact_approach(const struct spring_contact *contact, const struct vec2 *v)
{
    return -vec2_dot(spring_contact_relative_velocity(contact, v), contact->push);
}

/** Unit normal of a contact, from a to b or into the surface; +x where two centres coincide. */
static inline struct vec2 spring_contact_normal(const struct spring_contact *contact)
{
    double length = vec2_length(contact->push);
    return length > 0 ? (struct vec2){0 - contact->push.x / length, 0 - contact->push.y / length} : (struct vec2){1, 0};
}

/** What becomes of tangential springs in a push. Those that change slide where they pull more than friction can hold.
 */
enum spring_stretch {
    SPRING_STAYS,    /* they are as they were */
    SPRING_STAGED,   /* they have stretched in stages of a step */
    SPRING_STRETCHES /* they stretch by the slip of a time */
};

/** How long, and by which slip, tangential springs are stretched. */
struct spring_stretching {
    const struct vec2 *v;
    const struct vec2 *spent; /* velocities at which what has acted until now has ended; NULL: v */
    const struct vec3 *w;     /* spins */
    enum spring_stretch stretch;
    double time;     /* in which they do, if SPRING_STRETCHES */
    double weight;   /* how long the powers before it and now have acted, each */
    struct vec2 due; /* what `v` of a ball that falls lacks of an even fall; what lies has 0 with it */
};
