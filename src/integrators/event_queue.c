/*
 * A calendar of short time slices ("buckets") with a short list for the slice at hand, the front: O(1) per event
 * however many balls there are (Paul, J. Comput. Phys. 221, 615, 2007).
 *
 * Each ball has one slot with its event. Scheduling writes the slot and notes the ball's number in the bucket of its
 * time; nothing is ever taken out of a bucket. When a bucket's turn comes, the notes whose ball still has an event in
 * that slice become the front; the others are leftovers of replaced events and are dropped. The front works the same
 * way: an entry counts if its time is still the slot's time. A ball noted twice only costs a second look.
 *
 * The front holds two or three events as a rule, and looking at all of them is the fastest way to the earliest. Should
 * very many fall into one slice (a lattice whose hits coincide) they are sorted once, and only what comes in later is
 * looked through.
 *
 * A bucket is 16 bytes with room for 3 notes; what is more spills into chunks chained to it. Buckets lie in the order
 * of time, so opening one reads memory in sequence, and event_queue_upcoming() lets the caller prefetch what the next
 * ones will touch. Filing an event touches a bucket somewhere in the calendar: its memory is asked for at once, but the
 * note is made a little later, before the next bucket is opened. Events beyond the calendar's span wait in a list of
 * their own and are filed when the calendar has turned round. When the chunks run out (leftovers pile up) or a turn
 * shows that the buckets are too full or too empty, everything is laid out anew from the slots with a better width:
 * O(n), at most about once per turn.
 *
 * For few balls the calendar is not worth its while: then, and when the caller wants the plain structure to compare
 * with, the slots are simply searched for the earliest.
 *
 * Invariants: bucket numbers are floor((t - origin) * rate), a monotone function of t, so all events of earlier buckets
 * precede all of later ones; the front holds every valid event of buckets <= current, but for the one taken last. Ties
 * in time are broken by ball indices. Memory: 16 bytes per slot plus about 20 for the calendar.
 */
#include "integrators/event_queue.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { NOTES = 3, UNFILED = 16, FEW = 32, SIMPLE_BELOW = 32, WANTED_PER_BUCKET = 3 };

#define NO_CHUNK 0xffffffffu
#define NO_SLOT  0xffffffffu

/** A bucket, or what has spilled from one. */
struct chunk {
    uint32_t next;        /* NO_CHUNK: nothing spilled */
    uint32_t slot[NOTES]; /* from the start; NO_SLOT where there is room */
};

static const struct chunk empty_bucket = {NO_CHUNK, {NO_SLOT, NO_SLOT, NO_SLOT}};

/** An event on its way to a bucket. */
struct unfiled {
    uint32_t slot;
    double bucket;
};

struct entry {
    double t;
    uint32_t slot;
    uint32_t partner; /* decides ties; kept here, so that an entry keeps its rank when its slot has moved on */
};

struct event_queue {
    struct event *events;
    const struct flight *balls;
    size_t n;

    bool simple;          /* no calendar: search the slots */
    bool started;         /* before: events are only stored */
    double now;           /* time of the last event taken */
    double origin, rate;  /* bucket of t: (t - origin) * rate; rate = 1 / width */
    struct entry *sorted; /* the front: latest first, empty as a rule; */
    struct entry *recent; /* and in no order, few */
    size_t n_sorted, n_recent, front_capacity;
    uint64_t current;  /* the present bucket */
    uint64_t turn_end; /* first bucket beyond the calendar's present span */
    uint64_t turns;
    size_t n_buckets; /* a power of two */
    struct chunk *buckets;
    struct chunk *chunks;
    uint32_t n_chunks, free_chunk, unused_chunk;

    uint32_t *far; /* slots noted beyond the span */
    size_t far_count, far_capacity;
    struct unfiled unfiled[UNFILED];
    size_t n_unfiled;
    uint64_t taken_in_turn;
};

/* ---- order ---- */

static struct entry entry_of(const struct event_queue *queue, uint32_t slot)
{
    return (struct entry){queue->events[slot].t, slot, queue->events[slot].partner};
}

static uint64_t tie_rank(const struct event_queue *queue, struct entry entry)
{
    uint64_t own = queue->balls[entry.slot].id;
    if (entry.partner >= EVENT_WALL)
        return own << 32 | entry.partner;
    uint64_t other = queue->balls[entry.partner].id;
    return own < other ? own << 32 | other : other << 32 | own;
}

