#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "events/event_order.h"
#include "base/simd.h"
#include "contact/contact.h"
#include "motion/motion_law.h"

/*
 * A bounded-increasing priority queue with one event per ball: no event lies before the one taken last. The queue
 * decides when, never what: their order is event_order_precedes(), whatever the width of the buckets, so a trajectory
 * does not depend on its tuning.
 *
 * Ownership: event_queue_create() allocates, event_queue_destroy() frees and accepts NULL.
 */

enum event_queue_form {
    EVENT_QUEUE_CHOSEN, /* one of the next two, by the number of slots */
    EVENT_QUEUE_TREE,
    EVENT_QUEUE_CALENDAR
};

/** A bucket, or its overflow. */
struct event_block {
    uint32_t slot[EVENT_ORDER_BLOCK];
};

/** The time that has buckets: that of t is (t - begin) * rate, but none after the last. */
struct event_year {
    double begin, end, rate, last;
};

/** Known here to the inline functions below only, which each event goes through. */
struct event_queue {
    struct event_slots slots;
    struct event_tree tree;
    enum event_queue_form form;
    bool has_calendar; /* in use: not before all slots are filled */
    double now;        /* time of the last event taken */

    struct event_year year;
    double length;              /* of the next one */
    struct event_bucket bucket; /* the current one, sorted */
    size_t current, n_buckets;  /* its number, and how many there are */
    struct event_block *blocks; /* the buckets, and after them those that they overflow into */
    uint32_t *next;             /* of each block: the one that it overflowed into; 0xffffffff: none */
    uint8_t *counts;            /* entries in each bucket's own block; overflow blocks are full, and so counts one
                                   that has been opened */
    uint32_t n_blocks, unused_block;
    uint32_t *swept; /* slots of a new year, before they are sorted into buckets */
    uint64_t opened; /* number of buckets opened so far */
};

/** @param n     number of slots (balls)
 *  @param balls of each slot, for ties; borrowed
 *  NULL: out of memory. */
struct event_queue *event_queue_create(size_t n, const struct particle *balls, enum event_queue_form form);
void event_queue_destroy(struct event_queue *queue);

/** Ends the filling: from here on events can be taken. Call once, after the first event_queue_set() of every slot. */
void event_queue_start(struct event_queue *queue);

/** Replaces the event of a slot. t must not lie before the last event taken (an assert guards it). */
void event_queue_set(struct event_queue *queue, uint32_t slot, struct event event);

/** The scheduled event of a slot. */
static inline struct event event_queue_get(const struct event_queue *queue, uint32_t slot)
{
    return queue->slots.events[slot];
}

/** event_queue_next() where the bucket does not tell at once. */
bool event_queue_next_in_turn(struct event_queue *queue, double limit, uint32_t *slot, struct event *event);

/** Opens the next bucket of the year, where the present one is empty: then event_queue_coming() knows what comes.
 *  false: there is none. */
bool event_queue_open_following(struct event_queue *queue);

/** Takes the earliest event; false: there is none up to and including `limit`. The slot must then be set again, if only
 *  to the same event. If both balls of a collision hold it, it is returned once; the partner's copy is returned later
 *  unless the partner is rescheduled. */
static inline bool event_queue_next(struct event_queue *queue, double limit, uint32_t *slot, struct event *event)
{
    struct event_entry first;
    if (!queue->has_calendar || !event_order_bucket_first(&queue->bucket, &first))
        return event_queue_next_in_turn(queue, limit, slot, event);
    if (first.t > limit)
        return false;
    event_order_bucket_take(&queue->bucket, first);
    *slot = first.slot;
    *event = (struct event){first.t, first.partner, queue->slots.events[first.slot].collisions};
    queue->now = first.t;
    if (queue->bucket.count == 0)
        event_queue_open_following(queue);
    return true;
}

/** Prefetch cursor: an entry of a coming bucket. All zero: at the beginning. */
struct event_queue_cursor {
    uint64_t bucket;
    uint32_t index;
};

/** Advances the cursor through the entries of the `ahead` buckets after the current one, for prefetching, and returns
 *  the slot; some entries are stale, and overflow is left out. EVENT_NONE: no further entry. */
uint32_t event_queue_look_ahead(const struct event_queue *queue, struct event_queue_cursor *cursor, uint32_t ahead);

/** The slot of the event that comes next, unless another one is scheduled before it; a hint for prefetching: it may be
 *  stale. EVENT_NONE: not known.
 *  @param partner receives its partner, or the slot itself if that is no ball */
static inline uint32_t event_queue_coming(const struct event_queue *queue, uint32_t *partner)
{
    if (queue->bucket.count == 0)
        return EVENT_NONE;
    const struct event_entry *entry = &queue->bucket.entries[queue->bucket.count - 1];
    *partner = contact_is_ball(entry->partner) ? entry->partner : entry->slot;
    return entry->slot;
}

/** Prefetches the event of a slot. */
ALWAYS_INLINE void event_queue_prefetch(const struct event_queue *queue, uint32_t slot)
{
    __builtin_prefetch(&queue->slots.events[slot]);
}
