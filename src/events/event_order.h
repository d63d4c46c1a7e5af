#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/double_bits.h"
#include "motion/motion_law.h"

/*
 * The scheduled events of all balls, their order, and two structures that know the first: what event_queue.c is built
 * from. All others need of it struct event alone, and have it from event_queue.h.
 */

/** Partners that are neither balls nor sides of surfaces (contact/contact.h). */
#define EVENT_NONE    0xffffffffu
#define EVENT_REBUILD 0xfffffffeu /* the ball leaves its cell or shell: its neighbours must be found anew */
#define EVENT_LEG     0xfffffffdu /* the ball's leg ends, and another begins; at equal times before all else */
#define EVENT_GATE    0xfffffffcu /* the ball's centre meets a gate; at equal times after all else */

/** A ball's one scheduled event. */
struct event {
    double t;            /* HUGE_VAL: nothing will happen */
    uint32_t partner;    /* slot of a ball, side of a surface, EVENT_GATE, EVENT_LEG, EVENT_REBUILD or EVENT_NONE */
    uint32_t collisions; /* the partner's collision counter when this was predicted: recognises stale events; of
                            EVENT_REBUILD: where the ball leaves its region (neighbours_exit_time), or EVENT_STAYS; of
                            EVENT_GATE: the number of its surface */
};

/** The ball does not leave its region: the search for its next event was cut short, and is to go on. */
#define EVENT_STAYS 0xffffffffu

/* ---- slots: the scheduled events, one per ball ---- */

struct event_slots {
    struct event *events;         /* n of them, then HUGE_VAL to fill the last vector */
    const struct particle *balls; /* of each slot, for ties; borrowed */
    size_t n;
    unsigned thermal; /* bit k: the k-th wall of the table has a temperature; its hits come before others */
};

/** An event in a list. It is valid as long as the slot still has it. */
struct event_entry {
    double t;
    uint32_t slot;
    uint32_t partner; /* decides ties; kept here, so that an entry keeps its rank when its slot has moved on */
};

/** All slots empty. false: out of memory; event_order_free() is then needed all the same. */
bool event_order_open(struct event_slots *slots, size_t n, const struct particle *balls);
void event_order_free(struct event_slots *slots);

/** Lists the slots whose events come before `end`; returns their number.
 *  @param list room for as many as there are */
size_t event_order_before(const struct event_slots *slots, double end, uint32_t *list);

/** The earliest time of all slots, HUGE_VAL: nothing is scheduled. O(n). */
double event_order_earliest_time(const struct event_slots *slots);

/** The order of events: time; at one time ends of legs, walls with a temperature, then by the first ball and the second
 *  (or the surface), gates last. */
bool event_order_precedes(const struct event_slots *slots, struct event_entry a, struct event_entry b);

static inline struct event_entry event_order_entry(const struct event_slots *slots, uint32_t slot)
{
    return (struct event_entry){slots->events[slot].t, slot, slots->events[slot].partner};
}

/** True if the slot still has the event. Branch-free; times are compared by their bits, where 0 and -0 differ, so that
 *  of these two each ball's event would count. */
static inline bool event_order_has(const struct event_slots *slots, struct event_entry entry)
{
    const struct event *event = &slots->events[entry.slot];
    return double_bits_same(event->t, entry.t) & (event->partner == entry.partner);
}

/** What no slot ever has: of the one after the last. */
static inline struct event_entry event_order_nothing(const struct event_slots *slots)
{
    return (struct event_entry){0, (uint32_t)slots->n, EVENT_NONE};
}

/** The same collision as the partner would hold it; what no slot ever has if the partner is no ball. */
static inline struct event_entry event_order_mirrored(const struct event_slots *slots, struct event_entry entry)
{
    return (struct event_entry){entry.t, entry.partner < slots->n ? entry.partner : (uint32_t)slots->n, entry.slot};
}

/* ---- the tree: the earliest of few slots ---- */

