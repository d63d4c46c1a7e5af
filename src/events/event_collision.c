/*
 * One contact alone, as nearly always: two balls, or a ball and a surface.
 *
 * The order of work is chosen for speed. First come the trajectories with which the two balls leave if nothing else
 * touches them; then the vector kernel searches both neighbour lists at once for what they collide with next, and tells
 * whether a third body touches one of them. If so, the contact set is resolved together (simultaneous_collision).
 *
 * The momentum exchange is that of contact/collision. Resting contacts, which approach no faster than rounding, are
 * scheduled only when they would have sunk by CONTACT_SUNK (contact/contact); here they part at the speed of rounding.
 * Contacts that gravity, friction or an arc presses together part as pressed_contact says, two at a time.
 * Everything about a pair is symmetric in its two balls to the bit, so it does not matter which of them held the event.
 */
#include "events/event_collision.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "events/event_ledger.h"
#include "events/event_seam.h"
#include "base/min_max.h"
#include "contact/collision.h"
#include "contact/friction.h"
#include "events/event_rub.h"
#include "events/prediction.h"
#include "events/pressed_contact.h"
#include "events/simultaneous_collision.h"
#include "motion/motion_impact.h"

/** A ball that hits another one, or a surface, at one instant. */
struct hit {
    uint32_t slot[2];              /* of the ball; of the other ball, or the side of the surface */
    const struct surface *surface; /* NULL: two balls */
    double t;
    struct impact_pair leaving;  /* the ball or balls as they arrive, and then as they leave */
    struct leg leg[2];           /* where legs are kept: with which they leave */
    struct vec2 arriving[2];     /* the velocities with which they arrive */
    struct vec2 hidden[2];       /* two balls: their centres in balls[], while searches shall not find them */
    struct vec2 seen;            /* the ball's centre as the surface sees it */
    struct vec2 d;               /* two balls: separation, second minus first; else the unit normal into the surface */
    double dd;                   /* its square; of the unit normal 1 */
    double approach;             /* d times relative velocity, negative */
    double speeds;               /* sum of the squared speeds */
    double e;                    /* coefficient of restitution */
    double change;               /* two balls: d times the change of their relative velocity, negative */
    double speed;                /* else: with which the ball leaves the surface */
    double parting;              /* squared relative speed with which they part if pressed together; 0: they are not */
    bool lasts;                  /* they do, and come from such a bounce: no impact, but a contact that lasts */
    double factor;               /* two balls: impulse divided by both masses and the distance, negative */
    struct event_rub rub;        /* where balls turn */
    double lost[2];              /* where motion dissipates: by that, on the trajectories that end */
    bool sees_images;            /* two balls: one of them does; then: */
    struct vec2 turns[2], shift; /* that the balls have made to get here; of the second ball's image */
    double until;                /* just after two balls meet again; HUGE_VAL: never without another hit */
};

/** What one of the balls follows when it leaves. */
ALWAYS_INLINE struct body leaving(const struct motion *motion, const struct hit *hit, int i)
{
    return (struct body){&hit->leaving.ball[i], motion_keeps_legs(motion) ? &hit->leg[i] : NULL};
}

/* ---- arriving ---- */

/** The coefficient of restitution of two balls.
 *  @param approach their separation times their relative velocity @param reach the sum of their radii */
static inline double ball_restitution(const struct event_system *system, uint32_t a, uint32_t b, double t,
                                      double approach, double reach)
{
    const struct particle *balls = system->balls;
    const struct restitution *e = &scene_pair(system->scene, balls[a].id, balls[b].id)->restitution;
    if (event_system_is_recent(system, a, t) || event_system_is_recent(system, b, t))
        return 1;
    return e->table ? restitution_by_speed(e->table, -approach / reach) : e->slow;
}

