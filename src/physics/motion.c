/*
 * How a free ball moves, and when two balls meet.
 *
 * Uniform motion. Two balls with separation d and relative velocity v (both b minus a, at the time t at which the later
 * trajectory begins) touch when |d + v tau| = s, the sum of radii: v.v tau^2 + 2 b tau + c = 0 with b = d.v and
 * c = d.d - s^2 (Alder and Wainwright, J. Chem. Phys. 31, 459, 1959, eq. 3). The earlier root is
 * (-b - sqrt(D)) / v.v; written as c / (sqrt(D) - b) it has no cancellation for approaching balls (b < 0) and also
 * works for v -> 0. Computed as b^2 - v.v c, the discriminant D would lose digits with the square of the distance,
 * since b^2 and v.v c agree to |d|^2/s^2. By Lagrange's identity D is v.v s^2 - (d x v)^2, whose error is that of the
 * distance at which the balls pass: one rounding of d. So a hit at 10^8 radii is as exact as the positions are.
 *
 *   b >= 0:              separating or at rest against each other: never.
 *   D <= 0:              they pass, or graze without approaching: never.
 *   c <= 0 (b < 0):      they overlap by rounding and approach: now, never in the past.
 *   touching, |b| tiny:  resting contact; velocities differ by rounding only. The hit is due when the balls would
 *                        have sunk into each other by CONTACT_SUNK, so that rounding causes neither jitter nor sinking.
 *
 * Gravity. All balls fall alike, so their relative motion is uniform and the above holds. The exceptions are fixed
 * balls (of infinite mass), which have no acceleration, and balls that lie on a wall, which have none across it. Their
 * times of impact with others are those of parabolas (physics/parabola).
 *
 * Friction. A ball with velocity v and deceleration c has the acceleration -c v/|v| until the time |v|/c, then it
 * rests. Its path is straight, but relative to each other two such balls move on a parabola of two pieces
 * (physics/parabola).
 *
 * Periodic tables. The separation is that of two images, d - shift. The shift is the same multiple of the period for b
 * seen from a and, negated, for a seen from b. It is subtracted from the difference of the positions, which are in
 * [0, length) at the beginning of each trajectory.
 *
 * Cost: friction takes a root and three quotients per ball and query, gravity a few sums.
 */
#include "physics/motion.h"

#include <math.h>

#include "base/min_max.h"

/** True if a ball that moves and any other have radii that add up to more than a quarter of a period. */
static bool is_narrow(const struct scene *scene, const struct period *period)
{
    const struct scene_radii largest = scene_largest_radii(scene);
    double reach = largest.first + double_max(largest.second, largest.fixed);
    double x = period->length.x, y = period->length.y;
    return (x > 0 && 4 * reach > x) || (y > 0 && 4 * reach > y);
}

struct motion motion_of(const struct scene *scene)
{
    struct motion motion = {.law = MOTION_UNIFORM, .gravity = scene->gravity, .friction = scene->friction};
    motion.lo.x = motion.lo.y = -HUGE_VAL, motion.hi.x = motion.hi.y = HUGE_VAL;
    motion.period = table_period(&scene->table);
    motion.is_periodic = scene->table.periodic;
    motion.is_narrow = motion.is_periodic && is_narrow(scene, &motion.period);
    if (!(scene->table.periodic & TABLE_AXIS_X))
        motion.lo.x = 0, motion.hi.x = table_size(&scene->table).x;
    if (!(scene->table.periodic & TABLE_AXIS_Y))
        motion.lo.y = 0, motion.hi.y = table_size(&scene->table).y;
    if (scene->friction)
        motion.law = MOTION_FRICTION;
    else if (scene->gravity.x != 0 || scene->gravity.y != 0)
        motion.law = MOTION_GRAVITY;
    return motion;
}

void motion_synchronise(const struct scene *scene, struct world *world)
{
    const struct motion motion = motion_of(scene);
    const struct checkpoint *saved = scene->checkpoint;
    const struct world *state = saved->state;
    for (size_t i = 0; i < world->n; i++) {
        if (world_is_pocketed(world, i))
            continue;
        const struct particle ball = {.x = state->x[i],
                                      .y = state->y[i],
                                      .t = saved->t0[i],
                                      .vx = state->vx[i],
                                      .vy = state->vy[i],
                                      .r = scene->r[i],
                                      .m = scene->m[i],
                                      .id = (uint32_t)i};
        double t = world->t - saved->epoch;
        struct vec2 x = motion_position(&motion, &ball, t), v = motion_velocity(&motion, &ball, t);
        world_place(world, i, x, state->turns ? state->turns[i] : (struct vec2){0, 0});
        world->vx[i] = v.x;
        world->vy[i] = v.y;
    }
}

/* ---- trajectories ---- */

/** True if a ball at coordinate q touches one of two walls and gravity g presses it towards that one. */
static bool is_pressed(double q, double r, double g, double lo, double hi)
{
    double gap = g < 0 ? (q - lo) - r : (hi - r) - q;
    return g != 0 && gap <= CONTACT_TOUCHING * r;
}

