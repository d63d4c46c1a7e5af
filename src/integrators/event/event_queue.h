#ifndef INTEGRATORS_EVENT_QUEUE_H
#define INTEGRATORS_EVENT_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "physics/motion.h"

/*
 * A bounded-increasing priority queue with one event per ball: what is asked for never lies before what was taken.
 * The queue decides when, never what: the order of events is (time, first ball, second ball), whatever the width of
 * the buckets, so a trajectory does not depend on its tuning.
 *
 * Ownership: event_queue_create() allocates, event_queue_destroy() frees and accepts NULL.
 */

/** Partners that are neither balls nor sides of surfaces (physics/contact.h). */
#define EVENT_NONE    0xffffffffu
#define EVENT_REBUILD 0xfffffffeu /* the ball leaves its cell or shell: its neighbours must be found anew */

/** A ball's one scheduled event. */
struct event {
    double t;         /* HUGE_VAL: nothing will happen */
    uint32_t partner; /* slot of a ball, side of a surface, EVENT_REBUILD or EVENT_NONE */
    uint32_t hits;    /* the partner's number of hits when this was predicted: tells stale events */
};

struct event_queue;

/** @param n      number of slots (balls)
 *  @param balls  of each slot, for ties; borrowed
 *  @param simple true: search all slots each time, the plain structure that the calendar is tested against
 *  NULL: out of memory. */
struct event_queue *event_queue_create(size_t n, const struct particle *balls, bool simple);
void event_queue_destroy(struct event_queue *queue);

/** Ends the filling: from here on events can be taken. Call once, after the first event_queue_set() of every slot. */
void event_queue_start(struct event_queue *queue);

/** Replaces the event of a slot. t must not lie before the last event taken (an assert guards it). */
void event_queue_set(struct event_queue *queue, uint32_t slot, struct event event);

/** The scheduled event of a slot. */
struct event event_queue_get(const struct event_queue *queue, uint32_t slot);

/** Takes the earliest event; false: there is none up to and including `limit`. The slot must then be set again, if only
 *  to the same event. Of a hit that both its balls hold one slot is told, and the other one later unless it is set. */
bool event_queue_next(struct event_queue *queue, double limit, uint32_t *slot, struct event *event);

/** How far somebody has looked ahead: a place among the notes of a coming bucket. All zero: not yet. */
struct event_foresight {
    uint64_t turn;
    uint32_t place;
};

/** The next slot whose event comes in one of the `ahead` buckets after the present one, for prefetching; some are
 *  stale, and a few never told. EVENT_NONE: all have been. */
uint32_t event_queue_foresee(const struct event_queue *queue, struct event_foresight *sight, uint32_t ahead);

/** Asks memory for the event of a slot. */
void event_queue_prefetch(const struct event_queue *queue, uint32_t slot);

#endif
