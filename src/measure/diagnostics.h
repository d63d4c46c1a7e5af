#pragma once

#include <stddef.h>

#include "base/sum.h"
#include "base/vec2.h"
#include "base/vec3.h"
#include "contact/contact.h"
#include "given/scene.h"
#include "state/world.h"

/* What a state amounts to: the sums that physics keeps, or loses only where it should. */

/** Sums over all balls, each compensated; infinite or NaN where the state is too large for doubles. */
struct diagnostics {
    double kinetic;  /* sum of m v^2 / 2 */
    double px, py;   /* sum of m v */
    double lz;       /* sum of m (x vy - y vx) + q m r^2 wz, about the corner (0, 0); x, y as of world_centre() */
    double rotation; /* sum of q m r^2 w^2 / 2 */
};

/** @param inertia q of the balls, of a world whose balls spin */
struct diagnostics diagnostics_of(const struct world *world, const double *inertia);

/** Kinetic energy of rotation of a ball that is free, in a scene that rotates. */
static inline double diagnostics_rotation_energy(const struct scene *scene, size_t i, struct vec3 w)
{
    return 0.5 * scene->inertia[i] * scene->m[i] * scene->r[i] * scene->r[i] * vec3_dot(w, w);
}

/** Sums over the contacts so far, each compensated: what pressures are measured by. */
struct diagnostics_impulses {
    struct sum virial;  /* of j (r_a + r_b), over contacts of two balls */
    struct sum wall[4]; /* of j, at the walls left, right, bottom and top */
};

/** Adds a contact. @param r radii of all balls */
void diagnostics_add_contact(struct diagnostics_impulses *impulses, const struct contact_event *event, const double *r);

/** Potential energy of the balls in a uniform field, the sum of -m g.x; 0 at the corner (0, 0). */
double diagnostics_potential(const struct world *world, struct vec2 gravity);

/** Mean free path in a gas of hard discs of radius r. @param eta the part of the area that they cover, 0 < eta < 1 */
double diagnostics_free_path(double eta, double r);

/** The square of the speed that gravity can give a ball: of a fall across the table, or, where the table has no end, of
 *  one that lasts as long as the run. */
double diagnostics_fall_squared(const struct scene *scene);

/** Index of the first ball whose position, velocity or spin no scene may have, or which is NaN; world->n if there is
 * none. */
size_t diagnostics_first_beyond(const struct world *world);
