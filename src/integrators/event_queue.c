/*
 * A calendar of short time slices ("buckets") with a small sorted list for the slice at hand: O(1) per event however
 * many balls there are (Paul, J. Comput. Phys. 221, 615, 2007).
 *
 * Each ball has one slot with its event. Scheduling writes the slot and notes the ball's number in the bucket of its
 * time; nothing is ever taken out of a bucket. When a bucket's turn comes, the notes whose ball still has an event in
 * that slice are sorted into the front, latest first; the others are leftovers of replaced events and are dropped. The
 * front works the same way: an entry counts if its time is still the slot's time. A ball noted twice only costs a
 * second look.
 *
 * Buckets are chains of 64-byte chunks of 14 notes, so opening one reads few cache lines, all known in advance:
 * event_queue_upcoming() lets the caller prefetch what the next buckets will touch. Events beyond the calendar's span
 * wait in a list of their own and are sorted in when the calendar has turned round. When the chunks run out (leftovers
 * pile up) or a turn shows that the buckets are too full or too empty, everything is laid out anew from the slots with
 * a better width: O(n), at most about once per turn.
 *
 * For few balls the calendar is not worth its while: then, and when the caller wants the plain structure to compare
 * with, the slots are simply searched for the earliest.
 *
 * Invariants: bucket numbers are floor((t - origin) * rate), a monotone function of t, so all events of earlier buckets
 * precede all of later ones; the front holds every valid event of buckets <= current. Ties in time are broken by ball
 * indices. Memory: 16 bytes per slot plus about 20 for the calendar.
 */
#include "integrators/event_queue.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { NOTES = 14, SIMPLE_BELOW = 32, WANTED_PER_BUCKET = 8 };

#define NO_CHUNK 0xffffffffu

struct chunk {
    uint32_t next;
    uint32_t count;
    uint32_t slot[NOTES];
};

struct entry {
    double t;
    uint32_t slot;
};

struct event_queue {
    struct event *events;
    const uint32_t *ids;
    size_t n;

    bool simple;         /* no calendar: search the slots */
    bool started;        /* before: events are only stored */
    double now;          /* time of the last event taken */
    double origin, rate; /* bucket of t: (t - origin) * rate; rate = 1 / width */
    struct entry *front; /* events of the present bucket, latest first */
    size_t front_count, front_capacity;
    uint64_t current;  /* the present bucket */
    uint64_t turn_end; /* first bucket beyond the calendar's present span */
    uint64_t turns;
    size_t n_buckets; /* a power of two */
    uint32_t *heads;
    struct chunk *chunks;
    uint32_t n_chunks, free_chunk, unused_chunk;

    uint32_t *far; /* slots noted beyond the span */
    size_t far_count, far_capacity;
    uint64_t taken_in_turn;
};

/* ---- order ---- */

static uint64_t tie_rank(const struct event_queue *queue, uint32_t slot)
{
    uint32_t partner = queue->events[slot].partner;
    uint64_t own = queue->ids[slot];
    if (partner >= EVENT_WALL)
        return own << 32 | partner;
    uint64_t other = queue->ids[partner];
    return own < other ? own << 32 | other : other << 32 | own;
}

static bool precedes(const struct event_queue *queue, struct entry a, struct entry b)
{
    if (a.t != b.t)
        return a.t < b.t;
    return tie_rank(queue, a.slot) < tie_rank(queue, b.slot);
}

/** The earliest event of all slots, by looking at every one. */
static uint32_t search_slots(const struct event_queue *queue)
{
    struct entry first = {queue->events[0].t, 0};
    for (uint32_t i = 1; i < queue->n; i++) {
        struct entry entry = {queue->events[i].t, i};
        if (entry.t <= first.t && precedes(queue, entry, first))
            first = entry;
    }
    return first.slot;
}

/* ---- the front ---- */

static bool is_live(const struct event_queue *queue, struct entry entry)
{
    return queue->events[entry.slot].t == entry.t;
}

