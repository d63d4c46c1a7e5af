#ifndef INTEGRATORS_SPRING_RUB_H
#define INTEGRATORS_SPRING_RUB_H

#include <stdbool.h>
#include <stddef.h>

#include "base/sum.h"
#include "integrators/stepper.h"
#include "physics/contact.h"

/*
 * Spring contacts that rub (spring_rub.c): what each has stretched, and the tangential forces and torques that follow.
 * The contacts are the caller's list, in ascending key; entry i here belongs to contact i there.
 *
 * Ownership: spring_rubbing_open() allocates, also in part when it fails; spring_rubbing_close() frees and accepts a
 * zeroed struct, in which nothing rubs. The stepper is borrowed.
 */

/** One overlap. */
struct spring_contact {
    uint64_t key;     /* order and identity: pairs (a, b) first, then surfaces by ball, surface, side */
    uint32_t a, b;    /* ball and body, see physics/contact.h */
    double overlap;   /* s > 0 */
    struct vec2 push; /* direction in which a is pushed; of length 1 at surfaces, d / (d + softening) for balls a
                         distance d apart */
    struct vec2 at;   /* centre of a, with its turns on a periodic table */
    double force;     /* >= 0, in units of the direction */
};

/** The number of a contact: pairs by their indices, then surfaces by ball, surface and side. */
static inline uint64_t spring_contact_key(uint32_t a, uint32_t b)
{
    uint64_t pair = (uint64_t)a << 32 | (b & ~CONTACT_SURFACE);
    return contact_is_ball(b) ? pair : pair | (uint64_t)1 << 63;
}

/** How balls move: their velocities, and their spins where contacts rub. */
struct spring_motion {
    const struct vec2 *v;
    const struct vec3 *w; /* NULL: none rubs */
};

/** Velocity of a contact's ball relative to the body that it touches. */
static inline struct vec2 spring_contact_relative_velocity(const struct spring_contact *contact, const struct vec2 *v)
{
    return contact_is_ball(contact->b) ? vec2_sub(v[contact->a], v[contact->b]) : v[contact->a];
}

/** Speed at which the two bodies of a contact approach along its direction. */
static inline double spring_contact_approach(const struct spring_contact *contact, const struct vec2 *v)
{
    return -vec2_dot(spring_contact_relative_velocity(contact, v), contact->push);
}

/** Tangential vectors are along (-n.y, n.x) and upwards, n the unit normal from a to b. */
struct spring_rub {
    uint64_t key; /* of the contact */
    struct vec2 n;
    double k, c;            /* stiffness and dashpot, force per length and per speed */
    struct vec2 stretch;    /* of the tangential spring, a against b */
    struct vec2 slip;       /* velocity of the surface of a against that of b, at the last push */
    struct vec2 force;      /* on a, then */
    double turned;          /* cosine of the angle by which the normal has turned since the last look */
    struct vec2 base, gain; /* the stretch when the step began, and what the step adds */
};

struct spring_rub_list {
    struct spring_rub *items;
    size_t count, capacity;
};

struct spring_rubbing {
    const struct stepper *base;         /* NULL: nothing rubs */
    double zeta_ball, zeta_surface;     /* damping ratios */
    struct spring_rub_list now, former; /* former: scratch */
    struct vec3 *torque;                /* on each ball */
    struct sum lost;                    /* to contacts that slip, and with those that end stretched */
};

/** @param rubbing zeroed; stays so where no friction is asked for. Contacts begin with what the world has stretched.
 *  false: out of memory. */
bool spring_rubbing_open(struct spring_rubbing *rubbing, const struct stepper *base, const struct world *world);
void spring_rubbing_close(struct spring_rubbing *rubbing);

/** Contacts have been found: takes over what those of before had stretched; what has ended is lost. false: out of
 *  memory. */
bool spring_rubbing_list(struct spring_rubbing *rubbing, const struct spring_contact *contacts, size_t count);

/** Adds tangential forces to those on the balls, and sets the torques. The contacts have their normal forces.
 *  @param motion with which surfaces slip
 *  @param time   in which the springs stretch by that slip; they slide where they pull more than friction can hold.
 *                0: they have stretched in stages; negative: they stay as they are */
void spring_rubbing_push(struct spring_rubbing *rubbing, const struct spring_contact *contacts,
                         struct spring_motion motion, double time, struct vec2 *force);

/** A stage of a step has ended: the springs are stretched as from the step's beginning for a time, by the slip of this
 *  stage, which counts `weight` towards the whole step.
 *  @param time HUGE_VAL: it was the last one, and all stages count */
void spring_rubbing_stage(struct spring_rubbing *rubbing, bool is_first, double weight, double time);

/** to = from and what the torques change in a time. */
void spring_rubbing_turn(const struct spring_rubbing *rubbing, struct vec3 *to, const struct vec3 *from, double time);

/** Work of the dashpots in a time, from one motion to another; the same: of a stage, in which springs may pull more
 * than friction holds. */
void spring_rubbing_dissipate(struct spring_rubbing *rubbing, const struct spring_contact *contacts, double time,
                              struct spring_motion before, struct spring_motion after);

/** Adds what the springs have stored. */
void spring_rubbing_energy(const struct spring_rubbing *rubbing, struct sum *energy);

/** Makes what is stretched the world's. false: out of memory. */
bool spring_rubbing_store(const struct spring_rubbing *rubbing, struct world *world);

#endif
