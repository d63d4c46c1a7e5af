/*
 * A window of time cut into short slices ("buckets"), and a sorted list for the slice at hand, the front: O(1) per
 * event however many balls there are (after Paul, J. Comput. Phys. 221, 615, 2007).
 *
 * Each ball has one slot with its event; scheduling writes the slot. Only events within the window, about one in five,
 * are noted in a bucket as well; the others are in no list at all. When the window has passed, one sweep over the
 * times of all slots, in sequence, notes those of the next. So most events that are replaced before their time, as most
 * are, cost two stores.
 *
 * Nothing is ever taken out of a bucket. When its turn comes, the notes whose ball still has an event in that slice
 * become the front (event_queue_bucket); the others are leftovers. A bucket is one cache line, 16 notes, that is only
 * written to until its turn; how many there are stands elsewhere. What is more spills into chunks chained to it. When
 * these run out the window begins anew, shorter. Its length follows the number of events it held.
 *
 * For few balls none of this is worth its while: then, and when the caller wants the plain structure to compare with,
 * all slots are searched for the earliest (event_queue_slots).
 *
 * Invariants: the bucket of a time is a monotone function of it, so all events of earlier buckets precede all of later
 * ones, and all in the window precede those beyond; the front holds every event of buckets up to the current one, but
 * for the one taken last. Memory: 16 bytes per slot and about 12 for the calendar.
 */
#include "integrators/event/event_queue.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/min_max.h"
#include "base/mem.h"
#include "integrators/event/event_queue_bucket.h"
#include "integrators/event/event_queue_slots.h"

enum {
    NOTES = 16,
    SEARCH_BELOW = 40,     /* slots (measured) */
    SLOTS_PER_EVENT = 5,   /* wanted in a window (measured) */
    SLOTS_PER_BUCKET = 32, /* so that a bucket has some five events (measured) */
    SAMPLE = 512
};

#define NO_CHUNK 0xffffffffu

/** A bucket, or what has spilled from one. */
struct chunk {
    uint32_t slot[NOTES];
};

struct event_queue {
    struct event_queue_slots slots;
    bool is_searched; /* no calendar: search the slots */
    bool started;     /* before: events are only stored */
    double now;       /* time of the last event taken */

    double begin, end, rate; /* of the window; bucket of t: (t - begin) * rate */
    double length;           /* of the next one */
    struct event_queue_bucket front;
    size_t current, n_buckets;
    struct chunk *chunks; /* the buckets, and after them those that they spill into */
    uint32_t *next;       /* of each chunk: the one that it has spilled into; NO_CHUNK: none */
    uint8_t *counts;      /* notes in each bucket, not counting what has spilled: in full chunks */
    uint32_t n_chunks, free_chunk, unused_chunk;
    uint32_t *noted; /* slots of a new window, before they are sorted into buckets */
    uint64_t turns;
};

/* ---- the buckets ---- */

/** The bucket of a time; monotone. Times before the window count to its first bucket, times after it to its last. */
static size_t bucket_of(const struct event_queue *queue, double t)
{
    double bucket = (t - queue->begin) * queue->rate, last = (double)(queue->n_buckets - 1);
    bucket = bucket < last ? bucket : last;
    return bucket > 0 ? (size_t)(int64_t)bucket : 0;
}

/** A fresh chunk, NO_CHUNK: none left. */
static uint32_t take_chunk(struct event_queue *queue)
{
    uint32_t index = queue->free_chunk;
    if (index != NO_CHUNK)
        queue->free_chunk = queue->next[index];
    else if (queue->unused_chunk < queue->n_chunks)
        index = queue->unused_chunk++;
    return index;
}

/** Moves the notes of a full bucket into a chunk of their own; false: no chunk left. */
static bool spill(struct event_queue *queue, size_t number)
{
    uint32_t fresh = take_chunk(queue);
    if (fresh == NO_CHUNK)
        return false;
    queue->chunks[fresh] = queue->chunks[number];
    queue->next[fresh] = queue->next[number];
    queue->next[number] = fresh;
    queue->counts[number] = 0;
    return true;
}

/** Notes a slot in a bucket; false: no chunk left to spill into. The notes are only written: how many there are stands
 *  elsewhere, in an array small enough to be at hand. */
static bool bucket_note(struct event_queue *queue, size_t number, uint32_t slot)
{
    if (queue->counts[number] == NOTES && !spill(queue, number))
        return false;
    queue->chunks[number].slot[queue->counts[number]++] = slot;
    return true;
}

