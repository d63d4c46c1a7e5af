/*
 * Lines, arcs and pockets.
 *
 * A line is a thin segment. A ball touches its face where |h| = r, h the distance of the centre from the line, if the
 * foot of the perpendicular lies on the segment; else it may touch an end, a ball of radius 0. An arc is a thin part of
 * a circle (c, R) and acts from both sides: |x - c| rises to R - r inside and falls to R + r outside, if the centre
 * then lies in the direction of the arc. Both sides are tried wherever the ball starts: a ball that enters an open
 * circle meets the far arc from inside. A pocket takes a ball when its centre comes within R from outside.
 *
 * Sides: of a segment 0 on the left of its direction and 1 on the right, of an arc 0 inside and 1 outside, of ends and
 * pockets 0 only.
 *
 * Closed sets: a foot exactly at an end belongs to the face. At a joint the faces may both miss by rounding, but the
 * ends there do not, so nothing leaks. For touching, an end counts only beyond the face, or so little before it that
 * both normals agree: nothing bounces off the joint of two collinear lines.
 *
 * Directions are compared by cross products with the arc's two unit vectors, so that no angle is ever computed from a
 * place. Cost: a square root for each side; under gravity or friction the times of physics/parabola, one for each side.
 * A ball that falls can pass an end and return, so every time at which it is near enough is tried.
 */
#include "physics/obstacle.h"

#include <math.h>

#include "base/angle.h"
#include "base/min_max.h"

/** An end counts as touching up to this part of a radius before the face ends, where the normals differ by as much. */
#define SAME_NORMAL 1e-9

/* ---- surfaces of an obstacle ---- */

static struct vec2 turned_left(struct vec2 v)
{
    return (struct vec2){0 - v.y, v.x};
}

static double cross(struct vec2 a, struct vec2 b)
{
    return a.x * b.y - a.y * b.x;
}

static struct surface end_at(struct surface curve, struct vec2 place, struct vec2 outward)
{
    curve.kind = SURFACE_POINT;
    curve.x0 = place.x;
    curve.y0 = place.y;
    curve.from = outward;
    curve.r = 0;
    return curve;
}

static uint32_t line_surfaces(const struct obstacle *line, struct surface curve, struct surface *surfaces)
{
    struct vec2 a = {line->value[0], line->value[1]}, b = {line->value[2], line->value[3]}, way = vec2_sub(b, a);
    double length = vec2_length(way);
    curve.kind = SURFACE_SEGMENT;
    curve.x0 = a.x;
    curve.y0 = a.y;
    curve.x1 = b.x;
    curve.y1 = b.y;
    curve.r = length;
    curve.from = (struct vec2){way.x / length, way.y / length};
    surfaces[0] = curve;
    surfaces[1] = end_at(curve, a, vec2_scale(-1, curve.from));
    surfaces[2] = end_at(curve, b, curve.from);
    return 3;
}

static uint32_t arc_surfaces(const struct obstacle *arc, struct surface curve, struct surface *surfaces)
{
    struct vec2 centre = {arc->value[0], arc->value[1]};
    curve.kind = SURFACE_ARC;
    curve.x0 = centre.x;
    curve.y0 = centre.y;
    curve.r = arc->value[2];
    curve.span = arc->value[4] - arc->value[3];
    curve.from = angle_direction(arc->value[3]);
    curve.to = angle_direction(arc->value[4] > 360 ? arc->value[4] - 360 : arc->value[4]);
    surfaces[0] = curve;
    if (curve.span >= 360)
        return 1;
    surfaces[1] =
        end_at(curve, vec2_add(centre, vec2_scale(curve.r, curve.from)), vec2_scale(-1, turned_left(curve.from)));
    surfaces[2] = end_at(curve, vec2_add(centre, vec2_scale(curve.r, curve.to)), turned_left(curve.to));
    return 3;
}

struct obstacle_bounds obstacle_bounds(const struct obstacle *obstacle)
{
    const double *v = obstacle->value;
    if (obstacle->kind == OBSTACLE_LINE)
        return (struct obstacle_bounds){{double_min(v[0], v[2]), double_min(v[1], v[3])},
                                        {double_max(v[0], v[2]), double_max(v[1], v[3])}};
    return (struct obstacle_bounds){{v[0] - v[2], v[1] - v[2]}, {v[0] + v[2], v[1] + v[2]}};
}