static bool precedes(const struct event_queue *queue, struct entry a, struct entry b)
{
    if (a.t != b.t)
        return a.t < b.t;
    uint64_t rank_a = tie_rank(queue, a), rank_b = tie_rank(queue, b);
    return rank_a != rank_b ? rank_a < rank_b : a.slot < b.slot; /* the same hit, scheduled by both its balls */
}

/** The earliest event of all slots, by looking at every one. */
static uint32_t search_slots(const struct event_queue *queue)
{
    struct entry first = entry_of(queue, 0);
    for (uint32_t i = 1; i < queue->n; i++) {
        struct entry entry = entry_of(queue, i);
        if (entry.t <= first.t && precedes(queue, entry, first))
            first = entry;
    }
    return first.slot;
}

/* ---- the front ---- */

static bool is_live(const struct event_queue *queue, struct entry entry)
{
    return queue->events[entry.slot].t == entry.t && queue->events[entry.slot].partner == entry.partner;
}

/** Moves the entry at `place` towards the start, in strides, past all that precede it. */
static void front_sink(struct event_queue *queue, size_t place, size_t stride)
{
    struct entry *sorted = queue->sorted, moving = sorted[place];
    for (; place >= stride && precedes(queue, sorted[place - stride], moving); place -= stride)
        sorted[place] = sorted[place - stride];
    sorted[place] = moving;
}

static bool is_same(struct entry a, struct entry b)
{
    return a.t == b.t && a.slot == b.slot && a.partner == b.partner;
}

/** Leaves one of each group of equal entries, so that there are no more than slots. */
static void front_drop_doubles(struct event_queue *queue)
{
    size_t kept = 0;
    for (size_t i = 0; i < queue->n_sorted; i++)
        if (kept == 0 || !is_same(queue->sorted[i], queue->sorted[kept - 1]))
            queue->sorted[kept++] = queue->sorted[i];
    queue->n_sorted = kept;
}

/** Takes all live entries into the sorted part (Shell, Commun. ACM 2, 30, 1959). */
static void front_sort(struct event_queue *queue)
{
    size_t count = 0;
    for (size_t i = 0; i < queue->n_sorted; i++)
        if (is_live(queue, queue->sorted[i]))
            queue->sorted[count++] = queue->sorted[i];
    for (size_t i = 0; i < queue->n_recent; i++)
        if (is_live(queue, queue->recent[i]))
            queue->sorted[count++] = queue->recent[i];
    queue->n_sorted = count;
    queue->n_recent = 0;
    for (size_t stride = count; stride > 1;) {
        stride = stride * 4 / 9 > 1 ? stride * 4 / 9 : 1;
        for (size_t i = stride; i < count; i++)
            front_sink(queue, i, stride);
    }
    front_drop_doubles(queue);
}

static void front_append(struct event_queue *queue, uint32_t slot)
{
    assert(queue->n_recent < queue->front_capacity);
    queue->recent[queue->n_recent++] = entry_of(queue, slot);
}

/** Place in `recent` of the earliest entry. Two different events at the same time are rare, so time alone decides
 * first, without a branch to guess wrong. (Two balls that will hit each other usually both have that event.) */
static size_t recent_earliest(const struct event_queue *queue)
{
    const struct entry *recent = queue->recent;
    size_t best = 0;
    double t = recent[0].t;
    for (size_t i = 1; i < queue->n_recent; i++) {
        best = recent[i].t < t ? i : best;
        t = recent[i].t < t ? recent[i].t : t;
    }
    uint32_t slot = recent[best].slot, partner = recent[best].partner;
    bool tie = false;
    for (size_t i = 0; i < queue->n_recent; i++) {
        bool same = (recent[i].slot == slot) & (recent[i].partner == partner);
        bool mirrored = (recent[i].slot == partner) & (recent[i].partner == slot);
        tie |= (recent[i].t == t) & !same & !mirrored;
    }
    for (size_t i = 0; tie && i < queue->n_recent; i++)
        if (precedes(queue, recent[i], recent[best]))
            best = i;
    return best;
}

/** Place in `recent` of its earliest live entry; n_recent: there is none. Drops dead entries it comes across. */
static size_t front_search(struct event_queue *queue)
{
    while (queue->n_recent) {
        size_t best = recent_earliest(queue);
        if (is_live(queue, queue->recent[best]))
            return best;
        queue->recent[best] = queue->recent[--queue->n_recent];
    }
    return 0;
}

