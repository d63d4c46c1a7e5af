#ifndef INTEGRATORS_EVENT_QUEUE_BUCKET_H
#define INTEGRATORS_EVENT_QUEUE_BUCKET_H

#include "integrators/event/event_queue_slots.h"

/*
 * The events of the present and the near past of the event queue's calendar, sorted. Entries whose slot has another
 * event by now are dropped when they come up.
 */

struct event_queue_bucket {
    const struct event_queue_slots *slots;
    struct event_entry *entries; /* latest first; room for one more than `capacity` */
    size_t count, capacity;
    uint32_t twin; /* the other ball of the hit taken last, until its event is replaced; EVENT_NONE: none */
};

/** An empty front. false: out of memory; event_queue_bucket_free() is then needed all the same. */
bool event_queue_bucket_open(struct event_queue_bucket *front, const struct event_queue_slots *slots);
void event_queue_bucket_free(struct event_queue_bucket *front);
void event_queue_bucket_clear(struct event_queue_bucket *front);

/** Puts the event of a slot in its place. O(1) near the present, O(count) at worst. */
void event_queue_bucket_insert(struct event_queue_bucket *front, uint32_t slot);

/** Sorts what was appended and drops what has been replaced or is there twice. */
void event_queue_bucket_sort(struct event_queue_bucket *front);

/** Adds the event of a slot at the end, or takes no notice if not `wanted`; event_queue_bucket_sort() must follow. Of a
 * hit scheduled by both its balls the one with the smaller slot is enough. No branches to guess wrong. */
static inline void event_queue_bucket_append(struct event_queue_bucket *front, uint32_t slot, bool wanted)
{
    struct event_entry entry = event_queue_slots_entry(front->slots, slot), mirror = event_queue_slots_mirrored(entry);
    bool told = event_queue_slots_has(front->slots, mirror) & (mirror.slot < slot);
    front->entries[front->count] = entry;
    front->count += wanted & !told;
    if (front->count == front->capacity)
        event_queue_bucket_sort(front);
}

/** The earliest event, which is taken out if it is due by `limit`. false: the front is empty. */
static inline bool event_queue_bucket_take(struct event_queue_bucket *front, double limit, struct event_entry *entry)
{
    if (front->twin != EVENT_NONE) { /* its event has not been replaced: it returns */
        event_queue_bucket_insert(front, front->twin);
        front->twin = EVENT_NONE;
    }
    for (; front->count; front->count--) {
        struct event_entry top = front->entries[front->count - 1], mirror = event_queue_slots_mirrored(top);
        bool own = event_queue_slots_has(front->slots, top), others = event_queue_slots_has(front->slots, mirror);
        if (!(own | others))
            continue;
        *entry = own ? top : mirror;
        if (top.t > limit)
            return true;
        front->count--;
        bool mutual = own & others & (contact_is_ball(top.partner));
        front->twin = mutual ? mirror.slot : EVENT_NONE;
        return true;
    }
    return false;
}

/** Tells that a slot got another event. */
static inline void event_queue_bucket_replaced(struct event_queue_bucket *front, uint32_t slot)
{
    front->twin = slot == front->twin ? EVENT_NONE : front->twin;
}

#endif
