#ifndef INTEGRATORS_EVENT_EVENT_QUEUE_INTERNAL_H
#define INTEGRATORS_EVENT_EVENT_QUEUE_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/** The slot with the earliest event; slot 0 if nothing is scheduled. O(n). n > 0. */
uint32_t event_queue_slots_earliest(const struct event_queue_slots *slots);

/** The order of events: time, first ball, second ball. */
bool event_queue_slots_precedes(const struct event_queue_slots *slots, struct event_entry a, struct event_entry b);

static inline struct event_entry event_queue_slots_entry(const struct event_queue_slots *slots, uint32_t slot)
{
    return (struct event_entry){slots->events[slot].t, slot, slots->events[slot].partner};
}

/** True if the slot still has the event. Branch-free. */
static inline bool event_queue_slots_has(const struct event_queue_slots *slots, struct event_entry entry)
{
    return (slots->events[entry.slot].t == entry.t) & (slots->events[entry.slot].partner == entry.partner);
}

/** The same collision as the partner would hold it; the entry itself if the partner is no ball. */
static inline struct event_entry event_queue_slots_mirrored(struct event_entry entry)
{
    return contact_is_ball(entry.partner) ? (struct event_entry){entry.t, entry.partner, entry.slot} : entry;
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

/** Entries whose slot has been rescheduled since are dropped when they come up. */
struct event_queue_bucket {
    const struct event_queue_slots *slots;
    struct event_entry *entries; /* latest first; room for more than `capacity` */
    size_t count, capacity;
    bool has_avx2;
    uint32_t mirrored; /* the other ball of the collision returned last, until it is rescheduled; EVENT_NONE: none */
};

/** An empty bucket. false: out of memory; event_queue_bucket_free() is then needed all the same. */
bool event_queue_bucket_open(struct event_queue_bucket *bucket, const struct event_queue_slots *slots);
void event_queue_bucket_free(struct event_queue_bucket *bucket);
void event_queue_bucket_clear(struct event_queue_bucket *bucket);

/** Inserts the event of a slot in order. O(1) near the present, O(count) at worst. */
void event_queue_bucket_insert(struct event_queue_bucket *bucket, uint32_t slot);

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

/** The earliest event, which is taken out if it is due by `limit`. false: the bucket is empty. */
static inline bool event_queue_bucket_take(struct event_queue_bucket *bucket, double limit, struct event_entry *entry)
{
    if (bucket->mirrored != EVENT_NONE) { /* not rescheduled: it returns */
        event_queue_bucket_insert(bucket, bucket->mirrored);
        bucket->mirrored = EVENT_NONE;
    }
    for (; bucket->count; bucket->count--) {
        struct event_entry top = bucket->entries[bucket->count - 1], mirror = event_queue_slots_mirrored(top);
        bool own = event_queue_slots_has(bucket->slots, top), others = event_queue_slots_has(bucket->slots, mirror);
        if (!(own | others))
            continue;
        *entry = own ? top : mirror;
        if (top.t > limit)
            return true;
        bucket->count--;
        bool mutual = own & others & contact_is_ball(top.partner);
        bucket->mirrored = mutual ? mirror.slot : EVENT_NONE;
        return true;
    }
    return false;
}

/** Notes that a slot has been rescheduled. */
static inline void event_queue_bucket_replaced(struct event_queue_bucket *bucket, uint32_t slot)
{
    bucket->mirrored = slot == bucket->mirrored ? EVENT_NONE : bucket->mirrored;
}

#endif
