#pragma once

#include "events/event_system.h"

/*
 * Walls with a mass between their hits (event_pistons.c): where they are, when balls come to them, what touches them.
 * What a hit does is event_piston.c. `wall` is a body, the side of a slab.
 */

/** Takes the walls with a mass out of the surfaces, which are at rest or have a course. */
void event_pistons_open(struct event_system *system);

/** Begins their trajectories. @param with_past those that began before the world's moment go on */
void event_pistons_begin(struct event_system *system, const struct world *world, bool with_past);

/** Writes their state at the world's time, and whether they have been outside their ranges. */
void event_pistons_write(struct event_system *system, struct world *world);

/** Fills in their part of a checkpoint. @param now time of the state in the world */
void event_pistons_save(const struct event_system *system, double now, struct checkpoint *checkpoint);

/** The wall as a piston; NULL: it has no mass. */
static inline const struct event_piston *event_pistons_find(const struct event_system *system, uint32_t body)
{
    for (uint32_t i = 0; i < system->n_pistons; i++)
        if (system->pistons[i].body == body)
            return &system->pistons[i];
    return NULL;
}

/** Unit normal into it; its place, its velocity as a vector, the gap of a ball, all at a time. */
struct vec2 event_pistons_normal(const struct event_piston *piston);
double event_pistons_place(const struct event_piston *piston, double t);
struct vec2 event_pistons_velocity(const struct event_piston *piston, double t);
double event_pistons_gap(const struct event_piston *piston, const struct particle *ball, double t);

/** True if the ball of a slot, which is not a fixed one, touches it at a time.
 *  @param near a gap that counts as none, in radii, beside that of rounding */
bool event_pistons_touches(const struct event_system *system, const struct event_piston *piston, uint32_t slot,
                           double t, double near);

/** Absolute time at which a ball comes to it, not before either trajectory begins; HUGE_VAL: never. */
double event_pistons_impact(const struct event_system *system, const struct event_piston *piston, struct body body);

/** Its acceleration along the normal, into it, less that of gravity: negative, where it is pressed to what flies. */
double event_pistons_load(const struct event_system *system, const struct event_piston *piston);

/** The time of the lowest bounce of a ball at a wall under a load; 0: there is none. */
double event_pistons_bounce_time(const struct event_system *system, const struct particle *ball);

/** The same wall, to be changed. */
static inline struct event_piston *event_pistons_own(struct event_system *system, const struct event_piston *piston)
{
    return &system->pistons[piston - system->pistons];
}

/** Begins a new trajectory. @param v along +x or +y */
void event_pistons_restate(struct event_piston *piston, double t, double v);

/** True if balls may be so far from the table that the search for neighbours wants a larger one: then it has it, and
 *  begins anew. @param t now */
bool event_pistons_outgrow(struct event_system *system, double t);
