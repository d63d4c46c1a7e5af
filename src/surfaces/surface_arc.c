/*
 * A thin part of a circle (c, R), which acts from both sides. A ball hits it when |x - c| rises to R - r inside (side
 * 0) or falls to R + r outside (side 1), if the direction of its centre from c is then one of the arc. Both sides are
 * tried wherever the ball starts: a ball that enters an open circle meets the far arc from inside. The ends of the arc
 * are surfaces of their own (surface_point.c).
 *
 * Directions are compared by cross products with the arc's two unit vectors, so no angle is ever computed from a
 * position. Cost: a square root for each side; under gravity or friction the times of motion/parabola, one for each
 * side.
 */
#include "surfaces/surface_ops.h"

#include <math.h>

#include "base/angle.h"
#include "base/min_max.h"
#include "surfaces/surface_point.h"

static uint32_t make(const struct obstacle *arc, struct surface curve, struct surface *surfaces)
{
    struct vec2 centre = curve.origin = (struct vec2){arc->value[0], arc->value[1]};
    curve.r = arc->value[2];
    curve.span = arc->value[4] - arc->value[3];
    if (fabs(curve.span - 360) <= TABLE_ARC_ROUNDING)
        curve.span = 360;
    curve.from = angle_direction(arc->value[3]);
    curve.to = angle_direction(arc->value[4]);
    surfaces[0] = curve;
    if (curve.span >= 360)
        return 1;
    surfaces[1] = surface_point_end(curve, vec2_add(centre, vec2_scale(curve.r, curve.from)),
                                    vec2_scale(-1, vec2_left(curve.from)), 0);
    surfaces[2] = surface_point_end(curve, vec2_add(centre, vec2_scale(curve.r, curve.to)), vec2_left(curve.to), 0);
    return 3;
}

/** True if a direction from the centre is within the arc, ends included. */
static bool faces(const struct surface *arc, struct vec2 direction)
{
    if (arc->span >= 360)
        return true;
    if (arc->span <= 180)
        return vec2_cross(arc->from, direction) >= 0 && vec2_cross(direction, arc->to) >= 0;
    return !(vec2_cross(arc->to, direction) > 0 && vec2_cross(direction, arc->from) > 0);
}

/** True if the ball fills the arc's circle. Inside it touches all of the arc and no point before the others, so there
 * is no contact but those with the ends. */
static bool fills(const struct surface *arc, double distance, double r)
{
    return distance <= CONTACT_TOUCHING * r && fabs(arc->r - r) <= CONTACT_TOUCHING * r;
}

/** Distance of a centre from the arc's circle, positive on the side that it is asked about. */
static double gap(const struct surface *arc, uint32_t side, struct vec2 centre, double r)
{
    struct vec2 d = vec2_sub(centre, arc->origin);
    double distance = vec2_length(d);
    if ((distance <= arc->r) != (side == 0) || !faces(arc, d) || fills(arc, distance, r))
        return HUGE_VAL;
    return side == 0 ? (arc->r - r) - distance : distance - (arc->r + r);
}

static struct vec2 normal(const struct surface *arc, uint32_t side, struct vec2 centre)
{
    return surface_ops_from_side(side, surface_ops_inward(arc, centre));
}

static struct vec2 point(const struct surface *arc, uint32_t side, struct vec2 centre)
{
    return vec2_add(arc->origin, vec2_scale(side == 0 ? arc->r : -arc->r, normal(arc, side, centre)));
}

static double distance(const struct surface *arc, struct vec2 centre)
{
    struct vec2 d = vec2_sub(centre, arc->origin);
    if (faces(arc, d))
        return fabs(vec2_length(d) - arc->r);
    return double_min(vec2_length(vec2_sub(d, vec2_scale(arc->r, arc->from))),
                      vec2_length(vec2_sub(d, vec2_scale(arc->r, arc->to))));
}

static double path_radius(const struct surface *arc, uint32_t side, double r)
{
    return side == 0 ? arc->r - r : -(arc->r + r);
}

/* ---- times of impact ---- */

/** Wait until a ball that is inside the arc's circle, with separation d and velocity v, is at a distance `reach` and
 * moves outwards: the later root, in the form that does not cancel. A ball that is beyond by rounding is reversed as
 * soon as it moves outwards. */
static double inner_wait(struct vec2 d, struct vec2 v, double reach)
{
    double vv = vec2_dot(v, v), b = vec2_dot(d, v), side = vec2_cross(d, v), distance = vec2_length(d);
    double discriminant = vv * reach * reach - side * side, inside = (reach - distance) * (reach + distance);
    if (!(discriminant > 0))
        return b < 0 ? -b / vv : 0;
    double root = sqrt(discriminant), wait = b > 0 ? inside / (b + root) : (root - b) / vv;
    return wait > 0 ? wait : 0;
}

/** The distance from the arc's centre rises to R - r. A path that is tangent there but for rounding is that of a ball
 *  that comes along another surface. Where it is nearest to the centre the arc may begin, within rounding, so that it
 *  has to sink as in a resting contact: by then it faces the arc. */
