#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/vec2.h"
#include "base/vec3.h"
#include "physics/rub.h"

/* Friction at several contacts of one instant (impact_friction.c): what spins do in the laws of impact. */

struct impact_cluster;

/** How a body turns; the cluster has its mass and velocity. */
struct impact_spin {
    struct vec3 w; /* angular velocity; before, and after */
    double r, q;   /* radius, moment of inertia over m r^2 */
    /* scratch: */
    struct vec3 v_before, w_before; /* in a round: after the normal impulses; v with its vertical part */
    struct vec3 v, w_now;
    unsigned contacts; /* that rub in the round */
};

/** How a contact rubs; the cluster has its bodies and horizontal normal. */
struct impact_rub {
    struct rub_surface surface;
    double sine; /* of the angle by which a nose tilts the normal upwards */
    /* scratch: */
    struct vec3 n, t, next; /* unit normal in space; tangential impulse on b */
    double mu, most, yielding;
};

/** Ownership: a zeroed struct is empty; impact_friction_free() releases what it has grown to. */
struct impact_friction {
    struct impact_spin *bodies;  /* as those of the cluster */
    struct impact_rub *contacts; /* as those of the cluster */
    size_t bodies_capacity, contacts_capacity;
};

/** Room for so many. false: out of memory. */
bool impact_friction_reserve(struct impact_friction *friction, size_t bodies, size_t contacts);
void impact_friction_free(struct impact_friction *friction);

/** Before the normal impulses of a round: takes down how fast the surfaces of its contacts slip. Does nothing, as the
 *  next, in a cluster without friction. */
void impact_friction_begin(struct impact_cluster *cluster);

/** After them: the tangential impulses. Changes velocities and spins, adds to the contacts' j, jt and jz. Returns the
 *  kinetic energy, of translation and rotation, that they have taken. */
double impact_friction_end(struct impact_cluster *cluster);

/** Kinetic energy of rotation; 0 in a cluster without friction. */
double impact_friction_rotation(const struct impact_cluster *cluster);
