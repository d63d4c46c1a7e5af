/*
 * A thin segment. A ball touches its face where |h| = r, with h the distance of the centre from the line, if the foot
 * of the perpendicular lies on the segment, ends included. Otherwise it may touch an end (surface_point.c). Side 0 is
 * to the left of the segment's direction, side 1 to the right.
 */
#include "physics/surface_ops.h"

#include <math.h>

#include "base/min_max.h"

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

/** Place of the foot of the perpendicular along the segment, and height of the centre to the left of it. */
static struct vec2 along_segment(const struct surface *segment, struct vec2 centre)
{
    struct vec2 d = vec2_sub(centre, segment->origin);
    return (struct vec2){vec2_dot(segment->from, d), vec2_cross(segment->from, d)};
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

/* ---- times of impact ---- */

static double uniform_impact(const struct motion *motion, const struct surface *segment, const struct particle *ball,
                             uint32_t *side)
{
    struct vec2 place = along_segment(segment, (struct vec2){ball->x, ball->y});
    struct vec2 v = motion_velocity(motion, ball, ball->t);
    *side = place.y >= 0 ? 0u : 1u;
    double apart = fabs(place.y), toward = (*side ? 1.0 : -1.0) * vec2_cross(segment->from, v);
    if (!(toward > 0))
        return HUGE_VAL;
    double way = contact_way_to_hit(apart - ball->r, ball->r, toward, vec2_dot(v, v));
    double wait = way <= 0 ? 0 : way / toward, foot = place.x + wait * vec2_dot(segment->from, v);
    return foot >= 0 && foot <= segment->r ? ball->t + wait : HUGE_VAL;
}

/** Wait until a segment is hit from one side: its height above the line is a quadratic, with one fall to r at most.
 *  @param up unit normal on that side */
static double segment_wait(const struct parabola_motion *m, const struct surface *segment, double r, struct vec2 up)
{
    double gap = vec2_dot(up, m->path.x) - r, speed = vec2_dot(up, m->path.v), vv = vec2_dot(m->path.v, m->path.v);
    double wait = parabola_descent(contact_way_to_hit(gap, r, speed, vv), speed, vec2_dot(up, m->path.a));
    if (!(wait < m->until))
        return HUGE_VAL;
    struct vec2 at = parabola_position(&m->path, wait);
    double foot = vec2_dot(segment->from, at);
    return vec2_dot(up, at) >= 0 && foot >= 0 && foot <= segment->r ? wait : HUGE_VAL;
}

static double impact(const struct motion *motion, const struct surface *segment, const struct particle *ball,
                     uint32_t *side)
{
    if (!motion_is_accelerated(motion))
        return uniform_impact(motion, segment, ball, side);
    struct parabola_motion m = surface_ops_seen(segment, motion, ball);
    struct vec2 left = vec2_left(segment->from);
    double first = segment_wait(&m, segment, ball->r, left);
    double second = segment_wait(&m, segment, ball->r, vec2_scale(-1, left));
    *side = second < first;
    return ball->t + double_min(first, second);
}

static void box(const struct surface *segment, struct vec2 *lo, struct vec2 *hi)
{
    *lo = (struct vec2){double_min(segment->origin.x, segment->end.x), double_min(segment->origin.y, segment->end.y)};
    *hi = (struct vec2){double_max(segment->origin.x, segment->end.x), double_max(segment->origin.y, segment->end.y)};
}

const struct surface_ops surface_segment = {
    .make = make,
    .impact = impact,
    .gap = gap,
    .normal = normal,
    .point = point,
    .distance = distance,
    .box = box,
    .bars = true,
};
