/*
 * Under gravity a ball falls, or lies: it touches a wall of the table, has no velocity across it and is pressed towards
 * it. It has no acceleration across the wall then.
 *
 * Where the wall has friction, a ball that lies slips until its place of contact rests, and then rolls along the wall,
 * if friction can hold it: with g along the wall, gn towards it and mu as the coefficient, a ball that slips at u has
 * the acceleration g - mu gn sgn(u), and u' = g - (1 + 1/q) mu gn sgn(u); a ball that rolls has the acceleration g/(1 +
 * q), which takes |g| q/(1 + q) <= mu gn. In a corner it does not move, and its spin decreases.
 */
#include <math.h>

#include "contact/contact.h"
#include "motion/cloth.h"
#include "motion/motion.h"
#include "motion/motion_ops.h"
#include "scene/scene.h"

/** True if a ball at coordinate q touches a wall across its axis and gravity g presses it towards that one. */
static bool is_pressed(double q, double r, double g, double lo, double hi)
{
    double gap = g < 0 ? (q - lo) - r : (hi - r) - q;
    return g != 0 && gap <= CONTACT_TOUCHING * r;
}

/** Whether a ball lies on a wall across x, and on one across y. */
struct lying {
    bool x, y;
};

static struct lying lying_of(const struct motion *motion, const struct particle *ball)
{
    const struct vec2 g = motion->gravity;
    return (struct lying){ball->vx == 0 && is_pressed(ball->x, ball->r, g.x, motion->lo.x, motion->hi.x),
                          ball->vy == 0 && is_pressed(ball->y, ball->r, g.y, motion->lo.y, motion->hi.y)};
}

/** A ball that lies on one wall and rubs on it: its motion along the wall, in the direction in which a ball that turns
 *  counter-clockwise moves its place of contact. */
struct rubbing_leg {
    struct vec2 along; /* unit vector */
    double v, slip;    /* velocity, and of the place of contact */
    double a, turn;    /* acceleration, and that of r wz */
    double until;      /* when it slips no longer; HUGE_VAL: never */
};

/** The coefficient of friction of a ball that lies. */
static double lying_mu(const struct motion *motion, const struct particle *ball)
{
    return motion->lying_by ? friction_of_slow(scene_at_wall(motion->lying_by, ball->id)->rubbing.mu)
                            : motion->lying_mu;
}

/** The leg of a ball that lies on one wall.
 *  @param into unit normal of the wall @param wz spin with which it begins */
static struct rubbing_leg rub(const struct motion *motion, const struct particle *ball, struct vec2 into, double wz)
{
    struct rubbing_leg leg = {.along = vec2_left(into), .until = HUGE_VAL};
    double g = vec2_dot(motion->gravity, leg.along), q = motion->inertia[ball->id];
    double most = lying_mu(motion, ball) * vec2_dot(motion->gravity, into), turning = ball->r * wz;
    leg.v = ball->vx * leg.along.x + ball->vy * leg.along.y;
    leg.slip = leg.v + turning;
    bool slips = fabs(leg.slip) > 1e-15 * (fabs(leg.v) + fabs(turning));
    if (!slips && fabs(g) * q / (1 + q) <= most) {
        leg.a = g / (1 + q);
        leg.turn = -leg.a;
        return leg;
    }
    double sign = slips ? (leg.slip > 0 ? 1 : -1) : g > 0 ? 1 : -1;
    leg.a = g - sign * most;
    leg.turn = -sign * most / q;
    double slowing = -sign * (leg.a + leg.turn);
    if (slips && slowing > 0)
        leg.until = fabs(leg.slip) / slowing;
    return leg;
}

/** True if the ball lies on one wall only and rubs there. @param into receives that wall's normal */
static bool rubs(const struct motion *motion, const struct particle *ball, struct lying lies, struct vec2 *into)
{
    const struct vec2 g = motion->gravity;
    *into = lies.x ? (struct vec2){g.x > 0 ? 1 : -1, 0} : (struct vec2){0, g.y > 0 ? 1 : -1};
    return motion->lying_mu > 0 && lies.x != lies.y && lying_mu(motion, ball) > 0;
}

static struct leg leg(const struct motion *motion, const struct particle *ball, struct vec3 w)
{
    struct leg leg = {.a = motion->gravity, .until = HUGE_VAL, .fastest = HUGE_VAL};
    struct lying lies = lying_of(motion, ball);
    struct vec2 into;
    if (lies.x)
        leg.a.x = 0;
    if (lies.y)
        leg.a.y = 0;
    if (!rubs(motion, ball, lies, &into))
        return leg;
    struct rubbing_leg rubbing = rub(motion, ball, into, w.z);
    leg.a = vec2_scale(rubbing.a, rubbing.along);
    leg.until = rubbing.until;
    leg.goes_on = rubbing.until < HUGE_VAL;
    return leg;
}

/** wz after a time: a ball that lies turns as it rubs on the wall. */
static double turned(const struct motion *motion, struct body body, double time)
{
    const struct particle *ball = body.ball;
    struct lying lies = lying_of(motion, ball);
    struct vec2 into;
    double wz = body.leg->w.z;
    if (!(motion->lying_mu > 0 && (lies.x || lies.y)))
        return wz;
    if (rubs(motion, ball, lies, &into))
        return wz + rub(motion, ball, into, wz).turn * time / ball->r;
    double pressing = fabs(motion->gravity.x) + fabs(motion->gravity.y); /* in a corner the spin only decreases */
    return cloth_pivot(lying_mu(motion, ball) * pressing / motion->inertia[ball->id], ball->r, wz, time);
}

static struct vec3 spin(const struct motion *motion, struct body body, double time, struct vec2 v)
{
    struct vec3 w = body.leg->w;
    (void)v;
    w.z = motion_ops_pivoted(motion, body.ball, turned(motion, body, time), time);
    return w;
}

/** The ball has stopped slipping: it rolls along the wall. */
static void next(const struct motion *motion, struct body body, struct particle *end, struct vec3 *w)
{
    struct vec2 into;
    rubs(motion, body.ball, lying_of(motion, body.ball), &into);
    w->z = 0 - vec2_dot((struct vec2){end->vx, end->vy}, vec2_left(into)) / end->r;
}

/** Free fall keeps the energy. A ball that lies gets some from gravity. */
static double loss(const struct motion *motion, struct body body, const struct particle *then, double lost)
{
    const struct particle *ball = body.ball;
    struct lying lies = lying_of(motion, ball);
    struct vec2 way = vec2_sub(motion_position(motion, body, then->t), (struct vec2){ball->x, ball->y});
    return lies.x || lies.y ? lost + ball->m * vec2_dot(motion->gravity, way) : 0;
}

const struct motion_ops motion_gravity = {.leg = leg, .spin = spin, .next = next, .loss = loss};
