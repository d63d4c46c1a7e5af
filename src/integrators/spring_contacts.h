#ifndef INTEGRATORS_SPRING_CONTACTS_H
#define INTEGRATORS_SPRING_CONTACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/thread_pool.h"
#include "base/vec2.h"
#include "broadphase/verlet_list.h"
#include "integrators/spring_kernel.h"
#include "integrators/stepper.h"
#include "physics/contact.h"

/*
 * Which balls overlap each other and the surfaces, and the forces that follow. Writes into arrays of the struct, which
 * owns them and the list; the stepper is borrowed. Contacts are listed one by one only where they are needed
 * (`listed`); otherwise forces are added up at once, and contacts counted.
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

/** What a part of the balls has seen; a contact counts where its first ball is. */
struct spring_counts {
    uint64_t new_ball, new_surface;   /* contacts so far */
    uint64_t open_ball, open_surface; /* of them not over */
    double deepest;                   /* largest overlap relative to the smaller radius, but in trial */
};

/** A range of balls that one thread works on. */
struct spring_part {
    const struct verlet_touching *touching; /* at the last look */
    struct spring_counts counts;
    double deepest; /* from 2 on: a centre was as deep in another ball as its own is */
};

struct spring_contacts {
    const struct stepper *base;  /* the balls and the table */
    struct spring_bodies bodies; /* what the kernel needs of them */
    double zeta_ball;            /* damping ratio, 0: elastic */
    double *zeta_surface;        /* of each surface */
    bool damped;                 /* either of them is not 0 */
    bool listed;
    struct verlet_list *list;
    struct thread_pool *pool; /* NULL: one thread; borrowed */
    struct spring_part *parts;
    size_t n_parts;
    struct spring_contact *items; /* if listed: in ascending key */
    size_t count, capacity;
    struct vec2 *force;       /* total force on each ball; n + 1 of them */
    struct pair at_one_place; /* two balls whose centres are, unless softened; a = b: none so far */
    bool cleared;             /* the forces are zero already; set by who has cleared them */
};

/** @param softening added to the distance of two centres
 *  @param logged contacts are listed even if nothing is damped
 *  false: out of memory; spring_contacts_close() is then still due. */
bool spring_contacts_open(struct spring_contacts *contacts, const struct stepper *stepper, double softening,
                          bool logged);
void spring_contacts_close(struct spring_contacts *contacts);

/** Lets a pool share the work; to be called before anything is found. false: out of memory. */
bool spring_contacts_divide(struct spring_contacts *contacts, struct thread_pool *pool);

/** The balls have been sorted by the stepper, before contacts are divided; none is fixed. false: out of memory. */
bool spring_contacts_sort(struct spring_contacts *contacts);

/** Finds all overlaps of the balls at these centres and sets the forces on all balls for these velocities. A ball's sum
 *  runs over its partners in ascending index, then over surfaces and their sides, starting from 0.
 *  @param moved no coordinate has changed by more than this since the last call
 *  @param trial only a state on the way through a step: contacts are not over, and overlaps not noted
 *  @return false: out of memory */
bool spring_contacts_find(struct spring_contacts *contacts, const struct state *state, double moved, bool trial);

/** If listed: sets forces anew for other velocities at the same centres; without damping they do not matter. */
void spring_contacts_push(struct spring_contacts *contacts, const struct vec2 *v);

/** Damping ratio of a contact. */
double spring_contacts_zeta(const struct spring_contacts *contacts, const struct spring_contact *contact);

/** Velocity of a contact's ball relative to the body that it touches. */
struct vec2 spring_contacts_relative_velocity(const struct spring_contact *contact, const struct vec2 *v);

/** Speed at which the two bodies of a contact approach along its direction. */
double spring_contacts_approach(const struct spring_contact *contact, const struct vec2 *v);

/** Elastic energy k s^2 / 2, summed over all contacts at the centres that were found last. false: out of memory, now or
 *  when they were looked for. */
bool spring_contacts_energy(const struct spring_contacts *contacts, const struct vec2 *centre, double *energy);

/** Sum over all parts. */
struct spring_counts spring_contacts_counts(const struct spring_contacts *contacts);

#endif