/** Complete and binary: the root is node 1, the children of i are 2 i and 2 i + 1, slot s is node leaves + s. */
struct event_tree {
    const struct event_slots *slots;
    int64_t *keys; /* of each node: time and slot of the first event below it; the slot modulo `leaves` */
    size_t leaves; /* a power of two */
};

/** Whose key it is. */
static inline uint32_t event_order_tree_slot(const struct event_tree *tree, int64_t key)
{
    return (uint32_t)((size_t)key & (tree->leaves - 1));
}

/** The slot whose event is the first of all. */
static inline uint32_t event_order_tree_first(const struct event_tree *tree)
{
    return event_order_tree_slot(tree, tree->keys[1]);
}

/** A tree over empty slots. false: out of memory; event_order_tree_free() is then needed all the same. */
bool event_order_tree_open(struct event_tree *tree, const struct event_slots *slots);
void event_order_tree_free(struct event_tree *tree);

/** Notes that a slot has been rescheduled. */
void event_order_tree_update(struct event_tree *tree, uint32_t slot);

/* ---- the current bucket: the events of the present, sorted ---- */

enum { EVENT_ORDER_BLOCK = 16 }; /* slots noted in a block of the calendar */

/** Entries whose slot has been rescheduled since are dropped when they come up. */
struct event_bucket {
    const struct event_slots *slots;
    struct event_entry *entries; /* latest first; room for more than `capacity` */
    size_t count, capacity;
    bool has_avx2;
    struct event_entry mirrored; /* the collision returned last, as the other ball would hold it */
};

/** An empty bucket. false: out of memory; event_order_bucket_free() is then needed all the same. */
bool event_order_bucket_open(struct event_bucket *bucket, const struct event_slots *slots);
void event_order_bucket_free(struct event_bucket *bucket);
void event_order_bucket_clear(struct event_bucket *bucket);

/** Inserts the event of a slot in order. O(1) near the present, O(count) at worst. */
void event_order_bucket_insert(struct event_bucket *bucket, uint32_t slot);

/** The time that belongs to a bucket: low <= (t - begin) * rate < high, and t < end. */
struct event_span {
    double begin, rate, low, high, end;
};

/** Fills the bucket, which is empty, with the events of some slots that lie in the span. false: two of them come at the
 *  same time, or nearly so; then it stays empty.
 *  @param slots EVENT_ORDER_BLOCK of them; where there are fewer, n stands for a slot without an event */
bool event_order_bucket_fill(struct event_bucket *bucket, const struct event_span *span, const uint32_t *slots);

/** Sorts what was appended and drops what has been rescheduled or is there twice. */
void event_order_bucket_sort(struct event_bucket *bucket);

/** Where entries may be appended, at most so many and no more than there are slots; event_order_bucket_extend() and
 *  event_order_bucket_sort() must follow. */
static inline struct event_entry *event_order_bucket_room(struct event_bucket *bucket, size_t count)
{
    if (bucket->count + count > bucket->capacity)
        event_order_bucket_sort(bucket);
    return bucket->entries + bucket->count;
}

/** @param end of the entries, with those that were appended */
static inline void event_order_bucket_extend(struct event_bucket *bucket, const struct event_entry *end)
{
    bucket->count = (size_t)(end - bucket->entries);
}

/** Sees to it that the last entry, if there is one, is the first event: puts back the mirrored event if it was not
 *  rescheduled, and drops entries whose events were. */
void event_order_bucket_settle(struct event_bucket *bucket);

/** The first event. false: event_order_bucket_settle() has to be called before, or the bucket is empty. */
static inline bool event_order_bucket_first(const struct event_bucket *bucket, struct event_entry *first)
{
    const struct event_slots *slots = bucket->slots;
    if (bucket->count == 0 || event_order_has(slots, bucket->mirrored))
        return false;
    *first = bucket->entries[bucket->count - 1];
    return event_order_has(slots, *first);
}

/** Takes it out; its slot must then be set again. */
static inline void event_order_bucket_take(struct event_bucket *bucket, struct event_entry first)
{
    bucket->count--;
    bucket->mirrored = event_order_mirrored(bucket->slots, first);
}
