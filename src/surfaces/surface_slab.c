/*
 * Two parallel walls as one surface. A slab lo <= x <= hi confines centres to lo + r <= x <= hi - r; side 0 is at lo,
 * side 1 at hi. A slab across y is the same along the other axis.
 *
 * A ball with velocity v reaches the side that it moves towards after gap / |v|, where gap is (x - lo) - r or
 * (hi - r) - x; it never reaches the other side. So a slab is asked once, where two walls would be asked in turn.
 * Limits: v = 0: never; gap <= 0 (rounding, or a ball larger than the slab): now, never in the past; in contact with v
 * no more than rounding: a resting contact, due when the ball would have sunk by CONTACT_SUNK of its radius
 * (contact/contact.h).
 *
 * Under gravity the gap is a quadratic function of time; so it is under friction until the ball rests
 * (parabola_descent). Then either side may be hit. Under gravity a ball with e < 1 hits a wall infinitely often in
 * finite time; the sequence ends when a bounce is no higher than what counts as touching, which is a rule of the state
 * alone (boundary_rebound).
 */
#include "surfaces/surface_slab.h"

#include <math.h>

#include "base/min_max.h"

/** One of two numbers, branch-free: balls fly towards either side. */
static double either(bool second, double a, double b)
{
    const double both[2] = {a, b};
    return both[second];
}

static bool is_across_y(const struct surface *slab)
{
    return slab->kind == SURFACE_SLAB_Y;
}

/** The component of a vector across the walls. */
static double across(const struct surface *slab, struct vec2 v)
{
    return either(is_across_y(slab), v.x, v.y);
}

/** Gap of a ball, given the coordinates of the walls and of its centre. */
static double gap_between(double lo, double hi, uint32_t side, double centre, double r)
{
    return either(side, (centre - lo) - r, (hi - r) - centre);
}

static double gap(const struct surface *slab, uint32_t side, struct vec2 centre, double r)
{
    return gap_between(across(slab, slab->origin), across(slab, slab->end), side, across(slab, centre), r);
}

/** As -gap(), in the order of operations of the public level-6 document (springs/spring_contacts.c). */
static double depth(const struct surface *slab, uint32_t side, struct vec2 centre, double r)
{
    double place = across(slab, centre);
    return side ? place + r - across(slab, slab->end) : -((place - across(slab, slab->origin)) - r);
}

/** Branch-free, as is what is computed from it: which wall comes next cannot be foreseen. */
static struct vec2 normal(const struct surface *slab, uint32_t side, struct vec2 centre)
{
    static const struct vec2 normals[2][2] = {{{-1, 0}, {1, 0}}, {{0, -1}, {0, 1}}};
    (void)centre;
    return normals[is_across_y(slab)][side];
}

static struct vec2 point(const struct surface *slab, uint32_t side, struct vec2 centre)
{
    const struct vec2 wall = side ? slab->end : slab->origin;
    return is_across_y(slab) ? (struct vec2){centre.x, wall.y} : (struct vec2){wall.x, centre.y};
}

static double distance(const struct surface *slab, struct vec2 centre)
{
    double place = across(slab, centre);
    return double_min(place - across(slab, slab->origin), across(slab, slab->end) - place);
}

static void box(const struct surface *slab, struct vec2 *lo, struct vec2 *hi)
{
    (void)slab;
    *lo = (struct vec2){-HUGE_VAL, -HUGE_VAL};
    *hi = (struct vec2){HUGE_VAL, HUGE_VAL};
}

/* ---- times of impact ---- */

/** @param is_y that of the slab: where it is a constant, so is what follows from it */
static double uniform_impact(const struct surface *slab, bool is_y, const struct particle *ball, uint32_t *side)
{
    double lo = either(is_y, slab->origin.x, slab->origin.y), hi = either(is_y, slab->end.x, slab->end.y);
    double centre = either(is_y, ball->x, ball->y), v = either(is_y, ball->vx, ball->vy), speed = fabs(v);
    *side = v > 0;
    if (!(speed > 0))
        return HUGE_VAL;
    double speeds = ball->vx * ball->vx + ball->vy * ball->vy;
    double way = contact_way_to_hit(gap_between(lo, hi, *side, centre, ball->r), ball->r, speed, speeds);
    return way <= 0 ? ball->t : ball->t + way / speed;
}

/** Wait until one side is hit. */
static double side_wait(const struct parabola *path, const struct surface *slab, uint32_t side, double r)
{
    double inward = side ? -1 : 1, v = inward * across(slab, path->v), space = gap(slab, side, path->x, r);
    if (space == HUGE_VAL) /* periodic, or a wall with a mass */
        return HUGE_VAL;
    double way = contact_way_to_hit(space, r, -v, vec2_dot(path->v, path->v));
    return parabola_descent(way, v, inward * across(slab, path->a));
}

/** A ball can hit the side that it moves away from, once its velocity is reversed. */
__attribute__((noinline)) static double accelerated_impact(const struct motion *motion, const struct surface *slab,
                                                           struct body body, uint32_t *side)
{
    const struct particle *ball = body.ball;
    struct parabola_motion m = motion_whole(motion, body);
    double first = side_wait(&m.path, slab, 0, ball->r), second = side_wait(&m.path, slab, 1, ball->r);
    *side = second < first;
    double wait = either(*side, first, second);
    return parabola_motion_when(&m, ball->t, wait);
}

static double impact(const struct motion *motion, const struct surface *slab, struct body body, uint32_t *side)
{
    return motion_is_accelerated(motion) ? accelerated_impact(motion, slab, body, side)
                                         : uniform_impact(slab, is_across_y(slab), body.ball, side);
}

double surface_slab_impact_side(const struct motion *motion, const struct surface *slab, struct body body,
                                uint32_t side)
{
    const struct parabola_motion m = motion_whole(motion, body);
    const double wait = side_wait(&m.path, slab, side, body.ball->r);
    return parabola_motion_when(&m, body.ball->t, wait);
}

/* ---- the table's four walls at once ---- */

double surface_slab_impact_edge(const struct surface slabs[2], const struct particle *ball, uint32_t *body)
{
    uint32_t side[2];
    double first = uniform_impact(&slabs[0], false, ball, &side[0]);
    double second = uniform_impact(&slabs[1], true, ball, &side[1]);
    bool is_y = second < first;
    *body = contact_surface(is_y, side[is_y]);
    return double_min(second, first);
}

unsigned surface_slab_touching_edge(const struct surface slabs[2], struct vec2 centre, double r)
{
    const double near = CONTACT_TOUCHING * r;
    unsigned touching = 0;
    for (uint32_t side = 0; side < 2; side++) {
        touching |= (unsigned)(gap_between(slabs[0].origin.x, slabs[0].end.x, side, centre.x, r) <= near) << side;
        touching |= (unsigned)(gap_between(slabs[1].origin.y, slabs[1].end.y, side, centre.y, r) <= near) << (2 + side);
    }
    return touching;
}

const struct surface_ops surface_slab = {
    .impact = impact,
    .gap = gap,
    .depth = depth,
    .normal = normal,
    .point = point,
    .distance = distance,
    .box = box,
};
