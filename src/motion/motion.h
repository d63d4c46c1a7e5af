#pragma once

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/double_bits.h"
#include "base/min_max.h"
#include "base/period.h"
#include "base/simd.h"
#include "base/vec2.h"
#include "base/vec3.h"
#include "contact/contact.h"
#include "motion/motion_law.h"
#include "motion/parabola.h"
#include "scene/scene.h"

/*
 * How a free ball moves: the only place that knows. Positions, velocities, times of impact and times of leaving a
 * region are computed here; no other file may take a velocity for constant.
 *
 * A law of motion is a case in each function below. The functions are inline and `motion` does not change during a run,
 * so a caller that passes a constant gets code for that law alone.
 */

/** Balls in motion on a table: what neighbour structures are built from. */
struct motion_system {
    struct motion motion;
    struct particle *balls;
    size_t n;
    struct vec2 size; /* of the table */
};

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

/** The ball's motion from time t on, not before its trajectory begins, with the clock at zero at t. A ball that touches
 *  a wall, has no velocity across it and is pressed towards it by gravity lies there: it has no acceleration across it.
 */
struct parabola_motion motion_from(const struct motion *motion, const struct particle *ball, double t);

/** Time at which the ball comes to rest, if nothing hits it; of a resting ball its trajectory's beginning. HUGE_VAL:
 *  never on this leg. */
double motion_rest_time(const struct motion *motion, const struct particle *ball);

/** Angular velocity at a time, not before the trajectory begins nor after its leg ends; 0 where balls do not turn.
 *  @param then motion_at() of that time */
struct vec3 motion_spin(const struct motion *motion, const struct particle *ball, const struct particle *then);

/** Absolute time at which the ball's leg ends and another begins without a hit: it slips no longer. HUGE_VAL: never. */
double motion_leg_end(const struct motion *motion, const struct particle *ball);

/** False if that is HUGE_VAL for all balls. */
static inline bool motion_has_legs(const struct motion *motion)
{
    return motion->law == MOTION_CLOTH || motion->lying_mu > 0;
}

/** The state with which the next leg begins there, and in *w the angular velocity. */
struct particle motion_next_leg(const struct motion *motion, const struct particle *ball, struct vec3 *w);

/** Energy, of translation and rotation, that the law of motion has taken from the ball since its trajectory began;
 *  0 under gravity, but for balls that slip on a wall.
 *  @param then motion_at() of now @param w motion_spin() of it; of no use if balls do not turn */
double motion_loss(const struct motion *motion, const struct particle *ball, const struct particle *then,
                   struct vec3 w);

/** Kinetic energy of rotation of a ball with that angular velocity. */
static inline double motion_rotation_energy(const struct motion *motion, const struct particle *ball, struct vec3 w)
{
    return 0.5 * motion->inertia[ball->id] * ball->m * ball->r * ball->r * vec3_dot(w, w);
}

/** False if motion_loss() is 0 for all balls. */
static inline bool motion_dissipates(const struct motion *motion)
{
    return motion->law == MOTION_FRICTION || motion->law == MOTION_CLOTH || motion->lying_mu > 0 || motion->pivoting;
}

/** True if balls come to rest by themselves and nearly all pairs meet some day, if nothing comes between: the search
 * for impacts is costly, and worth to be cut short. */
static inline bool motion_decelerates(const struct motion *motion)
{
    return motion->law == MOTION_FRICTION || motion->law == MOTION_CLOTH;
}

/** True for balls on the cloth, which may be pressed on any body that they have just left. */
static inline bool motion_slides(const struct motion *motion)
{
    return motion->law == MOTION_CLOTH;
}

/** True under gravity, which is the same for all balls: what it presses together or holds on a wall stays there. */
static inline bool motion_falls(const struct motion *motion)
{
    return motion->law == MOTION_GRAVITY;
}

/** True for a ball that never moves: it has an infinite mass. */
static inline bool motion_is_fixed(const struct particle *ball)
{
    return ball->m == HUGE_VAL;
}

/** False for uniform motion only, which compilers are told to expect. */
static inline bool motion_is_accelerated(const struct motion *motion)
{
    return __builtin_expect(motion->law != MOTION_UNIFORM, 0);
}

