/*
 * One contact: two balls.
 *
 * The order of work is chosen for speed. First the trajectories are computed with which the two balls would leave if
 * nothing else touched them; then the vector kernel searches both neighbour lists at once for what they collide with
 * next, and the same pass tells whether a third body touches one of them. If so, all of it is discarded and the contact
 * set is resolved together (simultaneous_collision). During the search the pair is masked, so that neither ball finds
 * the other's old trajectory.
 *
 * The momentum exchange is that of physics/collision. Resting contacts, bodies that touch and approach no faster than
 * rounding, are scheduled only when they would have sunk by CONTACT_SUNK (physics/contact); here they are pushed apart
 * at the speed of rounding. Contacts that gravity, friction or an arc presses together part as pressed_contact says,
 * two bodies at a time.
 *
 * Everything about a pair is symmetric in its two balls to the bit, so it does not matter which of them held the event.
 */
#include "integrators/event/binary_collision.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/min_max.h"
#include "base/vec2.h"
#include "physics/collision.h"
#include "integrators/event/inelastic_collapse.h"
#include "integrators/event/pressed_contact.h"
#include "integrators/event/simultaneous_collision.h"
#include "integrators/event/prediction.h"
#include "broadphase/impact_kernel.h"

/** Two balls at one instant. */
struct pair {
    uint32_t slot[2];
    struct particle ball[2]; /* as they arrive */
    double t;
    double dx, dy, dd;           /* separation, second minus first, and its square */
    double approach;             /* separation times relative velocity, negative */
    double speeds;               /* sum of both balls' squared speeds */
    double e;                    /* coefficient of restitution */
    bool sees_images;            /* and then: */
    struct vec2 turns[2], shift; /* of the balls, and of the second ball's image */
    double until;                /* they meet again just before; HUGE_VAL: never without another hit */
    double parting; /* squared relative speed with which balls part that are pressed together; 0: they are not */
};

/** Where one of two balls sees images: both balls back to the table, and the separation of the images that collide. */
static void pair_bring_back(const struct event_engine *engine, struct pair *p)
{
    struct particle *a = &p->ball[0], *b = &p->ball[1];
    for (int i = 0; i < 2; i++)
        p->turns[i] = event_system_bring_back(&engine->system, p->slot[i], &p->ball[i]);
    p->shift = period_shift(&engine->system.motion.period, (struct vec2){b->x - a->x, b->y - a->y});
    p->dx = (b->x - a->x) - p->shift.x;
    p->dy = (b->y - a->y) - p->shift.y;
}

static void pair_arrive(const struct event_engine *engine, struct event_collision collision, struct pair *p)
{
    struct particle *a = &p->ball[0], *b = &p->ball[1];
    p->slot[0] = collision.slot;
    p->slot[1] = collision.partner;
    p->t = collision.t;
    *a = motion_at(&engine->system.motion, &engine->system.balls[collision.slot], collision.t);
    *b = motion_at(&engine->system.motion, &engine->system.balls[collision.partner], collision.t);
    p->dx = b->x - a->x;
    p->dy = b->y - a->y;
    p->sees_images = engine->system.turns && (neighbours_sees_images(engine->system.neighbours, collision.slot) ||
                                              neighbours_sees_images(engine->system.neighbours, collision.partner));
    if (p->sees_images)
        pair_bring_back(engine, p);
    p->dd = p->dx * p->dx + p->dy * p->dy;
    p->approach = p->dx * (b->vx - a->vx) + p->dy * (b->vy - a->vy);
    p->speeds = (a->vx * a->vx + a->vy * a->vy) + (b->vx * b->vx + b->vy * b->vy);
    p->e = event_ball_restitution(engine, collision.slot, collision.partner, collision.t);
    p->parting = 0;
}

/** Approach no faster than rounding: a resting contact that has sunk. */
static bool is_resting(const struct pair *p)
{
    return contact_is_resting(p->approach * p->approach, p->speeds * p->dd);
}