/** Acceleration by gravity: none of a fixed ball, none across a wall on which the ball lies. */
static struct vec2 fall(const struct motion *motion, const struct particle *ball)
{
    struct vec2 g = motion->gravity;
    if (motion_is_fixed(ball))
        return (struct vec2){0, 0};
    if (ball->vx == 0 && is_pressed(ball->x, ball->r, g.x, motion->lo.x, motion->hi.x))
        g.x = 0;
    if (ball->vy == 0 && is_pressed(ball->y, ball->r, g.y, motion->lo.y, motion->hi.y))
        g.y = 0;
    return g;
}

struct parabola_motion motion_whole(const struct motion *motion, const struct particle *ball)
{
    struct parabola_motion m = {{{ball->x, ball->y}, {ball->vx, ball->vy}, {0, 0}}, HUGE_VAL};
    if (motion->law == MOTION_GRAVITY)
        m.path.a = fall(motion, ball);
    if (motion->law == MOTION_FRICTION && motion->friction[ball->id] > 0) {
        m.until = vec2_length(m.path.v) / motion->friction[ball->id];
        if (m.until > 0)
            m.path.a = (struct vec2){-m.path.v.x / m.until, -m.path.v.y / m.until};
    }
    return m;
}

struct parabola_motion motion_from(const struct motion *motion, const struct particle *ball, double t)
{
    struct parabola_motion m = motion_whole(motion, ball);
    return parabola_motion_from(&m, t - ball->t);
}

struct vec2 motion_position_accelerated(const struct motion *motion, const struct particle *ball, double t)
{
    return motion_from(motion, ball, t).path.x;
}

struct vec2 motion_velocity_accelerated(const struct motion *motion, const struct particle *ball, double t)
{
    return motion_from(motion, ball, t).path.v;
}

struct particle motion_at_accelerated(const struct motion *motion, const struct particle *ball, double t)
{
    struct parabola_motion m = motion_from(motion, ball, t);
    struct particle at = *ball;
    at.x = m.path.x.x;
    at.y = m.path.x.y;
    at.t = t;
    at.vx = m.path.v.x;
    at.vy = m.path.v.y;
    return at;
}

double motion_rest_time(const struct motion *motion, const struct particle *ball)
{
    struct parabola_motion m = motion_whole(motion, ball);
    if (m.path.v.x == 0 && m.path.v.y == 0 && m.path.a.x == 0 && m.path.a.y == 0)
        return ball->t;
    double t = ball->t + m.until;
    return t - ball->t < m.until ? t + 0x1p-52 * fabs(t) : t; /* rounded up: then the velocity is 0 */
}

/* ---- impact ---- */

/** The sum of radii at which balls that approach hit: less than its value for a resting contact. */
static double hit_reach(double reach, double dd, double approach, struct vec2 v_a, struct vec2 v_b)
{
    double touching = reach * (1 + CONTACT_TOUCHING);
    if (dd > touching * touching)
        return reach;
    double speeds = (v_a.x * v_a.x + v_a.y * v_a.y) + (v_b.x * v_b.x + v_b.y * v_b.y);
    return contact_is_resting(approach * approach, speeds * dd) ? reach * (1 - CONTACT_SUNK) : reach;
}

/** Time until two balls meet that move uniformly against each other. */
static double uniform_impact(const struct parabola *a, const struct parabola *b, double reach, struct vec2 shift)
{
    double dx = (b->x.x - a->x.x) - shift.x, dy = (b->x.y - a->x.y) - shift.y;
    double dvx = b->v.x - a->v.x, dvy = b->v.y - a->v.y;
    double approach = dx * dvx + dy * dvy;
    if (!(approach < 0))
        return HUGE_VAL;
    double dd = dx * dx + dy * dy;
    reach = hit_reach(reach, dd, approach, a->v, b->v);
    double c = dd - reach * reach;
    if (c <= 0)
        return 0;
    double vv = dvx * dvx + dvy * dvy, cross = dx * dvy - dy * dvx;
    double discriminant = vv * (reach * reach) - cross * cross;
    if (!(discriminant > 0))
        return HUGE_VAL;
    double wait = c / (sqrt(discriminant) - approach);
    return wait >= 0 ? wait : HUGE_VAL; /* NaN: beyond the range of a double */
}

/** Time until two balls meet whose accelerations differ. */
static double accelerated_impact(const struct parabola_motion *a, const struct parabola_motion *b, double reach)
{
    struct vec2 d = vec2_sub(b->path.x, a->path.x), v = vec2_sub(b->path.v, a->path.v);
    reach = hit_reach(reach, vec2_dot(d, d), vec2_dot(d, v), a->path.v, b->path.v);
    return parabola_impact(a, b, reach, HUGE_VAL);
}

/** Moves the ball with the larger index to its image; so a and b can still be exchanged without changing a bit. */
static void shift_one(struct motion_pair *pair, bool second)
{
    struct vec2 *moved = second ? &pair->b.path.x : &pair->a.path.x;
    *moved = second ? vec2_sub(*moved, pair->shift) : vec2_add(*moved, pair->shift);
    pair->shift = (struct vec2){0, 0};
}

