/*
 * The front of the event queue: a sorted list of as a rule some five events.
 *
 * Few entries are sorted by counting for each how many come later: n^2 / 2 comparisons that no processor can guess
 * wrong. Many (a lattice whose hits coincide) are sorted in strides.
 *
 * Of a hit scheduled by both its balls one entry stands for both: when it comes up and one ball has another event by
 * then, the other's is told instead. When both still have it, the other ball is remembered as the twin; nearly always
 * its event is replaced together with the first ball's, otherwise it returns into the front.
 *
 * Invariant: entries are in the order of events, latest first; every event of the present buckets has an entry, its own
 * or its mirror image, or is the twin's.
 */
#include "integrators/event/event_queue_bucket.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { FEW = 24 };

bool event_queue_bucket_open(struct event_queue_bucket *front, const struct event_queue_slots *slots)
{
    front->slots = slots;
    front->capacity = 2 * slots->n;
    front->entries = mem_array(front->capacity + 1, sizeof *front->entries);
    event_queue_bucket_clear(front);
    return front->entries != NULL;
}

void event_queue_bucket_free(struct event_queue_bucket *front)
{
    free(front->entries);
}

void event_queue_bucket_clear(struct event_queue_bucket *front)
{
    front->count = 0;
    front->twin = EVENT_NONE;
}

/** Moves the entry at `place` towards the start, in strides, past all that precede it. */
static void sink(struct event_queue_bucket *front, size_t place, size_t stride)
{
    struct event_entry *entries = front->entries, moving = entries[place];
    for (; place >= stride && event_queue_slots_precedes(front->slots, entries[place - stride], moving);
         place -= stride)
        entries[place] = entries[place - stride];
    entries[place] = moving;
}

/** True if the slot or its partner still has the event. */
static bool holds(const struct event_queue_bucket *front, struct event_entry entry)
{
    return event_queue_slots_has(front->slots, entry) ||
           event_queue_slots_has(front->slots, event_queue_slots_mirrored(entry));
}

static void drop_replaced(struct event_queue_bucket *front)
{
    size_t kept = 0;
    for (size_t i = 0; i < front->count; i++)
        if (holds(front, front->entries[i]))
            front->entries[kept++] = front->entries[i];
    front->count = kept;
}

static bool is_same(struct event_entry a, struct event_entry b)
{
    return a.t == b.t && a.slot == b.slot && a.partner == b.partner;
}

/** Leaves one of each group of equal entries, so that there are no more than slots. */
static void drop_doubles(struct event_queue_bucket *front)
{
    size_t kept = 0;
    for (size_t i = 0; i < front->count; i++)
        if (kept == 0 || !is_same(front->entries[i], front->entries[kept - 1]))
            front->entries[kept++] = front->entries[i];
    front->count = kept;
}

/** Sorts in strides (Shell, Commun. ACM 2, 30, 1959), by time and ties, and drops what is not needed. */
static void sort_many(struct event_queue_bucket *front)
{
    drop_replaced(front);
    for (size_t stride = front->count; stride > 1;) {
        stride = stride * 4 / 9 > 1 ? stride * 4 / 9 : 1;
        for (size_t i = stride; i < front->count; i++)
            sink(front, i, stride);
    }
    drop_doubles(front);
}

/** Sorts few entries by time: each goes to the place told by the number of those that come later. Returns whether some
 *  are at the same time. */
static bool sort_few(struct event_queue_bucket *front)
{
    struct event_entry entries[FEW];
    uint32_t later[FEW] = {0};
    size_t count = front->count;
    memcpy(entries, front->entries, count * sizeof *entries);
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count; j++) {
            bool is_later = entries[j].t > entries[i].t;
            later[i] += is_later;
            later[j] += !is_later;
        }
    for (size_t i = 0; i < count; i++)
        front->entries[later[i]] = entries[i];
    bool tie = false;
    for (size_t i = 1; i < count; i++)
        tie |= front->entries[i].t == front->entries[i - 1].t;
    return tie;
}

void event_queue_bucket_sort(struct event_queue_bucket *front)
{
    if (front->count > FEW || sort_few(front))
        sort_many(front);
}

void event_queue_bucket_insert(struct event_queue_bucket *front, uint32_t slot)
{
    if (front->count == front->capacity)
        sort_many(front);
    assert(front->count < front->capacity);
    front->entries[front->count] = event_queue_slots_entry(front->slots, slot);
    sink(front, front->count++, 1);
}
