#ifndef INTEGRATORS_EVENT_EVENT_QUEUE_INTERNAL_H
#define INTEGRATORS_EVENT_EVENT_QUEUE_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/double_bits.h"
#include "integrators/event/event_queue.h"
#include "physics/motion.h"

/*
 * What the files of the event queue share: event_queue.c (the calendar), event_queue_bucket.c (the sorted current
 * bucket), event_queue_tree.c (a tournament tree), event_queue_slots.c (the events themselves and their order). No
 * other file includes this header.
 */

/* ---- slots: the scheduled events, one per ball ---- */

struct event_queue_slots {
    struct event *events;         /* n of them, then HUGE_VAL to fill the last vector */
    const struct particle *balls; /* of each slot, for ties; borrowed */
    size_t n;
};

/** An event in a list. It is valid as long as the slot still has it. */
struct event_entry {
    double t;
    uint32_t slot;
    uint32_t partner; /* decides ties; kept here, so that an entry keeps its rank when its slot has moved on */
};

/** All slots empty. false: out of memory; event_queue_slots_free() is then needed all the same. */
bool event_queue_slots_open(struct event_queue_slots *slots, size_t n, const struct particle *balls);
void event_queue_slots_free(struct event_queue_slots *slots);

/** Lists the slots whose events come before `end`; returns their number.
 *  @param list room for as many as there are, and three */
size_t event_queue_slots_before(const struct event_queue_slots *slots, double end, uint32_t *list);

/** The earliest time of all slots, HUGE_VAL: nothing is scheduled. O(n), but fast. */
double event_queue_slots_earliest_time(const struct event_queue_slots *slots);

/** The order of events: time, first ball, second ball. */
bool event_queue_slots_precedes(const struct event_queue_slots *slots, struct event_entry a, struct event_entry b);

static inline struct event_entry event_queue_slots_entry(const struct event_queue_slots *slots, uint32_t slot)
{
    return (struct event_entry){slots->events[slot].t, slot, slots->events[slot].partner};
}

/** True if the slot still has the event. Branch-free; times are compared by their bits, where 0 and -0 differ, so that
 *  of these two each ball's event would count. */
static inline bool event_queue_slots_has(const struct event_queue_slots *slots, struct event_entry entry)
{
    const struct event *event = &slots->events[entry.slot];
    uint64_t t_differs = double_bits_of(event->t) ^ double_bits_of(entry.t);
    return (t_differs | (event->partner ^ entry.partner)) == 0;
}

/** What no slot ever has: of the one after the last. */
static inline struct event_entry event_queue_slots_nothing(const struct event_queue_slots *slots)
{
    return (struct event_entry){0, (uint32_t)slots->n, EVENT_NONE};
}

/** The same collision as the partner would hold it; what no slot ever has if the partner is no ball. */
static inline struct event_entry event_queue_slots_mirrored(const struct event_queue_slots *slots,
                                                            struct event_entry entry)
{
    return (struct event_entry){entry.t, entry.partner < slots->n ? entry.partner : (uint32_t)slots->n, entry.slot};
}

/* ---- the tree: the earliest of few slots ---- */

/** Complete and binary: the root is node 1, the children of i are 2 i and 2 i + 1, slot s is node leaves + s. */
struct event_queue_tree {
    const struct event_queue_slots *slots;
    double *times;    /* of each node: of the first event below it */
    uint32_t *firsts; /* and whose it is; without meaning at HUGE_VAL */
    size_t leaves;    /* a power of two */
};

/** A tree over empty slots. false: out of memory; event_queue_tree_free() is then needed all the same. */
bool event_queue_tree_open(struct event_queue_tree *tree, const struct event_queue_slots *slots);
void event_queue_tree_free(struct event_queue_tree *tree);

/** Notes that a slot has been rescheduled. */
void event_queue_tree_update(struct event_queue_tree *tree, uint32_t slot);

/* ---- the current bucket: the events of the present, sorted ---- */

enum { EVENT_QUEUE_BLOCK = 16 }; /* slots noted in a block of the calendar */

/** Entries whose slot has been rescheduled since are dropped when they come up. */
struct event_queue_bucket {
    const struct event_queue_slots *slots;
    struct event_entry *entries; /* latest first; room for more than `capacity` */
    size_t count, capacity;
    bool has_avx2;
    struct event_entry mirrored; /* the collision returned last, as the other ball would hold it */
};

/** An empty bucket. false: out of memory; event_queue_bucket_free() is then needed all the same. */
bool event_queue_bucket_open(struct event_queue_bucket *bucket, const struct event_queue_slots *slots);
void event_queue_bucket_free(struct event_queue_bucket *bucket);
void event_queue_bucket_clear(struct event_queue_bucket *bucket);

/** Inserts the event of a slot in order. O(1) near the present, O(count) at worst. */
void event_queue_bucket_insert(struct event_queue_bucket *bucket, uint32_t slot);

/** The time that belongs to a bucket: low <= (t - begin) * rate < high, and t < end. */
struct event_queue_span {
    double begin, rate, low, high, end;
};

/** Fills the bucket, which is empty, with the events of some slots that lie in the span. false: two of them come at the
 *  same time, or nearly so; then it stays empty.
 *  @param slots EVENT_QUEUE_BLOCK of them; where there are fewer, n stands for a slot without an event */
bool event_queue_bucket_fill(struct event_queue_bucket *bucket, const struct event_queue_span *span,
                             const uint32_t *slots);

/** Sorts what was appended and drops what has been rescheduled or is there twice. */
void event_queue_bucket_sort(struct event_queue_bucket *bucket);

/** Where entries may be appended, at most so many and no more than there are slots; event_queue_bucket_extend() and
 *  event_queue_bucket_sort() must follow. */
static inline struct event_entry *event_queue_bucket_room(struct event_queue_bucket *bucket, size_t count)
{
    if (bucket->count + count > bucket->capacity)
        event_queue_bucket_sort(bucket);
    return bucket->entries + bucket->count;
}

/** @param end of the entries, with those that were appended */
static inline void event_queue_bucket_extend(struct event_queue_bucket *bucket, const struct event_entry *end)
{
    bucket->count = (size_t)(end - bucket->entries);
}

/** Sees to it that the last entry, if there is one, is the first event: puts back the mirrored event if it was not
 *  rescheduled, and drops entries whose events were. */
void event_queue_bucket_settle(struct event_queue_bucket *bucket);

/** The first event. false: event_queue_bucket_settle() has to be called before, or the bucket is empty. */
static inline bool event_queue_bucket_first(const struct event_queue_bucket *bucket, struct event_entry *first)
{
    const struct event_queue_slots *slots = bucket->slots;
    if (bucket->count == 0 || event_queue_slots_has(slots, bucket->mirrored))
        return false;
    *first = bucket->entries[bucket->count - 1];
    return event_queue_slots_has(slots, *first);
}

/** Takes it out; its slot must then be set again. */
static inline void event_queue_bucket_take(struct event_queue_bucket *bucket, struct event_entry first)
{
    bucket->count--;
    bucket->mirrored = event_queue_slots_mirrored(bucket->slots, first);
}

#endif
