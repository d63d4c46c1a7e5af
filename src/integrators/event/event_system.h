#ifndef INTEGRATORS_EVENT_EVENT_SYSTEM_H
#define INTEGRATORS_EVENT_EVENT_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "broadphase/neighbours.h"
#include "physics/boundary.h"
#include "physics/motion.h"

/* What moves, on which table: all that decides which bodies touch at an instant. */

/** All bodies, and who is near whom. */
struct event_system {
    struct motion motion;
    struct particle *balls;
    struct vec2 *turns; /* of each ball at the beginning of its trajectory; NULL: the table is not periodic */
    size_t n;
    struct boundary boundary;
    struct neighbours *neighbours;
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

/** A ball's place as a surface sees it (physics/boundary): the ball is in its region, which lies on the table. */
static inline struct vec2 event_system_seen(const struct event_system *system, uint32_t slot, struct vec2 place,
                                            const struct surface *surface)
{
    if (!system->turns)
        return place;
    struct vec2 way = vec2_sub(place, neighbours_centre(system->neighbours, slot));
    return boundary_seen_from(&system->boundary, surface, place, period_turns(&system->motion.period, way));
}

/** event_system_bring_back() of a ball that is, or may be, beyond the table. */
struct vec2 event_system_wrap(const struct event_system *system, struct particle *ball);

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

#endif
