/*
 * The hit of two balls alone, as nearly always.
 *
 * The order of work is chosen for speed. First come the trajectories with which the two balls leave if nothing else
 * touches them; then the vector kernel searches both neighbour lists at once for what they collide with next, and tells
 * whether a third body touches one of them. If so, the contact set is resolved together (simultaneous_collision).
 *
 * The momentum exchange is that of contact/collision. Resting contacts, which approach no faster than rounding, are
 * scheduled only when they would have sunk by CONTACT_SUNK (contact/contact); here they part at the speed of rounding.
 * Balls that are pressed together part no slower than lasting_contact says. Everything is symmetric in the two
 * balls to the bit, so it does not matter which of them held the event.
 */
#include "events/event_pair.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/min_max.h"
#include "contact/collision.h"
#include "contact/friction.h"
#include "events/event_hit.h"
#include "events/event_ledger.h"
#include "events/event_rolling.h"
#include "events/event_seam.h"
#include "events/event_touch.h"
#include "events/lasting_contact.h"
#include "events/prediction.h"
#include "events/simultaneous_collision.h"
#include "motion/motion_impact.h"

/* ---- arriving ---- */

/** If one of two balls sees images: brings both back to the table, and finds the separation of the images that collide.
 */
static void pair_bring_back(const struct event_system *system, struct hit *hit)
{
    struct particle *a = &hit->leaving.ball[0], *b = &hit->leaving.ball[1];
    for (int i = 0; i < 2; i++)
        hit->turns[i] = event_seam_bring_back(system, &hit->leaving.ball[i]);
    hit->shift = period_shift(&system->motion.period, (struct vec2){b->x - a->x, b->y - a->y});
    hit->d = vec2_sub((struct vec2){b->x - a->x, b->y - a->y}, hit->shift);
}

ALWAYS_INLINE void arrive_both(const struct event_system *system, const struct motion *motion,
                               struct event_collision collision, struct hit *hit)
{
    event_hit_arrive(system, motion, collision, hit, 0);
    event_hit_arrive(system, motion, collision, hit, 1);
    const struct particle *a = &hit->leaving.ball[0], *b = &hit->leaving.ball[1];
    hit->n_moving = motion_is_fixed(b) ? 1 : 2;
    hit->d = (struct vec2){b->x - a->x, b->y - a->y};
    hit->sees_images = neighbours_sees_images(system->neighbours, collision.slot) ||
                       neighbours_sees_images(system->neighbours, collision.partner);
    if (hit->sees_images)
        pair_bring_back(system, hit);
    struct vec2 v_a = hit->arriving[0], v_b = hit->arriving[1];
    hit->dd = hit->d.x * hit->d.x + hit->d.y * hit->d.y;
    hit->approach = hit->d.x * (v_b.x - v_a.x) + hit->d.y * (v_b.y - v_a.y);
    hit->speeds = (v_a.x * v_a.x + v_a.y * v_a.y) + (v_b.x * v_b.x + v_b.y * v_b.y);
    event_hit_restitute(hit, &scene_pair(system->scene, a->id, b->id)->restitution, -hit->approach / (a->r + b->r),
                        event_trajectory_is_recent(system, hit->slot[0], hit->t) ||
                            event_trajectory_is_recent(system, hit->slot[1], hit->t));
}

/* ---- the impulse ---- */

/** The change of the relative velocity that restitution has; a contact at rest gets just enough to separate. */
ALWAYS_INLINE void restitute(struct hit *hit)
{
    hit->parting = 0;
    hit->lasts = false;
    hit->change = event_hit_is_resting(hit) ? hit->approach - 2 * CONTACT_RESTING * sqrt(hit->speeds * hit->dd)
                                            : collision_change(hit->e, hit->approach);
}

/** Where balls turn: friction changes the velocities that leave() has set, and the spins. */
static __attribute__((noinline)) void rub(const struct event_system *system, struct hit *hit)
{
    struct particle *ball = hit->leaving.ball;
    const struct rubbing *rubbing = &scene_pair(system->scene, ball[0].id, ball[1].id)->rubbing;
    double j = -hit->factor * collision_mass_product(ball[0].m, ball[1].m) * sqrt(hit->dd);
    event_friction_pair(&hit->friction, rubbing, ball, hit->arriving, hit->d, j);
}

/** Here a hit of two balls changes velocities: those of arriving balls become those of leaving ones.
 *  @param part the impulse is divided by it */