uint32_t obstacle_surfaces(const struct obstacle *obstacle, uint32_t number, struct surface *surfaces)
{
    struct surface surface = {.e = obstacle->e, .obstacle = number, .part = obstacle->kind};
    switch (obstacle->kind) {
    case OBSTACLE_LINE:
        return line_surfaces(obstacle, surface, surfaces);
    case OBSTACLE_ARC:
        return arc_surfaces(obstacle, surface, surfaces);
    default:
        surface.kind = SURFACE_POCKET;
        surface.x0 = obstacle->value[0];
        surface.y0 = obstacle->value[1];
        surface.r = obstacle->value[2];
        surfaces[0] = surface;
        return 1;
    }
}

/* ---- geometry ---- */

static struct vec2 origin(const struct surface *surface)
{
    return (struct vec2){surface->x0, surface->y0};
}

bool obstacle_faces_arc(const struct surface *arc, struct vec2 direction)
{
    if (arc->span >= 360)
        return true;
    if (arc->span <= 180)
        return cross(arc->from, direction) >= 0 && cross(direction, arc->to) >= 0;
    return !(cross(arc->to, direction) > 0 && cross(direction, arc->from) > 0);
}

/** Place of the foot of the perpendicular along the segment, and height of the centre to the left of it. */
static struct vec2 along_segment(const struct surface *segment, struct vec2 centre)
{
    struct vec2 d = vec2_sub(centre, origin(segment));
    return (struct vec2){vec2_dot(segment->from, d), cross(segment->from, d)};
}

static bool faces_segment(const struct surface *segment, uint32_t side, struct vec2 place)
{
    return place.x >= 0 && place.x <= segment->r && (place.y >= 0) == (side == 0);
}

/** True unless the end lies behind the face of its curve. */
static bool faces_end(const struct surface *end, struct vec2 centre, double margin)
{
    return vec2_dot(vec2_sub(centre, origin(end)), end->from) >= -margin;
}

/** Distance of a centre from the arc's circle, positive on the side that it is asked about. */
static double arc_gap(const struct surface *arc, uint32_t side, struct vec2 centre, double r)
{
    struct vec2 d = vec2_sub(centre, origin(arc));
    double distance = vec2_length(d);
    if ((distance <= arc->r) != (side == 0) || !obstacle_faces_arc(arc, d))
        return HUGE_VAL;
    return side == 0 ? (arc->r - r) - distance : distance - (arc->r + r);
}

double obstacle_gap(const struct surface *surface, uint32_t side, struct vec2 centre, double r)
{
    struct vec2 place;
    switch (surface->kind) {
    case SURFACE_SEGMENT:
        place = along_segment(surface, centre);
        return faces_segment(surface, side, place) ? fabs(place.y) - r : HUGE_VAL;
    case SURFACE_ARC:
        return arc_gap(surface, side, centre, r);
    case SURFACE_POINT:
        return side == 0 && faces_end(surface, centre, SAME_NORMAL * r)
                   ? vec2_length(vec2_sub(centre, origin(surface))) - r
                   : HUGE_VAL;
    default:
        return HUGE_VAL; /* a pocket touches nothing */
    }
}

double obstacle_depth(const struct surface *surface, uint32_t side, struct vec2 centre, double r)
{
    if (surface->kind == SURFACE_POINT && !faces_end(surface, centre, 0))
        return -HUGE_VAL;
    return -obstacle_gap(surface, side, centre, r);
}

/** The unit vector of a direction; of none, +x. */
static struct vec2 unit(struct vec2 d)
{
    double length = vec2_length(d);
    return length > 0 ? (struct vec2){d.x / length, d.y / length} : (struct vec2){1, 0};
}

struct vec2 obstacle_normal(const struct surface *surface, uint32_t side, struct vec2 centre)
{
    bool is_segment = surface->kind == SURFACE_SEGMENT;
    struct vec2 n = is_segment ? turned_left(surface->from) : unit(vec2_sub(origin(surface), centre));
    bool is_opposite = side == 0 && (is_segment || surface->kind == SURFACE_ARC);
    return is_opposite ? (struct vec2){0 - n.x, 0 - n.y} : n; /* 0 - 0 is no negative zero */
}

struct vec2 obstacle_point(const struct surface *surface, uint32_t side, struct vec2 centre)
{
    struct vec2 start = origin(surface), d = vec2_sub(centre, start);
    if (surface->kind == SURFACE_SEGMENT)
        return vec2_add(start, vec2_scale(vec2_dot(surface->from, d), surface->from));
    if (surface->kind == SURFACE_POINT)
        return start;
    struct vec2 normal = obstacle_normal(surface, side, centre);
    bool is_inside = surface->kind == SURFACE_ARC && side == 0; /* there the normal points away from the centre */
    return vec2_add(start, vec2_scale(is_inside ? surface->r : -surface->r, normal));
}

