#pragma once

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/min_max.h"
#include "base/simd.h"
#include "base/vec2.h"
#include "base/vec3.h"
#include "given/scene.h"
#include "motion/motion_law.h"
#include "motion/parabola.h"

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

/** The law of motion of a scene, which lends its friction. Gravity and friction together have no law.
 *  @param walls courses of the table's walls, which must outlive it; NULL: they are at rest */
struct motion motion_of(const struct scene *scene, const struct surface_course *walls);

/* ---- what a law implies ---- */

/* Callers that pass a constant get code for that law alone. */

/** False for uniform motion only, which compilers are told to expect. */
static inline bool motion_is_accelerated(const struct motion *motion)
{
    return __builtin_expect(motion->law != MOTION_UNIFORM, 0);
}

/** What else a law implies. All are false of uniform motion. */
struct motion_implied {
    bool curves;      /* paths may be curved */
    bool decelerates; /* balls come to rest by themselves and nearly all pairs meet some day, if nothing comes between:
                         the search for impacts is costly, and worth to be cut short */
    bool slides;      /* balls are on the cloth, and may be pressed on any body that they have just left */
    bool falls;       /* balls are under gravity, which is the same for all: what it presses together or holds on a wall
                         stays there */
    bool keeps_legs;  /* legs lie beside particles, as they take long to find, and may be accelerated along any axis */
    bool dissipates;  /* the law takes energy, or walls that carry balls give some */
};

static inline const struct motion_implied *motion_implies(const struct motion *motion)
{
    static const struct motion_implied laws[MOTION_LAWS] = {
        [MOTION_GRAVITY] = {.curves = true, .falls = true},
        [MOTION_FRICTION] = {.decelerates = true, .keeps_legs = true, .dissipates = true},
        [MOTION_CLOTH] = {.curves = true, .decelerates = true, .slides = true, .keeps_legs = true, .dissipates = true},
        [MOTION_CARRIED] = {.curves = true, .falls = true, .keeps_legs = true, .dissipates = true},
    };
    return &laws[motion->law];
}

/** False if every ball's coordinate changes uniformly. @param axis 0: x, 1: y */
static inline bool motion_is_accelerated_along(const struct motion *motion, int axis)
{
    return motion_is_accelerated(motion) &&
           (motion_implies(motion)->keeps_legs || (axis ? motion->gravity.y : motion->gravity.x) != 0);
}

/** True if all paths are straight: a ball that is in a convex region at both ends of its path does not leave it. */
static inline bool motion_is_straight(const struct motion *motion)
{
    return !motion_implies(motion)->curves;
}

static inline bool motion_decelerates(const struct motion *motion)
{
    return motion_implies(motion)->decelerates;
}

static inline bool motion_slides(const struct motion *motion)
{
    return motion_implies(motion)->slides;
}

static inline bool motion_falls(const struct motion *motion)
{
    return motion_implies(motion)->falls;
}

/** True where legs lie beside particles: they hold spins, or take long to find. */
static inline bool motion_keeps_legs(const struct motion *motion)
{
    return motion->rotates || motion_implies(motion)->keeps_legs;
}

/** False if motion_loss() is 0 for all balls. */
static inline bool motion_dissipates(const struct motion *motion)
{
    return motion_implies(motion)->dissipates || motion->lying_mu > 0 || motion->pivoting;
}

/** The most that friction decelerates a ball by, length per time squared: what presses it to a body that it has just
 *  left; 0: nothing. */
static inline double motion_most_deceleration(const struct motion *motion, const struct particle *ball)
{
    return double_max(motion->friction ? motion->friction[ball->id] : 0,
                      motion->sliding ? motion->sliding[ball->id] : 0);
}

/** What presses bodies together, for messages: "gravity". A static string. */
const char *motion_presses(const struct motion *motion);

/** True for a ball that never moves: it has an infinite mass. */
static inline bool motion_is_fixed(const struct particle *ball)
{
    return ball->m == HUGE_VAL;
}

/** Under gravity, the velocities now, each across itself, of the walls towards which it presses. Balls that lie have
 *  exactly these: a wall that changes its velocity begins new trajectories of those that lie on it. */
static inline struct vec2 motion_floors(const struct motion *motion)
{
    if (!motion->walls)
        return (struct vec2){0, 0};
    return (struct vec2){motion->walls[motion->gravity.x > 0].v.x, motion->walls[2 + (motion->gravity.y > 0)].v.y};
}

