#pragma once

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/min_max.h"
#include "base/sum.h"
#include "contact/restitution.h"
#include "events/event_queue.h"
#include "integrators/integrator.h"
#include "motion/motion.h"
#include "near/impact_kernel.h"
#include "near/neighbours.h"
#include "near/rolling_kernel.h"
#include "surfaces/boundary.h"

/*
 * The state that the parts of the event engine share: the balls and who is near whom, the events, the ledger. Data, and
 * what follows from them at once. The parts, each calling only those below it:
 *
 *     event_engine             the loop, creation, pockets
 *     event_collision          one contact: two balls, or a ball and a surface
 *     simultaneous_collision   several contacts at one instant, and collisions without end
 *     contact_cluster          all that touches at one instant
 *     prediction               a ball's next event
 *     event_queue              which event comes next
 */

struct event_instant; /* simultaneous_collision.h */

enum { EVENT_PREFETCHED = 16 }; /* a power of two: indices wrap */

/** Balls that later events will touch, prefetched one after another (prediction_prefetch). */
struct event_prefetch {
    struct event_queue_cursor cursor;
    uint32_t count; /* number of slots prefetched, and the last of them: */
    uint32_t slots[EVENT_PREFETCHED];
};

/** A ball that a pocket has taken. */
struct event_taken {
    uint32_t ball, obstacle; /* numbers in the scene */
};

/** All bodies, and what will become of them. Owned by the engine. */
struct event_system {
    const struct scene *scene;
    const struct observer *observer;

    struct motion motion;
    struct particle *balls; /* by slot, after the last the sentinel */
    struct leg *legs;       /* by slot; NULL: none are kept (motion_keeps_legs) */
    bool dissipates;        /* motion_dissipates() */
    bool *recent;           /* by slot: a hit less than contact_time before the instant at which the trajectory began;
                               NULL: there is no contact_time */
    struct vec2 *turns;     /* of each ball at the beginning of its trajectory; NULL: the table is not periodic */
    size_t n;
    struct boundary boundary;
    struct neighbours *neighbours;

    struct event_queue *queue;
    struct event *beyond; /* of balls whose event is the end of their neighbour lists: their earliest impact; NULL: it
                             is not kept */
    struct impact_kernel kernel;
    struct impact_kernel direct; /* of balls that see no images (neighbours_sees_images) */
    rolling_kernel *filter;      /* under friction */
    bool no_vectors;             /* motion_impact() for each pair instead of the kernel */
    struct event_prefetch prefetch;

    struct event_instant *instant;
    struct counters counts;    /* but for lost; rest as of the world last written */
    struct sum lost;           /* on trajectories that have ended, and in hits */
    uint64_t group;            /* number of the next group */
    struct event_taken *taken; /* balls that the world has not been told of; NULL: no pockets */
    size_t n_taken;
};

/** Centre and velocity of a ball at the beginning of its trajectory. */
static inline struct vec2 event_centre(const struct particle *ball)
{
    return (struct vec2){ball->x, ball->y};
}

static inline struct vec2 event_velocity(const struct particle *ball)
{
    return (struct vec2){ball->vx, ball->vy};
}

/** A ball's place as a surface sees it (surfaces/boundary): the ball is in its region, which lies on the table. */
static inline struct vec2 event_system_seen(const struct event_system *system, uint32_t slot, struct vec2 place,
                                            const struct surface *surface)
{
    if (!system->turns)
        return place;
    struct vec2 way = vec2_sub(place, neighbours_centre(system->neighbours, slot));
    return boundary_seen_from(&system->boundary, surface, place, period_turns(&system->motion.period, way));
}

/** event_system_bring_back() of a ball that is, or may be, beyond the table: apart, so that the usual case does not pay
 *  for its frame. */
