#pragma once

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/min_max.h"
#include "base/simd.h"
#include "base/vec2.h"
#include "base/vec3.h"
#include "motion/motion_law.h"
#include "motion/parabola.h"
#include "scene/scene.h"

/*
 * How a free ball moves: the only place that knows, with motion_impact.h for when two meet and motion_exit.h for when
 * one leaves a region. No other file may take a velocity for constant.
 *
 * A law of motion answers what motion_ops.h asks, in a file of its own; what is short enough to be inlined is below.
 * `motion` never changes during a run.
 */

/** Radius of the largest of n balls; 0 of none. */
static inline double motion_largest_radius(const struct particle *balls, size_t n)
{
    double largest = 0;
    for (size_t i = 0; i < n; i++)
        largest = double_max(largest, balls[i].r);
    return largest;
}

/** The law of motion of a scene, which lends its friction. Gravity and friction together have no law. */
struct motion motion_of(const struct scene *scene);

/** Moves the world's balls from the states and times of the scene's checkpoint to the world's time. */
void motion_synchronise(const struct scene *scene, struct world *world);

/* ---- legs ---- */

/** The leg with which a ball begins its trajectory: with its velocity and the angular velocity w, of use only if balls
 *  turn. A ball that touches a wall, has no velocity across it and is pressed towards it by gravity lies there: it has
 *  no acceleration across it. */
struct leg motion_leg(const struct motion *motion, const struct particle *ball, struct vec3 w);

/** The ball's leg, kept or found now: its whole trajectory, with the clock at zero where it begins. */
struct parabola_motion motion_along(const struct motion *motion, struct body body);

/** The same, inlined where it needs no leg. */
ALWAYS_INLINE struct parabola_motion motion_whole(const struct motion *motion, struct body body)
{
    const struct particle *ball = body.ball;
    struct parabola_motion m = {{{ball->x, ball->y}, {ball->vx, ball->vy}, {0, 0}}, HUGE_VAL, false};
    if (motion_is_fixed(ball) || motion->law == MOTION_UNIFORM)
        return m;
    if (motion_is_free_fall(motion, ball)) {
        m.path.a = motion->gravity;
        return m;
    }
    if (!body.leg)
        return motion_along(motion, body);
    m.path.a = body.leg->a;
    m.until = body.leg->until;
    m.goes_on = body.leg->goes_on;
    return m;
}

/** The ball's motion from time t on, not before its trajectory begins, with the clock at zero at t. */
struct parabola_motion motion_from(const struct motion *motion, struct body body, double t);

/** Absolute time at which the ball's leg ends and another begins without a hit: it slips no longer. HUGE_VAL: never. */
double motion_leg_end(const struct motion *motion, struct body body);

/** The state with which the next leg begins there, and in *w the angular velocity. */
struct particle motion_next_leg(const struct motion *motion, struct body body, struct vec3 *w);

/** Time at which the ball comes to rest, if nothing hits it; of a resting ball its trajectory's beginning. HUGE_VAL:
 *  never on this leg. */
double motion_rest_time(const struct motion *motion, struct body body);

/** How far a ball with a leg can come from where it is `from` after its trajectory began, until `to` or the end of its
 *  leg. */
static inline double motion_farthest(const struct leg *leg, double from, double to)
{
    return (double_min(to, leg->until) - double_min(from, leg->until)) * leg->fastest;
}

/** Where a ball with a leg is so long after its trajectory began; at the end of its leg from then on. */
static inline struct vec2 motion_place(struct body body, double time)
{
    const struct particle *ball = body.ball;
    const struct parabola path = {{ball->x, ball->y}, {ball->vx, ball->vy}, body.leg->a};
    return parabola_position(&path, double_min(time, body.leg->until));
}

/* ---- places, velocities, spins ---- */

/** What the functions below do of accelerated motion. */
struct vec2 motion_position_accelerated(const struct motion *motion, struct body body, double t);
struct particle motion_at_accelerated(const struct motion *motion, struct body body, double t);

/** Centre at time t, not before the trajectory begins. */
static inline struct vec2 motion_position(const struct motion *motion, struct body body, double t)
{
    const struct particle *ball = body.ball;
    if (motion_is_accelerated(motion))
        return motion_position_accelerated(motion, body, t);
    return (struct vec2){ball->x + ball->vx * (t - ball->t), ball->y + ball->vy * (t - ball->t)};
}

/** The particle with its trajectory restated at time t: the same motion, x, y, vx and vy holding at t. (The same but
 * for rounding: used for what follows a collision at t, never to advance a ball in free flight.) */
static inline struct particle motion_at(const struct motion *motion, struct body body, double t)
{
    if (motion_is_accelerated(motion))
        return motion_at_accelerated(motion, body, t);
    struct particle at = *body.ball;
    struct vec2 x = motion_position(motion, body, t);
    at.x = x.x;
    at.y = x.y;
    at.t = t;
    return at;
}

/** Velocity at time t, not before the trajectory begins. */
static inline struct vec2 motion_velocity(const struct motion *motion, struct body body, double t)
{
    const struct particle at = motion_at(motion, body, t);
    return (struct vec2){at.vx, at.vy};
}

/** Angular velocity at a time, not before the trajectory begins nor after its leg ends; 0 where balls do not turn.
 *  @param then motion_at() of that time */
struct vec3 motion_spin(const struct motion *motion, struct body body, const struct particle *then);

/** Puts a ball into the world as it is at the world's time, and if balls turn its spin.
 *  @param at motion_at() of that time @param turns that it has made since its trajectory began */
static inline void motion_write(const struct motion *motion, struct body body, const struct particle *at,
                                struct vec2 turns, struct world *world)
{
    const uint32_t id = body.ball->id;
    world_place(world, id, (struct vec2){at->x, at->y}, turns);
    world->vx[id] = at->vx;
    world->vy[id] = at->vy;
    if (motion->rotates)
        world->w[id] = motion_spin(motion, body, at);
}

/** Centre at time t of a ball in free fall. */
static inline struct vec2 motion_fallen(const struct motion *motion, const struct particle *ball, double t)
{
    const struct parabola path = {{ball->x, ball->y}, {ball->vx, ball->vy}, motion->gravity};
    return parabola_position(&path, t - ball->t);
}

/* ---- energy ---- */

/** Energy, of translation and rotation, that the law of motion has taken from the ball since its trajectory began;
 *  0 under gravity, but for balls that slip on a wall.
 *  @param then motion_at() of now @param w motion_spin() of it; of no use if balls do not turn */
double motion_loss(const struct motion *motion, struct body body, const struct particle *then, struct vec3 w);

/** Kinetic energy of rotation of a ball with that angular velocity. */
static inline double motion_rotation_energy(const struct motion *motion, const struct particle *ball, struct vec3 w)
{
    return 0.5 * motion->inertia[ball->id] * ball->m * ball->r * ball->r * vec3_dot(w, w);
}