/** True if neither is 0 of those components of a velocity that gravity changes. */
static inline bool motion_is_off(const struct motion *motion, double x, double y)
{
    return __builtin_expect(x * y != 0, 1) || /* as nearly always: the rest is slower */
           (((x != 0) | (motion->gravity.x == 0)) & ((y != 0) | (motion->gravity.y == 0)));
}

/** True only for a ball in free fall: balls that lie have the velocity of their wall along gravity, fixed ones none. */
static inline bool motion_is_free_fall(const struct motion *motion, const struct particle *ball)
{
    if (motion->law != MOTION_CARRIED)
        return motion->law == MOTION_GRAVITY && motion_is_off(motion, ball->vx, ball->vy);
    const struct vec2 floors = motion_floors(motion);
    return motion_is_off(motion, ball->vx * (ball->vx - floors.x), ball->vy * (ball->vy - floors.y));
}

/** True if two balls accelerate alike, wherever they are: no acceleration drives them together. */
static inline bool motion_accelerates_alike(const struct motion *motion, const struct particle *a,
                                            const struct particle *b)
{
    return !motion_is_accelerated(motion) || (motion_is_free_fall(motion, a) && motion_is_free_fall(motion, b));
}

/* ---- legs ---- */

/** What the function below does of accelerated motion, but for w. */
struct leg motion_leg_accelerated(const struct motion *motion, const struct particle *ball, struct vec3 w);

/** The leg with which a ball begins its trajectory: with its velocity and the angular velocity w, of use only if balls
 *  turn. A ball that touches a wall, has no velocity across it and is pressed towards it by gravity lies there: it has
 *  no acceleration across it. */
static inline void motion_begin_leg(const struct motion *motion, const struct particle *ball, struct vec3 w,
                                    struct leg *leg)
{
    if (motion_is_accelerated(motion)) {
        *leg = motion_leg_accelerated(motion, ball, w);
    } else { /* member by member: a copy of what has just been stored would have to wait for it */
        leg->a = (struct vec2){0, 0};
        leg->until = HUGE_VAL;
        leg->fastest = HUGE_VAL; /* as under gravity, where nothing asks either */
        leg->goes_on = leg->follows = false;
    }
    leg->w = w;
}

/** The same by value. */
static inline struct leg motion_leg(const struct motion *motion, const struct particle *ball, struct vec3 w)
{
    struct leg leg;
    motion_begin_leg(motion, ball, w, &leg);
    return leg;
}

/** The ball's motion on a leg, with the clock at zero where it begins. */
static inline struct parabola_motion motion_on_leg(const struct particle *ball, const struct leg *leg)
{
    return (struct parabola_motion){{{ball->x, ball->y}, {ball->vx, ball->vy}, leg->a}, leg->until, leg->goes_on};
}

/** The same of the leg that the law of motion finds for a ball that does not turn. */
struct parabola_motion motion_along(const struct motion *motion, const struct particle *ball);

/** The ball's whole trajectory, with the clock at zero where it begins. Inlined where it needs no leg. */
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
        return motion_along(motion, ball);
    m.path.a = body.leg->a;
    m.until = body.leg->until;
    m.goes_on = body.leg->goes_on;
    return m;
}

/** The ball's motion from time t on, not before its trajectory begins, with the clock at zero at t. */
struct parabola_motion motion_from(const struct motion *motion, struct body body, double t);

/** Absolute time at which a free ball's leg, where legs are kept, ends and another begins without a hit: it slips no
 *  longer. HUGE_VAL: never. */
static inline double motion_leg_end(struct body body)
{
    return body.leg && body.leg->goes_on ? body.ball->t + body.leg->until : HUGE_VAL;
}

/** The state with which the next leg begins there, and in *w the angular velocity. */
struct particle motion_next_leg(const struct motion *motion, struct body body, struct vec3 *w);

/** Time at which the ball comes to rest, if nothing hits it; of a resting ball its trajectory's beginning. HUGE_VAL:
 *  never on this leg. */
double motion_rest_time(const struct motion *motion, struct body body);

/** How far a ball with a leg comes at most in a time after its trajectory began, or on its whole leg. */
static inline double motion_farthest(const struct leg *leg, double time)
{
    return double_min(time, leg->until) * leg->fastest;
}

