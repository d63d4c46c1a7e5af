#ifndef INTEGRATORS_EVENT_EVENT_ENGINE_INTERNAL_H
#define INTEGRATORS_EVENT_EVENT_ENGINE_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/sum.h"
#include "broadphase/impact_kernel.h"
#include "broadphase/neighbours.h"
#include "broadphase/rolling_kernel.h"
#include "integrators/event/contact_cluster.h"
#include "integrators/event/event_engine.h"
#include "integrators/event/event_queue.h"
#include "physics/impact_law.h"
#include "physics/motion.h"

/*
 * What the parts of the event engine share, and what they do for each other: event_engine (life cycle and main loop),
 * prediction (a ball's next event), binary_collision (two balls), surface_collision (a ball and a surface),
 * pressed_contact (what accelerations press together), simultaneous_collision (several contacts at one instant),
 * inelastic_collapse (collisions without end), pocketing (pockets), prefetch. No other file includes this header. What
 * they are built from knows nothing of it: event_system, contact_cluster, event_queue.
 */

enum { PREFETCH_RING = 16 }; /* a power of two: indices wrap */

/** A ball that a pocket has taken. */
struct event_taken {
    uint32_t ball, obstacle; /* numbers in the scene */
};

struct event_engine {
    const struct scene *scene;
    const struct observer *observer;
    const struct impact_law *law;
    bool interrupted; /* the law has seen the stop flag: the state is that before the impact, and not to be used */
    struct impact_kernel kernel;
    struct impact_kernel direct; /* of balls that see no images (neighbours_sees_images) */
    rolling_kernel *filter;      /* under friction */
    struct event_tuning tuning;
    struct event_system system; /* balls by slot, after the last the sentinel */
    struct event_queue *queue;
    struct event *beyond; /* of balls whose event is the end of their neighbour lists: their earliest impact; NULL: it
                             is not kept */
    struct contact_cluster cluster;
    struct counters counts;    /* but for lost; rest as of the world last written */
    struct sum lost;           /* on trajectories that have ended, and in hits */
    struct sum lost_in_world;  /* with friction: the same and on present trajectories, until the world last written */
    struct event_taken *taken; /* balls that the world has not been told of; NULL: no pockets */
    size_t n_taken;
    uint64_t group; /* number of the next group */
    double epoch;   /* where the engine's clock is 0: all its times count from there (event_engine.c) */
    double instant; /* time of the last hit */
    uint64_t hits_at_instant;
    uint64_t fallbacks_before;        /* inelastic fallbacks up to that instant */
    uint64_t trials_cut_short;        /* of a collapse, by gr, at that instant: each may take as long as a fallback */
    struct event_queue_cursor cursor; /* of prefetch_step() */
    uint32_t n_prefetched;            /* number of slots prefetched, and the last of them */
    uint32_t prefetched[PREFETCH_RING];
};

/** Begins a new trajectory of a ball that has arrived, after a collision. */
static inline void event_begin_trajectory(struct particle *ball, struct vec2 v)
{
    ball->vx = v.x;
    ball->vy = v.y;
    ball->collisions++;
}

/** Energy that friction has taken from a ball on its present trajectory, until it has come to velocity v. */
static inline double event_friction_loss_to(const struct particle *ball, struct vec2 v)
{
    double before = ball->vx * ball->vx + ball->vy * ball->vy;
    if (before == 0 || motion_is_fixed(ball))
        return 0;
    return 0.5 * ball->m * (before - vec2_dot(v, v));
}

/** The same, until time t. */
static inline double event_friction_loss(const struct event_engine *engine, uint32_t slot, double t)
{
    const struct particle *ball = &engine->system.balls[slot];
    return event_friction_loss_to(ball, motion_velocity(&engine->system.motion, ball, t));
}