/** Moves the entry at `place` towards the start, in strides, past all that precede it. */
static void front_sink(struct event_queue *queue, size_t place, size_t stride)
{
    struct entry *front = queue->front, moving = front[place];
    for (; place >= stride && precedes(queue, front[place - stride], moving); place -= stride)
        front[place] = front[place - stride];
    front[place] = moving;
}

/** Sorts the front, latest first (Shell, Commun. ACM 2, 30, 1959): a few entries as a rule, all balls in a lattice
 *  whose hits fall together. */
static void front_sort(struct event_queue *queue)
{
    for (size_t stride = queue->front_count; stride > 1;) {
        stride = stride * 4 / 9 > 1 ? stride * 4 / 9 : 1;
        for (size_t i = stride; i < queue->front_count; i++)
            front_sink(queue, i, stride);
    }
}

/** Keeps the live entries only: called when the front is full. */
static void front_compact(struct event_queue *queue)
{
    size_t kept = 0;
    for (size_t i = 0; i < queue->front_count; i++)
        if (is_live(queue, queue->front[i]))
            queue->front[kept++] = queue->front[i];
    queue->front_count = kept;
}

static void front_append(struct event_queue *queue, double t, uint32_t slot)
{
    if (queue->front_count == queue->front_capacity)
        front_compact(queue);
    assert(queue->front_count < queue->front_capacity);
    queue->front[queue->front_count++] = (struct entry){t, slot};
}

static void front_insert(struct event_queue *queue, double t, uint32_t slot)
{
    front_append(queue, t, slot);
    front_sink(queue, queue->front_count - 1, 1);
}

static void front_drop_dead(struct event_queue *queue)
{
    while (queue->front_count && !is_live(queue, queue->front[queue->front_count - 1]))
        queue->front_count--;
}

/* ---- the buckets ---- */

/** Time in buckets since the origin; monotone in t. */
static double bucket_time(const struct event_queue *queue, double t)
{
    return (t - queue->origin) * queue->rate;
}

/** A fresh chunk, NO_CHUNK: none left. */
static uint32_t take_chunk(struct event_queue *queue)
{
    uint32_t index = queue->free_chunk;
    if (index != NO_CHUNK)
        queue->free_chunk = queue->chunks[index].next;
    else if (queue->unused_chunk < queue->n_chunks)
        index = queue->unused_chunk++;
    return index;
}

/** Notes a slot in a bucket; false: no chunk left. */
static bool bucket_note(struct event_queue *queue, uint64_t bucket, uint32_t slot)
{
    uint32_t *head = &queue->heads[bucket & (queue->n_buckets - 1)];
    if (*head == NO_CHUNK || queue->chunks[*head].count == NOTES) {
        uint32_t fresh = take_chunk(queue);
        if (fresh == NO_CHUNK)
            return false;
        queue->chunks[fresh].next = *head;
        queue->chunks[fresh].count = 0;
        *head = fresh;
    }
    struct chunk *chunk = &queue->chunks[*head];
    chunk->slot[chunk->count++] = slot;
    return true;
}

static bool is_present(const struct event_queue *queue, double t)
{
    return bucket_time(queue, t) < (double)(queue->current + 1);
}

/** Files an event that is not for the front in its bucket or the far list; false: no room, lay out anew. */
static bool file_later(struct event_queue *queue, uint32_t slot, double t)
{
    double bucket = bucket_time(queue, t);
    if (bucket < (double)queue->turn_end)
        return bucket_note(queue, (uint64_t)bucket, slot);
    if (queue->far_count == queue->far_capacity)
        return false;
    queue->far[queue->far_count++] = slot;
    return true;
}

