#ifndef INTEGRATORS_SPRING_CONTACTS_H
#define INTEGRATORS_SPRING_CONTACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "broadphase/verlet_list.h"
#include "model/scene.h"
#include "physics/contact.h"

/*
 * Which balls overlap each other and the walls, and the forces that follow. First spring_contacts_find() for a set of
 * centres, then spring_contacts_push() as often as needed for different velocities at those centres. Both write into
 * arrays of the struct, which owns them and the list; r and m are the scene's.
 */

/** One overlap. */
struct spring_contact {
    uint64_t key;  /* order and identity: pairs (a, b) first, then walls (ball, wall) */
    uint32_t a, b; /* b: of no meaning at a wall */
    enum contact_kind kind;
    double overlap;    /* s > 0 */
    double push_x;     /* direction in which a is pushed; of length 1 at walls, d / (d + SPRING_SOFTENING) for */
    double push_y;     /* balls a distance d apart */
    double at_x, at_y; /* centre of a */
    double force;      /* >= 0, in units of the direction */
};

struct spring_contacts {
    size_t n;
    const double *r, *m;
    double width, height, k, dt;
    double zeta_ball, zeta_wall; /* damping ratios, 0: elastic */
    bool damped;                 /* either of them is not 0 */
    struct verlet_list *list;
    struct spring_contact *items; /* in ascending key */
    size_t count, capacity;
    double *fx, *fy; /* total force on each ball */
};

/** false: out of memory; spring_contacts_close() is then still due. */
bool spring_contacts_open(struct spring_contacts *contacts, const struct scene *scene);
void spring_contacts_close(struct spring_contacts *contacts);

/** Finds all overlaps of the balls at these centres. false: out of memory. */
bool spring_contacts_find(struct spring_contacts *contacts, const double *x, const double *y);

/** Sets each contact's force and the balls' fx, fy for these velocities; without damping they do not matter. A ball's
 *  sum runs over its partners in ascending index, then left, right, bottom and top wall, starting from 0. */
void spring_contacts_push(struct spring_contacts *contacts, const double *vx, const double *vy);

/** Speed at which the two bodies of a contact approach along its direction. */
double spring_contacts_approach(const struct spring_contact *contact, const double *vx, const double *vy);

/** Elastic energy k s^2 / 2, summed over all contacts. */
double spring_contacts_energy(const struct spring_contacts *contacts);

#endif