ALWAYS_INLINE void exchange(const struct event_system *system, const struct motion *motion, struct hit *hit,
                            double part)
{
    struct particle *a = &hit->leaving.ball[0], *b = &hit->leaving.ball[1];
    struct collision_masses masses = collision_masses(a->m, b->m);
    struct vec2 v_a = hit->arriving[0], v_b = hit->arriving[1];
    hit->factor = collision_factor(hit->change / part, hit->dd, masses);
    collision_exchange(&v_a, &v_b, hit->d, hit->factor, masses);
    a->vx = v_a.x;
    a->vy = v_a.y;
    b->vx = v_b.x;
    b->vy = v_b.y;
    if (motion->rotates)
        rub(system, hit);
    event_hit_find_legs(motion, hit, 2);
}

static void exchange_more(const struct event_system *system, struct hit *hit, double part)
{
    exchange(system, &system->motion, hit, part);
}

/** By how much d times the relative velocity has grown. */
static double gained(const struct hit *hit)
{
    const struct particle *a = &hit->leaving.ball[0], *b = &hit->leaving.ball[1];
    return hit->d.x * (b->vx - a->vx) + hit->d.y * (b->vy - a->vy) - hit->approach;
}

/** @param lasting event_rolling_on() */
ALWAYS_INLINE void leave(const struct event_system *system, const struct motion *motion, struct hit *hit,
                         double lasting)
{
    static const struct event_rolling_hit pair = {2, exchange_more, gained};
    exchange(system, motion, hit, 1);
    event_rolling_on(system, motion, hit, &pair, lasting);
}

/** Acceleration that drives the two together again. @param lasting as of lasting_contact_body() */
static double pressure(const struct motion *motion, const struct hit *hit, bool lasting)
{
    struct lasting_ball pressed[2];
    const struct body a = lasting_contact_body(motion, hit, 0, lasting, &pressed[0]);
    const struct body b = lasting_contact_body(motion, hit, 1, lasting, &pressed[1]);
    return lasting_contact_pressure(motion, a, b, hit->d);
}

/** Square of the speed with which the two part, as the law of impact has it. */
ALWAYS_INLINE double parting_squared(const struct hit *hit)
{
    return hit->e * hit->e * (hit->approach * hit->approach / hit->dd);
}

/** Keeps up the hit of balls that are pressed together. */
static __attribute__((noinline)) void keep_up(const struct event_system *system, struct hit *hit)
{
    const struct motion *motion = &system->motion;
    double pressing = pressure(motion, hit, false), reach = hit->leaving.ball[0].r + hit->leaving.ball[1].r;
    if (lasting_contact_slips_briefly(motion, hit, 0) || lasting_contact_slips_briefly(motion, hit, 1))
        pressing = double_max(pressing, pressure(motion, hit, true));
    const double lasting = lasting_contact_keep(system, hit, pressing, reach, parting_squared(hit));
    if (!(lasting > 0))
        return;
    hit->change = hit->approach - sqrt(hit->parting * hit->dd);
    leave(system, motion, hit, lasting);
}

/** False: the hit certainly needs not be kept up. */
ALWAYS_INLINE bool may_last(const struct event_system *system, const struct motion *motion, const struct hit *hit)
{
    const struct particle *a = &hit->leaving.ball[0], *b = &hit->leaving.ball[1];
    if (!motion_is_accelerated(motion))
        return false;
    return !motion_accelerates_alike(motion, a, b) ||
           lasting_contact_may_fall(system, a->r + b->r, parting_squared(hit));
}

/* ---- the ledger ---- */

/** Energy that two balls lose. */
ALWAYS_INLINE double lost(const struct hit *hit)
{
    double m_a = hit->leaving.ball[0].m, m_b = hit->leaving.ball[1].m, e = hit->e;
    if (hit->parting > 0)
        return collision_reduced_mass(m_a, m_b) * (hit->approach * hit->approach / hit->dd - hit->parting) / 2;
    if (e < 1 && !event_hit_is_resting(hit))
        return collision_loss(collision_reduced_mass(m_a, m_b), e, hit->approach * hit->approach / hit->dd);
    return 0;
}

