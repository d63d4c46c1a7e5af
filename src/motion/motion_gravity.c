/*
 * Under gravity a ball falls, or lies: it touches a wall of the table, has no velocity across it and is pressed towards
 * it. It has no acceleration across the wall then.
 *
 * Where the wall has friction, a ball that lies slips until its place of contact rests, and then rolls along the wall,
 * if friction can hold it: with g along the wall, gn towards it and mu as the coefficient, a ball that slips at u has
 * the acceleration g - mu gn sgn(u), and u' = g - (1 + 1/q) mu gn sgn(u); a ball that rolls has the acceleration g/(1 +
 * q), which takes |g| q/(1 + q) <= mu gn.
 *
 * In a corner a ball that turns rubs on both walls, and friction at each presses it to the other, or off it. Let
 * gravity press to them with ga and gb, and mu in the sense of the spin towards b: it presses with na = ga + mu nb and
 * nb = gb - mu na, so na = (ga + mu gb)/(1 + mu^2), nb = (gb - mu ga)/(1 + mu^2), and r wz' = -mu (na + nb)/q. Where nb
 * is negative the ball leaves b, and rubs along a.
 */
#include <math.h>

#include "base/min_max.h"
#include "contact/contact.h"
#include "given/scene.h"
#include "motion/cloth.h"
#include "motion/motion.h"
#include "motion/motion_ops.h"

/** The wall across an axis towards which gravity presses: its place, its velocity, and when that changes. */
struct floor {
    double place;  /* where a ball of radius 0 would lie; infinite: there is no wall */
    double normal; /* velocity across it */
    double along;  /* and along it, in the direction of the other axis */
    double until;
    double outward; /* 1 if the ball lies above, else -1 */
};

/** @param g component of gravity, not 0 @param axis 0: x, 1: y */
static struct floor floor_of(const struct motion *motion, double t, double g, int axis)
{
    const bool upper = g > 0;
    const struct vec2 place = upper ? motion->hi : motion->lo;
    struct floor floor = {.place = axis ? place.y : place.x, .until = HUGE_VAL, .outward = upper ? -1 : 1};
    const struct surface_course *course = motion->walls ? &motion->walls[2 * axis + upper] : NULL;
    if (!course)
        return floor;
    const struct vec2 way = surface_motion_way(course, t);
    floor.place = t < course->since ? floor.outward * -HUGE_VAL : floor.place + (axis ? way.y : way.x);
    floor.normal = axis ? course->v.y : course->v.x;
    floor.along = axis ? course->v.x : course->v.y;
    floor.until = course->until;
    return floor;
}

/** True if a ball at coordinate q touches a wall, to which gravity presses it, and has its velocity across it. */
static bool is_on(const struct floor *floor, double q, double r, double v)
{
    const double gap = floor->outward > 0 ? (q - floor->place) - r : (floor->place - r) - q;
    return v == floor->normal && gap <= CONTACT_TOUCHING * r;
}

/** Whether a ball lies on a wall across x, and on one across y; when a wall on which it lies changes its velocity. */
struct lying {
    bool x, y;
    struct floor of_x, of_y;
    double until;
    double pressing; /* in a corner, where it rubs: accelerations towards both walls */
};

/** The coefficient of friction of a ball that lies. */
static double lying_mu(const struct motion *motion, const struct particle *ball)
{
    return friction_of_slow(scene_at_wall(motion->lying_by, ball->id)->rubbing.mu);
}

/** Two walls move as one: neither slides along a ball that lies on both. */
static bool is_rigid(const struct lying *corner)
{
    return corner->of_x.along == corner->of_y.normal && corner->of_y.along == corner->of_x.normal;
}

/** A ball that lies on two walls and rubs there. Where one slides along it and the other does not follow, it lies on
 *  neither. */
static void rub_in_corner(const struct motion *motion, const struct particle *ball, double wz, struct lying *lies)
{
    const struct vec2 g = {fabs(motion->gravity.x), fabs(motion->gravity.y)};
    lies->pressing = g.x + g.y;
    if (!is_rigid(lies)) {
        lies->x = lies->y = lies->of_x.along == 0 && lies->of_y.along == 0;
    } else if (wz != 0) {
        double mu = lying_mu(motion, ball), to_x = wz * motion->gravity.x * motion->gravity.y > 0 ? mu : -mu;
        lies->x = g.x + to_x * g.y >= 0;
        lies->y = g.y - to_x * g.x >= 0;
        lies->pressing = (g.x + g.y + to_x * (g.y - g.x)) / (1 + mu * mu);
    }
}

/** @param wz the ball's spin about the vertical */
static struct lying lying_of(const struct motion *motion, const struct particle *ball, double wz)
{
    const struct vec2 g = motion->gravity;
    struct lying lies = {.until = HUGE_VAL};
    if (g.x != 0) {
        lies.of_x = floor_of(motion, ball->t, g.x, 0);
        lies.x = is_on(&lies.of_x, ball->x, ball->r, ball->vx);
    }
    if (g.y != 0) {
        lies.of_y = floor_of(motion, ball->t, g.y, 1);
        lies.y = is_on(&lies.of_y, ball->y, ball->r, ball->vy);
    }
    if (lies.x && lies.y && motion->lying_mu > 0)
        rub_in_corner(motion, ball, wz, &lies);
    lies.until = double_min(lies.x ? lies.of_x.until : HUGE_VAL, lies.y ? lies.of_y.until : HUGE_VAL);
    return lies;
}

/** A ball that lies on one wall and rubs on it: its motion along the wall, in the direction in which a ball that turns
 *  counter-clockwise moves its place of contact. */