/** Moves the notes of a chunk that still hold into the front. */
static void open_chunk(struct event_queue *queue, size_t number, uint32_t count)
{
    const uint32_t *slot = queue->chunks[number].slot;
    for (uint32_t i = 0; i < count; i++) {
        double t = queue->slots.times[slot[i]];
        bool is_due = (t < queue->end) & (bucket_of(queue, t) == queue->current);
        event_queue_bucket_append(&queue->front, slot[i], is_due);
    }
}

/** Moves the notes of the bucket `current` that still hold into the front, which is empty. */
static void open_bucket(struct event_queue *queue)
{
    open_chunk(queue, queue->current, queue->counts[queue->current]);
    uint32_t number = queue->next[queue->current];
    while (number != NO_CHUNK) {
        uint32_t next = queue->next[number];
        open_chunk(queue, number, NOTES);
        queue->next[number] = queue->free_chunk;
        queue->free_chunk = number;
        number = next;
    }
    event_queue_bucket_sort(&queue->front);
    queue->turns++;
}

/* ---- the window ---- */

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/** Median waiting time of a sample of the events (their longest, should half of them not wait at all); 0: unknown. */
static double typical_wait(const struct event_queue *queue, double from)
{
    double sample[SAMPLE];
    size_t count = 0, stride = queue->slots.n / SAMPLE + 1;
    for (size_t i = 0; i < queue->slots.n && count < SAMPLE; i += stride)
        if (queue->slots.times[i] < HUGE_VAL)
            sample[count++] = queue->slots.times[i] - from;
    if (count == 0)
        return 0;
    qsort(sample, count, sizeof *sample, compare_doubles);
    return sample[count / 2] > 0 ? sample[count / 2] : sample[count - 1];
}

/** Lists the slots whose events lie in the window; returns their number. */
static size_t sweep(struct event_queue *queue)
{
    size_t count = 0;
    for (size_t i = 0; i < queue->slots.n; i++) {
        queue->noted[count] = (uint32_t)i;
        count += queue->slots.times[i] < queue->end;
    }
    return count;
}

/** Sets the window's place and empties it. */
static void place_window(struct event_queue *queue, double begin)
{
    double length = double_min(double_max(queue->length, 1e-300 + 4 * DBL_EPSILON * fabs(begin)), 1e300);
    queue->begin = begin;
    queue->end = begin + length;
    queue->rate = (double)queue->n_buckets / length;
    queue->length = length;
    queue->current = 0;
    event_queue_bucket_clear(&queue->front);
    queue->unused_chunk = (uint32_t)queue->n_buckets;
    queue->free_chunk = NO_CHUNK;
    memset(queue->next, 0xff, queue->n_buckets * sizeof *queue->next); /* NO_CHUNK */
    memset(queue->counts, 0, queue->n_buckets);
}

/** Begins a window, notes the events in it and opens its first bucket. The next one will be longer or shorter, as this
 *  one's events were few or many. Returns the number of events. */
static size_t begin_window(struct event_queue *queue, double begin)
{
    place_window(queue, begin);
    size_t count = sweep(queue);
    bool has_room = true;
    for (size_t i = 0; i < count; i++) {
        uint32_t slot = queue->noted[i];
        has_room &= bucket_note(queue, bucket_of(queue, queue->slots.times[slot]), slot);
    }
    assert(has_room); /* a fresh window has a place for every slot */
    (void)has_room;
    double wanted = (double)queue->slots.n / SLOTS_PER_EVENT / (double)(count ? count : 1);
    queue->length *= double_min(double_max(wanted, 0.5), 2);
    open_bucket(queue);
    return count;
}

/** Opens the next bucket that may hold events; false: nothing happens up to and including `limit`. */
static bool turn_on(struct event_queue *queue, double limit)
{
    if (limit < queue->end && bucket_of(queue, limit) <= queue->current)
        return false;
    if (queue->current + 1 < queue->n_buckets) {
        queue->current++;
        open_bucket(queue);
        return true;
    }
    if (begin_window(queue, queue->end) > 0)
        return true;
    queue->current = queue->n_buckets - 1;
    double earliest = event_queue_slots_earliest_time(&queue->slots);
    if (!(earliest < HUGE_VAL && earliest <= limit))
        return false;
    begin_window(queue, earliest);
    return true;
}

/* ---- public ---- */