/** Of a hit within contact_time: notes what it keeps. */
static __attribute__((noinline)) void note_elastic(struct event_system *system, const struct hit *hit)
{
    const struct particle *a = &hit->leaving.ball[0], *b = &hit->leaving.ball[1];
    const struct coefficients *given = scene_pair(system->scene, a->id, b->id);
    const double u = hit->approach / sqrt(hit->dd);
    double kinetic = 0;
    if (hit->n_moving == 2)
        event_ledger_note_creep(system, &given->rubbing, u);
    if (hit->parting > 0)
        return;
    for (int i = 0; i < hit->n_moving; i++)
        kinetic += hit->leaving.ball[i].m * vec2_dot(hit->arriving[i], hit->arriving[i]) / 2;
    event_ledger_note_elastic(system, &given->restitution, collision_reduced_mass(a->m, b->m), u, kinetic);
}

/** Of a hit that is kept up: counts it. */
static __attribute__((noinline)) void note_kept(struct event_system *system, const struct hit *hit)
{
    const uint32_t a = hit->leaving.ball[0].id, b = hit->leaving.ball[1].id;
    event_ledger_note_kept(system);
    if (hit->n_moving == 2 && !hit->is_recent)
        event_ledger_note_pressed(system, &scene_pair(system->scene, a, b)->rubbing);
}

/** Reports a contact of two balls, the one with the smaller index first. */
static __attribute__((noinline)) void report(const struct event_system *system, const struct hit *hit)
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
        friction_note(vec3_scale(first ? -1 : 1, hit->friction.impulse), &contact);
    event_ledger_report(system, &contact, a, event_seam_turns(system, hit->slot[first]));
}

/** In a tile: takes note of a hit. False: another tile tells it. */
static __attribute__((noinline)) bool tell(const struct event_system *system, const struct hit *hit)
{
    const struct particle *a = &hit->leaving.ball[0], *b = &hit->leaving.ball[1];
    event_tile_follow(system->tile, hit->slot[0], a);
    event_tile_follow(system->tile, hit->slot[1], b);
    const bool tells = event_tile_tells(system->tile, hit->slot[b->id < a->id]);
    if (tells)
        event_tile_note(system->tile, hit->t, event_tile_rank(a->id, b->id), lost(hit));
    return tells;
}