/** @param u normal velocity, negative: approaching */
static inline double surface_restitution(const struct event_system *system, uint32_t slot,
                                         const struct surface *surface, double t, double u)
{
    const struct restitution *e = &scene_at_surface(system->scene, system->balls[slot].id, surface)->restitution;
    return event_system_is_recent(system, slot, t) ? 1 : restitution_at(e, -u);
}

/** Where one of two balls sees images: both balls back to the table, and the separation of the images that collide. */
static void pair_bring_back(const struct event_system *system, struct hit *hit)
{
    struct particle *a = &hit->leaving.ball[0], *b = &hit->leaving.ball[1];
    for (int i = 0; i < 2; i++)
        hit->turns[i] = event_seam_bring_back(system, &hit->leaving.ball[i]);
    hit->shift = period_shift(&system->motion.period, (struct vec2){b->x - a->x, b->y - a->y});
    hit->d = vec2_sub((struct vec2){b->x - a->x, b->y - a->y}, hit->shift);
}

ALWAYS_INLINE void arrive(const struct event_system *system, const struct motion *motion,
                          struct event_collision collision, struct hit *hit, int i)
{
    hit->t = collision.t;
    hit->slot[i] = i == 0 ? collision.slot : collision.partner;
    const struct body body = event_system_body(system, hit->slot[i]);
    hit->leaving.ball[i] = motion_at(motion, body, collision.t);
    hit->leaving.ball[i].collisions++;
    hit->arriving[i] = event_velocity(&hit->leaving.ball[i]);
    if (motion_keeps_legs(motion)) {
        hit->rub.motion = motion;
        hit->rub.leaving[i] = hit->rub.arriving[i] = motion_spin(motion, body, &hit->leaving.ball[i]);
    }
    if (motion_dissipates(motion))
        hit->lost[i] = motion_loss(motion, body, &hit->leaving.ball[i], hit->rub.arriving[i]);
}

ALWAYS_INLINE void arrive_at_ball(const struct event_system *system, const struct motion *motion,
                                  struct event_collision collision, struct hit *hit)
{
    arrive(system, motion, collision, hit, 0);
    arrive(system, motion, collision, hit, 1);
    const struct particle *a = &hit->leaving.ball[0], *b = &hit->leaving.ball[1];
    hit->surface = NULL;
    hit->d = (struct vec2){b->x - a->x, b->y - a->y};
    hit->sees_images = system->turns && (neighbours_sees_images(system->neighbours, collision.slot) ||
                                         neighbours_sees_images(system->neighbours, collision.partner));
    if (hit->sees_images)
        pair_bring_back(system, hit);
    struct vec2 v_a = hit->arriving[0], v_b = hit->arriving[1];
    hit->dd = hit->d.x * hit->d.x + hit->d.y * hit->d.y;
    hit->approach = hit->d.x * (v_b.x - v_a.x) + hit->d.y * (v_b.y - v_a.y);
    hit->speeds = (v_a.x * v_a.x + v_a.y * v_a.y) + (v_b.x * v_b.x + v_b.y * v_b.y);
    hit->e = ball_restitution(system, hit->slot[0], hit->slot[1], hit->t, hit->approach, a->r + b->r);
}

ALWAYS_INLINE void arrive_at_surface(const struct event_system *system, const struct motion *motion,
                                     struct event_collision collision, struct hit *hit)
{
    arrive(system, motion, collision, hit, 0);
    const struct particle *ball = &hit->leaving.ball[0];
    hit->slot[1] = collision.partner;
    hit->surface = boundary_surface(&system->boundary, collision.partner);
    hit->turns[0] =
        system->turns ? event_seam_bring_slot_back(system, collision.slot, &hit->leaving.ball[0]) : (struct vec2){0, 0};
    hit->seen = event_seam_seen(system, collision.slot, event_centre(ball), hit->surface);
    hit->d = boundary_normal(hit->surface, contact_side(collision.partner), hit->seen);
    hit->dd = 1;
    hit->approach = -vec2_dot(hit->d, hit->arriving[0]);
    hit->speeds = ball->vx * ball->vx + ball->vy * ball->vy;
    hit->e = surface_restitution(system, collision.slot, hit->surface, hit->t, hit->approach);
    if (motion->rotates)
        hit->e = double_min(hit->e,
                            scene_most_restitution(system->scene, ball->id,
                                                   &scene_at_surface(system->scene, ball->id, hit->surface)->rubbing));
}

