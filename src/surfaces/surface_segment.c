/*
 * A thin segment. A ball touches its face where |h| = r, with h the distance of the centre from the line, if the foot
 * of the perpendicular lies on the segment, ends included. Otherwise it may touch an end (surface_point.c). Side 0 is
 * to the left of the segment's direction, side 1 to the right.
 */
#include "surfaces/surface_ops.h"

#include <math.h>

#include "base/min_max.h"
#include "surfaces/surface_point.h"

static uint32_t make(const struct obstacle *line, struct surface curve, struct surface *surfaces)
{
    curve.origin = (struct vec2){line->value[0], line->value[1]};
    curve.end = (struct vec2){line->value[2], line->value[3]};
    struct vec2 way = vec2_sub(curve.end, curve.origin);
    curve.r = vec2_length(way);
    curve.from = (struct vec2){way.x / curve.r, way.y / curve.r};
    surfaces[0] = curve;
    surfaces[1] = surface_point_end(curve, curve.origin, vec2_scale(-1, curve.from), 0);
    surfaces[2] = surface_point_end(curve, curve.end, curve.from, curve.r);
    return 3;
}

/** Components of a vector along the segment, and to its left. */
static struct vec2 in_frame(const struct surface *segment, struct vec2 v)
{
    return (struct vec2){vec2_dot(segment->from, v), vec2_cross(segment->from, v)};
}

/** Place of the foot of the perpendicular along the segment, and height of the centre to the left of it. */
static struct vec2 along_segment(const struct surface *segment, struct vec2 centre)
{
    return in_frame(segment, vec2_sub(centre, segment->origin));
}

static bool faces_segment(const struct surface *segment, uint32_t side, struct vec2 place)
{
    return place.x >= 0 && place.x <= segment->r && (place.y >= 0) == (side == 0);
}

static double gap(const struct surface *segment, uint32_t side, struct vec2 centre, double r)
{
    struct vec2 place = along_segment(segment, centre);
    return faces_segment(segment, side, place) ? fabs(place.y) - r : HUGE_VAL;
}

static struct vec2 normal(const struct surface *segment, uint32_t side, struct vec2 centre)
{
    (void)centre;
    return surface_ops_from_side(side, vec2_left(segment->from));
}

static struct vec2 point(const struct surface *segment, uint32_t side, struct vec2 centre)
{
    (void)side;
    struct vec2 d = vec2_sub(centre, segment->origin);
    return vec2_add(segment->origin, vec2_scale(vec2_dot(segment->from, d), segment->from));
}

static double distance(const struct surface *segment, struct vec2 centre)
{
    struct vec2 place = along_segment(segment, centre);
    place.x = place.x < 0 ? place.x : place.x > segment->r ? place.x - segment->r : 0;
    return vec2_length(place);
}

/** The height above the line is a quadratic, with one fall to r at most on each side. */
static double impact(const struct motion *motion, const struct surface *segment, struct body body, uint32_t *side)
{
    const double r = body.ball->r;
    const struct parabola_motion m = surface_ops_seen(segment, motion, body);
    const struct parabola path = {in_frame(segment, m.path.x), in_frame(segment, m.path.v),
                                  in_frame(segment, m.path.a)};
    double first = HUGE_VAL, vv = vec2_dot(m.path.v, m.path.v);
    *side = 0;
    for (uint32_t k = 0; k < 2; k++) {
        double up = k == 0 ? 1 : -1, gap = up * path.x.y - r, speed = up * path.v.y;
        double wait = parabola_descent(contact_way_to_hit(gap, r, speed, vv), speed, up * path.a.y);
        if (!(wait < m.until && wait < first))
            continue;
        struct vec2 place = parabola_position(&path, wait);
        if (!(up * place.y >= 0 && place.x >= 0 && place.x <= segment->r))
            continue;
        first = wait;
        *side = k;
    }
    return body.ball->t + first;
}

const struct surface_ops surface_segment = {
    .make = make,
    .impact = impact,
    .gap = gap,
    .normal = normal,
    .point = point,
    .distance = distance,
    .box = surface_ops_straight_box,
    .bars = true,
};
