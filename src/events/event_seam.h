#pragma once

#include "events/event_system.h"

/* Balls and surfaces across the seam of a periodic table. Without one nothing turns, and all is seen where it is.
 * Others ask only to save work (contact_cluster, prediction). */

/** The turns that a ball had made when its trajectory began. */
static inline struct vec2 event_seam_turns(const struct event_system *system, uint32_t slot)
{
    return system->turns ? system->turns[slot] : (struct vec2){0, 0};
}

static inline void event_seam_set_turns(struct event_system *system, uint32_t slot, struct vec2 turns)
{
    if (system->turns)
        system->turns[slot] = turns;
}

/** Those of all balls become others, which receive the former. */
static inline void event_seam_swap_turns(struct event_system *system, struct vec2 **others)
{
    struct vec2 *former = system->turns;
    if (!former)
        return;
    system->turns = *others;
    *others = former;
}

/** The place that a ball has reached, without being brought back to the table, after so many turns. */
static inline struct vec2 event_seam_unwrap(const struct event_system *system, struct vec2 place, struct vec2 turns)
{
    return system->turns ? period_unwrap(&system->motion.period, place, turns) : place;
}

/** A place beside a ball as a surface sees it (surfaces/boundary): the ball is in its region, which lies on the table.
 *  @param at where the ball is */
static inline struct vec2 event_seam_seen_beside(const struct event_system *system, uint32_t slot, struct vec2 at,
                                                 struct vec2 place, const struct surface *surface)
{
    struct vec2 way = vec2_sub(at, neighbours_centre(system->neighbours, slot));
    return boundary_seen_from(&system->boundary, surface, place, period_turns(&system->motion.period, way));
}

/** A ball's place as a surface sees it. */
static inline struct vec2 event_seam_seen(const struct event_system *system, uint32_t slot, struct vec2 place,
                                          const struct surface *surface)
{
    return system->turns ? event_seam_seen_beside(system, slot, place, place, surface) : place;
}

/** A ball on its trajectory as a surface sees it at a time: itself, or `seen`. */
static inline struct body event_seam_seen_body(const struct event_system *system, uint32_t slot, struct body body,
                                               double t, const struct surface *surface, struct particle *seen)
{
    if (!system->turns)
        return body;
    const struct vec2 at = motion_position(&system->motion, body, t);
    const struct vec2 place =
        event_seam_seen_beside(system, slot, at, (struct vec2){body.ball->x, body.ball->y}, surface);
    *seen = *body.ball;
    seen->x = place.x;
    seen->y = place.y;
    return (struct body){seen, body.leg};
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

/** Brings a ball at the end of its trajectory back to the table. Returns the turns that it has made since the
 *  trajectory's beginning: nearly always none. */
static inline struct vec2 event_seam_bring_back(const struct event_system *system, struct particle *ball)
{
    const struct vec2 length = system->motion.period.length;
    bool is_there = (ball->x >= 0) & (ball->x < length.x) & (ball->y >= 0) & (ball->y < length.y);
    return is_there || !system->turns ? (struct vec2){0, 0} : event_seam_wrap(system, ball);
}

/** The same, and returns all its turns. */
static inline struct vec2 event_seam_bring_slot_back(const struct event_system *system, uint32_t slot,
                                                     struct particle *ball)
{
    if (!system->turns)
        return (struct vec2){0, 0};
    return vec2_add(system->turns[slot], event_seam_bring_back(system, ball));
}