/* ---- the impulse ---- */

/** Approach no faster than rounding: a resting contact that has sunk. */
static inline bool is_resting(const struct hit *hit)
{
    return contact_is_resting(hit->approach * hit->approach, hit->speeds * hit->dd);
}

/** What restitution has for the contact; one at rest gets just enough to separate, unless gravity holds it. */
ALWAYS_INLINE void restitute(const struct event_system *system, struct hit *hit, bool is_pair)
{
    hit->parting = 0;
    hit->lasts = false;
    if (is_pair) {
        hit->change = is_resting(hit) ? hit->approach - 2 * CONTACT_RESTING * sqrt(hit->speeds * hit->dd)
                                      : collision_change(hit->e, hit->approach);
        return;
    }
    double speed = is_resting(hit) ? 2 * CONTACT_RESTING * sqrt(hit->speeds) : hit->e * -hit->approach;
    hit->speed =
        boundary_rebound(&system->motion, hit->surface, contact_side(hit->slot[1]), hit->leaving.ball[0].r, speed);
}

/** Where balls turn: friction changes the velocities that leave() has set, and the spins. */
static __attribute__((noinline)) void rub(const struct event_system *system, struct hit *hit, bool is_pair)
{
    struct particle *ball = hit->leaving.ball;
    if (is_pair) {
        double j = -hit->factor * collision_mass_product(ball[0].m, ball[1].m) * sqrt(hit->dd);
        event_rub_pair(&hit->rub, &scene_pair(system->scene, ball[0].id, ball[1].id)->rubbing, ball, hit->arriving,
                       hit->d, j);
        return;
    }
    const struct cushion cushion = boundary_cushion(system->scene, hit->surface, ball->id, hit->d, hit->e);
    event_rub_surface(&hit->rub, ball, hit->arriving[0], &cushion, hit->speed);
}

/** Here a single contact changes velocities: those of arriving balls become those of leaving ones. */
ALWAYS_INLINE void leave(const struct event_system *system, const struct motion *motion, struct hit *hit, bool is_pair)
{
    struct particle *a = &hit->leaving.ball[0], *b = &hit->leaving.ball[1];
    struct vec2 v_a = hit->arriving[0], v_b;
    if (!is_pair) {
        v_a = boundary_reflect(hit->surface, hit->d, v_a, hit->speed);
    } else {
        struct collision_masses masses = collision_masses(a->m, b->m);
        v_b = hit->arriving[1];
        hit->factor = collision_factor(hit->change, hit->dd, masses);
        collision_exchange(&v_a, &v_b, hit->d, hit->factor, masses);
        b->vx = v_b.x;
        b->vy = v_b.y;
    }
    a->vx = v_a.x;
    a->vy = v_a.y;
    if (motion->rotates)
        rub(system, hit, is_pair);
    for (int i = 0; motion_keeps_legs(motion) && i < (is_pair ? 2 : 1); i++)
        hit->leg[i] = motion_leg(motion, &hit->leaving.ball[i], hit->rub.leaving[i]);
}

/** A ball of which accelerations are asked. They follow the velocity: under friction the new one. */
struct pressed {
    struct particle ball;
    struct leg leg;
};

