#ifndef INTEGRATORS_EVENT_QUEUE_SLOTS_H
#define INTEGRATORS_EVENT_QUEUE_SLOTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "integrators/event/event_queue.h"
#include "physics/motion.h"

/*
 * The scheduled events themselves, one per slot, and their order: what the parts of the event queue share. Nobody else
 * includes this header. Times lie in an array of their own, since all of them are looked through now and then.
 */

struct event_queue_slots {
    double *times; /* n of them, then HUGE_VAL to fill the last lanes */
    struct {
        uint32_t partner, hits;
    } * kinds;                    /* what the events are, but for their times */
    const struct particle *balls; /* of each slot, for ties; borrowed */
    size_t n;
};

/** An event in a list. It counts as long as the slot still has it. */
struct event_entry {
    double t;
    uint32_t slot;
    uint32_t partner; /* decides ties; kept here, so that an entry keeps its rank when its slot has moved on */
};

/** All slots empty. false: out of memory; event_queue_slots_free() is then needed all the same. */
bool event_queue_slots_open(struct event_queue_slots *slots, size_t n, const struct particle *balls);
void event_queue_slots_free(struct event_queue_slots *slots);

/** The earliest time of all slots, HUGE_VAL: nothing is scheduled. O(n), but fast. */
double event_queue_slots_earliest_time(const struct event_queue_slots *slots);

/** The slot with the earliest event; slot 0 if nothing is scheduled. O(n). n > 0. */
uint32_t event_queue_slots_earliest(const struct event_queue_slots *slots);

/** The order of events: time, first ball, second ball. */
bool event_queue_slots_precedes(const struct event_queue_slots *slots, struct event_entry a, struct event_entry b);

static inline struct event event_queue_slots_get(const struct event_queue_slots *slots, uint32_t slot)
{
    return (struct event){slots->times[slot], slots->kinds[slot].partner, slots->kinds[slot].hits};
}

static inline void event_queue_slots_set(struct event_queue_slots *slots, uint32_t slot, struct event event)
{
    slots->times[slot] = event.t;
    slots->kinds[slot].partner = event.partner;
    slots->kinds[slot].hits = event.hits;
}

static inline struct event_entry event_queue_slots_entry(const struct event_queue_slots *slots, uint32_t slot)
{
    return (struct event_entry){slots->times[slot], slot, slots->kinds[slot].partner};
}

/** True if the slot still has the event. No branches to guess wrong. */
static inline bool event_queue_slots_has(const struct event_queue_slots *slots, struct event_entry entry)
{
    return (slots->times[entry.slot] == entry.t) & (slots->kinds[entry.slot].partner == entry.partner);
}

/** The same hit as the other ball would have it; the entry itself if there is no other ball. */
static inline struct event_entry event_queue_slots_mirrored(struct event_entry entry)
{
    return !contact_is_ball(entry.partner) ? entry : (struct event_entry){entry.t, entry.partner, entry.slot};
}

#endif