/** False if every ball's coordinate changes uniformly. @param axis 0: x, 1: y */
static inline bool motion_is_accelerated_along(const struct motion *motion, int axis)
{
    return motion_is_accelerated(motion) &&
           (motion->law != MOTION_GRAVITY || (axis ? motion->gravity.y : motion->gravity.x) != 0);
}

/** True if all paths are straight: a ball that is in a convex region at both ends of its path does not leave it. */
static inline bool motion_is_straight(const struct motion *motion)
{
    return motion->law == MOTION_UNIFORM || motion->law == MOTION_FRICTION;
}

/** True only for a ball in free fall: resting and fixed balls have zero velocity along gravity. */
static inline bool motion_is_free_fall(const struct motion *motion, const struct particle *ball)
{
    return motion->law == MOTION_GRAVITY &&
           (__builtin_expect(ball->vx * ball->vy != 0, 1) || /* as nearly always: the rest is slower */
            (((ball->vx != 0) | (motion->gravity.x == 0)) & ((ball->vy != 0) | (motion->gravity.y == 0))));
}

/** The leg of a ball on the cloth, as it is kept by ball index: it is asked for many times. */
struct motion_leg {
    struct parabola_motion leg;
    struct vec3 w;  /* with which it begins, as the leg says where and with what velocity */
    double fastest; /* no speed on it is higher */
};

/** Finds and keeps a leg. */
const struct motion_leg *motion_find_leg(const struct motion *motion, const struct particle *ball);

/** The leg that is kept, or found now because something of the ball has changed. */
static inline const struct motion_leg *motion_keep_leg(const struct motion *motion, const struct particle *ball)
{
    const struct motion_leg *kept = &motion->legs[ball->id];
    const struct vec2 x = kept->leg.path.x, v = kept->leg.path.v;
    const struct vec3 *w = &motion->w[ball->id];
    bool is_same = double_bits_same(x.x, ball->x) && double_bits_same(x.y, ball->y) &&
                   double_bits_same(v.x, ball->vx) && double_bits_same(v.y, ball->vy) &&
                   double_bits_same(kept->w.x, w->x) && double_bits_same(kept->w.y, w->y);
    return is_same ? kept : motion_find_leg(motion, ball);
}

/** How far a ball on the cloth can come from where it is `from` after its trajectory began, until `to` or the end of
 *  its leg. */
static inline double motion_farthest(const struct motion_leg *kept, double from, double to)
{
    return (double_min(to, kept->leg.until) - double_min(from, kept->leg.until)) * kept->fastest;
}

/** Where a ball on the cloth is now. */
static inline struct vec2 motion_place(const struct motion_leg *kept, double from)
{
    return parabola_position(&kept->leg.path, double_min(from, kept->leg.until));
}

/** The leg of a ball on the cloth, or that may lie on a wall. */
struct parabola_motion motion_special_leg(const struct motion *motion, const struct particle *ball);

/** A ball's whole trajectory, with the clock at zero where it begins. */
ALWAYS_INLINE struct parabola_motion motion_whole(const struct motion *motion, const struct particle *ball)
{
    struct parabola_motion m = {{{ball->x, ball->y}, {ball->vx, ball->vy}, {0, 0}}, HUGE_VAL, false};
    if (motion_is_fixed(ball) || motion->law == MOTION_UNIFORM)
        return m;
    if (motion->law == MOTION_CLOTH)
        return motion->legs ? motion_keep_leg(motion, ball)->leg : motion_special_leg(motion, ball);
    if (motion->law == MOTION_GRAVITY && !motion_is_free_fall(motion, ball))
        return motion_special_leg(motion, ball);
    if (motion->law == MOTION_GRAVITY) {
        m.path.a = motion->gravity;
    } else if (motion->friction[ball->id] > 0) {
        m.until = vec2_length(m.path.v) / motion->friction[ball->id];
        if (m.until > 0)
            m.path.a = (struct vec2){-m.path.v.x / m.until, -m.path.v.y / m.until};
    }
    return m;
}

/** What the functions below do of accelerated motion. */
struct vec2 motion_position_accelerated(const struct motion *motion, const struct particle *ball, double t);
struct particle motion_at_accelerated(const struct motion *motion, const struct particle *ball, double t);