/** Replaces a ball's trajectory by the one that it follows after a collision. Its turns are left to the caller. */
static inline void event_set_trajectory(struct event_engine *engine, uint32_t slot, const struct particle *trajectory)
{
    if (motion_is_fixed(trajectory))
        return;
    if (engine->system.motion.law == MOTION_FRICTION)
        sum_add(&engine->lost, event_friction_loss(engine, slot, trajectory->t));
    engine->system.balls[slot] = *trajectory;
}

/** True if some collision of the run may lose energy. Otherwise nothing depends on when a ball has last been hit. */
static inline bool event_loses_energy(const struct event_engine *engine)
{
    return engine->scene->e_ball < 1 || !engine->system.boundary.is_elastic;
}

/** True if a ball was hit less than the scene's contact_time ago (Luding and McNamara, Granular Matter 1, 113, 1998).
 */
static inline bool event_is_recent(const struct event_engine *engine, uint32_t slot, double t)
{
    const struct particle *ball = &engine->system.balls[slot];
    double contact_time = engine->scene->contact_time;
    return contact_time > 0 && ball->collisions > 0 && t - ball->t < contact_time;
}

static inline double event_ball_restitution(const struct event_engine *engine, uint32_t a, uint32_t b, double t)
{
    return event_is_recent(engine, a, t) || event_is_recent(engine, b, t) ? 1 : engine->scene->e_ball;
}

static inline double event_surface_restitution(const struct event_engine *engine, uint32_t slot, uint32_t body,
                                               double t)
{
    return event_is_recent(engine, slot, t) ? 1 : boundary_surface(&engine->system.boundary, body)->e;
}

/** Takes note of a hit that was elastic, perhaps because of contact_time. Under gravity balls that lie bounce at about
 *  half of that times g; hits up to ten times faster do not count.
 *  @param e of such a hit otherwise @param m reduced mass @param speed_squared of approach */
static inline void event_note_elastic(struct event_engine *engine, double e, double m, double speed_squared)
{
    const struct scene *scene = engine->scene;
    double gg = vec2_dot(scene->gravity, scene->gravity), tt = scene->contact_time * scene->contact_time;
    if (tt > 0 && speed_squared > 25 * gg * tt)
        engine->counts.kept += m * (1 - e * e) * speed_squared / 2;
}

/** True if there is an observer of contacts. */
static inline bool event_is_observed(const struct event_engine *engine)
{
    return observer_wants_contacts(engine->observer);
}

/** Reports a contact of a ball, which has arrived on the table after so many turns.
 *  @param row its kind, b, n, u and j; the rest follows from the ball */
static inline void event_report(const struct event_engine *engine, const struct particle *ball, struct vec2 turns,
                                struct contact_event row)
{
    struct vec2 centre = event_centre(ball);
    if (engine->system.turns)
        centre = period_unwrap(&engine->system.motion.period, centre, turns);
    row.t = ball->t + engine->epoch;
    row.group = engine->group;
    row.a = ball->id;
    row.at = vec2_add(centre, vec2_scale(ball->r, row.n));
    observer_notify(engine->observer, &row);
}

/** Keeps the largest overlap seen, relative to the radius r. */
static inline void event_record_overlap(struct event_engine *engine, double depth, double r)
{
    if (depth > engine->counts.overlap * r)
        engine->counts.overlap = depth / r;
}

/** True if the ball certainly touches no surface at time t and hits none on its way there. False where a quick look
 * does not tell. */
static inline bool event_is_clear(const struct event_engine *engine, const struct particle *ball, double t)
{
    static const struct motion uniform = {.law = MOTION_UNIFORM};
    const struct boundary *boundary = &engine->system.boundary;
    return engine->system.neighbours->is_plain &&
           boundary_edge_distance(boundary, motion_position(&uniform, ball, t)) > 1.5 * ball->r;
}

