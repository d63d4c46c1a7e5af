#pragma once

#include "events/event_system.h"

/* Balls and surfaces across the seam of a periodic table. */

/** A ball's place as a surface sees it (surfaces/boundary): the ball is in its region, which lies on the table. */
static inline struct vec2 event_seam_seen(const struct event_system *system, uint32_t slot, struct vec2 place,
                                          const struct surface *surface)
{
    if (!system->turns)
        return place;
    struct vec2 way = vec2_sub(place, neighbours_centre(system->neighbours, slot));
    return boundary_seen_from(&system->boundary, surface, place, period_turns(&system->motion.period, way));
}

/** A ball's place at a time as the side of a surface sees it, which may move: as if that had stayed in its place. */
static inline struct vec2 event_seam_seen_by(const struct event_system *system, uint32_t slot, struct vec2 place,
                                             uint32_t body, double t)
{
    const struct vec2 seen = event_seam_seen(system, slot, place, boundary_surface(&system->boundary, body));
    return vec2_sub(seen, boundary_way(&system->boundary, body, t));
}

/** event_seam_bring_back() of a ball that is, or may be, beyond the table: apart, so that the usual case does not pay
 *  for its frame. */
static __attribute__((cold, noinline, unused)) struct vec2 event_seam_wrap(const struct event_system *system,
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
static inline struct vec2 event_seam_bring_back(const struct event_system *system, struct particle *ball)
{
    const struct vec2 length = system->motion.period.length;
    bool is_there = (ball->x >= 0) & (ball->x < length.x) & (ball->y >= 0) & (ball->y < length.y);
    return is_there ? (struct vec2){0, 0} : event_seam_wrap(system, ball);
}

/** The same, and returns all its turns. */
static inline struct vec2 event_seam_bring_slot_back(const struct event_system *system, uint32_t slot,
                                                     struct particle *ball)
{
    return vec2_add(system->turns[slot], event_seam_bring_back(system, ball));
}