static __attribute__((cold, noinline, unused)) struct vec2 event_system_wrap(const struct event_system *system,
                                                                             struct particle *ball)
{
    struct vec2 place = {ball->x, ball->y};
    struct vec2 turns = period_wrap(&system->motion.period, &place);
    ball->x = place.x;
    ball->y = place.y;
    return turns;
}

/** On a periodic table: brings a ball at the end of its trajectory back to the table. Returns the turns that it has
 * made since the trajectory's beginning: nearly always none. */
static inline struct vec2 event_system_bring_back(const struct event_system *system, struct particle *ball)
{
    const struct vec2 length = system->motion.period.length;
    bool is_there = (ball->x >= 0) & (ball->x < length.x) & (ball->y >= 0) & (ball->y < length.y);
    return is_there ? (struct vec2){0, 0} : event_system_wrap(system, ball);
}

/** The same, and returns all its turns. */
static inline struct vec2 event_system_bring_slot_back(const struct event_system *system, uint32_t slot,
                                                       struct particle *ball)
{
    return vec2_add(system->turns[slot], event_system_bring_back(system, ball));
}

/** A collision that is due: a ball and its partner as in the event queue. */
struct event_collision {
    uint32_t slot, partner;
    double t;
};

/** Begins a new trajectory of a ball that has arrived, after a collision. */
static inline void event_system_begin_trajectory(struct particle *ball, struct vec2 v)
{
    ball->vx = v.x;
    ball->vy = v.y;
    ball->collisions++;
}

/** True if balls turn, and spins belong to the state. */
static inline bool event_system_rotates(const struct event_system *system)
{
    return system->motion.rotates;
}

/** True if the ball's trajectory began with a collision. */
static inline bool event_system_was_hit(const struct event_system *system, uint32_t slot)
{
    return system->balls[slot].collisions > 0 && !(system->legs && system->legs[slot].follows);
}

/** True if a ball was hit less than the scene's contact_time before the instant t (Luding and McNamara, Granular Matter
 *  1, 113, 1998). What has hit it at the instant itself belongs to the same impact, and does not count. */
static inline bool event_system_is_recent(const struct event_system *system, uint32_t slot, double t)
{
    const struct particle *ball = &system->balls[slot];
    double contact_time = system->scene->contact_time;
    if (!(contact_time > 0))
        return false;
    return t > ball->t ? event_system_was_hit(system, slot) && t - ball->t < contact_time : system->recent[slot];
}

/** The ball in a slot. */
static inline struct body event_system_body(const struct event_system *system, uint32_t slot)
{
    return body_at(system->balls, system->legs, slot);
}

/** Replaces a ball's trajectory by the one that it follows from now on. Its turns are left to the caller.
 *  @param trajectory with its leg, where legs are kept @param lost on the former: motion_loss() */
static inline void event_system_set_trajectory(struct event_system *system, uint32_t slot, struct body trajectory,
                                               double lost)
{
    if (motion_is_fixed(trajectory.ball))
        return;
    if (system->recent)
        system->recent[slot] = event_system_is_recent(system, slot, trajectory.ball->t);
    if (system->dissipates)
        sum_add(&system->lost, lost);
    if (system->legs)
        system->legs[slot] = *trajectory.leg;
    system->balls[slot] = *trajectory.ball;
}

/** True if some collision of the run may lose energy. Otherwise nothing depends on when a ball has last been hit. */
static inline bool event_system_loses_energy(const struct event_system *system)
{
    return system->scene->pair.restitution.least < 1 || !system->boundary.is_elastic;
}

/** The coefficient of restitution of two balls.
 *  @param approach their separation times their relative velocity @param reach the sum of their radii */
static inline double event_system_ball_restitution(const struct event_system *system, uint32_t a, uint32_t b, double t,
                                                   double approach, double reach)
{
    const struct particle *balls = system->balls;
    const struct restitution *e = &scene_pair(system->scene, balls[a].id, balls[b].id)->restitution;
    if (event_system_is_recent(system, a, t) || event_system_is_recent(system, b, t))
        return 1;
    return e->table ? restitution_by_speed(e->table, -approach / reach) : e->slow;
}