double obstacle_distance(const struct surface *surface, struct vec2 centre)
{
    struct vec2 d = vec2_sub(centre, origin(surface)), place;
    double distance = vec2_length(d);
    switch (surface->kind) {
    case SURFACE_SEGMENT:
        place = along_segment(surface, centre);
        place.x = place.x < 0 ? place.x : place.x > surface->r ? place.x - surface->r : 0;
        return vec2_length(place);
    case SURFACE_ARC:
        if (obstacle_faces_arc(surface, d))
            return fabs(distance - surface->r);
        return double_min(vec2_length(vec2_sub(d, vec2_scale(surface->r, surface->from))),
                          vec2_length(vec2_sub(d, vec2_scale(surface->r, surface->to))));
    default:
        return double_max(distance - surface->r, 0);
    }
}

/* ---- times of impact ---- */

/** Impact with an end, as with a ball of radius 0 at rest there. */
static double point_impact(const struct motion *motion, const struct surface *point, const struct particle *ball)
{
    struct particle end = {.x = point->x0, .y = point->y0, .t = ball->t, .m = HUGE_VAL};
    return motion_impact(motion, ball, &end);
}

/** First fall of the distance from the surface's origin to `reach`, from outside. */
static double circle_impact(const struct motion *motion, const struct surface *circle, const struct particle *ball,
                            double reach)
{
    struct particle centre = {.x = circle->x0, .y = circle->y0, .t = ball->t}, around = *ball;
    around.r = reach;
    return motion_impact(motion, &around, &centre);
}

static double segment_impact(const struct motion *motion, const struct surface *segment, const struct particle *ball,
                             uint32_t *side)
{
    struct vec2 place = along_segment(segment, (struct vec2){ball->x, ball->y});
    struct vec2 v = motion_velocity(motion, ball, ball->t);
    *side = place.y >= 0 ? 0u : 1u;
    double apart = fabs(place.y), toward = (*side ? 1.0 : -1.0) * cross(segment->from, v);
    if (!(toward > 0))
        return HUGE_VAL;
    double way = contact_way_to_hit(apart - ball->r, ball->r, toward, vec2_dot(v, v));
    double wait = way <= 0 ? 0 : way / toward, foot = place.x + wait * vec2_dot(segment->from, v);
    return foot >= 0 && foot <= segment->r ? ball->t + wait : HUGE_VAL;
}

/** Wait until a ball that is inside the arc's circle, with separation d and velocity v, is at a distance `reach` and
 * moves outwards: the later root, in the form that does not cancel. A ball that is beyond by rounding turns round as
 * soon as it moves outwards. */
static double inner_wait(struct vec2 d, struct vec2 v, double reach)
{
    double vv = vec2_dot(v, v), b = vec2_dot(d, v), side = cross(d, v), distance = vec2_length(d);
    double discriminant = vv * reach * reach - side * side, inside = (reach - distance) * (reach + distance);
    if (!(discriminant > 0))
        return b < 0 ? -b / vv : 0;
    double root = sqrt(discriminant), wait = b > 0 ? inside / (b + root) : (root - b) / vv;
    return wait > 0 ? wait : 0;
}

/** The distance from the arc's centre rises to R - r. */
static double inner_impact(const struct motion *motion, const struct surface *arc, const struct particle *ball)
{
    struct vec2 d = {ball->x - arc->x0, ball->y - arc->y0}, v = motion_velocity(motion, ball, ball->t);
    double reach = arc->r - ball->r, vv = vec2_dot(v, v), b = vec2_dot(d, v), distance = vec2_length(d);
    bool outside = distance > arc->r, misses = !(fabs(cross(d, v)) < reach * sqrt(vv));
    if (!(reach > 0 && vv > 0) || (outside && (b >= 0 || misses)))
        return HUGE_VAL;
    if (contact_rests_on_surface(fabs(reach - distance), ball->r, b * b, vv * distance * distance))
        reach += CONTACT_SUNK * ball->r;
    double wait = inner_wait(d, v, reach);
    return obstacle_faces_arc(arc, vec2_add(d, vec2_scale(wait, v))) ? ball->t + wait : HUGE_VAL;
}

static double outer_impact(const struct motion *motion, const struct surface *arc, const struct particle *ball)
{
    struct vec2 d = {ball->x - arc->x0, ball->y - arc->y0};
    if (vec2_dot(d, d) <= arc->r * arc->r)
        return HUGE_VAL;
    double t = circle_impact(motion, arc, ball, arc->r + ball->r);
    if (!(t < HUGE_VAL))
        return HUGE_VAL;
    struct vec2 at = vec2_sub(motion_position(motion, ball, t), origin(arc));
    return obstacle_faces_arc(arc, at) ? t : HUGE_VAL;
}

