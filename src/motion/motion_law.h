#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/period.h"
#include "base/vec2.h"
#include "base/vec3.h"

/* Which law free balls follow, and what it moves; how it moves them is in motion.h. */

enum motion_law {
    MOTION_UNIFORM,  /* x(t) = x0 + v0 (t - t0) */
    MOTION_GRAVITY,  /* the same acceleration for all balls, but across a wall for those that lie on it */
    MOTION_FRICTION, /* each ball has its own deceleration against its velocity, until it rests */
    MOTION_CLOTH     /* balls slide, then roll, then rest (motion/cloth) */
};

struct motion {
    enum motion_law law;
    struct vec2 gravity;  /* of MOTION_GRAVITY, length per time squared */
    struct vec2 lo, hi;   /* of MOTION_GRAVITY: the walls on which balls can lie; infinite: no wall */
    struct period period; /* of the table: balls meet through images of each other */
    bool is_narrow;       /* an axis is so short that more than the nearest image must be examined, see below */
    double lying_mu;      /* of MOTION_GRAVITY: friction of balls that lie on a wall; 0: they do not turn */
    /* By ball index, borrowed: deceleration in rolling, in sliding and of the spin about the vertical; inertia q; the
     * angular velocity at the beginning of each ball's trajectory. NULL: 0, and w: balls do not turn. */
    const double *friction, *sliding, *pivoting, *inertia;
    struct vec3 *w;
    struct motion_leg *legs; /* of MOTION_CLOTH: where motion_keep_leg() keeps what it finds; NULL: nowhere */
};

/*
 * A ball with the trajectory that it has followed since its last collision. It changes only in a collision, never
 * because a neighbour was searched, a frame was written or a list was rebuilt, and every time of impact is a function
 * of particles alone. That is what makes a run a function of its scene.
 *
 * One cache line per ball, since event-driven motion visits balls at random.
 */
struct particle {
    double x, y;         /* centre at time t */
    double t;            /* time of the last collision, or the moment the initial state holds */
    double vx, vy;       /* velocity at time t */
    double r, m;         /* radius, mass */
    uint32_t collisions; /* collision counter (wraps): recognises predictions made before a collision */
    uint32_t id;         /* ball index: decides ties */
};
