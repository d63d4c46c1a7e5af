/*
 * One contact: two balls.
 *
 * The order of work is chosen for speed. First the trajectories are computed with which the two balls would leave if
 * nothing else touched them; then the vector kernel searches both neighbour lists at once for what they collide with
 * next, and the same pass tells whether a third body touches one of them. If so, all of it is discarded and the contact
 * set is resolved together (simultaneous_collision). Until they have their new trajectories the two are hidden, so that
 * neither finds the other's old one.
 *
 * The momentum exchange is that of physics/collision. Resting contacts, bodies that touch and approach no faster than
 * rounding, are scheduled only when they would have sunk by CONTACT_SUNK (physics/contact); here they are pushed apart
 * at the speed of rounding. Contacts that gravity, friction or an arc presses together part as pressed_contact says,
 * two bodies at a time.
 *
 * Everything about a pair is symmetric in its two balls to the bit, so it does not matter which of them held the event.
 */
#include "integrators/event/event_engine_internal.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/min_max.h"
#include "base/vec2.h"
#include "broadphase/impact_kernel.h"
#include "physics/collision.h"

/** Two balls at one instant. */
struct two_balls {
    uint32_t slot[2];
    double t;
    struct impact_pair leaving;  /* as they arrive, and then as they leave */
    struct vec2 arriving[2];     /* the velocities with which they arrive */
    struct vec2 hidden[2];       /* their centres in balls[], while searches shall not find them */
    double dx, dy, dd;           /* separation, second minus first, and its square */
    double approach;             /* separation times relative velocity, negative */
    double speeds;               /* sum of both balls' squared speeds */
    double e;                    /* coefficient of restitution */
    bool sees_images;            /* one of them does; then: */
    struct vec2 turns[2], shift; /* that the balls have made to get here; of the second ball's image */
    double until;                /* just after they meet again; HUGE_VAL: never without another hit */
    double parting;              /* squared relative speed with which they part if pressed together; 0: they are not */
};

/** Where one of two balls sees images: both balls back to the table, and the separation of the images that collide. */
static void pair_bring_back(const struct event_engine *engine, struct two_balls *p)
{
    struct particle *a = &p->leaving.ball[0], *b = &p->leaving.ball[1];
    for (int i = 0; i < 2; i++)
        p->turns[i] = event_system_bring_back(&engine->system, &p->leaving.ball[i]);
    p->shift = period_shift(&engine->system.motion.period, (struct vec2){b->x - a->x, b->y - a->y});
    p->dx = (b->x - a->x) - p->shift.x;
    p->dy = (b->y - a->y) - p->shift.y;
}

static inline void pair_arrive(const struct event_engine *engine, struct event_collision collision, struct two_balls *p)
{
    const struct neighbours *neighbours = engine->system.neighbours;
    p->slot[0] = collision.slot;
    p->slot[1] = collision.partner;
    p->t = collision.t;
    p->leaving.ball[0] = motion_at(&engine->system.motion, &engine->system.balls[collision.slot], collision.t);
    p->leaving.ball[1] = motion_at(&engine->system.motion, &engine->system.balls[collision.partner], collision.t);
    struct particle *a = &p->leaving.ball[0], *b = &p->leaving.ball[1];
    a->collisions++;
    b->collisions++;
    p->dx = b->x - a->x;
    p->dy = b->y - a->y;
    p->sees_images = engine->system.turns && (neighbours_sees_images(neighbours, collision.slot) ||
                                              neighbours_sees_images(neighbours, collision.partner));
    if (p->sees_images)
        pair_bring_back(engine, p);
    struct vec2 v_a = event_velocity(a), v_b = event_velocity(b);
    p->arriving[0] = v_a;
    p->arriving[1] = v_b;
    p->dd = p->dx * p->dx + p->dy * p->dy;
    p->approach = p->dx * (v_b.x - v_a.x) + p->dy * (v_b.y - v_a.y);
    p->speeds = (v_a.x * v_a.x + v_a.y * v_a.y) + (v_b.x * v_b.x + v_b.y * v_b.y);
    p->e = event_ball_restitution(engine, collision.slot, collision.partner, collision.t);
    p->parting = 0;
}

/** Approach no faster than rounding: a resting contact that has sunk. */
static bool is_resting(const struct two_balls *p)
{
    return contact_is_resting(p->approach * p->approach, p->speeds * p->dd);
}

/** The velocities with which the balls leave. Returns the impulse divided by both masses and the distance.
 *  @param change distance times the change of the normal relative velocity, negative */
static inline __attribute__((always_inline)) double pair_leave(struct two_balls *p, double change)
{
    struct particle *a = &p->leaving.ball[0], *b = &p->leaving.ball[1];
    struct collision_masses masses = collision_masses(a->m, b->m);
    double factor = collision_factor(change, p->dd, masses);
    struct vec2 v_a = p->arriving[0], v_b = p->arriving[1];
    collision_exchange(&v_a, &v_b, (struct vec2){p->dx, p->dy}, factor, masses);
    a->vx = v_a.x;
    a->vy = v_a.y;
    b->vx = v_b.x;
    b->vy = v_b.y;
    return -factor;
}