/** Centre at time t, not before the trajectory begins. */
static inline struct vec2 motion_position(const struct motion *motion, const struct particle *ball, double t)
{
    if (motion_is_accelerated(motion))
        return motion_position_accelerated(motion, ball, t);
    return (struct vec2){ball->x + ball->vx * (t - ball->t), ball->y + ball->vy * (t - ball->t)};
}

/** The particle with its trajectory restated at time t: the same motion, x, y, vx and vy holding at t. (The same but
 * for rounding: used for what follows a collision at t, never to advance a ball in free flight.) */
static inline struct particle motion_at(const struct motion *motion, const struct particle *ball, double t)
{
    if (motion_is_accelerated(motion))
        return motion_at_accelerated(motion, ball, t);
    struct particle at = *ball;
    struct vec2 x = motion_position(motion, ball, t);
    at.x = x.x;
    at.y = x.y;
    at.t = t;
    return at;
}

/** Velocity at time t, not before the trajectory begins. */
static inline struct vec2 motion_velocity(const struct motion *motion, const struct particle *ball, double t)
{
    const struct particle at = motion_at(motion, ball, t);
    return (struct vec2){at.vx, at.vy};
}

/** Absolute time at which a and b touch while approaching; HUGE_VAL: never on these trajectories. Symmetric in a and b
 *  to the bit; never NaN; never before the later of the two trajectories' beginnings. On a periodic table: a and b
 *  themselves, not their images. */
double motion_impact(const struct motion *motion, const struct particle *a, const struct particle *b);

/*
 * Images. On a periodic table b stands for its images at b - shift, with `shift` any multiple of the period. Which of
 * them a ball can meet follows from where both are now: while neither has gone farther than MOTION_REGION of the period
 * since, no image but the nearest can be met, as no two radii add up to more than a quarter of the period. Where they
 * do (a narrow table) the neighbours of the nearest image, along each axis, are examined as well. The time of impact
 * depends on the two trajectories and the image alone.
 */

/** How far from their centres balls of any radii may go, in units of the period, before images are chosen anew. */
#define MOTION_REGION 0.06

/** The same as a length, for balls whose radii add up to no more than `reach`: farther where that is small, since both
 *  have to cross a region and the rest of half a period before they meet through another image. */
static inline double motion_region(double period, double reach)
{
    return double_max(MOTION_REGION * period, 0.96 / 4 * (0.5 * period - reach));
}

/** motion_impact() for the image of b. */
double motion_impact_image(const struct motion *motion, const struct particle *a, const struct particle *b,
                           struct vec2 shift);

enum { MOTION_MOST_IMAGES = 9 };

/** The shifts of all images of b that a can meet before images are chosen anew, the nearest first; {0, 0} alone on a
 *  table that is not periodic. Returns their number. */
int motion_images(const struct motion *motion, const struct particle *a, const struct particle *b, double now,
                  struct vec2 shifts[MOTION_MOST_IMAGES]);

/** When a meets b, which it touches, next: on a narrow table it may be another image than the one that it touches. */
double motion_impact_any(const struct motion *motion, const struct particle *a, const struct particle *b);

/** On a narrow table: true if an image of b touches a besides the nearest. */
bool motion_touches_twice(const struct motion *motion, const struct particle *a, const struct particle *b, double now);

/** motion_impact() in steps, for one ball and many partners: two balls from the later of their trajectories' beginnings
 *  on, with the clock at zero there. */
struct motion_pair {
    double begin, reach; /* sum of radii */
    struct parabola_motion a, b;
    struct vec2 shift; /* taken off their separation, b minus a */
    bool is_uniform;   /* both accelerate alike */
};

/** a and the image of b.
 *  @param whole_a motion_whole() of a */
void motion_pair_begin(struct motion_pair *pair, const struct motion *motion, const struct particle *a,
                       const struct parabola_motion *whole_a, const struct particle *b, struct vec2 shift);

/** True if they touch at the beginning. */
bool motion_pair_touches(const struct motion_pair *pair);