static struct body pressed_body(const struct motion *motion, const struct hit *hit, int i, struct pressed *pressed)
{
    if (motion_decelerates(motion))
        return leaving(motion, hit, i);
    pressed->ball = hit->leaving.ball[i];
    pressed->ball.vx = hit->arriving[i].x;
    pressed->ball.vy = hit->arriving[i].y;
    if (!motion_keeps_legs(motion))
        return body_of(&pressed->ball);
    pressed->leg = motion_leg(motion, &pressed->ball, hit->rub.leaving[i]);
    return (struct body){&pressed->ball, &pressed->leg};
}

/** Sees to bodies pressed together, which part with another speed than restitution's. True: their bounces collapse. */
static __attribute__((noinline)) bool press(const struct event_system *system, struct hit *hit)
{
    const struct motion *motion = &system->motion;
    struct pressed pressed[2];
    const struct body a = pressed_body(motion, hit, 0, &pressed[0]);
    double pressure, reach = a.ball->r, speed_squared;
    if (hit->surface) {
        pressure = boundary_pressure(motion, hit->surface, contact_side(hit->slot[1]), a, hit->seen);
        speed_squared = hit->speed * hit->speed;
    } else {
        const struct body b = pressed_body(motion, hit, 1, &pressed[1]);
        pressure = pressed_contact_pressure(motion, a, b, hit->d);
        reach += b.ball->r;
        speed_squared = hit->e * hit->e * (hit->approach * hit->approach / hit->dd);
    }
    double parting = pressed_contact_parting(motion, system->scene->contact_time, pressure, reach, speed_squared);
    if (!(parting > 0) || parting == HUGE_VAL)
        return parting == HUGE_VAL;
    hit->parting = parting;
    hit->lasts = hit->approach * hit->approach <= 4 * parting * hit->dd;
    hit->speed = sqrt(parting);
    hit->change = hit->approach - sqrt(parting * hit->dd);
    leave(system, motion, hit, !hit->surface);
    return false;
}

/* ---- the ledger ---- */

/** Energy that two balls lose. */
ALWAYS_INLINE double lost_by_pair(struct event_system *system, const struct hit *hit)
{
    double m_a = hit->leaving.ball[0].m, m_b = hit->leaving.ball[1].m, e = hit->e;
    if (hit->parting > 0)
        return collision_reduced_mass(m_a, m_b) * (hit->approach * hit->approach / hit->dd - hit->parting) / 2;
    if (e < 1 && !is_resting(hit))
        return collision_loss(collision_reduced_mass(m_a, m_b), e, hit->approach * hit->approach / hit->dd);
    if (system->scene->contact_time > 0) /* else two quotients for nothing */
        event_ledger_note_elastic(
            system, &scene_pair(system->scene, hit->leaving.ball[0].id, hit->leaving.ball[1].id)->restitution,
            collision_reduced_mass(m_a, m_b), hit->approach * hit->approach / hit->dd);
    return 0;
}

/** Energy that a ball loses at a surface. */
static inline double lost_in_bounce(struct event_system *system, const struct hit *hit)
{
    double m = hit->leaving.ball[0].m, outward = -hit->approach, back = hit->speed;
    if (back < outward || hit->parting > 0) /* not the push of a resting contact */
        return m * (outward - back) * (outward + back) / 2;
    event_ledger_note_elastic(system,
                              &scene_at_surface(system->scene, hit->leaving.ball[0].id, hit->surface)->restitution, m,
                              outward * outward);
    return 0;
}

/** Reports a contact of two balls, the one with the smaller index first. */
static __attribute__((noinline)) void report_pair(const struct event_system *system, const struct hit *hit)
{
    int first = hit->leaving.ball[1].id < hit->leaving.ball[0].id;
    const struct particle *a = &hit->leaving.ball[first], *b = &hit->leaving.ball[!first];
    struct vec2 way = {b->x - a->x, b->y - a->y}; /* anew: the negative of a zero would be another zero */
    if (hit->sees_images)
        way = vec2_sub(way, vec2_scale(first ? -1 : 1, hit->shift));
    double distance = sqrt(hit->dd);
    struct contact contact = {.a = (int32_t)a->id, .body = b->id, .n = {way.x / distance, way.y / distance}};
    contact.u = hit->approach / distance + 0; /* never -0, which would depend on the order of the balls */
    contact.j = -hit->factor * collision_mass_product(a->m, b->m) * distance;
    if (event_system_rotates(system))
        friction_note(vec3_scale(first ? -1 : 1, hit->rub.friction), &contact);
    event_ledger_report(system, &contact, a, system->turns ? system->turns[hit->slot[first]] : (struct vec2){0, 0});
}