/** The trajectories with which the balls leave. Returns the impulse divided by both masses and the distance.
 *  @param change distance times the change of the normal relative velocity, negative */
static inline __attribute__((always_inline)) double pair_leave(const struct pair *p, double change,
                                                               struct impact_pair *leaving)
{
    const struct particle *a = &p->ball[0], *b = &p->ball[1];
    struct collision_masses masses = collision_masses(a->m, b->m);
    double factor = collision_factor(change, p->dd, masses);
    struct vec2 v_a = event_velocity(a), v_b = event_velocity(b);
    collision_exchange(&v_a, &v_b, (struct vec2){p->dx, p->dy}, factor, masses);
    leaving->ball[0] = *a;
    leaving->ball[1] = *b;
    event_begin_trajectory(&leaving->ball[0], p->t, a->x, a->y, v_a.x, v_a.y);
    event_begin_trajectory(&leaving->ball[1], p->t, b->x, b->y, v_b.x, v_b.y);
    return -factor;
}

/** What the law of impact has for two balls; a resting contact gets just enough to separate. */
static inline double pair_change(const struct pair *p)
{
    return is_resting(p) ? p->approach - 2 * CONTACT_RESTING * sqrt(p->speeds * p->dd) : (1 + p->e) * p->approach;
}

/** True if two balls accelerate alike: certainly no acceleration drives them together. */
static inline bool accelerate_alike(const struct motion *motion, const struct particle *a, const struct particle *b)
{
    return !motion_is_accelerated(motion) || (motion_is_free_fall(motion, a) && motion_is_free_fall(motion, b));
}

/** Sees to balls that accelerations press together, so that they part with another speed than the law's. Returns
 * whether their bounces end in a collapse. */
static __attribute__((cold, noinline)) bool pair_press(const struct event_engine *engine, struct pair *p,
                                                       struct impact_pair *leaving, double *impulse)
{
    const struct motion *motion = &engine->system.motion;
    bool rolls = motion->law == MOTION_FRICTION; /* its accelerations follow the new velocities */
    const struct particle *ball = rolls ? leaving->ball : p->ball;
    struct vec2 d = {p->dx, p->dy};
    struct pressed_contact contact = {.pressure = pressed_contact_pressure(motion, &ball[0], &ball[1], d),
                                      .reach = p->ball[0].r + p->ball[1].r,
                                      .speed_squared = p->e * p->e * (p->approach * p->approach / p->dd)};
    double parting = pressed_contact_parting(engine, &contact);
    if (parting == HUGE_VAL)
        return true;
    p->parting = parting;
    if (parting > 0)
        *impulse = pair_leave(p, p->approach - sqrt(parting * p->dd), leaving);
    return false;
}

/** Product of the masses, with 1 for a fixed ball as in collision_masses(). */
static double mass_product(const struct particle *a, const struct particle *b)
{
    return (motion_is_fixed(a) ? 1 : a->m) * (motion_is_fixed(b) ? 1 : b->m);
}

static double reduced_mass(const struct particle *a, const struct particle *b)
{
    if (motion_is_fixed(a) || motion_is_fixed(b))
        return mass_product(a, b);
    return a->m * b->m / (a->m + b->m);
}