/** The earliest live entry of the front, which is taken out if it is due by `limit`. false: the front is empty. */
static bool front_take(struct event_queue *queue, double limit, struct entry *entry)
{
    size_t best = front_search(queue);
    while (queue->n_sorted && !is_live(queue, queue->sorted[queue->n_sorted - 1]))
        queue->n_sorted--;
    bool is_recent = queue->n_recent > 0;
    if (queue->n_sorted && (!is_recent || precedes(queue, queue->sorted[queue->n_sorted - 1], queue->recent[best])))
        is_recent = false;
    else if (!is_recent)
        return false;
    *entry = is_recent ? queue->recent[best] : queue->sorted[queue->n_sorted - 1];
    if (entry->t > limit)
        return true;
    if (is_recent)
        queue->recent[best] = queue->recent[--queue->n_recent];
    else
        queue->n_sorted--;
    return true;
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

static struct chunk *bucket_at(const struct event_queue *queue, uint64_t number)
{
    return &queue->buckets[number & (queue->n_buckets - 1)];
}

/** Notes a slot in a bucket; false: no chunk left to spill into. */
static bool bucket_note(struct event_queue *queue, struct chunk *bucket, uint32_t slot)
{
    if (bucket->slot[NOTES - 1] != NO_SLOT) {
        uint32_t fresh = take_chunk(queue);
        if (fresh == NO_CHUNK)
            return false;
        queue->chunks[fresh] = *bucket;
        *bucket = empty_bucket;
        bucket->next = fresh;
    }
    bucket->slot[bucket->slot[0] == NO_SLOT ? 0 : bucket->slot[1] == NO_SLOT ? 1 : 2] = slot;
    return true;
}

static bool is_present(const struct event_queue *queue, double bucket)
{
    return bucket < (double)(queue->current + 1);
}

/** Files an event that is not for the front in its bucket or the far list; false: no room, lay out anew. */
static bool file_later(struct event_queue *queue, uint32_t slot, double bucket)
{
    if (bucket < (double)queue->turn_end)
        return bucket_note(queue, bucket_at(queue, (uint64_t)bucket), slot);
    if (queue->far_count == queue->far_capacity)
        return false;
    queue->far[queue->far_count++] = slot;
    return true;
}

/** Puts a note's event into the front if it still holds. */
static void open_note(struct event_queue *queue, uint32_t slot, double first, double end)
{
    double t = queue->events[slot].t, bucket = bucket_time(queue, t);
    front_append(queue, slot);
    queue->n_recent -= !((bucket >= first) & (bucket < end)); /* a leftover: no branch to guess wrong */
    if (queue->n_recent == queue->front_capacity)
        front_sort(queue);
}

/** Moves the notes of the bucket `current` that still hold into the front. */
static void open_bucket(struct event_queue *queue)
{
    struct chunk *bucket = bucket_at(queue, queue->current), opened = *bucket;
    double first = (double)queue->current, end = (double)(queue->current + 1);
    *bucket = empty_bucket;
    for (;;) {
        for (uint32_t i = 0; i < NOTES && opened.slot[i] != NO_SLOT; i++)
            open_note(queue, opened.slot[i], first, end);
        uint32_t spilled = opened.next;
        if (spilled == NO_CHUNK)
            break;
        opened = queue->chunks[spilled];
        queue->chunks[spilled].next = queue->free_chunk;
        queue->free_chunk = spilled;
    }
    if (queue->n_recent > FEW)
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
    queue->n_sorted = queue->n_recent = queue->far_count = 0;
    queue->unused_chunk = 0;
    queue->free_chunk = NO_CHUNK;
    queue->taken_in_turn = 0;
    queue->n_unfiled = 0;
    for (size_t b = 0; b < queue->n_buckets; b++)
        queue->buckets[b] = empty_bucket;
    bool has_room = true;
    for (uint32_t i = 0; i < queue->n; i++) {
        double t = queue->events[i].t;
        double bucket = bucket_time(queue, t);
        if (is_present(queue, bucket))
            front_append(queue, i);
        else if (t < HUGE_VAL)
            has_room = file_later(queue, i, bucket) && has_room;
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
        double t = queue->events[slot].t, bucket = bucket_time(queue, t);
        if (is_present(queue, bucket))
            front_append(queue, slot);
        else if (t < HUGE_VAL && !file_later(queue, slot, bucket)) {
            lay_out(queue);
            return;
        }
    }
    front_sort(queue);
}

/** Makes the notes that are still to be made. */
static void file_unfiled(struct event_queue *queue)
{
    for (size_t i = 0; i < queue->n_unfiled; i++)
        if (!file_later(queue, queue->unfiled[i].slot, queue->unfiled[i].bucket)) {
            lay_out(queue);
            return;
        }
    queue->n_unfiled = 0;
}

/** Opens the next bucket; false: it lies beyond `limit`. */
static bool turn_on(struct event_queue *queue, double limit)
{
    file_unfiled(queue);
    if (queue->n_sorted + queue->n_recent > 0)
        return true; /* laid out anew */
    if (queue->current + 1 == queue->turn_end) {
        double earliest = earliest_event(queue);
        if (!(earliest < HUGE_VAL && earliest <= limit))
            return false;
        begin_turn(queue);
        return true;
    }
    if ((double)(queue->current + 1) > bucket_time(queue, limit))
        return false;
    queue->current++;
    open_bucket(queue);
    return true;
}

/* ---- public ---- */

/** Buckets for n balls: a span in which most events lie, or for very many balls half of that, to save memory. */
static size_t buckets_for(size_t n)
{
    size_t wanted = n < 65536 ? 2 * n : n, buckets = 16;
    while (2 * buckets <= wanted)
        buckets *= 2;
    return buckets;
}

static bool allocate_calendar(struct event_queue *queue)
{
    queue->n_buckets = buckets_for(queue->n);
    queue->n_chunks = (uint32_t)(queue->n + 16);
    queue->far_capacity = queue->front_capacity = 2 * queue->n;
    queue->sorted = mem_array(2 * queue->front_capacity, sizeof *queue->sorted);
    queue->recent = mem_array(queue->front_capacity, sizeof *queue->recent);
    queue->buckets = mem_array_aligned(queue->n_buckets, sizeof *queue->buckets);
    queue->chunks = mem_array_raw(queue->n_chunks, sizeof *queue->chunks);
    queue->far = mem_array(queue->far_capacity, sizeof *queue->far);
    return queue->sorted && queue->recent && queue->buckets && queue->chunks && queue->far;
}

struct event_queue *event_queue_create(size_t n, const struct flight *balls, bool simple)
{
    struct event_queue *queue = mem_array(1, sizeof *queue);
    if (!queue)
        return NULL;
    queue->n = n;
    queue->balls = balls;
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
    free(queue->sorted);
    free(queue->recent);
    free(queue->buckets);
    free(queue->chunks);
    free(queue->far);
    free(queue);
}

void event_queue_set(struct event_queue *queue, uint32_t slot, struct event event)
{
    assert(event.t >= queue->now);
    queue->events[slot] = event;
    if (queue->simple || !queue->started)
        return;
    double bucket = bucket_time(queue, event.t);
    if (is_present(queue, bucket)) {
        if (queue->n_recent >= FEW)
            front_sort(queue);
        front_append(queue, slot);
    } else if (event.t < HUGE_VAL) {
        if (bucket < (double)queue->turn_end)
            __builtin_prefetch(bucket_at(queue, (uint64_t)bucket), 1);
        queue->unfiled[queue->n_unfiled++] = (struct unfiled){slot, bucket};
        if (queue->n_unfiled == UNFILED)
            file_unfiled(queue);
    }
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
    struct entry entry = {HUGE_VAL, 0, EVENT_NONE};
    if (queue->n == 0)
        return false;
    if (queue->simple) {
        entry = entry_of(queue, search_slots(queue));
    } else {
        while (!front_take(queue, limit, &entry))
            if (!turn_on(queue, limit))
                return false;
    }
    if (!(entry.t < HUGE_VAL && entry.t <= limit))
        return false;
    *slot = entry.slot;
    *event = queue->events[entry.slot];
    queue->now = event->t;
    queue->taken_in_turn++;
    return true;
}

size_t event_queue_upcoming(const struct event_queue *queue, unsigned ahead, uint32_t *slots, size_t room)
{
    if (queue->simple || queue->current + ahead >= queue->turn_end)
        return 0;
    size_t count = 0;
    const struct chunk *chunk = bucket_at(queue, queue->current + ahead);
    for (;; chunk = &queue->chunks[chunk->next]) {
        for (uint32_t i = 0; i < NOTES && chunk->slot[i] != NO_SLOT && count < room; i++)
            slots[count++] = chunk->slot[i];
        if (chunk->next == NO_CHUNK)
            return count;
    }
}

uint64_t event_queue_turns(const struct event_queue *queue)
{
    return queue->turns;
}
