#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/sum.h"
#include "broadphase/pairs.h"
#include "integrators/stepper.h"
#include "physics/contact.h"

/*
 * Spring contacts that rub (spring_rub.c): what each has stretched, and the tangential forces and torques that follow.
 * The contacts are the caller's, in ascending key; row i here belongs to contact i there.
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
    double damping;   /* of the dashpot, if any contact is damped */
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

/** Unit normal of a contact, from a to b or into the surface; +x where two centres coincide. */
static inline struct vec2 spring_contact_normal(const struct spring_contact *contact)
{
    double length = vec2_length(contact->push);
    return length > 0 ? (struct vec2){0 - contact->push.x / length, 0 - contact->push.y / length} : (struct vec2){1, 0};
}

/** What a contact remembers. Tangential vectors are along (-n.y, n.x) and upwards, n the unit normal from a to b. */
struct spring_rub {
    struct vec2 n, stretch; /* of the tangential spring, a against b */
    double k, c;            /* stiffness and dashpot, force per length and per speed */
    uint64_t key;           /* of the contact */
    double turned;          /* cosine of the angle by which the normal has turned since the last look */
};

/** What a spring pulls that friction has shortened, in units of what friction holds: so little less that rounding makes
 *  it no more. */
#define SPRING_RUB_HELD (1 - 0x1p-49)

/** How it pulls, and what a step does to it. */
struct spring_pull {
    struct vec2 slip;       /* velocity of the surface of a against that of b, at the last push */
    struct vec2 force;      /* on a, then */
    struct vec2 base, gain; /* the stretch when the step began, and what the step adds */
};

/** What dashpots and the limit of friction do, if is_dashed. */
struct spring_dash {
    double normal;          /* force on a beside that of the springs, against n; */
    double power;           /* that it and the next take, as the balls have moved then; */
    struct vec2 tangential; /* force across n */
    double c;               /* of the dashpot along the normal of two balls, force per speed */
    double open;            /* 2: the contact pushes; 1: it no longer does; 0: nor has it before this step */
};

/** Of a contact: stiffness, dashpot and, between balls, that along the normal. */
struct spring_constants {
    double k, c, normal;
};

struct spring_rub_list {
    struct spring_rub *items;
    struct spring_pull *pulls;  /* of each; NULL: not kept */
    struct spring_dash *dashes; /* likewise */
    size_t count, capacity, capacity_pulls, capacity_dashes;
};

struct spring_rubbing {
    const struct stepper *base;         /* NULL: nothing rubs */
    double zeta_normal;                 /* damping ratios: along normals, of balls; */
    double zeta_ball, zeta_surface;     /* across them */
    bool by_law;                        /* coefficients of friction depend on speed */
    bool by_speed;                      /* forces depend on velocities, or steps on slips */
    bool is_dashed;                     /* forces depend on velocities; not without what rubs */
    struct spring_motion motion;        /* as of now; */
    double weight;                      /* how long the powers before it and now have acted, each */
    bool is_flat;                       /* balls turn about the vertical only */
    bool keeps_pulls;                   /* if contacts are listed */
    struct spring_rub_list now, former; /* former: those before the last look */
    size_t old;                         /* of these, the next that may be found again */
    uint64_t ended[2];                  /* contacts that are over, but those of now: between balls, with surfaces */
    bool are_alike;                     /* the balls have one mass and one inertia */
    struct spring_constants alike;      /* then: of any two of them; k = 0: not known yet */
    double *torque;                     /* of each ball, by its radius: about the vertical; */
    struct vec2 *tilting;               /* the rest; NULL: is_flat */
    double *yield;                      /* of each ball: its radius by its moment of inertia */
    double step_lost;                   /* to contacts that slip, since the last sum; those before it and */
    struct sum lost;                    /* what contacts that ended had stretched */
};

/** @param rubbing zeroed; stays so where no friction is asked for. Contacts begin with what the world has stretched.
 *  false: out of memory. */
bool spring_rubbing_open(struct spring_rubbing *rubbing, const struct stepper *base, const struct world *world);
void spring_rubbing_close(struct spring_rubbing *rubbing);

/** Contacts have been found: the rows for as many begin, which then are taken from those of before, in ascending key.
 *  What has not been found again is over, and what it had stretched is lost. false: out of memory. */
bool spring_rubbing_renew(struct spring_rubbing *rubbing, size_t count);
void spring_rubbing_take_pairs(struct spring_rubbing *rubbing, const struct pair *pairs, size_t count);
void spring_rubbing_take(struct spring_rubbing *rubbing, const struct spring_contact *contacts, size_t count);
void spring_rubbing_renewed(struct spring_rubbing *rubbing);

/** Before forces are found: no torques. */
void spring_rubbing_clear(struct spring_rubbing *rubbing);

/** The tangential force of a contact that has its normal force, on a; adds the torques.
 *  @param i      number of its row
 *  @param motion with which surfaces slip
 *  @param time   in which the spring stretches by that slip; it slides where it pulls more than friction can hold.
 *                0: it has stretched in stages; negative: it stays as it is */
struct vec2 spring_rubbing_pull(struct spring_rubbing *rubbing, size_t i, const struct spring_contact *contact,
                                struct spring_motion motion, double time);

/** After that: notes what has been lost. */
void spring_rubbing_note(struct spring_rubbing *rubbing);

/** A stage of a step has ended: the springs are stretched as from the step's beginning for a time, by the slip of this
 *  stage, which counts `weight` towards the whole step.
 *  @param time HUGE_VAL: it was the last one, and all stages count */
void spring_rubbing_stage(struct spring_rubbing *rubbing, bool is_first, double weight, double time);

/** to = from and what the torques change in a time. @param last before forces are found anew: then there are none */
void spring_rubbing_turn(struct spring_rubbing *rubbing, struct vec3 *to, const struct vec3 *from, double time,
                         bool last);

/** Contacts that do not push are over when a step ends; if is_dashed. Due before velocities change at the same places;
 * else done when contacts are found next. */
void spring_rubbing_end_step(struct spring_rubbing *rubbing);

/** Contacts that are over, with surfaces or between balls. */
uint64_t spring_rubbing_ended(const struct spring_rubbing *rubbing, bool with_surfaces);

/** Counts what is taken until a motion that changes no force; if is_dashed. @param weight as in the struct */
void spring_rubbing_spend(struct spring_rubbing *rubbing, struct spring_motion motion, double weight);

/** Adds what the springs have stored. */
void spring_rubbing_energy(const struct spring_rubbing *rubbing, struct sum *energy);

/** Makes what is stretched the world's. false: out of memory. */
bool spring_rubbing_store(const struct spring_rubbing *rubbing, struct world *world);