/** Reports a pair to the observer, the ball with the smaller index first. */
static void notify_pair(const struct event_engine *engine, const struct pair *p, double impulse)
{
    if (!engine->observer || !engine->observer->contact)
        return;
    int first = p->ball[1].id < p->ball[0].id;
    const struct particle *a = &p->ball[first];
    const struct particle *b = &p->ball[!first]; /* subtracted anew: the negative of a zero would be another zero */
    struct vec2 way = {b->x - a->x, b->y - a->y}, base = {a->x, a->y};
    if (p->sees_images)
        way = vec2_sub(way, vec2_scale(first ? -1 : 1, p->shift));
    if (engine->system.turns)
        base = period_unwrap(&engine->system.motion.period, base, engine->system.turns[p->slot[first]]);
    double distance = sqrt(p->dd), nx = way.x / distance, ny = way.y / distance;
    event_notify(engine, &(struct contact_event){.t = p->t,
                                                 .group = engine->group,
                                                 .kind = CONTACT_BALL,
                                                 .a = p->ball[first].id,
                                                 .b = p->ball[!first].id,
                                                 .x = base.x + a->r * nx,
                                                 .y = base.y + a->r * ny,
                                                 .nx = nx,
                                                 .ny = ny,
                                                 .u = p->approach / distance +
                                                      0, /* never -0, which would depend on the order of the balls */
                                                 .j = impulse * mass_product(a, b) * distance});
}

/** Energy, overlap, log and counters of a pair. */
static void account_pair(struct event_engine *engine, const struct pair *p, double impulse)
{
    const struct particle *a = &p->ball[0], *b = &p->ball[1];
    double reach = a->r + b->r, e = p->e;
    double r = a->r < b->r ? a->r : b->r;
    if (reach * reach - p->dd > engine->counts.overlap * r * reach) /* necessary for a larger overlap; rare */
        event_record_overlap(engine, reach - sqrt(p->dd), r);
    if (p->parting > 0)
        sum_add(&engine->lost, reduced_mass(a, b) * (p->approach * p->approach / p->dd - p->parting) / 2);
    else if (e < 1 && !is_resting(p))
        sum_add(&engine->lost, reduced_mass(a, b) * (1 - e * e) * (p->approach * p->approach / p->dd) / 2);
    notify_pair(engine, p, impulse);
    engine->counts.ball++;
    engine->group++;
}

/** Masks a ball during a search, or restores it. Returns its former centre. */
static inline struct vec2 exchange_centre(struct event_engine *engine, uint32_t slot, struct vec2 centre)
{
    struct particle *ball = &engine->system.balls[slot];
    struct vec2 former;
    memcpy(&former, ball, sizeof former); /* one load, as the kernel reads it: x and y come first */
    memcpy(ball, &centre, sizeof centre);
    return former;
}

/** On a narrow table: true if an image of one ball touches the other besides the one that collides. */
static bool another_image_touches(const struct motion *motion, const struct pair *p)
{
    struct vec2 shifts[MOTION_MOST_IMAGES];
    const struct particle *a = &p->ball[0], *b = &p->ball[1];
    double reach = (a->r + b->r) * (1 + CONTACT_TOUCHING);
    int images = motion_images(motion, a, b, p->t, shifts), touching = 0;
    for (int k = 1; k < images; k++) {
        struct vec2 way = vec2_sub(vec2_sub(event_centre(b), event_centre(a)), shifts[k]);
        touching += vec2_dot(way, way) <= reach * reach;
    }
    return touching > 0;
}

/** Whom one of two balls may meet. */
static inline struct impact_list list_others(const struct event_engine *engine, const struct pair *p, int i)
{
    struct impact_list list = {.owner = p->slot[i], .now = p->t};
    list.slots = neighbours_list(engine->system.neighbours, p->slot[i], i, &list.count);
    return list;
}

/** What one of them meets next. Returns whether a third body touches it. */
static inline bool adopt_next(const struct event_engine *engine, const struct pair *p,
                              const struct impact_pair *leaving, struct impact_found *found, int i, struct event *next)
{
    prediction_adopt(engine, &leaving->ball[i], &leaving->list[i], found, p->until, next);
    return found->touching | event_surfaces_touch(engine, p->slot[i], &leaving->ball[i], p->slot[!i]);
}

/** The earliest impacts of the two balls that leave, with any neighbour but each other. Returns whether a third body
 *  touches one of them now. */
