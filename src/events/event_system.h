#pragma once

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/min_max.h"
#include "measure/ledger.h"
#include "contact/restitution.h"
#include "events/event_gates.h"
#include "events/event_queue.h"
#include "events/event_tile.h"
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
 *     event_engine             the loop, creation
 *     event_state              from a world to trajectories, and back
 *     event_search             who is near whom, and all events
 *     event_pair               a hit of two balls
 *     event_bounce             a hit of a ball and a surface
 *     event_thermal            a hit at a wall with a temperature
 *     event_piston             a hit at a wall with a mass (event_pistons: where those are)
 *     event_leg, event_pocket  a slide that ends, a ball that leaves the table
 *     event_gate               a ball's centre that crosses a gate (event_gates: which crossings have been told)
 *     simultaneous_collision   several contacts at one instant
 *     collapse                 infinitely many collisions in finite time
 *     event_instant            whether time goes on
 *     event_crush              surfaces that move leave balls no room
 *     contact_cluster          all that touches at one instant
 *     contact_cluster_rolling  which of it rolls on, _lying: or lies from then on
 *     lasting_contact          bodies that accelerations press together
 *     event_rolling            gentle hits of balls that roll on
 *     event_friction           balls that rub at a contact
 *     prediction               a ball's next event
 *     event_touch              which surfaces touch a ball that has arrived
 *     event_queue              which event comes next (event_order: of any two)
 *
 *     event_arrival            a ball that ends a trajectory somewhere, and begins another one there
 *     event_hit                what hits share (event_wall_hit: those with surfaces)
 *     event_trajectory         how trajectories begin and end
 *     event_seam               what a periodic table changes
 *     event_ledger             what contacts take
 *
 * Several engines, each of a tile, are above all this (event_tiles.c); memory that coming events need is asked for
 * beside it (event_prefetch.c).
 */

struct event_instant; /* event_instant.h */

enum { EVENT_PREFETCHED = 16 }; /* a power of two: indices wrap */

/** Balls that later events will touch, prefetched one after another (event_prefetch.h). */
struct event_prefetch {
    struct event_queue_cursor cursor;
    uint32_t count; /* number of slots prefetched, and the last of them: */
    uint32_t slots[EVENT_PREFETCHED];
};

/** A ball that a pocket has taken. */
struct event_taken {
    uint32_t ball, obstacle; /* numbers in the scene */
};

/** The lowest bounce that is kept up, as the law of motion has it (lasting_contact.h). */
struct lowest_bounce {
    double g;                          /* size of gravity */
    double h;                          /* height of the lowest bounce, in sums of the radii */
    double elastic_for;                /* a hit this short a time after another is elastic: contact_time, or 0 */
    bool dies_away;                    /* hits do: something takes their energy */
    double squared_per_reach, squared; /* of the speed: of the lowest bounce, per length; and of half a contact_time */
};

/** A wall with a mass, with the trajectory that it has followed since its last hit; along +x or +y. */
struct event_piston {
    uint32_t body; /* side of a slab */
    double x, v;   /* at time t */
    double t;
    double m, a;                /* mass; acceleration */
    const struct piston *given; /* borrowed from the scene */
    bool was_beyond;            /* it has been outside its range */
};

/** All bodies, and what will become of them. Owned by the engine. */
struct event_system {
    const struct scene *scene;
    const struct observer *observer;

    struct motion motion;
    struct particle *balls; /* by slot, after the last the sentinel */
    struct leg *legs;       /* by slot; NULL: none are kept (motion_keeps_legs) */
    bool dissipates;        /* motion_dissipates() */
    bool is_uniform;        /* balls move uniformly and do not turn */
    bool may_collapse;      /* hits may become infinitely many in finite time (collapse.h) */
    struct lowest_bounce lowest;
    bool *recent;       /* by slot: a hit less than contact_time before the instant at which the trajectory began;
                           NULL: there is no contact_time */
    struct vec2 *turns; /* of each ball at the beginning of its trajectory; NULL: the table is not periodic */
    size_t n;
    struct boundary boundary;
    struct neighbours *neighbours;

    struct event_queue *queue;
    struct event *beyond; /* of balls whose event is the end of their neighbour lists: their earliest impact; NULL: it
                             is not kept */
    struct impact_kernel kernel;
    struct impact_kernel direct; /* of balls that see no images (neighbours_sees_images) */
    rolling_kernel *filter;      /* of balls that see no images; NULL: there is none (rolling_kernel_of) */
    bool no_vectors;             /* motion_impact() for each pair instead of the kernel */
    struct event_prefetch prefetch;

    struct event_instant *instant;
    struct ledger ledger; /* of trajectories that have ended, and of hits; `rest` is as of the world last written */
    uint64_t group;       /* number of the next group */
    struct event_taken *taken; /* balls that the world has not been told of; NULL: no pockets */
    size_t n_taken;
    struct event_gates *gates; /* NULL: there are none */
    bool *thrown;              /* by slot: a gate has thrown the ball back, and no hit since; NULL: there are none */
    uint64_t *kicks;           /* by ball: hits at walls with a temperature; NULL: there are none */
    struct event_tile *tile;   /* NULL: these are all balls of the scene */
    struct event_piston pistons[TABLE_WALLS]; /* n_pistons of them, in the order of the walls */
    uint32_t n_pistons;
    struct vec2 size; /* within which balls are for long, from the corner (0, 0) on */
};

/** Law of motion, surfaces and kernels of a scene, which it borrows; no balls. The system is otherwise zeroed, but for
 *  `no_vectors`, which is set before. false: out of memory; event_system_close() frees what there is in any case. */
bool event_system_open(struct event_system *system, const struct scene *scene, const struct observer *observer);

/** Room for n balls. false: out of memory. */
bool event_system_reserve(struct event_system *system, size_t n);

/** Frees all but what a search has found (event_search.h). */
void event_system_close(struct event_system *system);

/** Centre and velocity of a ball at the beginning of its trajectory. */
static inline struct vec2 event_centre(const struct particle *ball)
{
    return (struct vec2){ball->x, ball->y};
}

static inline struct vec2 event_velocity(const struct particle *ball)
{
    return (struct vec2){ball->vx, ball->vy};
}

/** A collision that is due: a ball, which can move, and its partner as in the event queue. */
struct event_collision {
    uint32_t slot, partner;
    double t;
};

/** What a collision does. */
typedef enum status event_hit_function(struct event_system *system, struct event_collision collision,
                                       struct error *err);

/** True if balls turn, and spins belong to the state. */
static inline bool event_system_rotates(const struct event_system *system)
{
    return system->motion.rotates;
}
