#pragma once

#include "base/vec3.h"
#include "contact/cushion.h"
#include "contact/friction.h"
#include "motion/motion.h"

/* Balls on their trajectories that rub at a contact: the spins with which they arrive and leave. */

/** Spins of the bodies of one contact: of both balls, or of one at a surface. */
struct event_friction {
    const struct motion *motion;
    struct vec3 arriving[2];         /* before the contact */
    struct vec3 leaving[2], impulse; /* after it; between balls: tangential impulse on the second */
    struct cushion_impulse cushion;  /* at a surface: the whole impulse on it */
    double loss;                     /* energy that the contact takes */
};

/** Lets two balls rub that leave each other without friction so far.
 *  @param ball     receives the velocities with friction
 *  @param arriving their velocities before @param d second centre less first @param j normal impulse, >= 0 */
void event_friction_pair(struct event_friction *friction, const struct rubbing *rubbing, struct particle ball[2],
                         const struct vec2 arriving[2], struct vec2 d, double j);

/** Lets a ball rub on a surface and leave it at `speed`.
 *  @param ball receives the velocity with which it leaves @param arriving that before */
void event_friction_surface(struct event_friction *friction, struct particle *ball, struct vec2 arriving,
                            const struct cushion *cushion, double speed);