ALWAYS_INLINE void account(struct event_system *system, const struct motion *motion, const struct hit *hit)
{
    if (system->tile && !tell(system, hit))
        return;
    double r_a = hit->leaving.ball[0].r, r_b = hit->leaving.ball[1].r, reach = r_a + r_b, r = double_min(r_a, r_b);
    if (reach * reach - hit->dd > system->ledger.counts.overlap * r * reach) /* necessary for a larger overlap; rare */
        ledger_overlap(&system->ledger, reach - sqrt(hit->dd), r);
    event_ledger_book(system, true, motion->rotates ? hit->friction.loss : lost(hit));
    if (hit->is_recent)
        note_elastic(system, hit);
    if (hit->parting > 0)
        note_kept(system, hit);
    if (event_ledger_is_observed(system))
        report(system, hit);
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

ALWAYS_INLINE bool surfaces_touch(const struct event_system *system, const struct hit *hit, int i)
{
    return event_touch_surfaces(system, hit->slot[i], &hit->leaving.ball[i], hit->slot[!i]);
}

/** Whom each ball may meet: a fixed one nobody, as an impulse does not act through it. */
ALWAYS_INLINE void list_others(const struct event_system *system, struct hit *hit)
{
    event_hit_list_others(system, hit, 0);
    event_hit_list_others(system, hit, 1);
    if (hit->n_moving == 1)
        hit->leaving.list[1].count = 0;
}

/** Hides both balls. True: another body or image touches one; else `next` has whom each meets, but for the other. */
ALWAYS_INLINE bool search_others(struct event_system *system, const struct motion *motion, struct hit *hit,
                                 struct event next[2])
{
    struct impact_found found[2];
    hide(system, hit);
    list_others(system, hit);
    const struct impact_kernel *kernel = hit->sees_images ? &system->kernel : &system->direct;
    kernel->two(&system->motion, system->balls, &hit->leaving, found);
    if ((found[0].touching | found[1].touching) && !motion_is_accelerated(motion)) { /* certainly */
        for (int i = 0; i < 2; i++)
            next[i] = (struct event){HUGE_VAL, EVENT_NONE, 0};
        return true;
    }
    for (int i = 0; i < 2; i++)
        prediction_adopt(system, event_hit_leaving(motion, hit, i), &hit->leaving.list[i], &found[i], hit->until,
                         &next[i]);
    return found[0].touching || found[1].touching || surfaces_touch(system, hit, 0) ||
           (hit->n_moving == 2 && surfaces_touch(system, hit, 1)) ||
           (motion->is_narrow && motion_impact_is_double(motion, event_hit_leaving(motion, hit, 0),
                                                         event_hit_leaving(motion, hit, 1), hit->t));
}

/** Two balls that have just hit each other can meet again without another hit: pushed by rounding if they still
 * approach, or driven together by their accelerations. */
ALWAYS_INLINE double meet_again(const struct event_system *system, const struct motion *motion, const struct hit *hit)
{
    const struct particle *a = &hit->leaving.ball[0], *b = &hit->leaving.ball[1];
    bool approach = hit->d.x * (b->vx - a->vx) + hit->d.y * (b->vy - a->vy) < 0;
    bool meet = approach || !motion_accelerates_alike(motion, a, b) || motion->is_narrow;
    if (!meet)
        return HUGE_VAL;
    return motion_impact_any(&system->motion, event_hit_leaving(motion, hit, 0),
                             event_hit_leaving(motion, hit, 1)); /* knows of images */
}

/** Schedules what the two balls do next; a fixed one nothing, as before. */
ALWAYS_INLINE void schedule(struct event_system *system, const struct hit *hit, const struct event next[2])
{
    for (int i = 0; i < hit->n_moving; i++)
        prediction_schedule(system, hit->slot[i], &hit->leaving.ball[i], next[i], hit->t);
}

/** Gives two balls, which are hidden, their new trajectories; fixed ones keep theirs. Shows the old ones before, which
 *  tell the work of a wall that has carried a ball, and the side of a gate on which it was. */
ALWAYS_INLINE void depart(struct event_system *system, const struct motion *motion, const struct hit *hit)
{
    for (int i = 0; i < 2; i++) {
        show(system, hit, i);
        event_trajectory_set(system, hit->slot[i], event_hit_leaving(motion, hit, i), hit->lost[i]);
    }
}

/** @param motion the system's; or a constant, so that compilers leave out what the law of motion has no use for (2 to 4
 * % faster). It knows no periods; what depends on them takes the system's. */
ALWAYS_INLINE enum status collide(struct event_system *system, const struct motion *motion,
                                  struct event_collision collision, struct error *err)
{
    struct hit hit;
    struct event next[2];
    arrive_both(system, motion, collision, &hit);
    restitute(&hit);
    leave(system, motion, &hit, 0);
    if (may_last(system, motion, &hit))
        keep_up(system, &hit);
    double again = meet_again(system, motion, &hit);
    hit.until = again + (0x1p-50 * fabs(again) + DBL_MIN);
    bool touching = search_others(system, motion, &hit, next);
    if (touching && !hit.lasts) {
        bool resolved;
        show(system, &hit, 0);
        show(system, &hit, 1);
        enum status status = simultaneous_collision_resolve(system, collision, &resolved, err);
        if (status != STATUS_OK || resolved)
            return status;
        hide(system, &hit);
        list_others(system, &hit); /* anew: the set was gathered by lists, too */
        for (int i = 0; i < 2; i++)
            prediction_singly(system, event_hit_leaving(motion, &hit, i), &hit.leaving.list[i], hit.until, &next[i]);
    }
    for (int i = 0; i < 2 && hit.sees_images; i++)
        system->turns[hit.slot[i]] = vec2_add(system->turns[hit.slot[i]], hit.turns[i]);
    account(system, motion, &hit);
    depart(system, motion, &hit);
    for (int i = 0; i < 2 && again < HUGE_VAL; i++)
        prediction_take_earlier(system, &next[i], again, hit.slot[!i]);
    schedule(system, &hit, next);
    return STATUS_OK;
}

static enum status collide_plain(struct event_system *system, struct event_collision collision, struct error *err)
{
    static const struct motion plain = {.law = MOTION_UNIFORM};
    return collide(system, &plain, collision, err);
}

/** Of balls that turn in uniform motion, and that nothing slows. */
static enum status collide_turning(struct event_system *system, struct event_collision collision, struct error *err)
{
    static const struct motion turning = {.law = MOTION_UNIFORM, .rotates = true};
    return collide(system, &turning, collision, err);
}

static enum status collide_full(struct event_system *system, struct event_collision collision, struct error *err)
{
    return collide(system, &system->motion, collision, err);
}

event_hit_function *event_pair_of(const struct event_system *system)
{
    const struct motion *motion = &system->motion;
    if (motion_is_accelerated(motion) || motion->is_narrow || system->dissipates)
        return collide_full;
    return motion->rotates ? collide_turning : collide_plain;
}