ALWAYS_INLINE void account_pair(struct event_system *system, const struct motion *motion, const struct hit *hit)
{
    double r_a = hit->leaving.ball[0].r, r_b = hit->leaving.ball[1].r, reach = r_a + r_b, r = double_min(r_a, r_b);
    if (reach * reach - hit->dd > system->counts.overlap * r * reach) /* necessary for a larger overlap; rare */
        counters_overlap(&system->counts, reach - sqrt(hit->dd), r);
    event_ledger_book(system, true, motion->rotates ? hit->rub.loss : lost_by_pair(system, hit));
    if (event_ledger_is_observed(system))
        report_pair(system, hit);
    system->group++;
}

static void report_bounce(const struct event_system *system, const struct hit *hit)
{
    const struct particle *ball = &hit->leaving.ball[0];
    struct contact contact = {.a = (int32_t)ball->id, .body = hit->slot[1], .n = hit->d};
    contact.u = hit->approach + 0; /* no negative zero */
    contact.j = ball->m * (hit->speed - hit->approach);
    if (event_system_rotates(system))
        cushion_note(&hit->rub.cushion, &contact);
    event_ledger_report(system, &contact, ball, hit->turns[0]);
}

static void account_bounce(struct event_system *system, const struct hit *hit)
{
    double r = hit->leaving.ball[0].r;
    counters_overlap(&system->counts, -boundary_gap(hit->surface, contact_side(hit->slot[1]), hit->seen, r), r);
    event_ledger_book(system, false, event_system_rotates(system) ? hit->rub.loss : lost_in_bounce(system, hit));
    if (event_ledger_is_observed(system))
        report_bounce(system, hit);
    system->group++;
}

/* ---- what comes next ---- */

/** Hides both balls from searches, until they get their new trajectories or are shown again. */
ALWAYS_INLINE void hide(const struct event_system *system, struct hit *hit)
{
    const struct vec2 nowhere = {(double)NAN, (double)NAN};
    for (int i = 0; i < 2; i++) {
        struct particle *ball = &system->balls[hit->slot[i]];
        memcpy(&hit->hidden[i], ball, sizeof hit->hidden[i]);
        memcpy(ball, &nowhere, sizeof nowhere); /* one store, as the kernel reads it: x and y come first */
    }
}

static void show(const struct event_system *system, const struct hit *hit, int i)
{
    memcpy(&system->balls[hit->slot[i]], &hit->hidden[i], sizeof hit->hidden[i]);
}

/** Whom one of two balls may meet: a fixed ball nobody, as an impulse does not act through it. */
ALWAYS_INLINE void list_others(const struct event_system *system, struct hit *hit, int i)
{
    struct impact_list *list = &hit->leaving.list[i];
    list->owner = hit->slot[i];
    list->now = hit->t;
    list->slots = neighbours_list(system->neighbours, hit->slot[i], i, &list->count);
    if (motion_is_fixed(&hit->leaving.ball[i]))
        list->count = 0;
}

/** True if a surface touches one of two balls that is free. */
ALWAYS_INLINE bool surfaces_touch(const struct event_system *system, const struct hit *hit, int i)
{
    return !motion_is_fixed(&hit->leaving.ball[i]) &&
           prediction_surfaces_touch(system, hit->slot[i], &hit->leaving.ball[i], hit->slot[!i]);
}

