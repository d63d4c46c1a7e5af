/*
 * How a free ball moves. What its law makes of a state is a leg (motion/parabola): a piece of parabola and its end.
 * All else, such as times of impact (motion_pair.c) and of leaving a region (motion_exit.c), works on legs.
 *
 * Gravity. All balls fall alike, so their relative motion is uniform. The exceptions are fixed
 * balls (of infinite mass), which have no acceleration, and balls that lie on a wall, which have none across it
 * (motion/lying).
 *
 * Friction. A ball with velocity v and deceleration c has the acceleration -c v/|v| until the time |v|/c, then it
 * rests. Its path is straight.
 *
 * Cloth. A ball that slips has an acceleration of its own until it rolls, and then another; see motion/cloth.
 *
 * Cost: friction takes a root and three quotients per ball and query, gravity a few sums.
 */
#include "motion/motion.h"

#include <math.h>

#include "base/min_max.h"
#include "motion/cloth.h"
#include "motion/lying.h"

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
    struct motion motion = {.law = MOTION_UNIFORM,
                            .gravity = scene->gravity,
                            .friction = scene->friction,
                            .sliding = scene->sliding,
                            .pivoting = scene->rotates ? scene->pivoting : NULL,
                            .inertia = scene->inertia};
    motion.lo.x = motion.lo.y = -HUGE_VAL, motion.hi.x = motion.hi.y = HUGE_VAL;
    motion.period = table_period(&scene->table);
    motion.is_narrow = motion.period.is_any && is_narrow(scene, &motion.period);
    if (motion.period.length.x == 0)
        motion.lo.x = 0, motion.hi.x = table_size(&scene->table).x;
    if (motion.period.length.y == 0)
        motion.lo.y = 0, motion.hi.y = table_size(&scene->table).y;
    if (scene->rotates && (scene->gravity.x != 0 || scene->gravity.y != 0))
        motion.lying_mu = scene->table.walls.rubbing.mu.a + scene->table.walls.rubbing.mu.b;
    if (scene->sliding)
        motion.law = MOTION_CLOTH;
    else if (scene->friction)
        motion.law = MOTION_FRICTION;
    else if (scene->gravity.x != 0 || scene->gravity.y != 0)
        motion.law = MOTION_GRAVITY;
    return motion;
}

void motion_synchronise(const struct scene *scene, struct world *world)
{
    struct motion motion = motion_of(scene);
    const struct checkpoint *saved = scene->checkpoint;
    const struct world *state = saved->state;
    motion.w = state->w;
    for (size_t i = 0; i < world->n; i++) {
        if (!world_is_on_table(world, i))
            continue;
        const struct particle ball = {.x = state->x[i],
                                      .y = state->y[i],
                                      .t = checkpoint_begin(saved, i, world->t),
                                      .vx = state->vx[i],
                                      .vy = state->vy[i],
                                      .r = scene->r[i],
                                      .m = scene->m[i],
                                      .id = (uint32_t)i};
        const struct particle at = motion_at(&motion, &ball, world->t);
        world_place(world, i, (struct vec2){at.x, at.y}, state->turns ? state->turns[i] : (struct vec2){0, 0});
        world->vx[i] = at.vx;
        world->vy[i] = at.vy;
        if (world->w)
            world->w[i] = motion_spin(&motion, &ball, &at);
    }
}

/* ---- trajectories ---- */

/** What the cloth does to a ball. */
static struct cloth cloth_of(const struct motion *motion, uint32_t id)
{
    return cloth_under(motion->sliding, motion->friction, motion->pivoting, motion->inertia, id);
}

struct parabola_motion motion_special_leg(const struct motion *motion, const struct particle *ball)
{
    if (motion->law == MOTION_GRAVITY)
        return lying_leg(motion, ball);
    const struct cloth cloth = cloth_of(motion, ball->id);
    return cloth_leg(&cloth, (struct vec2){ball->x, ball->y}, (struct vec2){ball->vx, ball->vy}, motion->w[ball->id],
                     ball->r);
}

const struct motion_leg *motion_find_leg(const struct motion *motion, const struct particle *ball)
{
    struct motion_leg *kept = &motion->legs[ball->id];
    kept->leg = motion_special_leg(motion, ball);
    kept->w = motion->w[ball->id];
    kept->fastest = fabs(ball->vx) + fabs(ball->vy);
    if (kept->leg.goes_on)
        kept->fastest += motion->sliding[ball->id] * kept->leg.until;
    return kept;
}

/** Inlined by force: of a place alone not all is computed. */
ALWAYS_INLINE struct parabola_motion from(const struct motion *motion, const struct particle *ball, double t)
{
    struct parabola_motion m = motion_whole(motion, ball);
    return parabola_motion_from(&m, t - ball->t);
}

struct parabola_motion motion_from(const struct motion *motion, const struct particle *ball, double t)
{
    return from(motion, ball, t);
}

struct vec2 motion_position_accelerated(const struct motion *motion, const struct particle *ball, double t)
{
    return from(motion, ball, t).path.x;
}

