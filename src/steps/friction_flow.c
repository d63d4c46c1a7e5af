/*
 * Friction that can hold a ball has to meet in one rule what pulls it: one after the other, each would undo the other.
 * The rule is the flow
 *
 *     v' = P - c v/|v|,   v = 0 stays while |P| <= c,
 *
 * along which c|v| + P.v falls evenly, by c^2 - P^2 per time. So for |P| < c the ball rests after
 * (c|v| + P.v)/(c^2 - P^2), exactly, also in the plane; and with L = |v|, y = P.v, z = P x v it has then come the way
 *
 *     P.way = (c L y + y^2/2 + P^2 L^2/2)/(2 (c^2 - P^2)),   P x way = z (2 c L + y)/(4 c^2 - P^2);   P = 0: v L/(2 c).
 *
 * Along a line the flow is uniformly accelerated, with a stop between, and exact. Across a pull it is taken by the
 * midpoint rule, of second order; a slow ball turns quickly, so steps are halved there. On the way friction takes
 * (v^2 - v'^2)/2 + P.way of the energy.
 *
 * On the cloth, with pulls P on v and Q on s, the slip u = v - s and w = (v + q s)/(1 + q) part:
 *
 *     u' = (P - Q) - B u/|u|,   B = b (1 + q)/q;      w' = (P + q Q)/(1 + q), and - c w/|w| while u = 0.
 *
 * Limits: a pull g alone, at rest: held while |g| <= (1 + q) c; rolls with g/(1 + q) - c while |g| <= B; beyond it
 * slips with g - b. Without a pull: motion/cloth.c, with the same phases.
 */
#include "steps/friction_flow.h"

#include <math.h>

#include "base/min_max.h"

enum { HALVINGS = 8 }; /* of a time in which a slow ball turns */

/** A direction is that of the pull, or against it, to this. */
#define STRAIGHT 1e-15

static struct vec2 shortened(struct vec2 v, double less)
{
    const double length = vec2_length(v);
    return length > less ? vec2_scale((length - less) / length, v) : (struct vec2){0, 0};
}

/** The way to where the ball rests; the pull is less than friction holds. */
static struct vec2 way_to_rest(struct vec2 v, struct vec2 pull, double c)
{
    const double speed = vec2_length(v), y = vec2_dot(pull, v), z = vec2_cross(pull, v), pp = vec2_dot(pull, pull);
    if (!(pp > 1e-40 * (c * c))) /* nothing beside c */
        return vec2_scale(speed / (2 * c), v);
    const double along = (c * speed * y + 0.5 * y * y + 0.5 * pp * speed * speed) / (2 * (c * c - pp)),
                 across = z * (2 * c * speed + y) / (4 * c * c - pp);
    return vec2_scale(1 / pp, vec2_add(vec2_scale(along, pull), vec2_scale(across, vec2_left(pull))));
}

/** From rest. */
static struct friction_flow start(struct vec2 pull, double c, double time)
{
    const double size = vec2_length(pull);
    if (!(size > c))
        return (struct friction_flow){0};
    const struct vec2 a = vec2_scale(1 - c / size, pull);
    return (struct friction_flow){.v = vec2_scale(time, a), .way = vec2_scale(0.5 * time * time, a)};
}

/** Along the pull, perhaps turning back. */
static struct friction_flow straight(struct vec2 v, struct vec2 pull, double c, double time)
{
    const double speed = vec2_length(v), a = vec2_dot(pull, v) / speed - c;
    if (speed + a * time >= 0) {
        const struct vec2 then = vec2_scale((speed + a * time) / speed, v);
        return (struct friction_flow){.v = then, .way = vec2_scale(0.5 * time, vec2_add(v, then))};
    }
    const double stop = speed / fabs(a);
    struct friction_flow back = start(pull, c, time - stop);
    back.way = vec2_add(back.way, vec2_scale(0.5 * stop, v));
    return back;
}

static struct friction_flow flow(struct vec2 v, struct vec2 pull, double c, double time, int halvings);

/** A slow ball turns quickly. */
static struct friction_flow halved(struct vec2 v, struct vec2 pull, double c, double time, int halvings)
{
    const struct friction_flow first = flow(v, pull, c, 0.5 * time, halvings - 1);
    struct friction_flow second = flow(first.v, pull, c, 0.5 * time, halvings - 1);
    second.way = vec2_add(first.way, second.way);
    return second;
}