/** Hides both balls. True: another body or image touches one; else `next` has whom each meets, but for the other. */
ALWAYS_INLINE bool search_others(struct event_system *system, const struct motion *motion, struct hit *hit,
                                 struct event next[2])
{
    struct impact_found found[2];
    hide(system, hit);
    list_others(system, hit, 0);
    list_others(system, hit, 1);
    const struct impact_kernel *kernel = hit->sees_images ? &system->kernel : &system->direct;
    kernel->two(&system->motion, system->balls, &hit->leaving, found);
    if ((found[0].touching | found[1].touching) && !motion_is_accelerated(motion)) /* certainly */
        return true;
    for (int i = 0; i < 2; i++)
        prediction_adopt(system, leaving(motion, hit, i), &hit->leaving.list[i], &found[i], hit->until, &next[i]);
    return found[0].touching || found[1].touching || surfaces_touch(system, hit, 0) || surfaces_touch(system, hit, 1) ||
           (motion->is_narrow &&
            motion_impact_is_double(motion, leaving(motion, hit, 0), leaving(motion, hit, 1), hit->t));
}

/** The same of a ball at a surface. */
ALWAYS_INLINE bool search_balls(struct event_system *system, const struct motion *motion, struct hit *hit,
                                struct event *next)
{
    const struct particle *ball = &hit->leaving.ball[0];
    list_others(system, hit, 0);
    struct impact_found found = system->kernel.one(&system->motion, system->balls, ball, &hit->leaving.list[0]);
    prediction_adopt(system, leaving(motion, hit, 0), &hit->leaving.list[0], &found, HUGE_VAL, next);
    return found.touching | prediction_surfaces_touch(system, hit->slot[0], ball, hit->slot[1]);
}

/** Two balls that have just hit each other can meet again without another hit: pushed by rounding if they still
 * approach, or driven together by their accelerations. */
ALWAYS_INLINE double meet_again(const struct event_system *system, const struct motion *motion, const struct hit *hit)
{
    const struct particle *a = &hit->leaving.ball[0], *b = &hit->leaving.ball[1];
    bool approach = hit->d.x * (b->vx - a->vx) + hit->d.y * (b->vy - a->vy) < 0;
    bool meet = approach || !pressed_contact_is_excluded(motion, a, b) || motion->is_narrow;
    if (!meet)
        return HUGE_VAL;
    return motion_impact_any(&system->motion, leaving(motion, hit, 0), leaving(motion, hit, 1)); /* knows of images */
}

/** Schedules what one of two balls does next. */
ALWAYS_INLINE void pair_schedule(struct event_system *system, const struct hit *hit, int i, const struct event *next)
{
    if (motion_is_fixed(&hit->leaving.ball[i]))
        event_queue_set(system->queue, hit->slot[i], (struct event){HUGE_VAL, EVENT_NONE, 0});
    else
        prediction_schedule(system, hit->slot[i], &hit->leaving.ball[i], *next, hit->t);
}

/** Gives two balls, which are hidden, their new trajectories; fixed ones keep theirs. */
ALWAYS_INLINE void depart(struct event_system *system, const struct motion *motion, struct hit *hit)
{
    for (int i = 0; i < 2; i++) {
        if (motion_is_fixed(&hit->leaving.ball[i]))
            show(system, hit, i);
        event_system_set_trajectory(system, hit->slot[i], leaving(motion, hit, i), hit->lost[i]);
    }
}

/** @param motion the system's; or a constant, so that compilers leave out what the law of motion has no use for (2 to 4
 * % faster). It knows no periods; what depends on them takes the system's. */