static bool search_others(struct event_engine *engine, const struct pair *p, struct impact_pair *leaving,
                          struct event next[2])
{
    struct impact_found found[2];
    const struct vec2 nowhere = {(double)NAN, (double)NAN};
    struct vec2 a = exchange_centre(engine, p->slot[0], nowhere), b = exchange_centre(engine, p->slot[1], nowhere);
    leaving->list[0] = list_others(engine, p, 0);
    leaving->list[1] = list_others(engine, p, 1);
    const struct impact_kernel *kernel = p->sees_images ? &engine->kernel : &engine->direct;
    kernel->two(&engine->system.motion, engine->system.balls, leaving, found);
    bool touching = adopt_next(engine, p, leaving, &found[0], 0, &next[0]);
    touching |= adopt_next(engine, p, leaving, &found[1], 1, &next[1]);
    exchange_centre(engine, p->slot[0], a);
    exchange_centre(engine, p->slot[1], b);
    return touching || (engine->system.motion.is_narrow && another_image_touches(&engine->system.motion, p));
}

/** The same for all images that they can meet. */
static double meet_again_periodic(const struct motion *motion, const struct particle *a, const struct particle *b)
{
    struct vec2 shifts[MOTION_MOST_IMAGES];
    int images = motion_images(motion, a, b, a->t, shifts);
    double earliest = HUGE_VAL;
    for (int k = 0; k < images; k++)
        earliest = double_min(earliest, motion_impact_image(motion, a, b, shifts[k]));
    return earliest;
}

/** Two balls that have just hit each other can meet again without another hit: pushed by rounding if they still
 * approach, or driven together by their accelerations. */
static double meet_again(const struct motion *motion, const struct pair *p, const struct impact_pair *leaving)
{
    const struct particle *a = &leaving->ball[0], *b = &leaving->ball[1];
    bool approach = p->dx * (b->vx - a->vx) + p->dy * (b->vy - a->vy) < 0;
    if (!approach && accelerate_alike(motion, a, b) && !motion->is_narrow)
        return HUGE_VAL;
    return motion->is_periodic ? meet_again_periodic(motion, a, b) : motion_impact(motion, a, b);
}

/** Schedules what one of two balls does next. @param again when they meet each other */
static inline void pair_schedule(struct event_engine *engine, const struct pair *p, int i, struct event next,
                                 double again)
{
    if (again < HUGE_VAL)
        prediction_take_earlier(engine, &next, again, p->slot[!i]);
    if (motion_is_fixed(&p->ball[i]))
        event_queue_set(engine->queue, p->slot[i], (struct event){HUGE_VAL, EVENT_NONE, 0});
    else
        prediction_schedule(engine, p->slot[i], next, p->t);
}

enum status binary_collision_pair(struct event_engine *engine, struct event_collision collision, struct error *err)
{
    struct pair p;
    struct impact_pair leaving;
    struct event next[2];
    pair_arrive(engine, collision, &p);
    double impulse = pair_leave(&p, pair_change(&p), &leaving);
    if (!accelerate_alike(&engine->system.motion, &p.ball[0], &p.ball[1]) && pair_press(engine, &p, &leaving, &impulse))
        return inelastic_collapse_fail(engine, collision, err);
    double again = meet_again(&engine->system.motion, &p, &leaving);
    p.until = again + (0x1p-50 * fabs(again) + DBL_MIN);
    if (search_others(engine, &p, &leaving, next) && !(p.parting > 0)) {
        bool resolved;
        enum status status = simultaneous_collision_resolve(engine, collision, &resolved, err);
        if (status != STATUS_OK || resolved)
            return status;
    }
    for (int i = 0; i < 2 && p.sees_images; i++)
        engine->system.turns[p.slot[i]] = p.turns[i];
    account_pair(engine, &p, impulse);
    const struct particle *a = &leaving.ball[0], *b = &leaving.ball[1];
    event_set_trajectory(engine, p.slot[0], a);
    event_set_trajectory(engine, p.slot[1], b);
    pair_schedule(engine, &p, 0, next[0], again);
    pair_schedule(engine, &p, 1, next[1], again);
    return STATUS_OK;
}
