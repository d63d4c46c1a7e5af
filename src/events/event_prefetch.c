/*
 * With some hundred balls and more, what the next event needs first lies beyond the first-level cache: its two balls
 * and their lists. They are asked for while the present event is handled.
 *
 * With 10^5 balls and more an event finds hardly anything in the caches: some twenty cache lines, each of which takes
 * as long to arrive as a third of the event's arithmetic. They are prefetched in stages, since each stage needs what
 * the one before it has fetched: (1) the ball, its event and its cell or list centre; (2) its neighbour list and its
 * partner; (3) its neighbours and, if only this ball holds the collision, the partner's list; (4) that partner's
 * neighbours. A cursor walks through the calendar some buckets ahead, and each stage works on the slot that the stage
 * before worked on STAGE_DISTANCE slots earlier.
 *
 * Neighbours are fetched into the second-level cache only: they are many, and the first level has too few lines for all
 * that is on its way.
 */

#include "events/event_prefetch.h"

#include "near/neighbours_prefetch.h"

/* Inlined by force: compilers drop calls of functions that do nothing but prefetch. */
#define PREFETCH ALWAYS_INLINE void

enum {
    PER_EVENT = 2,     /* slots prefetched for each event handled */
    BUCKETS = 4,       /* how far ahead of the current one (measured: flat from 3 to 6) */
    STAGE_DISTANCE = 5 /* slots from one stage to the next (likewise, from 3 to 8) */
};

_Static_assert(3 * STAGE_DISTANCE < EVENT_PREFETCHED, "the last stage still has its slot");

PREFETCH fetch_trajectory(const struct event_system *system, uint32_t slot)
{
    __builtin_prefetch(&system->balls[slot]);
    if (system->legs)
        __builtin_prefetch(&system->legs[slot]);
}

PREFETCH fetch_ball(const struct event_system *system, uint32_t slot)
{
    event_queue_prefetch(system->queue, slot);
    fetch_trajectory(system, slot);
    neighbours_prefetch_region(system->neighbours, slot);
}

PREFETCH fetch_list_and_partner(const struct event_system *system, uint32_t slot)
{
    uint32_t partner = event_queue_get(system->queue, slot).partner;
    neighbours_prefetch_list(system->neighbours, slot);
    if (contact_is_ball(partner))
        fetch_ball(system, partner);
}

/** The partner in a collision that only this ball holds; EVENT_NONE: there is none. */
static uint32_t one_sided_partner(const struct event_system *system, uint32_t slot)
{
    struct event event = event_queue_get(system->queue, slot);
    if (!contact_is_ball(event.partner) || system->balls[event.partner].collisions != event.collisions)
        return EVENT_NONE;
    return event_queue_get(system->queue, event.partner).partner == slot ? EVENT_NONE : event.partner;
}

PREFETCH fetch_neighbours(const struct event_system *system, uint32_t slot)
{
    neighbours_prefetch_balls(system->neighbours, slot, system->balls);
    uint32_t partner = one_sided_partner(system, slot);
    if (partner != EVENT_NONE)
        neighbours_prefetch_list(system->neighbours, partner);
}

PREFETCH fetch_partners_neighbours(const struct event_system *system, uint32_t slot)
{
    uint32_t partner = one_sided_partner(system, slot);
    if (partner != EVENT_NONE)
        neighbours_prefetch_balls(system->neighbours, partner, system->balls);
}

/** The slot that entered the first stage `ago` slots before the last. */
static uint32_t prefetched_before(const struct event_system *system, uint32_t ago)
{
    return system->prefetch.slots[(system->prefetch.count - ago) % EVENT_PREFETCHED];
}

void event_prefetch_later(struct event_system *system)
{
    for (int k = 0; k < PER_EVENT; k++) {
        uint32_t slot = event_queue_look_ahead(system->queue, &system->prefetch.cursor, BUCKETS);
        if (slot == EVENT_NONE)
            return;
        system->prefetch.slots[++system->prefetch.count % EVENT_PREFETCHED] = slot;
        fetch_ball(system, slot);
        fetch_list_and_partner(system, prefetched_before(system, STAGE_DISTANCE));
        fetch_neighbours(system, prefetched_before(system, 2 * STAGE_DISTANCE));
        fetch_partners_neighbours(system, prefetched_before(system, 3 * STAGE_DISTANCE));
    }
}

PREFETCH fetch_ball_and_list(const struct event_system *system, uint32_t slot)
{
    fetch_trajectory(system, slot);
    neighbours_prefetch_near(system->neighbours, slot);
}

void event_prefetch_next(const struct event_system *system)
{
    uint32_t partner, slot = event_queue_coming(system->queue, &partner);
    if (slot == EVENT_NONE)
        return;
    fetch_ball_and_list(system, slot);
    fetch_ball_and_list(system, partner);
    if (system->beyond) /* read if the ball leaves its cell */
        __builtin_prefetch(&system->beyond[slot]);
}
