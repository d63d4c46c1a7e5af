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
 * What the parts of the event engine share: event_engine (life cycle and main loop), prediction (a ball's next event),
 * binary_collision (two balls), surface_collision (a ball and a surface), pressed_contact (what accelerations press
 * together), simultaneous_collision (several contacts at one instant), pocketing (pockets), inelastic_collapse
 * (collisions without end), prefetch. No other file includes this header. What they are built from knows nothing of it:
 * event_system, contact_cluster, event_queue.
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

#endif