/** True if they certainly do not hit at or before t (HUGE_VAL: never): spares motion_pair_impact() a search for what
 *  comes too late. False: perhaps they hit; and for pairs whose time of impact has a closed form. */
bool motion_pair_passes(const struct motion_pair *pair, double t);

/** Absolute time of their impact: that of motion_impact(). */
double motion_pair_impact(const struct motion_pair *pair);

/** Time from `now` on at which the ball leaves a disc: perhaps early, never late. HUGE_VAL: never. A ball outside
 * leaves at once if it moves.
 *  @param radius_squared may be HUGE_VAL: the disc is the plane */
double motion_exit_disc(const struct motion *motion, const struct particle *ball, double now, struct vec2 centre,
                        double radius_squared);

/** How far from a centre a ball can be along each axis until t, or the end of its leg, signs aside: one that moves
 * straight, and is no farther now, at t. */
static inline struct vec2 motion_way(const struct motion *motion, const struct particle *ball, double t,
                                     struct vec2 centre)
{
    if (!motion_slides(motion))
        return vec2_sub(motion_position(motion, ball, t), centre);
    double far = motion_farthest(motion_keep_leg(motion, ball), 0, t - ball->t);
    return (struct vec2){fabs(ball->x - centre.x) + far, fabs(ball->y - centre.y) + far};
}

/** True if a ball that is in the disc now, and moves straight, will be there until t: a disc is convex.
 *  On the cloth false where a quick look does not tell. */
static inline bool motion_stays_in_disc(const struct motion *motion, const struct particle *ball, double t,
                                        struct vec2 centre, double radius_squared)
{
    struct vec2 way = motion_way(motion, ball, t, centre);
    return vec2_dot(way, way) <= radius_squared;
}

/** The same of an upright box, whose sides are 2 half long. */
static inline bool motion_stays_in_box(const struct motion *motion, const struct particle *ball, double t,
                                       struct vec2 centre, struct vec2 half)
{
    struct vec2 way = motion_way(motion, ball, t, centre);
    return (way.x * way.x < half.x * half.x) & (way.y * way.y < half.y * half.y);
}

/** Centre at time t of a ball in free fall. */
static inline struct vec2 motion_fallen(const struct motion *motion, const struct particle *ball, double t)
{
    const struct parabola path = {{ball->x, ball->y}, {ball->vx, ball->vy}, motion->gravity};
    return parabola_position(&path, t - ball->t);
}

/** Square of the time in which a ball in free fall strays by no more than `slack` from the chord of its path: g t^2/8.
 *  So long it goes no farther than that beyond a convex region in which both ends of its path are. */
static inline double motion_straight_squared(const struct motion *motion, double slack)
{
    return 8 * slack / (fabs(motion->gravity.x) + fabs(motion->gravity.y));
}

/** The strip lo < q < hi, q the coordinate along the axis (0: x, 1: y). Infinite: no end there. */
struct motion_strip {
    int axis;
    double lo, hi;
};

/** Time from `now` on at which the ball's centre leaves a strip: perhaps early, never late. HUGE_VAL: never.
 *  @param side receives where it leaves: -1 at lo, 1 at hi, 0 nowhere */
double motion_exit_strip(const struct motion *motion, const struct particle *ball, double now,
                         struct motion_strip strip, int *side);

/** In uniform motion: the side on which a coordinate leaves any interval, -1, 1, or 0: none. */
static inline int motion_side(const struct particle *ball, int axis)
{
    double v = axis ? ball->vy : ball->vx;
    return (v > 0) - (v < 0);
}

/** In uniform motion: the time at which a coordinate with a velocity other than 0 is q. */
static inline double motion_time_at(const struct particle *ball, int axis, double q)
{
    return axis ? ball->t + (q - ball->y) / ball->vy : ball->t + (q - ball->x) / ball->vx;
}

/** Where a region's centre is for a ball in it: the image of the centre that is nearest to the ball at time `now`. */
static inline struct vec2 motion_near(const struct motion *motion, const struct particle *ball, double now,
                                      struct vec2 centre)
{
    if (__builtin_expect(!motion->period.is_any, 1))
        return centre;
    return vec2_add(centre, period_shift(&motion->period, vec2_sub(motion_position(motion, ball, now), centre)));
}