/** Where a ball with a leg is, and how far it can come from there before the leg ends: enough to tell of most others
 *  that it cannot meet them. */
struct motion_reach {
    struct vec2 at;
    double r, left, fastest; /* radius, time to the end of the leg, highest speed */
};

static inline struct motion_reach motion_reach_of(struct body body, double now)
{
    const struct particle *ball = body.ball;
    const struct leg *leg = body.leg;
    assert(leg);
    const struct parabola path = {{ball->x, ball->y}, {ball->vx, ball->vy}, leg->a};
    const double time = double_min(now - ball->t, leg->until);
    return (struct motion_reach){parabola_position(&path, time), ball->r, leg->until - time, leg->fastest};
}

/** True if another ball is certain not to touch one with that reach from now until t, nor beyond the ends of their
 * legs.
 */
static inline bool motion_reach_excludes(const struct motion_reach *a, struct body other, double now, double t)
{
    const struct motion_reach b = motion_reach_of(other, now);
    const double time = t - now;
    const double reach = a->r + b.r + double_min(time, a->left) * a->fastest + double_min(time, b.left) * b.fastest;
    const struct vec2 d = vec2_sub(b.at, a->at);
    return vec2_dot(d, d) > 1.001 * (reach * reach);
}

/* ---- places, velocities, spins ---- */

/** What the functions below do of accelerated motion, and of balls that friction slows. A body in two parts: compilers
 *  put a structure of two pointers into memory, and wait for it. */
struct vec2 motion_position_accelerated(const struct motion *motion, const struct particle *ball, const struct leg *leg,
                                        double t);
struct particle motion_at_accelerated(const struct motion *motion, const struct particle *ball, const struct leg *leg,
                                      double t);
struct vec3 motion_spin_slowed(const struct motion *motion, struct body body, const struct particle *then);
double motion_loss_slowed(const struct motion *motion, struct body body, const struct particle *then, struct vec3 w);

/** Centre at time t of a ball in uniform motion. */
static inline struct vec2 motion_straight(const struct particle *ball, double t)
{
    return (struct vec2){ball->x + ball->vx * (t - ball->t), ball->y + ball->vy * (t - ball->t)};
}

/** Centre at time t, not before the trajectory begins. */
static inline struct vec2 motion_position(const struct motion *motion, struct body body, double t)
{
    if (motion_is_accelerated(motion))
        return motion_position_accelerated(motion, body.ball, body.leg, t);
    return motion_straight(body.ball, t);
}

/** The particle with its trajectory restated at time t: the same motion, x, y, vx and vy holding at t. (The same but
 * for rounding: used for what follows a collision at t, never to advance a ball in free flight.) */
static inline struct particle motion_at(const struct motion *motion, struct body body, double t)
{
    if (motion_is_accelerated(motion))
        return motion_at_accelerated(motion, body.ball, body.leg, t);
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
static inline struct vec3 motion_spin(const struct motion *motion, struct body body, const struct particle *then)
{
    if (!motion->rotates || !body.leg || motion_is_fixed(body.ball)) /* where balls turn, legs are kept */
        return (struct vec3){0, 0, 0};
    return motion_dissipates(motion) ? motion_spin_slowed(motion, body, then) : body.leg->w;
}

/** Puts a ball into the world as it is at the world's time, and if balls turn its spin.
 *  @param at motion_at() of that time @param turns that it had made when its trajectory began */
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
static inline double motion_loss(const struct motion *motion, struct body body, const struct particle *then,
                                 struct vec3 w)
{
    return motion_dissipates(motion) ? motion_loss_slowed(motion, body, then, w) : 0;
}

/** True if the ball lies on a wall that changes its velocity at that time, or before. */
bool motion_is_carried_until(const struct motion *motion, struct body body, double t);

/** What a wall that moves has worked since then on the ball that lies on it; 0 of all others. @param t now */
double motion_work(const struct motion *motion, struct body body, double t);

/** Kinetic energy of rotation of a ball with that angular velocity. */
static inline double motion_rotation_energy(const struct motion *motion, const struct particle *ball, struct vec3 w)
{
    if (!motion->rotates)
        return 0;
    return 0.5 * motion->inertia[ball->id] * ball->m * ball->r * ball->r * vec3_dot(w, w);
}