static bool allocate_calendar(struct event_queue *queue)
{
    size_t n = queue->slots.n;
    queue->n_buckets = n / SLOTS_PER_BUCKET + 1;
    queue->n_chunks = (uint32_t)(queue->n_buckets + n / (NOTES / 2) + 16);
    queue->chunks = mem_array_raw(queue->n_chunks, sizeof *queue->chunks);
    queue->next = mem_array(queue->n_chunks, sizeof *queue->next);
    queue->counts = mem_array(queue->n_buckets, sizeof *queue->counts);
    queue->noted = mem_array(n + 1, sizeof *queue->noted);
    return event_queue_bucket_open(&queue->front, &queue->slots) && queue->chunks && queue->next && queue->counts &&
           queue->noted;
}

struct event_queue *event_queue_create(size_t n, const struct particle *balls, bool simple)
{
    struct event_queue *queue = mem_array(1, sizeof *queue);
    if (!queue)
        return NULL;
    queue->is_searched = simple || n < SEARCH_BELOW;
    queue->now = -HUGE_VAL;
    if (event_queue_slots_open(&queue->slots, n, balls) && (queue->is_searched || allocate_calendar(queue)))
        return queue;
    event_queue_destroy(queue);
    return NULL;
}

void event_queue_destroy(struct event_queue *queue)
{
    if (!queue)
        return;
    event_queue_slots_free(&queue->slots);
    event_queue_bucket_free(&queue->front);
    free(queue->chunks);
    free(queue->next);
    free(queue->counts);
    free(queue->noted);
    free(queue);
}

void event_queue_start(struct event_queue *queue)
{
    queue->started = true;
    if (queue->is_searched)
        return;
    double earliest = event_queue_slots_earliest_time(&queue->slots), begin = earliest < HUGE_VAL ? earliest : 0;
    queue->length = typical_wait(queue, begin) / SLOTS_PER_EVENT;
    begin_window(queue, begin);
}

void event_queue_set(struct event_queue *queue, uint32_t slot, struct event event)
{
    assert(event.t >= queue->now);
    event_queue_slots_set(&queue->slots, slot, event);
    if (queue->is_searched || !queue->started)
        return;
    event_queue_bucket_replaced(&queue->front, slot);
    if (!(event.t < queue->end))
        return;
    size_t bucket = bucket_of(queue, event.t);
    if (bucket <= queue->current) {
        event_queue_bucket_insert(&queue->front, slot);
    } else if (!bucket_note(queue, bucket, slot)) {
        queue->length /= 2;
        begin_window(queue, event_queue_slots_earliest_time(&queue->slots));
    }
}

struct event event_queue_get(const struct event_queue *queue, uint32_t slot)
{
    return event_queue_slots_get(&queue->slots, slot);
}

bool event_queue_next(struct event_queue *queue, double limit, uint32_t *slot, struct event *event)
{
    struct event_entry entry = {HUGE_VAL, 0, EVENT_NONE};
    if (queue->slots.n == 0)
        return false;
    if (queue->is_searched) {
        entry = event_queue_slots_entry(&queue->slots, event_queue_slots_earliest(&queue->slots));
    } else {
        while (!event_queue_bucket_take(&queue->front, limit, &entry))
            if (!turn_on(queue, limit))
                return false;
    }
    if (!(entry.t < HUGE_VAL && entry.t <= limit))
        return false;
    *slot = entry.slot;
    *event = event_queue_slots_get(&queue->slots, entry.slot);
    queue->now = event->t;
    return true;
}

uint32_t event_queue_foresee(const struct event_queue *queue, struct event_foresight *sight, uint32_t ahead)
{
    if (queue->is_searched)
        return EVENT_NONE;
    if (sight->turn <= queue->turns)
        *sight = (struct event_foresight){queue->turns + 1, 0};
    for (; sight->turn <= queue->turns + ahead; sight->turn++, sight->place = 0) {
        size_t bucket = queue->current + (size_t)(sight->turn - queue->turns);
        if (bucket >= queue->n_buckets)
            break;
        if (sight->place < queue->counts[bucket])
            return queue->chunks[bucket].slot[sight->place++];
    }
    return EVENT_NONE;
}

void event_queue_prefetch(const struct event_queue *queue, uint32_t slot)
{
    __builtin_prefetch(&queue->slots.times[slot]);
    __builtin_prefetch(&queue->slots.kinds[slot]);
}
