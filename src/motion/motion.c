/*
 * How a free ball moves. What its law makes of a state is a leg (motion/parabola): a piece of parabola and its end.
 * All else, such as times of impact (motion_pair.c) and of leaving a region (motion_exit.c), works on legs.
 *
 * Gravity. All balls fall alike, so their relative motion is uniform. The exceptions are fixed
 * balls (of infinite mass), which have no acceleration, and balls that lie on a wall, which have none across it
 * (motion_gravity.c).
 *
 * Friction. A ball with velocity v and deceleration c has the acceleration -c v/|v| until the time |v|/c, then it
 * rests. Its path is straight.
 *
 * Cloth. A ball that slips has an acceleration of its own until it rolls, and then another; see motion/cloth.
 *
 * Cost: friction takes a root and three quotients for each trajectory, gravity a few sums for each query.
 */
#include "motion/motion.h"

#include <math.h>

#include "base/min_max.h"
#include "motion/motion_ops.h"

/** True if a ball that moves and any other have radii that add up to more than a quarter of a period. */
static bool is_narrow(const struct scene *scene, const struct period *period)
{
    const struct scene_radii largest = scene_largest_radii(scene);
    double reach = largest.first + double_max(largest.second, largest.fixed);
    double x = period->length.x, y = period->length.y;
    return (x > 0 && 4 * reach > x) || (y > 0 && 4 * reach > y);
}

/** The largest coefficient of friction, of slow surfaces, of any ball at the walls. */
static double most_mu_of_walls(const struct scene *scene)
{
    double most = 0;
    for (uint32_t i = 0; i < scene_n_materials(scene); i++)
        most = double_max(most, friction_of_slow(table_at_walls(&scene->table)[i].rubbing.mu));
    return most;
}

/** True if balls can lie on a wall: it has neither a temperature nor a mass. */
static bool is_bed(const struct table *table, enum table_wall wall)
{
    return !(table->thermal.kT[wall] > 0) && !table_has_piston(table, wall);
}

struct motion motion_of(const struct scene *scene, const struct surface_course *walls)
{
    struct motion motion = {.law = MOTION_UNIFORM,
                            .gravity = scene->gravity,
                            .friction = scene->friction,
                            .sliding = scene->sliding,
                            .pivoting = scene->rotates ? scene->pivoting : NULL,
                            .inertia = scene->inertia,
                            .rotates = scene->rotates};
    motion.lo.x = motion.lo.y = -HUGE_VAL, motion.hi.x = motion.hi.y = HUGE_VAL;
    motion.period = table_period(&scene->table);
    motion.is_narrow = motion.period.is_any && is_narrow(scene, &motion.period);
    if (motion.period.length.x == 0)
        motion.lo.x = is_bed(&scene->table, TABLE_LEFT) ? 0 : -HUGE_VAL,
        motion.hi.x = is_bed(&scene->table, TABLE_RIGHT) ? table_size(&scene->table).x : HUGE_VAL;
    if (motion.period.length.y == 0)
        motion.lo.y = is_bed(&scene->table, TABLE_BOTTOM) ? 0 : -HUGE_VAL,
        motion.hi.y = is_bed(&scene->table, TABLE_TOP) ? table_size(&scene->table).y : HUGE_VAL;
    if (scene->rotates && (scene->gravity.x != 0 || scene->gravity.y != 0))
        motion.lying_mu = most_mu_of_walls(scene);
    motion.lying_by = scene;
    if (scene->sliding)
        motion.law = MOTION_CLOTH;
    else if (scene->friction)
        motion.law = MOTION_FRICTION;
    else if (scene->gravity.x != 0 || scene->gravity.y != 0)
        motion.law = walls ? MOTION_CARRIED : MOTION_GRAVITY;
    motion.walls = motion.law == MOTION_CARRIED ? walls : NULL;
    return motion;
}

/* ---- legs ---- */