/** True if a surface touches an arrived ball, other than `partner`. */
static inline bool event_surfaces_touch(const struct event_engine *engine, uint32_t slot, const struct particle *ball,
                                        uint32_t partner)
{
    uint32_t count;
    unsigned touching = 0;
    const uint32_t *list = neighbours_surfaces(engine->system.neighbours, slot, &count);
    if (count == 0 || (contact_is_ball(partner) && event_is_clear(engine, ball, ball->t)))
        return false;
    if (!engine->system.neighbours->surfaces) {
        touching = boundary_touching_edge(&engine->system.boundary, event_centre(ball), ball->r);
        return contact_is_ball(partner) ? touching : touching & ~(1u << (partner - CONTACT_SURFACE));
    }
    for (uint32_t k = 0; k < count; k++) {
        const struct surface *surface = &engine->system.boundary.surfaces[list[k]];
        struct vec2 seen = event_system_seen(&engine->system, slot, event_centre(ball), surface);
        unsigned sides = boundary_touching(surface, seen, ball->r);
        bool is_partner = (partner ^ contact_surface(list[k], 0)) <= 1;
        touching |= is_partner ? sides & ~(1u << contact_side(partner)) : sides;
    }
    return touching != 0;
}

/* ---- prediction ---- */

/* What happens to a ball next: the earliest impact with a neighbour or a surface, or the end of its neighbour list. */

/** Finds and schedules a ball's next event. @param now present time */
void prediction_update(struct event_engine *engine, uint32_t slot, double now);

/** The same of a ball that has just left its region that way (neighbours_exit_time) and got new neighbours. */
void prediction_extend(struct event_engine *engine, uint32_t slot, double now, uint32_t way);

/** What a ball collides with next among those in a list, one by one. Under friction EVENT_REBUILD if the end of the
 *  list, or `until`, comes first: later impacts need not be found. Returns whether one of them touches the ball. */
bool prediction_singly(const struct event_engine *engine, const struct particle *ball, const struct impact_list *list,
                       double until, struct event *best);

/** What a ball collides with next among those in its list, given the kernel's result. Where the kernel was not sure,
 *  motion_impact() decides, and whether one of them touches the ball is corrected.
 *  @param ball on its trajectory from now on @param until as above; HUGE_VAL: all impacts matter */
static inline void prediction_adopt(const struct event_engine *engine, const struct particle *ball,
                                    const struct impact_list *list, struct impact_found *found, double until,
                                    struct event *best)
{
    if (found->ambiguous | engine->tuning.no_vectors) {
        found->touching = prediction_singly(engine, ball, list, until, best);
        return;
    }
    best->t = found->t;
    best->partner = EVENT_NONE;
    best->collisions = 0;
    if (found->t < HUGE_VAL) {
        best->partner = list->slots[found->index];
        best->collisions = engine->system.balls[best->partner].collisions;
    }
}

/** Makes an impact with `partner` the best if it is earlier, or as early with a smaller ball index. */
void prediction_take_earlier(const struct event_engine *engine, struct event *best, double t, uint32_t partner);

/** What prediction_schedule() does where a surface or the end of the list may be near. */
void prediction_schedule_fully(struct event_engine *engine, uint32_t slot, struct event best, double now);

/** Adds surfaces and the end of the neighbour list to the best pair and schedules the earliest.
 *  @param ball the ball, or a copy of it */
static inline void prediction_schedule(struct event_engine *engine, uint32_t slot, const struct particle *ball,
                                       struct event best, double now)
{
    if (neighbours_stay_alone(engine->system.neighbours, slot, ball, now, best.t))
        event_queue_set(engine->queue, slot, best);
    else
        prediction_schedule_fully(engine, slot, best, now);
}

/* ---- binary_collision ---- */

/** Collides two balls, and nothing else, as is nearly always the case; if a third body touches, the collision goes to
 *  simultaneous_collision. Reports the collision and schedules what follows. Errors are those of
 *  simultaneous_collision_resolve(). */
enum status binary_collision_pair(struct event_engine *engine, struct event_collision collision, struct error *err);

/* ---- surface_collision ---- */

/** Collides a ball with a surface, as binary_collision_pair() two balls. */
enum status surface_collision(struct event_engine *engine, struct event_collision collision, struct error *err);

/* ---- pressed_contact ---- */