int motion_images(const struct motion *motion, const struct particle *a, const struct particle *b, double now,
                  struct vec2 shifts[MOTION_MOST_IMAGES])
{
    static const double turns[] = {0, -1, 1};
    const struct period *period = &motion->period;
    shifts[0] = (struct vec2){0, 0};
    if (!motion->is_periodic)
        return 1;
    struct vec2 way = vec2_sub(motion_position(motion, b, now), motion_position(motion, a, now));
    shifts[0] = period_shift(period, way);
    if (!motion->is_narrow)
        return 1;
    int columns = period->length.x > 0 ? 3 : 1, rows = period->length.y > 0 ? 3 : 1;
    for (int i = 1; i < columns * rows; i++) {
        const struct vec2 beside = {turns[i % columns], turns[i / columns]};
        shifts[i] = period_multiple(period, vec2_add(period_turns(period, way), beside));
    }
    return columns * rows;
}

void motion_pair_begin(struct motion_pair *pair, const struct motion *motion, const struct particle *a,
                       const struct parabola_motion *whole_a, const struct particle *b, struct vec2 shift)
{
    struct parabola_motion whole_b = motion_whole(motion, b);
    pair->begin = a->t > b->t ? a->t : b->t;
    pair->reach = a->r + b->r;
    pair->a = parabola_motion_from(whole_a, pair->begin - a->t);
    pair->b = parabola_motion_from(&whole_b, pair->begin - b->t);
    pair->is_uniform =
        motion->law != MOTION_FRICTION && pair->a.path.a.x == pair->b.path.a.x && pair->a.path.a.y == pair->b.path.a.y;
    pair->shift = shift;
    if (!pair->is_uniform && (shift.x != 0 || shift.y != 0))
        shift_one(pair, a->id < b->id);
}

bool motion_pair_touches(const struct motion_pair *pair)
{
    double reach = pair->reach * (1 + CONTACT_TOUCHING);
    struct vec2 d = vec2_sub(vec2_sub(pair->b.path.x, pair->a.path.x), pair->shift);
    return vec2_dot(d, d) <= reach * reach;
}

/** At most twice the length of a vector, and at least that. */
static inline double rough_length(struct vec2 v)
{
    return fabs(v.x) + fabs(v.y);
}

/** True if two balls keep apart for `wait` wherever their accelerations drive them: they stray from uniform motion by
 * at most |a| t^2/2 each. Half a dozen products, and most pairs are rejected here. The margins are far above rounding.
 */
static bool keeps_apart(const struct motion_pair *pair, double wait)
{
    const struct parabola *a = &pair->a.path, *b = &pair->b.path;
    struct vec2 d = vec2_sub(b->x, a->x), v = vec2_sub(b->v, a->v);
    double places = rough_length(a->x) + rough_length(b->x) + wait * (rough_length(a->v) + rough_length(b->v));
    double stray = 0.5 * wait * wait * (rough_length(a->a) + rough_length(b->a));
    double reach = pair->reach + stray + 0x1p-47 * (places + stray);
    double dd = vec2_dot(d, d), approach = vec2_dot(d, v), vv = vec2_dot(v, v);
    double nearest = approach + vv * wait < 0 ? wait : approach < 0 ? -approach / vv : 0;
    return dd + nearest * (2 * approach + nearest * vv) > reach * reach + 0x1p-40 * dd;
}

/** True if a body does not move and never will. */
static inline bool is_still(const struct parabola *path)
{
    return path->v.x == 0 && path->v.y == 0 && path->a.x == 0 && path->a.y == 0;
}

bool motion_pair_passes(const struct motion_pair *pair, double t)
{
    if (pair->is_uniform)
        return false;
    if (is_still(&pair->a.path) && is_still(&pair->b.path))
        return true;
    double wait = (t - pair->begin) + 0x1p-40 * (fabs(t) + fabs(pair->begin)); /* rounding of an impact's time */
    wait = double_min(wait, double_max(pair->a.until, pair->b.until));
    return wait > 0 && wait < HUGE_VAL && keeps_apart(pair, wait);
}

double motion_pair_impact(const struct motion_pair *pair)
{
    if (pair->is_uniform)
        return pair->begin + uniform_impact(&pair->a.path, &pair->b.path, pair->reach, pair->shift);
    return pair->begin + accelerated_impact(&pair->a, &pair->b, pair->reach);
}

double motion_impact_image(const struct motion *motion, const struct particle *a, const struct particle *b,
                           struct vec2 shift)
{
    struct motion_pair pair;
    struct parabola_motion whole = motion_whole(motion, a);
    motion_pair_begin(&pair, motion, a, &whole, b, shift);
    return motion_pair_impact(&pair);
}

double motion_impact(const struct motion *motion, const struct particle *a, const struct particle *b)
{
    return motion_impact_image(motion, a, b, (struct vec2){0, 0});
}
