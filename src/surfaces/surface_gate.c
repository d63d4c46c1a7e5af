/*
 * A gate: a segment that acts on the centres of balls. It has no size and no ends, nothing touches it and nothing
 * bounces off it. events/event_gate.c counts those that cross it, or throws them back.
 *
 * The height s of a centre above the gate's line is a quadratic on each leg, s0 + u t + a t^2/2. A leg that begins on
 * the line is on the side to which it moves, and of the two roots the one at its beginning is none: rounding crosses
 * nothing. A path that only touches the line (a double root) crosses nothing either.
 */
#include "surfaces/surface_gate.h"

#include <math.h>

#include "base/min_max.h"

static uint32_t make(const struct obstacle *obstacle, struct surface gate, struct surface *surfaces)
{
    gate.origin = (struct vec2){obstacle->value[0], obstacle->value[1]};
    gate.end = (struct vec2){obstacle->value[2], obstacle->value[3]};
    gate.r = vec2_length(vec2_sub(gate.end, gate.origin));
    surfaces[0] = gate;
    return 1;
}

static double impact(const struct motion *motion, const struct surface *gate, struct body body, uint32_t *side)
{
    (void)motion, (void)gate, (void)body;
    *side = 0;
    return HUGE_VAL;
}

static double gap(const struct surface *gate, uint32_t side, struct vec2 centre, double r)
{
    (void)gate, (void)side, (void)centre, (void)r;
    return HUGE_VAL;
}

static struct vec2 normal(const struct surface *gate, uint32_t side, struct vec2 centre)
{
    (void)side, (void)centre;
    return surface_gate_left(gate);
}

/** Where the centre is along the gate, in its length: 0 at its beginning, 1 at its end. */
static double foot(const struct surface *gate, struct vec2 from_origin)
{
    const struct vec2 way = vec2_sub(gate->end, gate->origin);
    return vec2_dot(from_origin, way) / vec2_dot(way, way);
}

static struct vec2 point(const struct surface *gate, uint32_t side, struct vec2 centre)
{
    (void)side;
    const double q = double_max(0, double_min(1, foot(gate, vec2_sub(centre, gate->origin))));
    return vec2_add(gate->origin, vec2_scale(q, vec2_sub(gate->end, gate->origin)));
}

static double distance(const struct surface *gate, struct vec2 centre)
{
    return vec2_length(vec2_sub(centre, point(gate, 0, centre)));
}

static int sign(double x)
{
    return (x > 0) - (x < 0);
}

/** Adds a root that comes after the beginning of the leg, and not after its end. */
static void add_root(struct gate_path *path, double root, double until)
{
    if (root > 0 && root <= until && root < HUGE_VAL)
        path->roots[path->n++] = root;
}

/** The two changes of side of a leg that begins off the line, in order; none where they are one. */
static void add_roots(struct gate_path *path, double s, double u, double a, double until)
{
    const double square = u * u - 2 * a * s;
    if (!(square > 0))
        return;
    const double q = -(u + copysign(sqrt(square), u)); /* without cancellation */
    const double first = q / a, second = 2 * s / q;
    add_root(path, double_min(first, second), until);
    add_root(path, double_max(first, second), until);
}

struct gate_path surface_gate_path(const struct surface *gate, const struct motion *motion, struct body body)
{
    const struct parabola_motion m = surface_ops_seen(gate, motion, body);
    const struct vec2 left = surface_gate_left(gate);
    const double s = vec2_dot(left, m.path.x), u = vec2_dot(left, m.path.v), a = vec2_dot(left, m.path.a);
    struct gate_path path = {.whole = m.path, .from = {body.ball->x, body.ball->y}};
    path.is_straight = motion_is_straight(motion) || (m.path.a.x == 0 && m.path.a.y == 0);
    path.on_line = fabs(s) <= CONTACT_TOUCHING * body.ball->r;
    path.begins = path.on_line ? (u != 0 ? sign(u) : sign(a)) : sign(s);
    if (m.until == 0)
        path.begins = path.on_line ? 0 : path.begins;
    else if (path.on_line && a != 0)
        add_root(&path, -2 * u / a, m.until);
    else if (!path.on_line && a == 0)
        add_root(&path, -s / u, m.until);
    else if (!path.on_line)
        add_roots(&path, s, u, a, m.until);
    return path;
}

/** Which side of a straight path a point is on: by numbers alone that all gates have which end there. */
static int side_of_path(const struct gate_path *path, struct vec2 point)
{
    return sign(vec2_cross(path->whole.v, vec2_sub(point, path->from)));
}

static double foot_at(const struct surface *gate, const struct gate_path *path, double time)
{
    return foot(gate, parabola_position(&path->whole, time));
}

bool surface_gate_faces(const struct surface *gate, const struct gate_path *path, double root)
{
    const int origin = side_of_path(path, gate->origin), end = side_of_path(path, gate->end);
    if (root > 0 && path->is_straight && (origin != 0 || end != 0))
        return end != 0 && end != origin;
    const double q = foot_at(gate, path, root);
    return q >= 0 && q < 1;
}

bool surface_gate_meets(const struct surface *gate, const struct gate_path *path, double time)
{
    const double q = foot_at(gate, path, time);
    return q >= -CONTACT_TOUCHING && q <= 1 + CONTACT_TOUCHING;
}

const struct surface_ops surface_gate = {
    .make = make,
    .impact = impact,
    .gap = gap,
    .normal = normal,
    .point = point,
    .distance = distance,
    .box = surface_ops_straight_box,
};