/** Two bodies that part after a hit. */
struct pressed_contact {
    double pressure;      /* acceleration with which they are driven together again; not positive: they are not */
    double reach;         /* sum of the radii; ball and surface: the radius */
    double speed_squared; /* of their separation, as the law of impact has it */
};

/** The pressure of two balls that touch at the time at which both trajectories begin: their relative acceleration along
 *  the line of centres less the centrifugal one. That on a surface is boundary_pressure().
 *  @param d separation, b minus a */
double pressed_contact_pressure(const struct motion *motion, const struct particle *a, const struct particle *b,
                                struct vec2 d);

/** Square of the speed with which the bodies part instead; 0: as the law of impact has it; HUGE_VAL: they collapse. */
double pressed_contact_parting(const struct event_engine *engine, const struct pressed_contact *contact);

/* ---- simultaneous_collision ---- */

/** Resolves all contacts that are connected with a collision at its instant by the scene's law of impact, reports them
 *  and predicts the balls that received an impulse.
 *  @param collapses the two bodies would stay pressed together if nothing else touched them: an inelastic collapse,
 *                   unless the others drive them apart
 *  @param resolved  false if nothing approaches: the collision is a resting contact that has sunk, and nothing was done
 *  STATUS_FAILED: inelastic collapse; STATUS_LIMIT: too many contacts, or out of memory. */
enum status simultaneous_collision_resolve(struct event_engine *engine, struct event_collision collision,
                                           bool collapses, bool *resolved, struct error *err);

/* ---- inelastic_collapse ---- */

/* Inelastic collapse, infinitely many collisions in finite time, and other collisions without end: detected, named,
 * ended. */

/** True if the contact set gathered for a collision may be part of a collapse. */
bool inelastic_collapse_is_possible(const struct event_engine *engine, struct event_collision collision);

/** True if the law gr leaves the bodies of the possible collapse at rest against each other. Uses up the contact set's
 *  velocities. */
bool inelastic_collapse_is_suspected(struct event_engine *engine, struct event_collision collision);

/** Follows the collisions of the suspected collapse one by one. STATUS_FAILED, naming bodies and time, if they have no
 *  end; else the outcome is theirs. */
enum status inelastic_collapse_follow(struct event_engine *engine, struct event_collision collision,
                                      struct impact_outcome *outcome, struct error *err);

/** STATUS_FAILED, naming the bodies of the collision and its time. @param is_pressed they stay in contact */
enum status inelastic_collapse_fail(struct event_engine *engine, struct event_collision collision, bool is_pressed,
                                    struct error *err);

/** Counts a collision at the same instant as the one before. STATUS_FAILED if they go on without end, which no law
 * should cause. */
enum status inelastic_collapse_check_instant(struct event_engine *engine, struct event_collision collision,
                                             struct error *err);

/** inelastic_collapse_check_instant() of a collision that may be at the same instant. */
static inline enum status inelastic_collapse_check(struct event_engine *engine, struct event_collision collision,
                                                   struct error *err)
{
    if (collision.t == engine->instant)
        return inelastic_collapse_check_instant(engine, collision, err);
    engine->instant = collision.t;
    engine->hits_at_instant = 0;
    engine->fallbacks_before = engine->counts.last_resorts;
    engine->trials_cut_short = 0;
    return STATUS_OK;
}

/* ---- pocketing ---- */

/* Pockets: what happens when a ball's centre crosses the rim of one. */

/** Takes the ball of an event whose partner is a pocket, unless it collides at the same instant. */
void pocketing_take(struct event_engine *engine, struct event_collision crossing);

/** Tells the world which balls were taken since the last call. */
void pocketing_store(struct event_engine *engine, struct world *world);

/* ---- prefetch ---- */

/** Prefetches ball and list of the event that comes next, and those of its partner; to be called before each event.
 *  Changes speed only. */
void prefetch_coming(const struct event_engine *engine);

/** Prefetches the memory that later events will touch; to be called after each event. Changes speed only. */
void prefetch_step(struct event_engine *engine);

#endif