/** Moves the notes of the bucket `current` that still hold into the front. */
static void open_bucket(struct event_queue *queue)
{
    uint32_t *head = &queue->heads[queue->current & (queue->n_buckets - 1)];
    double first = (double)queue->current, end = (double)(queue->current + 1);
    while (*head != NO_CHUNK) {
        struct chunk *chunk = &queue->chunks[*head];
        for (uint32_t i = 0; i < chunk->count; i++) {
            double t = queue->events[chunk->slot[i]].t, bucket = bucket_time(queue, t);
            if (bucket >= first && bucket < end)
                front_append(queue, t, chunk->slot[i]);
        }
        uint32_t next = chunk->next;
        chunk->next = queue->free_chunk;
        queue->free_chunk = *head;
        *head = next;
    }
    front_sort(queue);
    queue->turns++;
}

/* ---- laying out ---- */

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/** Median waiting time of a sample of the events (their longest, should half of them not wait at all); 0: unknown. */
static double typical_wait(const struct event_queue *queue, double from)
{
    double sample[512];
    size_t count = 0, stride = queue->n / 512 + 1;
    for (size_t i = 0; i < queue->n && count < 512; i += stride)
        if (queue->events[i].t < HUGE_VAL)
            sample[count++] = queue->events[i].t - from;
    if (count == 0)
        return 0;
    qsort(sample, count, sizeof *sample, compare_doubles);
    return sample[count / 2] > 0 ? sample[count / 2] : sample[count - 1];
}

static double earliest_event(const struct event_queue *queue)
{
    double earliest = HUGE_VAL;
    for (size_t i = 0; i < queue->n; i++)
        if (queue->events[i].t < earliest)
            earliest = queue->events[i].t;
    return earliest;
}

/** Files every event anew, with a bucket width that suits the events now scheduled. */
static void lay_out(struct event_queue *queue)
{
    double earliest = earliest_event(queue);
    queue->origin = earliest < HUGE_VAL ? earliest : queue->now;
    double rate = 0.7 * (double)queue->n / WANTED_PER_BUCKET / typical_wait(queue, queue->origin);
    queue->rate = rate < HUGE_VAL ? rate : 1;
    queue->current = 0;
    queue->turn_end = queue->n_buckets;
    queue->front_count = queue->far_count = 0;
    queue->unused_chunk = 0;
    queue->free_chunk = NO_CHUNK;
    queue->taken_in_turn = 0;
    for (size_t b = 0; b < queue->n_buckets; b++)
        queue->heads[b] = NO_CHUNK;
    bool has_room = true;
    for (uint32_t i = 0; i < queue->n; i++) {
        double t = queue->events[i].t;
        if (is_present(queue, t))
            front_append(queue, t, i);
        else if (t < HUGE_VAL)
            has_room = file_later(queue, i, t) && has_room;
    }
    assert(has_room); /* a fresh calendar has a place for every slot */
    (void)has_room;
    front_sort(queue);
}

/** The calendar has turned round: sorts in what was too far, or lays out anew if the width no longer suits. */
static void begin_turn(struct event_queue *queue)
{
    double per_bucket = (double)queue->taken_in_turn / (double)queue->n_buckets;
    if (per_bucket < WANTED_PER_BUCKET / 4.0 || per_bucket > WANTED_PER_BUCKET * 4.0) {
        lay_out(queue);
        return;
    }
    queue->taken_in_turn = 0;
    queue->turn_end += queue->n_buckets;
    size_t count = queue->far_count;
    queue->far_count = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t slot = queue->far[i];
        double t = queue->events[slot].t;
        if (is_present(queue, t))
            front_append(queue, t, slot);
        else if (t < HUGE_VAL && !file_later(queue, slot, t)) {
            lay_out(queue);
            return;
        }
    }
    front_sort(queue);
}

/** Opens buckets until the front's last entry is live; false: nothing is left up to `limit`. */
static bool refill(struct event_queue *queue, double limit)
{
    front_drop_dead(queue);
    while (queue->front_count == 0) {
        if (queue->current + 1 == queue->turn_end) {
            if (!(earliest_event(queue) <= limit))
                return false;
            begin_turn(queue);
        } else if ((double)(queue->current + 1) > bucket_time(queue, limit)) {
            return false;
        } else {
            queue->current++;
            open_bucket(queue);
        }
        front_drop_dead(queue);
    }
    return queue->front[queue->front_count - 1].t <= limit;
}