static double inner_impact(const struct motion *motion, const struct surface *arc, struct body body)
{
    const struct particle *ball = body.ball;
    struct vec2 d = {ball->x - arc->origin.x, ball->y - arc->origin.y}, v = motion_velocity(motion, body, ball->t);
    double reach = arc->r - ball->r, vv = vec2_dot(v, v), b = vec2_dot(d, v), distance = vec2_length(d);
    bool outside = distance > arc->r,
         misses = !(fabs(vec2_cross(d, v)) <= (reach + CONTACT_TOUCHING * ball->r) * sqrt(vv));
    if (!(reach > 0 && vv > 0) || (outside && (b >= 0 || misses)))
        return HUGE_VAL;
    bool grazes = b < 0 && !(vec2_cross(d, v) * vec2_cross(d, v) < vv * reach * reach);
    if (grazes || contact_rests_on_surface(fabs(reach - distance), ball->r, b * b, vv * distance * distance))
        reach += CONTACT_SUNK * ball->r;
    double wait = inner_wait(d, v, reach);
    return faces(arc, vec2_add(d, vec2_scale(wait, v))) ? ball->t + wait : HUGE_VAL;
}

static double outer_impact(const struct motion *motion, const struct surface *arc, struct body body)
{
    const struct particle *ball = body.ball;
    struct vec2 d = {ball->x - arc->origin.x, ball->y - arc->origin.y};
    if (vec2_dot(d, d) <= arc->r * arc->r)
        return HUGE_VAL;
    double t = surface_ops_circle_impact(motion, arc, body);
    if (!(t < HUGE_VAL))
        return HUGE_VAL;
    struct vec2 at = vec2_sub(motion_position(motion, body, t), arc->origin);
    return faces(arc, at) ? t : HUGE_VAL;
}

static double uniform_impact(const struct motion *motion, const struct surface *arc, struct body body, uint32_t *side)
{
    double inner = inner_impact(motion, arc, body), outer = outer_impact(motion, arc, body);
    *side = outer < inner ? 1 : 0;
    return *side ? outer : inner;
}

/** Wait until the ball reaches one side of an arc, not a circle's part without it: of the times at which the distance
 *  passes `reach` in this direction, two at most, the first at which the centre faces the arc from this side. */
static double side_wait(const struct parabola_motion *m, const struct surface *arc, double r, uint32_t side,
                        double slack)
{
    double (*enter)(const struct parabola *, double, double, double) = side ? parabola_fall : parabola_rise;
    double (*leave)(const struct parabola *, double, double, double) = side ? parabola_rise : parabola_fall;
    double outward = side ? 1 : -1, reach = arc->r + outward * r + slack, distance = vec2_length(m->path.x);
    double approach = vec2_dot(m->path.x, m->path.v);
    if (!(reach > 0))
        return HUGE_VAL;
    if (contact_rests_on_surface(fabs(distance - reach), r, approach * approach,
                                 vec2_dot(m->path.v, m->path.v) * distance * distance))
        reach -= outward * (CONTACT_SUNK * r);
    for (double from = 0, wait; (wait = enter(&m->path, reach, from, m->until)) < HUGE_VAL;) {
        struct vec2 at = parabola_position(&m->path, wait);
        if (outward * (vec2_dot(at, at) - arc->r * arc->r) > 0 && faces(arc, at))
            return wait;
        from = leave(&m->path, reach, wait, m->until);
    }
    return HUGE_VAL;
}

/** The same of the inner side. A path that does not begin inside may be tangent to it: as in inner_impact(), it reaches
 *  the arc where it is deeper by what resting balls sink. */
static double inner_side_wait(const struct parabola_motion *m, const struct surface *arc, double r)
{
    double wait = side_wait(m, arc, r, 0, 0), inside = arc->r - r - CONTACT_TOUCHING * r;
    bool starts_inside = vec2_dot(m->path.x, m->path.x) < inside * inside;
    return wait < HUGE_VAL || starts_inside || !(arc->r > r) ? wait : side_wait(m, arc, r, 0, CONTACT_SUNK * r);
}

static double impact(const struct motion *motion, const struct surface *arc, struct body body, uint32_t *side)
{
    if (!motion_is_accelerated(motion))
        return uniform_impact(motion, arc, body, side);
    struct parabola_motion m = surface_ops_seen(arc, motion, body);
    double first = inner_side_wait(&m, arc, body.ball->r), second = side_wait(&m, arc, body.ball->r, 1, 0);
    *side = second < first;
    return body.ball->t + double_min(first, second);
}

/** From end to end, and on to where the arc is leftmost, rightmost, lowest or highest of its circle. */
static void box(const struct surface *arc, struct vec2 *lo, struct vec2 *hi)
{
    struct vec2 from = vec2_scale(arc->r, arc->from), to = vec2_scale(arc->r, arc->to);
    lo->x = faces(arc, (struct vec2){-1, 0}) ? -arc->r : double_min(from.x, to.x);
    lo->y = faces(arc, (struct vec2){0, -1}) ? -arc->r : double_min(from.y, to.y);
    hi->x = faces(arc, (struct vec2){1, 0}) ? arc->r : double_max(from.x, to.x);
    hi->y = faces(arc, (struct vec2){0, 1}) ? arc->r : double_max(from.y, to.y);
    *lo = vec2_add(arc->origin, *lo);
    *hi = vec2_add(arc->origin, *hi);
}

const struct surface_ops surface_arc = {
    .make = make,
    .impact = impact,
    .gap = gap,
    .normal = normal,
    .point = point,
    .distance = distance,
    .box = box,
    .path_radius = path_radius,
    .bars = true,
};
