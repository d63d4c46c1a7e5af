#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "events/event_friction.h"
#include "events/event_trajectory.h"

/* What hits of two balls (event_pair.c), of a ball and a surface (event_bounce.c), and of a ball and a wall with a mass
 * (event_piston.c) share. */

/** A ball that hits another one, or a surface, at one instant. */
struct hit {
    uint32_t slot[2]; /* of the ball; of the other ball, or the side of the surface */
    double t;
    struct impact_pair leaving; /* the ball or balls as they arrive, and then as they leave */
    struct leg leg[2];          /* where legs are kept: with which they leave */
    struct vec2 arriving[2];    /* the velocities with which they arrive */
    struct vec2 turns[2];       /* that the balls have made to get here */
    struct vec2 d;              /* two balls: separation, second minus first; else the unit normal into the surface */
    double dd;                  /* its square; of the unit normal 1 */
    double approach;            /* d times relative velocity, negative */
    double speeds;              /* sum of the squared speeds */
    double e;                   /* coefficient of restitution */
    bool is_recent;             /* within contact_time: e is 1 */
    double parting;             /* square of the speed with which they part if the hit is kept up (lasting_contact.h);
                                   0: it is not */
    bool lasts;                 /* they come from such a bounce: no impact, but a contact that lasts */
    struct event_friction friction; /* where balls turn */
    double lost[2];                 /* where legs are kept: motion_loss() on the trajectories that end */

    /* of two balls */
    int n_moving;          /* 1: the second is fixed */
    struct vec2 hidden[2]; /* their centres in balls[], while searches shall not find them */
    double change;         /* d times the change of their relative velocity, negative */
    double factor;         /* impulse divided by both masses and the distance, negative */
    bool sees_images;      /* one of them does; then: */
    struct vec2 shift;     /* of the second ball's image */
    double until;          /* just after they meet again; HUGE_VAL: never without another hit */

    /* at a surface */
    const struct surface *surface;
    struct vec2 wall; /* its velocity */
    struct vec2 seen; /* the ball's centre as the surface sees it */
    double speed;     /* with which the ball leaves it */
    struct vec2
        given; /* the change of velocity that its impulse makes; of a ball that rolls on the cloth takes a part */
};

/** What ball i follows when it leaves. */
ALWAYS_INLINE struct body event_hit_leaving(const struct motion *motion, const struct hit *hit, int i)
{
    return (struct body){&hit->leaving.ball[i], motion_keeps_legs(motion) ? &hit->leg[i] : NULL};
}

/** Brings ball i to the hit. */
ALWAYS_INLINE void event_hit_arrive(const struct event_system *system, const struct motion *motion,
                                    struct event_collision collision, struct hit *hit, int i)
{
    const bool keeps_legs = motion_keeps_legs(motion);
    hit->t = collision.t;
    hit->slot[i] = i == 0 ? collision.slot : collision.partner;
    const struct body body = body_at(system->balls, system->legs, hit->slot[i]);
    hit->leaving.ball[i] = motion_at(motion, body, collision.t);
    hit->leaving.ball[i].collisions++;
    hit->arriving[i] = event_velocity(&hit->leaving.ball[i]);
    if (keeps_legs) {
        hit->friction.motion = &system->motion; /* which knows their inertia */
        hit->friction.leaving[i] = hit->friction.arriving[i] = motion_spin(motion, body, &hit->leaving.ball[i]);
        hit->lost[i] = motion_loss(motion, body, &hit->leaving.ball[i], hit->friction.arriving[i]);
    }
}

/** Sets the coefficient of restitution. @param speed of approach */
ALWAYS_INLINE void event_hit_restitute(struct hit *hit, const struct restitution *restitution, double speed,
                                       bool is_recent)
{
    hit->is_recent = is_recent;
    hit->e = is_recent ? 1 : restitution_at(restitution, speed);
}

/** Approach no faster than rounding: a resting contact that has sunk. */
static inline bool event_hit_is_resting(const struct hit *hit)
{
    return contact_is_resting(hit->approach * hit->approach, hit->speeds * hit->dd);
}

/** The legs with which n balls leave, where legs are kept. */
ALWAYS_INLINE void event_hit_find_legs(const struct motion *motion, struct hit *hit, int n)
{
    for (int i = 0; motion_keeps_legs(motion) && i < n; i++)
        motion_begin_leg(motion, &hit->leaving.ball[i], hit->friction.leaving[i], &hit->leg[i]);
}

/** Whom ball i may meet. */
ALWAYS_INLINE void event_hit_list_others(const struct event_system *system, struct hit *hit, int i)
{
    struct impact_list *list = &hit->leaving.list[i];
    list->owner = hit->slot[i];
    list->now = hit->t;
    list->slots = neighbours_list(system->neighbours, hit->slot[i], i, &list->count);
}