static const struct motion_ops *ops_of(const struct motion *motion)
{
    static const struct motion_ops *const laws[] = {[MOTION_UNIFORM] = &motion_uniform,
                                                    [MOTION_GRAVITY] = &motion_gravity,
                                                    [MOTION_CARRIED] = &motion_gravity,
                                                    [MOTION_FRICTION] = &motion_rolling,
                                                    [MOTION_CLOTH] = &motion_cloth};
    return laws[motion->law];
}

const char *motion_presses(const struct motion *motion)
{
    return ops_of(motion)->presses;
}

struct leg motion_leg_accelerated(const struct motion *motion, const struct particle *ball, struct vec3 w)
{
    return ops_of(motion)->leg(motion, ball, w);
}

struct parabola_motion motion_along(const struct motion *motion, const struct particle *ball)
{
    const struct leg leg = motion_leg(motion, ball, (struct vec3){0, 0, 0});
    return motion_on_leg(ball, &leg);
}

/** Inlined by force: of a place alone not all is computed. */
ALWAYS_INLINE struct parabola_motion from(const struct motion *motion, struct body body, double t)
{
    struct parabola_motion m = motion_whole(motion, body);
    return parabola_motion_from(&m, t - body.ball->t);
}

struct parabola_motion motion_from(const struct motion *motion, struct body body, double t)
{
    return from(motion, body, t);
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

struct particle motion_next_leg(const struct motion *motion, struct body body, struct vec3 *w)
{
    struct parabola_motion m = motion_whole(motion, body), end = parabola_motion_from(&m, m.until);
    struct particle next = restated(body.ball, &end, body.ball->t + m.until);
    *w = motion_spin(motion, body, &next);
    ops_of(motion)->next(motion, body, &next, w);
    return next;
}

double motion_rest_time(const struct motion *motion, struct body body)
{
    struct parabola_motion m = motion_whole(motion, body);
    const double begin = body.ball->t;
    if (m.goes_on && !(motion->walls && m.path.v.x == 0 && m.path.v.y == 0 && m.path.a.x == 0 && m.path.a.y == 0))
        return HUGE_VAL;
    if (m.path.v.x == 0 && m.path.v.y == 0 && m.path.a.x == 0 && m.path.a.y == 0)
        return begin;
    double t = begin + m.until;
    return t - begin < m.until ? t + 0x1p-52 * fabs(t) : t; /* rounded up: then the velocity is 0 */
}

/* ---- places, velocities, spins ---- */

struct vec2 motion_position_accelerated(const struct motion *motion, const struct particle *ball, const struct leg *leg,
                                        double t)
{
    return from(motion, (struct body){ball, leg}, t).path.x;
}

struct particle motion_at_accelerated(const struct motion *motion, const struct particle *ball, const struct leg *leg,
                                      double t)
{
    const struct parabola_motion now = from(motion, (struct body){ball, leg}, t);
    return restated(ball, &now, t);
}

struct vec3 motion_spin_slowed(const struct motion *motion, struct body body, const struct particle *then)
{
    return ops_of(motion)->spin(motion, body, then->t - body.ball->t, (struct vec2){then->vx, then->vy});
}

/* ---- energy ---- */

double motion_loss_slowed(const struct motion *motion, struct body body, const struct particle *then, struct vec3 w)
{
    const struct particle *ball = body.ball;
    double before = ball->vx * ball->vx + ball->vy * ball->vy;
    if (motion_is_free_fall(motion, ball) || motion_is_fixed(ball) || (before == 0 && !motion->rotates))
        return 0;
    double loss = 0.5 * ball->m * (before - (then->vx * then->vx + then->vy * then->vy));
    loss += motion_rotation_energy(motion, ball, body.leg->w) - motion_rotation_energy(motion, ball, w);
    const struct motion_ops *ops = ops_of(motion);
    return ops->loss ? ops->loss(motion, body, then, loss) : loss;
}

bool motion_is_carried_until(const struct motion *motion, struct body body, double t)
{
    return motion->walls && motion_gravity_is_carried_until(motion, body, t);
}

double motion_work(const struct motion *motion, struct body body, double t)
{
    const bool may_lie = motion->walls && !motion_is_fixed(body.ball) && !motion_is_free_fall(motion, body.ball);
    return may_lie ? motion_gravity_work(motion, body, t) : 0;
}