ALWAYS_INLINE enum status collide_pair(struct event_system *system, const struct motion *motion,
                                       struct event_collision collision, struct error *err)
{
    struct hit hit;
    struct event next[2];
    arrive_at_ball(system, motion, collision, &hit);
    bool alike = pressed_contact_is_excluded(motion, &hit.leaving.ball[0], &hit.leaving.ball[1]);
    restitute(system, &hit, true);
    leave(system, motion, &hit, true);
    bool collapses = !alike && press(system, &hit);
    double again = meet_again(system, motion, &hit);
    hit.until = again + (0x1p-50 * fabs(again) + DBL_MIN);
    bool touching = search_others(system, motion, &hit, next);
    if (collapses || (touching && !hit.lasts)) {
        bool resolved;
        show(system, &hit, 0);
        show(system, &hit, 1);
        enum status status = simultaneous_collision_resolve(system, collision, collapses, &resolved, err);
        if (status != STATUS_OK || resolved)
            return status;
        hide(system, &hit);
        for (int i = 0; i < 2; i++) {
            list_others(system, &hit, i); /* anew: the set was gathered by lists, too */
            prediction_singly(system, leaving(motion, &hit, i), &hit.leaving.list[i], hit.until, &next[i]);
        }
    }
    for (int i = 0; i < 2 && hit.sees_images; i++)
        system->turns[hit.slot[i]] = vec2_add(system->turns[hit.slot[i]], hit.turns[i]);
    account_pair(system, motion, &hit);
    depart(system, motion, &hit);
    for (int i = 0; i < 2 && again < HUGE_VAL; i++)
        prediction_take_earlier(system, &next[i], again, hit.slot[!i]);
    pair_schedule(system, &hit, 0, &next[0]);
    pair_schedule(system, &hit, 1, &next[1]);
    return STATUS_OK;
}

/** @param motion as above */
ALWAYS_INLINE enum status collide_surface(struct event_system *system, const struct motion *motion,
                                          struct event_collision collision, struct error *err)
{
    struct hit hit;
    struct event next;
    arrive_at_surface(system, motion, collision, &hit);
    restitute(system, &hit, false);
    leave(system, motion, &hit, false);
    bool collapses = (boundary_is_obstacle(hit.surface) || motion_slides(motion)) && press(system, &hit);
    bool touching = search_balls(system, motion, &hit, &next);
    if (collapses || (touching && !hit.lasts)) {
        bool resolved;
        enum status status = simultaneous_collision_resolve(system, collision, collapses, &resolved, err);
        if (status != STATUS_OK || resolved)
            return status;
    }
    account_bounce(system, &hit);
    event_system_set_trajectory(system, collision.slot, leaving(motion, &hit, 0), hit.lost[0]);
    if (system->turns)
        system->turns[collision.slot] = hit.turns[0];
    prediction_schedule(system, collision.slot, &hit.leaving.ball[0], next, collision.t);
    return STATUS_OK;
}

/* ---- the two kinds of code ---- */

static const struct motion uniform = {.law = MOTION_UNIFORM};

/** True if the code for a constant law serves: balls move uniformly and do not turn. */
static inline bool is_simple(const struct event_system *system)
{
    return !motion_is_accelerated(&system->motion) && !system->legs;
}

static __attribute__((noinline)) enum status collide_any(struct event_system *system, struct event_collision collision,
                                                         struct error *err)
{
    return collide_pair(system, &system->motion, collision, err);
}

enum status event_collision_pair(struct event_system *system, struct event_collision collision, struct error *err)
{
    if (is_simple(system) && !system->motion.is_narrow)
        return collide_pair(system, &uniform, collision, err);
    return collide_any(system, collision, err);
}

static __attribute__((noinline)) enum status collide_any_surface(struct event_system *system,
                                                                 struct event_collision collision, struct error *err)
{
    return collide_surface(system, &system->motion, collision, err);
}

enum status event_collision_surface(struct event_system *system, struct event_collision collision, struct error *err)
{
    if (is_simple(system))
        return collide_surface(system, &uniform, collision, err);
    return collide_any_surface(system, collision, err);
}
