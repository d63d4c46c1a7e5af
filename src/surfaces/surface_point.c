/*
 * The end of a segment or of an arc: a ball of radius 0 at rest. For a ball that faces the curve, the end lies behind
 * the face. There it counts as touching only up to FACE_ENDS of a radius before the face ends, where both normals
 * agree: nothing bounces off the joint of two collinear lines. A ball that slides along a line would overlap its end by
 * rounding, delta, and hit it with the part sqrt(2 delta/r), some 1e-8, of its speed. So a ball that passes an end on a
 * straight path, as near as touching and no nearer but for rounding, does not hit it.
 */
#include "surfaces/surface_point.h"

#include <math.h>

/** Part of a radius along the face; and by how much its normal differs there from that of the end. */
#define FACE_ENDS 1e-9

struct surface surface_point_end(struct surface curve, struct vec2 place, struct vec2 outward, double length)
{
    curve.kind = SURFACE_POINT;
    curve.end = curve.origin;
    curve.span = length;
    curve.origin = place;
    curve.from = outward;
    curve.r = 0;
    return curve;
}

/** How much nearer than touching a ball may come that passes the end: next to nothing along the curve's tangent, where
 *  it comes off the face, elsewhere rounding. */
static double tolerance(const struct surface *end, const struct particle *ball, struct vec2 along)
{
    double across = vec2_cross(end->from, along);
    if (contact_is_resting(across * across, vec2_dot(along, along)))
        return CONTACT_TOUCHING * ball->r;
    return 0x1p-50 * (fabs(ball->x) + fabs(ball->y) + fabs(end->origin.x) + fabs(end->origin.y) + ball->r);
}

/** True if a ball on a straight path comes as near to the end as touching, and no nearer. */
static bool grazes(const struct motion *motion, const struct surface *end, struct body body)
{
    const struct particle *ball = body.ball;
    struct parabola path = motion_whole(motion, body).path;
    double vv = vec2_dot(path.v, path.v), aa = vec2_dot(path.a, path.a), bend = vec2_cross(path.v, path.a);
    struct vec2 d = {ball->x - end->origin.x, ball->y - end->origin.y}, along = vv > 0 ? path.v : path.a;
    if (!contact_is_resting(bend * bend, vv * aa) || !(vv + aa > 0))
        return false;
    double closest = fabs(vec2_cross(d, along)) / vec2_length(along);
    return fabs(closest - ball->r) <= tolerance(end, ball, along);
}

static double impact(const struct motion *motion, const struct surface *point, struct body body, uint32_t *side)
{
    *side = 0;
    double t = surface_ops_circle_impact(motion, point, body);
    return t < HUGE_VAL && grazes(motion, point, body) ? HUGE_VAL : t;
}

/** True unless the end lies behind the face of its curve. */
static bool faces_end(const struct surface *end, struct vec2 centre, double margin)
{
    return vec2_dot(vec2_sub(centre, end->origin), end->from) >= -margin;
}

/** True where the face has ended, by the same arithmetic as there. */
static bool is_beyond_face(const struct surface *end, struct vec2 centre)
{
    return vec2_dot(end->from, vec2_sub(centre, end->end)) > end->span;
}

static double distance(const struct surface *end, struct vec2 centre)
{
    return vec2_length(vec2_sub(centre, end->origin));
}

static double gap(const struct surface *end, uint32_t side, struct vec2 centre, double r)
{
    return side == 0 && faces_end(end, centre, FACE_ENDS * r) ? distance(end, centre) - r : HUGE_VAL;
}

static double depth(const struct surface *end, uint32_t side, struct vec2 centre, double r)
{
    return side == 0 && is_beyond_face(end, centre) ? r - distance(end, centre) : -HUGE_VAL;
}

static struct vec2 normal(const struct surface *end, uint32_t side, struct vec2 centre)
{
    (void)side;
    return surface_ops_inward(end, centre);
}

static struct vec2 point(const struct surface *end, uint32_t side, struct vec2 centre)
{
    (void)side, (void)centre;
    return end->origin;
}

static double path_radius(const struct surface *end, uint32_t side, double r)
{
    (void)end, (void)side;
    return -r;
}

const struct surface_ops surface_point = {
    .impact = impact,
    .gap = gap,
    .depth = depth,
    .normal = normal,
    .point = point,
    .distance = distance,
    .box = surface_ops_round_box,
    .path_radius = path_radius,
    .is_end = true,
};
