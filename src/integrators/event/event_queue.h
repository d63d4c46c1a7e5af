#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "integrators/event/event_order.h"
#include "physics/motion.h"

/*
 * A bounded-increasing priority queue with one event per ball: no event lies before the one taken last. The queue
 * decides when, never what: the order of events is (time, first ball, second ball), whatever the width of
 * the buckets, so a trajectory does not depend on its tuning.
 *
 * Ownership: event_queue_create() allocates, event_queue_destroy() frees and accepts NULL.
 */

struct event_queue;

enum event_queue_form {
    EVENT_QUEUE_CHOSEN, /* one of the next two, by the number of slots */
    EVENT_QUEUE_TREE,
    EVENT_QUEUE_CALENDAR
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
struct event event_queue_get(const struct event_queue *queue, uint32_t slot);

/** Takes the earliest event; false: there is none up to and including `limit`. The slot must then be set again, if only
 *  to the same event. If both balls of a collision hold it, it is returned once; the partner's copy is returned later
 *  unless the partner is rescheduled. */
bool event_queue_next(struct event_queue *queue, double limit, uint32_t *slot, struct event *event);

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
uint32_t event_queue_coming(const struct event_queue *queue, uint32_t *partner);

/** Prefetches the event of a slot. */
void event_queue_prefetch(const struct event_queue *queue, uint32_t slot);