static double arc_impact(const struct motion *motion, const struct surface *arc, const struct particle *ball,
                         uint32_t *side)
{
    double inner = inner_impact(motion, arc, ball), outer = outer_impact(motion, arc, ball);
    *side = outer < inner ? 1 : 0;
    return *side ? outer : inner;
}

/** True if a ball at separation d from a pocket is inside, and not at the rim by rounding: a ball that collides as it
 *  crosses the rim is still to be taken. */
static bool starts_inside(const struct surface *pocket, struct vec2 d)
{
    double rim = pocket->r * (1 - CONTACT_TOUCHING);
    return vec2_dot(d, d) < rim * rim;
}

static double pocket_impact(const struct motion *motion, const struct surface *pocket, const struct particle *ball)
{
    struct vec2 d = {ball->x - pocket->x0, ball->y - pocket->y0};
    return starts_inside(pocket, d) ? HUGE_VAL : circle_impact(motion, pocket, ball, pocket->r);
}

/* ---- times of impact of accelerated balls ---- */

/** The ball's motion since its trajectory began, seen from the surface's origin. */
static struct parabola_motion seen_from(const struct surface *surface, const struct motion *motion,
                                        const struct particle *ball)
{
    struct parabola_motion m = motion_from(motion, ball, ball->t);
    m.path.x = vec2_sub(m.path.x, origin(surface));
    return m;
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

/** Wait until the ball reaches one side of an arc, not a circle's part without it: of the times at which the distance
 *  passes `reach` in this direction, two at most, the first at which the centre faces the arc from this side. */
static double arc_wait(const struct parabola_motion *m, const struct surface *arc, double r, uint32_t side)
{
    double (*enter)(const struct parabola *, double, double, double) = side ? parabola_fall : parabola_rise;
    double (*leave)(const struct parabola *, double, double, double) = side ? parabola_rise : parabola_fall;
    double outward = side ? 1 : -1, reach = arc->r + outward * r, distance = vec2_length(m->path.x);
    double approach = vec2_dot(m->path.x, m->path.v);
    if (!(reach > 0))
        return HUGE_VAL;
    if (contact_rests_on_surface(fabs(distance - reach), r, approach * approach,
                                 vec2_dot(m->path.v, m->path.v) * distance * distance))
        reach -= outward * (CONTACT_SUNK * r);
    for (double from = 0, wait; (wait = enter(&m->path, reach, from, m->until)) < HUGE_VAL;) {
        struct vec2 at = parabola_position(&m->path, wait);
        if (outward * (vec2_dot(at, at) - arc->r * arc->r) > 0 && obstacle_faces_arc(arc, at))
            return wait;
        from = leave(&m->path, reach, wait, m->until);
    }
    return HUGE_VAL;
}

/** Wait until the centre comes within a pocket from outside. */
static double pocket_wait(const struct parabola_motion *m, const struct surface *pocket)
{
    bool is_inside = starts_inside(pocket, m->path.x);
    double from = is_inside ? parabola_rise(&m->path, pocket->r, 0, m->until) : 0;
    return parabola_fall(&m->path, pocket->r, from, m->until);
}

static double accelerated_impact(const struct motion *motion, const struct surface *surface,
                                 const struct particle *ball, uint32_t *side)
{
    struct parabola_motion m = seen_from(surface, motion, ball);
    if (surface->kind == SURFACE_POCKET)
        return ball->t + pocket_wait(&m, surface);
    struct vec2 left = turned_left(surface->from);
    bool is_arc = surface->kind == SURFACE_ARC;
    double first = is_arc ? arc_wait(&m, surface, ball->r, 0) : segment_wait(&m, surface, ball->r, left);
    double second =
        is_arc ? arc_wait(&m, surface, ball->r, 1) : segment_wait(&m, surface, ball->r, vec2_scale(-1, left));
    *side = second < first;
    return ball->t + double_min(first, second);
}

double obstacle_impact(const struct motion *motion, const struct surface *surface, const struct particle *ball,
                       uint32_t *side)
{
    *side = 0;
    if (motion_is_accelerated(motion) && surface->kind != SURFACE_POINT)
        return accelerated_impact(motion, surface, ball, side);
    switch (surface->kind) {
    case SURFACE_SEGMENT:
        return segment_impact(motion, surface, ball, side);
    case SURFACE_ARC:
        return arc_impact(motion, surface, ball, side);
    case SURFACE_POINT:
        return point_impact(motion, surface, ball);
    default:
        return pocket_impact(motion, surface, ball);
    }
}