struct rubbing_leg {
    struct vec2 along; /* unit vector */
    double v, slip;    /* velocity, seen from the wall, and of the place of contact */
    double a, turn;    /* acceleration, and that of r wz */
    double until;      /* when it slips no longer; HUGE_VAL: never */
};

/** The leg of a ball that lies on one wall.
 *  @param into unit normal of the wall @param belt velocity of the wall @param wz spin with which it begins */
static struct rubbing_leg rub(const struct motion *motion, const struct particle *ball, struct vec2 into,
                              struct vec2 belt, double wz)
{
    struct rubbing_leg leg = {.along = vec2_left(into), .until = HUGE_VAL};
    double g = vec2_dot(motion->gravity, leg.along), q = motion->inertia[ball->id];
    double most = lying_mu(motion, ball) * vec2_dot(motion->gravity, into), turning = ball->r * wz;
    leg.v = (ball->vx - belt.x) * leg.along.x + (ball->vy - belt.y) * leg.along.y;
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

/** True if the ball lies on one wall only and rubs there.
 *  @param into, belt receive that wall's normal and velocity */
static bool rubs(const struct motion *motion, const struct particle *ball, const struct lying *lies, struct vec2 *into,
                 struct vec2 *belt)
{
    const struct vec2 g = motion->gravity;
    *into = lies->x ? (struct vec2){g.x > 0 ? 1 : -1, 0} : (struct vec2){0, g.y > 0 ? 1 : -1};
    *belt = lies->x ? (struct vec2){lies->of_x.normal, lies->of_x.along}
                    : (struct vec2){lies->of_y.along, lies->of_y.normal};
    return motion->lying_mu > 0 && lies->x != lies->y && lying_mu(motion, ball) > 0;
}

static struct leg leg(const struct motion *motion, const struct particle *ball, struct vec3 w)
{
    struct leg leg = {.a = motion->gravity, .until = HUGE_VAL, .fastest = HUGE_VAL};
    if (motion_is_free_fall(motion, ball))
        return leg;
    const struct lying lies = lying_of(motion, ball, w.z);
    struct vec2 into, belt;
    if (lies.x)
        leg.a.x = 0;
    if (lies.y)
        leg.a.y = 0;
    leg.until = lies.until - ball->t;
    if (rubs(motion, ball, &lies, &into, &belt)) {
        struct rubbing_leg rubbing = rub(motion, ball, into, belt, w.z);
        leg.a = vec2_scale(rubbing.a, rubbing.along);
        leg.until = double_min(leg.until, rubbing.until);
    }
    leg.goes_on = leg.until < HUGE_VAL;
    return leg;
}

/** wz after a time: a ball that lies turns as it rubs on the wall. */
static double turned(const struct motion *motion, struct body body, double time)
{
    const struct particle *ball = body.ball;
    double wz = body.leg->w.z;
    const struct lying lies = lying_of(motion, ball, wz);
    struct vec2 into, belt;
    if (!(motion->lying_mu > 0 && (lies.x || lies.y)))
        return wz;
    if (rubs(motion, ball, &lies, &into, &belt))
        return wz + rub(motion, ball, into, belt, wz).turn * time / ball->r;
    return cloth_pivot(lying_mu(motion, ball) * lies.pressing / motion->inertia[ball->id], ball->r, wz, time);
}

static struct vec3 spin(const struct motion *motion, struct body body, double time, struct vec2 v)
{
    struct vec3 w = body.leg->w;
    (void)v;
    w.z = motion_ops_pivoted(motion, body.ball, turned(motion, body, time), time);
    return w;
}

/** The ball has stopped slipping, and rolls along the wall; or the wall has changed its velocity. */
static void next(const struct motion *motion, struct body body, struct particle *end, struct vec3 *w)
{
    const struct lying lies = lying_of(motion, body.ball, body.leg->w.z);
    struct vec2 into, belt;
    if (rubs(motion, body.ball, &lies, &into, &belt) &&
        rub(motion, body.ball, into, belt, body.leg->w.z).until <= body.leg->until)
        w->z = 0 - vec2_dot((struct vec2){end->vx - belt.x, end->vy - belt.y}, vec2_left(into)) / end->r;
}

bool motion_gravity_is_carried_until(const struct motion *motion, struct body body, double t)
{
    return lying_of(motion, body.ball, body.leg->w.z).until <= t;
}

/** The force with which the wall carries the ball gives it the acceleration that gravity does not. */
double motion_gravity_work(const struct motion *motion, struct body body, double t)
{
    const struct particle *ball = body.ball;
    const struct lying lies = lying_of(motion, ball, body.leg->w.z);
    const struct vec2 force = vec2_scale(ball->m, vec2_sub(body.leg->a, motion->gravity));
    double power = 0;
    if (lies.x)
        power += force.x * lies.of_x.normal + (lies.y ? 0 : force.y * lies.of_x.along);
    if (lies.y)
        power += force.y * lies.of_y.normal + (lies.x ? 0 : force.x * lies.of_y.along);
    return power * (t - ball->t);
}

/** Free fall keeps the energy. A ball that lies gets some from gravity, and from a wall that moves. */
static double loss(const struct motion *motion, struct body body, const struct particle *then, double lost)
{
    const struct particle *ball = body.ball;
    const struct lying lies = lying_of(motion, ball, body.leg->w.z);
    if (!(lies.x || lies.y))
        return 0;
    struct vec2 way = vec2_sub(motion_position(motion, body, then->t), (struct vec2){ball->x, ball->y});
    lost += ball->m * vec2_dot(motion->gravity, way);
    return motion->walls ? lost + motion_gravity_work(motion, body, then->t) : lost;
}

const struct motion_ops motion_gravity = {.leg = leg, .spin = spin, .next = next, .loss = loss, .presses = "gravity"};
