#ifndef PHYSICS_BALL_RUB_H
#define PHYSICS_BALL_RUB_H

#include "model/scene.h"
#include "physics/boundary.h"
#include "physics/contact.h"
#include "physics/motion.h"
#include "physics/rub.h"

/* What rotation adds to one contact: spins before and after, friction, the energy that it takes. */

/** Spins of the bodies of one contact: of both balls, or of one at a surface. */
struct ball_rub {
    const struct motion *motion;
    struct vec3 former[2];            /* with which the present trajectories began */
    struct vec3 arriving[2];          /* before the contact */
    struct vec3 leaving[2], friction; /* after it; between balls: tangential impulse on the second */
    struct rub_components cushion;    /* at a surface: the whole impulse on it */
    double loss;                      /* energy that the contact takes */
};

/** Notes the spins of ball i. */
void ball_rub_arrive(struct ball_rub *rub, const struct motion *motion, int i, const struct particle *ball, double t);

/** Lets two balls rub that leave each other without friction so far. From now on the system has their new spins, for
 *  searches, until ball_rub_restore().
 *  @param ball     receives the velocities with friction
 *  @param arriving their velocities before @param d second centre less first @param j normal impulse, >= 0 */
void ball_rub_pair(struct ball_rub *rub, const struct rub_surface *surface, struct particle ball[2],
                   const struct vec2 arriving[2], struct vec2 d, double j);

/** A surface as friction sees it. @param r radius of the ball @param n unit normal into it @param e coefficient of
 * restitution */
struct rub_cushion ball_rub_cushion(const struct scene *scene, const struct boundary *boundary,
                                    const struct surface *surface, double r, struct vec2 n, double e);

/** Lets a ball rub on a surface and leave it at `speed`; its spin as above.
 *  @param ball receives the velocity with which it leaves @param arriving that before */
void ball_rub_surface(struct ball_rub *rub, struct particle *ball, struct vec2 arriving,
                      const struct rub_cushion *cushion, double speed);

/** Gives the balls back the spins with which their present trajectories began. */
void ball_rub_restore(const struct ball_rub *rub, const struct particle *balls, int n);

#endif