/* ---- public ---- */

static size_t buckets_for(size_t n)
{
    size_t buckets = 16;
    while (buckets * WANTED_PER_BUCKET < n * 2)
        buckets *= 2;
    return buckets;
}

static bool allocate_calendar(struct event_queue *queue)
{
    queue->n_buckets = buckets_for(queue->n);
    queue->n_chunks = (uint32_t)(queue->n_buckets + queue->n / 4 + 16);
    queue->far_capacity = queue->front_capacity = 2 * queue->n;
    queue->front = mem_array(queue->front_capacity, sizeof *queue->front);
    queue->heads = mem_array_aligned(queue->n_buckets, sizeof *queue->heads);
    queue->chunks = mem_array_aligned(queue->n_chunks, sizeof *queue->chunks);
    queue->far = mem_array(queue->far_capacity, sizeof *queue->far);
    return queue->front && queue->heads && queue->chunks && queue->far;
}

struct event_queue *event_queue_create(size_t n, const uint32_t *ids, bool simple)
{
    struct event_queue *queue = mem_array(1, sizeof *queue);
    if (!queue)
        return NULL;
    queue->n = n;
    queue->ids = ids;
    queue->simple = simple || n < SIMPLE_BELOW;
    queue->events = mem_array_aligned(n, sizeof *queue->events);
    if (!queue->events || (!queue->simple && !allocate_calendar(queue))) {
        event_queue_destroy(queue);
        return NULL;
    }
    for (size_t i = 0; i < n; i++)
        queue->events[i] = (struct event){HUGE_VAL, EVENT_NONE, 0};
    queue->now = -HUGE_VAL;
    return queue;
}

void event_queue_destroy(struct event_queue *queue)
{
    if (!queue)
        return;
    free(queue->events);
    free(queue->front);
    free(queue->heads);
    free(queue->chunks);
    free(queue->far);
    free(queue);
}

void event_queue_set(struct event_queue *queue, uint32_t slot, struct event event)
{
    assert(event.t >= queue->now);
    bool same_time = event.t == queue->events[slot].t;
    queue->events[slot] = event;
    if (queue->simple || !queue->started)
        return;
    if (same_time)
        front_sort(queue); /* its note stands, but its rank among equal times may have changed */
    else if (is_present(queue, event.t))
        front_insert(queue, event.t, slot);
    else if (event.t < HUGE_VAL && !file_later(queue, slot, event.t))
        lay_out(queue);
}

void event_queue_start(struct event_queue *queue)
{
    queue->started = true;
    if (!queue->simple)
        lay_out(queue);
}

struct event event_queue_get(const struct event_queue *queue, uint32_t slot)
{
    return queue->events[slot];
}

bool event_queue_next(struct event_queue *queue, double limit, uint32_t *slot, struct event *event)
{
    if (queue->n == 0 || (!queue->simple && !refill(queue, limit)))
        return false;
    *slot = queue->simple ? search_slots(queue) : queue->front[queue->front_count - 1].slot;
    *event = queue->events[*slot];
    if (!(event->t < HUGE_VAL && event->t <= limit))
        return false;
    queue->now = event->t;
    queue->taken_in_turn++;
    return true;
}

size_t event_queue_upcoming(const struct event_queue *queue, unsigned ahead, uint32_t *slots, size_t room)
{
    if (queue->simple || queue->current + ahead >= queue->turn_end)
        return 0;
    size_t count = 0;
    uint32_t index = queue->heads[(queue->current + ahead) & (queue->n_buckets - 1)];
    for (; index != NO_CHUNK; index = queue->chunks[index].next)
        for (uint32_t i = 0; i < queue->chunks[index].count && count < room; i++)
            slots[count++] = queue->chunks[index].slot[i];
    return count;
}

uint64_t event_queue_turns(const struct event_queue *queue)
{
    return queue->turns;
}