/** What the law of impact has for two balls; a resting contact gets just enough to separate. */
static inline double pair_change(const struct two_balls *p)
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
static __attribute__((cold, noinline)) bool pair_press(const struct event_engine *engine, struct two_balls *p,
                                                       double *impulse)
{
    const struct motion *motion = &engine->system.motion;
    struct particle ball[2] = {p->leaving.ball[0], p->leaving.ball[1]};
    for (int i = 0; i < 2 && motion->law != MOTION_FRICTION; i++) { /* whose accelerations follow the new velocities */
        ball[i].vx = p->arriving[i].x;
        ball[i].vy = p->arriving[i].y;
    }
    struct vec2 d = {p->dx, p->dy};
    struct pressed_contact contact = {.pressure = pressed_contact_pressure(motion, &ball[0], &ball[1], d),
                                      .reach = ball[0].r + ball[1].r,
                                      .speed_squared = p->e * p->e * (p->approach * p->approach / p->dd)};
    double parting = pressed_contact_parting(engine, &contact);
    if (parting == HUGE_VAL)
        return true;
    p->parting = parting;
    if (parting > 0)
        *impulse = pair_leave(p, p->approach - sqrt(parting * p->dd));
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
static void notify_pair(const struct event_engine *engine, const struct two_balls *p, double impulse)
{
    if (!event_is_observed(engine))
        return;
    int first = p->leaving.ball[1].id < p->leaving.ball[0].id;
    const struct particle *a = &p->leaving.ball[first];
    const struct particle *b =
        &p->leaving.ball[!first]; /* subtracted anew: the negative of a zero would be another zero */
    struct vec2 way = {b->x - a->x, b->y - a->y}, turns = {0, 0};
    if (p->sees_images)
        way = vec2_sub(way, vec2_scale(first ? -1 : 1, p->shift));
    if (engine->system.turns)
        turns = engine->system.turns[p->slot[first]];
    double distance = sqrt(p->dd);
    event_report(engine, a, turns,
                 (struct contact_event){
                     .kind = CONTACT_BALL,
                     .b = b->id,
                     .n = {way.x / distance, way.y / distance},
                     .u = p->approach / distance + 0, /* never -0, which would depend on the order of the balls */
                     .j = impulse * mass_product(a, b) * distance,
                 });
}

/** Energy, overlap, log and counters of a pair. */
static void account_pair(struct event_engine *engine, const struct two_balls *p, double impulse)
{
    const struct particle *a = &p->leaving.ball[0], *b = &p->leaving.ball[1];
    double reach = a->r + b->r, e = p->e;
    double r = a->r < b->r ? a->r : b->r;
    if (reach * reach - p->dd > engine->counts.overlap * r * reach) /* necessary for a larger overlap; rare */
        event_record_overlap(engine, reach - sqrt(p->dd), r);
    if (p->parting > 0)
        sum_add(&engine->lost, reduced_mass(a, b) * (p->approach * p->approach / p->dd - p->parting) / 2);
    else if (e < 1 && !is_resting(p))
        sum_add(&engine->lost, reduced_mass(a, b) * (1 - e * e) * (p->approach * p->approach / p->dd) / 2);
    else if (engine->scene->e_ball < 1)
        event_note_elastic(engine, engine->scene->e_ball, reduced_mass(a, b), p->approach * p->approach / p->dd);
    notify_pair(engine, p, impulse);
    engine->counts.ball++;
    engine->group++;
}

/** Hides a ball from searches, until it gets its new trajectory or is shown again. */
static inline void hide(const struct event_engine *engine, struct two_balls *p, int i)
{
    const struct vec2 nowhere = {(double)NAN, (double)NAN};
    struct particle *ball = &engine->system.balls[p->slot[i]];
    memcpy(&p->hidden[i], ball, sizeof p->hidden[i]);
    memcpy(ball, &nowhere, sizeof nowhere); /* one store, as the kernel reads it: x and y come first */
}

static void show(const struct event_engine *engine, const struct two_balls *p, int i)
{
    memcpy(&engine->system.balls[p->slot[i]], &p->hidden[i], sizeof p->hidden[i]);
}

/** On a narrow table: true if an image of one ball touches the other besides the one that collides. */
static bool another_image_touches(const struct motion *motion, const struct two_balls *p)
{
    struct vec2 shifts[MOTION_MOST_IMAGES];
    const struct particle *a = &p->leaving.ball[0], *b = &p->leaving.ball[1];
    double reach = (a->r + b->r) * (1 + CONTACT_TOUCHING);
    int images = motion_images(motion, a, b, p->t, shifts), touching = 0;
    for (int k = 1; k < images; k++) {
        struct vec2 way = vec2_sub(vec2_sub(event_centre(b), event_centre(a)), shifts[k]);
        touching += vec2_dot(way, way) <= reach * reach;
    }
    return touching > 0;
}

/** Whom one of two balls may meet. */
static inline void list_others(const struct event_engine *engine, struct two_balls *p, int i)
{
    struct impact_list *list = &p->leaving.list[i];
    list->owner = p->slot[i];
    list->now = p->t;
    list->slots = neighbours_list(engine->system.neighbours, p->slot[i], i, &list->count);
}

/** True if a surface touches one of the balls, or another image of one of them the other. */
static bool others_touch(const struct event_engine *engine, const struct two_balls *p)
{
    return event_surfaces_touch(engine, p->slot[0], &p->leaving.ball[0], p->slot[1]) ||
           event_surfaces_touch(engine, p->slot[1], &p->leaving.ball[1], p->slot[0]) ||
           (engine->system.motion.is_narrow && another_image_touches(&engine->system.motion, p));
}

/** Hides both balls and finds the earliest impact of each, as it leaves, with any neighbour but the other. Returns
 * whether a third body touches one of them now. */
static inline bool search_others(struct event_engine *engine, struct two_balls *p, struct event next[2])
{
    struct impact_found found[2];
    hide(engine, p, 0);
    hide(engine, p, 1);
    list_others(engine, p, 0);
    list_others(engine, p, 1);
    const struct impact_kernel *kernel = p->sees_images ? &engine->kernel : &engine->direct;
    kernel->two(&engine->system.motion, engine->system.balls, &p->leaving, found);
    prediction_adopt(engine, &p->leaving.ball[0], &p->leaving.list[0], &found[0], p->until, &next[0]);
    prediction_adopt(engine, &p->leaving.ball[1], &p->leaving.list[1], &found[1], p->until, &next[1]);
    return found[0].touching || found[1].touching || others_touch(engine, p);
}

/** When a meets one of b's images next: on a narrow table it may be another than the one it has hit. */
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
static double meet_again(const struct motion *motion, const struct two_balls *p)
{
    const struct particle *a = &p->leaving.ball[0], *b = &p->leaving.ball[1];
    bool approach = p->dx * (b->vx - a->vx) + p->dy * (b->vy - a->vy) < 0;
    if (!approach && accelerate_alike(motion, a, b) && !motion->is_narrow)
        return HUGE_VAL;
    return motion->is_periodic ? meet_again_periodic(motion, a, b) : motion_impact(motion, a, b);
}

/** Schedules what one of two balls does next. @param again when they meet each other */
static inline void pair_schedule(struct event_engine *engine, const struct two_balls *p, int i, struct event next,
                                 double again)
{
    const struct particle *ball = &p->leaving.ball[i];
    if (again < HUGE_VAL)
        prediction_take_earlier(engine, &next, again, p->slot[!i]);
    if (motion_is_fixed(ball))
        event_queue_set(engine->queue, p->slot[i], (struct event){HUGE_VAL, EVENT_NONE, 0});
    else
        prediction_schedule(engine, p->slot[i], ball, next, p->t);
}

/** Gives the balls, which are hidden, their new trajectories; fixed ones keep theirs. */
static inline void pair_depart(struct event_engine *engine, const struct two_balls *p)
{
    for (int i = 0; i < 2; i++) {
        if (motion_is_fixed(&p->leaving.ball[i]))
            show(engine, p, i);
        event_set_trajectory(engine, p->slot[i], &p->leaving.ball[i]);
    }
}

enum status binary_collision_pair(struct event_engine *engine, struct event_collision collision, struct error *err)
{
    struct two_balls p;
    struct event next[2];
    pair_arrive(engine, collision, &p);
    bool alike = accelerate_alike(&engine->system.motion, &p.leaving.ball[0], &p.leaving.ball[1]);
    double impulse = pair_leave(&p, pair_change(&p));
    bool collapses = !alike && pair_press(engine, &p, &impulse);
    double again = meet_again(&engine->system.motion, &p);
    p.until = again + (0x1p-50 * fabs(again) + DBL_MIN);
    bool touching = search_others(engine, &p, next);
    if (collapses || (touching && !(p.parting > 0))) {
        bool resolved;
        show(engine, &p, 0);
        show(engine, &p, 1);
        enum status status = simultaneous_collision_resolve(engine, collision, collapses, &resolved, err);
        if (status != STATUS_OK || resolved)
            return status;
    }
    for (int i = 0; i < 2 && p.sees_images; i++)
        if ((p.turns[i].x != 0) | (p.turns[i].y != 0))
            engine->system.turns[p.slot[i]] = vec2_add(engine->system.turns[p.slot[i]], p.turns[i]);
    account_pair(engine, &p, impulse);
    pair_depart(engine, &p);
    pair_schedule(engine, &p, 0, next[0], again);
    pair_schedule(engine, &p, 1, next[1], again);
    return STATUS_OK;
}
