#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/period.h"
#include "base/vec2.h"
#include "base/vec3.h"
#include "given/surface_motion.h"

/* What moves, and by which law; what a law implies and how it moves a ball is in motion.h. */

enum motion_law {
    MOTION_UNIFORM,  /* x(t) = x0 + v0 (t - t0) */
    MOTION_GRAVITY,  /* the same acceleration for all balls, but across a wall for those that lie on it */
    MOTION_FRICTION, /* each ball has its own deceleration against its velocity, until it rests */
    MOTION_CLOTH,    /* balls slide, then roll, then rest (motion/cloth) */
    MOTION_CARRIED,  /* gravity, and walls that move and carry the balls that lie on them */
    MOTION_LAWS
};

/** The law of a run, and its constants. */
struct motion {
    enum motion_law law;
    struct vec2 gravity;                /* of MOTION_GRAVITY and MOTION_CARRIED, length per time squared */
    struct vec2 lo, hi;                 /* of these: the walls on which balls can lie, at t = 0; infinite: no wall */
    const struct surface_course *walls; /* of MOTION_CARRIED: the courses of the four walls, borrowed */
    struct period period;               /* of the table: balls meet through images of each other */
    bool is_narrow;  /* an axis is so short that more than the nearest image must be examined (motion_impact.h) */
    bool rotates;    /* balls turn: spins belong to the state */
    double lying_mu; /* of these: friction of balls that lie on a wall, the most; 0: they do not turn */
    const struct scene *lying_by; /* who says it of each ball; borrowed */
    /* By ball index, borrowed: deceleration in rolling, in sliding and of the spin about the vertical; inertia q. NULL:
     * 0. */
    const double *friction, *sliding, *pivoting, *inertia;
};

/*
 * A ball with the trajectory that it has followed since its last collision. It changes only in a collision, never
 * because a neighbour was searched, a frame was written or a list was rebuilt, and every time of impact is a function
 * of particles and their legs alone. That is what makes a run a function of its scene.
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

/*
 * What the law of motion makes of a particle: a piece of parabola and its end. It has the particle's slot in an array
 * beside it, where motion_keeps_legs(), and changes with it.
 */
struct leg {
    struct vec3 w;  /* angular velocity at the beginning of the trajectory */
    struct vec2 a;  /* acceleration */
    double until;   /* how long it lasts; HUGE_VAL: until the next hit */
    double fastest; /* no speed on it is higher */
    bool goes_on;   /* another leg follows it; else the ball rests at its end */
    bool follows;   /* it followed another one: no hit began it */
};

/** A ball as all questions about its motion see it: in its slot, or with what it leaves a hit. Borrowed. */
struct body {
    const struct particle *ball;
    const struct leg *leg; /* NULL: found when asked for, of a ball that does not turn */
};

/** The body in a slot. @param legs by slot; NULL: none are kept */
static inline struct body body_at(const struct particle *balls, const struct leg *legs, uint32_t slot)
{
    return (struct body){&balls[slot], legs ? &legs[slot] : NULL};
}

/** A ball without a leg of its own. */
static inline struct body body_of(const struct particle *ball)
{
    return (struct body){ball, NULL};
}

/** Balls in motion on a table: what neighbour structures are built from. */
struct motion_system {
    struct motion motion;
    struct particle *balls;
    struct leg *legs; /* by slot; NULL: none are kept */
    size_t n;
    struct vec2 size; /* of the table */
    size_t among;     /* balls of the scene, if these are some of them; else n or 0 */
};