static struct friction_flow flow(struct vec2 v, struct vec2 pull, double c, double time, int halvings)
{
    const double speed = vec2_length(v), size = vec2_length(pull), y = vec2_dot(pull, v);
    if (!(speed > 0))
        return start(pull, c, time);
    if (size < c && c * speed + y <= (c * c - size * size) * time)
        return (struct friction_flow){.way = way_to_rest(v, pull, c)};
    if (fabs(vec2_cross(pull, v)) <= STRAIGHT * size * speed)
        return straight(v, pull, c, time);
    if (speed < 4 * (c + size) * time) {
        if (halvings > 0)
            return halved(v, pull, c, time, halvings);
        const struct vec2 then = shortened(vec2_add(v, vec2_scale(time, pull)), c * time);
        return (struct friction_flow){.v = then, .way = vec2_scale(0.5 * time, vec2_add(v, then))};
    }
    const struct vec2 middle = shortened(vec2_add(v, vec2_scale(0.5 * time, pull)), 0.5 * c * time);
    return (struct friction_flow){.v = vec2_sub(vec2_scale(2, middle), v), .way = vec2_scale(time, middle)};
}

struct friction_flow friction_flow(struct vec2 v, struct vec2 pull, double c, double time)
{
    if (!(c > 0)) {
        const struct vec2 then = vec2_add(v, vec2_scale(time, pull));
        return (struct friction_flow){.v = then, .way = vec2_scale(0.5 * time, vec2_add(v, then))};
    }
    struct friction_flow flowed = flow(v, pull, c, time, HALVINGS);
    const double less = 0.5 * vec2_dot(vec2_sub(v, flowed.v), vec2_add(v, flowed.v)); /* of the energy of motion */
    flowed.lost = double_max(less + vec2_dot(pull, flowed.way), 0);
    return flowed;
}

/* ---- on the cloth ---- */

/** Deceleration of a slip, which turns the ball as well. */
static double slip_friction(const struct cloth *cloth)
{
    return cloth->sliding * (1 + cloth->inertia) / cloth->inertia;
}

/** What a and q b have in common. */
static struct vec2 common(double q, struct vec2 a, struct vec2 b)
{
    return vec2_scale(1 / (1 + q), vec2_add(a, vec2_scale(q, b)));
}

bool friction_flow_cloth_holds(const struct cloth *cloth, struct cloth_motion pull)
{
    return friction_flow_holds(vec2_sub(pull.v, pull.s), slip_friction(cloth)) &&
           friction_flow_holds(common(cloth->inertia, pull.v, pull.s), cloth->rolling);
}

/** How long a slip lasts until it rests and stays so; at most `time`. */
static double slip_time(struct vec2 u, struct vec2 pull, double friction, double time)
{
    const double size = vec2_length(pull), rest = friction * friction - size * size;
    if (u.x == 0 && u.y == 0)
        return size <= friction ? 0 : time;
    const double until = friction * vec2_length(u) + vec2_dot(pull, u);
    return size < friction && until <= rest * time ? double_min(until / rest, time) : time;
}

struct cloth_flow friction_flow_on_cloth(const struct cloth *cloth, struct cloth_motion from, struct cloth_motion pull,
                                         double time)
{
    const double q = cloth->inertia, part = q / (1 + q), friction = slip_friction(cloth);
    const bool rolls = !cloth_slips(from.v, from.s);
    const struct vec2 u = rolls ? (struct vec2){0, 0} : vec2_sub(from.v, from.s),
                      w = rolls ? from.v : common(q, from.v, from.s), pull_u = vec2_sub(pull.v, pull.s),
                      pull_w = common(q, pull.v, pull.s);
    const double slips = slip_time(u, pull_u, friction, time);
    const struct friction_flow slip = friction_flow(u, pull_u, friction, time),
                               free = friction_flow(w, pull_w, 0, slips),
                               roll = friction_flow(free.v, pull_w, cloth->rolling, time - slips);
    const struct vec2 way = vec2_add(free.way, roll.way);
    return (struct cloth_flow){
        .now = {vec2_add(roll.v, vec2_scale(part, slip.v)), vec2_sub(roll.v, vec2_scale(1 / (1 + q), slip.v))},
        .way = {vec2_add(way, vec2_scale(part, slip.way)), vec2_sub(way, vec2_scale(1 / (1 + q), slip.way))},
        .lost = part * slip.lost + (1 + q) * roll.lost,
    };
}