/** @param u normal velocity, negative: approaching */
static inline double event_system_surface_restitution(const struct event_system *system, uint32_t slot,
                                                      const struct surface *surface, double t, double u)
{
    const struct restitution *e = &scene_at_surface(system->scene, system->balls[slot].id, surface)->restitution;
    return event_system_is_recent(system, slot, t) ? 1 : restitution_at(e, -u);
}

/** Takes note of a hit that was elastic, perhaps because of contact_time. Under gravity balls that lie bounce at about
 *  half of that times g; hits up to ten times faster do not count.
 *  @param restitution of such a hit otherwise @param m reduced mass @param speed_squared of approach */
static inline void event_system_note_elastic(struct event_system *system, const struct restitution *restitution,
                                             double m, double speed_squared)
{
    const struct scene *scene = system->scene;
    double gg = vec2_dot(scene->gravity, scene->gravity), tt = scene->contact_time * scene->contact_time;
    if (!(tt > 0 && speed_squared > 25 * gg * tt))
        return;
    double e = restitution_at(restitution, sqrt(speed_squared));
    system->counts.kept += m * (1 - e * e) * speed_squared / 2;
}

/** True if there is an observer of contacts. */
static inline bool event_system_is_observed(const struct event_system *system)
{
    return observer_wants_contacts(system->observer);
}

/** Enters a contact that is over in the ledger. @param lost energy that it has taken */
static inline void event_system_book(struct event_system *system, bool is_pair, double lost)
{
    if (lost != 0)
        sum_add(&system->lost, lost);
    counters_add(&system->counts, is_pair);
}

/** Reports the same to the observer, which there must be.
 *  @param contact its balls by their indices; `at` is found here
 *  @param ball    the first, which has arrived on the table after so many turns */
static inline void event_system_report(const struct event_system *system, const struct contact *contact,
                                       const struct particle *ball, struct vec2 turns)
{
    struct contact_event row = boundary_event(&system->boundary, contact, ball->t, system->group);
    struct vec2 centre = event_centre(ball);
    if (system->turns)
        centre = period_unwrap(&system->motion.period, centre, turns);
    row.at = vec2_add(centre, vec2_scale(ball->r, row.n));
    observer_notify(system->observer, &row);
}

/** The contact_time that is advised after a collapse of that ball at time t: under gravity 7e-4 sqrt(r/g), else 1e-5
 * r/v with the root mean square v of the speeds, or of the time so far, if that is less. */
static inline double event_system_contact_time(const struct event_system *system, uint32_t slot, double t)
{
    const struct vec2 g = system->scene->gravity;
    double r = system->balls[slot].r, squares = 0;
    if (motion_falls(&system->motion))
        return 7e-4 * sqrt(r / vec2_length(g));
    for (size_t i = 0; i < system->n; i++)
        squares += system->balls[i].vx * system->balls[i].vx + system->balls[i].vy * system->balls[i].vy;
    return 1e-5 * double_min(t, squares > 0 ? r / sqrt(squares / (double)system->n) : t);
}

/** Time within which hits follow each other where bodies stay pressed together: contact_time, or under friction that of
 * a bounce of height CONTACT_CREEP (events/pressed_contact); 0: they do not bounce. */
static inline double event_system_bounce(const struct event_system *system, uint32_t slot)
{
    const struct motion *motion = &system->motion;
    const struct particle *ball = &system->balls[slot];
    if (!motion_decelerates(motion) || system->scene->contact_time > 0)
        return system->scene->contact_time;
    double a =
        double_max(motion->friction ? motion->friction[ball->id] : 0, motion->sliding ? motion->sliding[ball->id] : 0);
    return a > 0 ? sqrt(8 * CONTACT_CREEP * ball->r / a) : 0;
}