/** The particle with its trajectory restated at time t. @param now its motion from then on */
ALWAYS_INLINE struct particle restated(const struct particle *ball, const struct parabola_motion *now, double t)
{
    struct particle at = *ball;
    at.x = now->path.x.x;
    at.y = now->path.x.y;
    at.t = t;
    at.vx = now->path.v.x;
    at.vy = now->path.v.y;
    return at;
}

struct particle motion_at_accelerated(const struct motion *motion, const struct particle *ball, double t)
{
    const struct parabola_motion now = from(motion, ball, t);
    return restated(ball, &now, t);
}

struct vec3 motion_spin(const struct motion *motion, const struct particle *ball, const struct particle *then)
{
    if (!motion->w || motion_is_fixed(ball))
        return (struct vec3){0, 0, 0};
    struct vec3 w = motion->w[ball->id];
    double time = then->t - ball->t;
    if (motion->law == MOTION_CLOTH) {
        struct cloth cloth = cloth_of(motion, ball->id);
        struct parabola_motion m = motion_whole(motion, ball);
        return cloth_spin(&cloth, &m, w, ball->r, time, (struct vec2){then->vx, then->vy});
    }
    if (motion->law == MOTION_GRAVITY)
        w.z = lying_spin(motion, ball, time);
    if (motion->pivoting)
        w.z = cloth_pivot(motion->pivoting[ball->id], ball->r, w.z, time);
    return w;
}

double motion_leg_end(const struct motion *motion, const struct particle *ball)
{
    if (!motion_has_legs(motion))
        return HUGE_VAL;
    struct parabola_motion m = motion_whole(motion, ball);
    return m.goes_on ? ball->t + m.until : HUGE_VAL;
}

struct particle motion_next_leg(const struct motion *motion, const struct particle *ball, struct vec3 *w)
{
    struct parabola_motion m = motion_whole(motion, ball), end = parabola_motion_from(&m, m.until);
    struct particle next = restated(ball, &end, ball->t + m.until);
    *w = motion_spin(motion, ball, &next);
    if (motion->law != MOTION_CLOTH) {
        w->z = lying_rolling_spin(motion, ball, end.path.v);
        return next;
    }
    const struct vec2 rolling = cloth_rolling_velocity(motion->w[ball->id], ball->r);
    const struct vec2 v = cloth_slide_end(motion->inertia[ball->id], m.path.v, rolling);
    *w = cloth_rolling_spin(v, ball->r, w->z);
    next.vx = v.x;
    next.vy = v.y;
    return next;
}

double motion_loss(const struct motion *motion, const struct particle *ball, const struct particle *then, struct vec3 w)
{
    double before = ball->vx * ball->vx + ball->vy * ball->vy;
    if (!motion_dissipates(motion) || motion_is_fixed(ball) || (before == 0 && !motion->w))
        return 0;
    double loss = 0.5 * ball->m * (before - (then->vx * then->vx + then->vy * then->vy));
    if (!motion->w)
        return loss;
    loss += motion_rotation_energy(motion, ball, motion->w[ball->id]) - motion_rotation_energy(motion, ball, w);
    if (motion->law != MOTION_GRAVITY)
        return loss;
    struct vec2 way = vec2_sub(motion_position(motion, ball, then->t), (struct vec2){ball->x, ball->y});
    return lying_is(motion, ball) ? loss + ball->m * vec2_dot(motion->gravity, way) : 0;
}

double motion_rest_time(const struct motion *motion, const struct particle *ball)
{
    struct parabola_motion m = motion_whole(motion, ball);
    if (m.goes_on)
        return HUGE_VAL;
    if (m.path.v.x == 0 && m.path.v.y == 0 && m.path.a.x == 0 && m.path.a.y == 0)
        return ball->t;
    double t = ball->t + m.until;
    return t - ball->t < m.until ? t + 0x1p-52 * fabs(t) : t; /* rounded up: then the velocity is 0 */
}

/* ---- impact ---- */

int motion_images(const struct motion *motion, const struct particle *a, const struct particle *b, double now,
                  struct vec2 shifts[MOTION_MOST_IMAGES])
{
    static const double turns[] = {0, -1, 1};
    const struct period *period = &motion->period;
    shifts[0] = (struct vec2){0, 0};
    if (!motion->period.is_any)
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

double motion_impact_any(const struct motion *motion, const struct particle *a, const struct particle *b)
{
    struct vec2 shifts[MOTION_MOST_IMAGES];
    int images = motion_images(motion, a, b, a->t, shifts);
    double earliest = HUGE_VAL;
    for (int k = 0; k < images; k++)
        earliest = double_min(earliest, motion_impact_image(motion, a, b, shifts[k]));
    return earliest;
}

bool motion_touches_twice(const struct motion *motion, const struct particle *a, const struct particle *b, double now)
{
    struct vec2 shifts[MOTION_MOST_IMAGES];
    double reach = (a->r + b->r) * (1 + CONTACT_TOUCHING);
    int images = motion_images(motion, a, b, now, shifts);
    bool touching = false;
    for (int k = 1; k < images; k++) {
        struct vec2 way = vec2_sub((struct vec2){b->x - a->x, b->y - a->y}, shifts[k]);
        touching |= vec2_dot(way, way) <= reach * reach;
    }
    return touching;
}
