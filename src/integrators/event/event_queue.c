/*
 * The event calendar: a year of time divided into buckets, and a sorted list for the current bucket. O(1) per event
 * however many balls there are (after Paul, J. Comput. Phys. 221, 615, 2007; calendar queues: Brown, Commun. ACM 31,
 * 1220, 1988).
 *
 * Why not a heap: in event-driven dynamics most scheduled events are replaced before their time, because one of the two
 * balls collides earlier with a third. So scheduling has to be cheap, and removal cheaper still. Here each ball has one
 * slot with its event, and scheduling overwrites the slot: two stores. Only events within the present year, about one
 * in five, are appended to a bucket as well; the others are in no list. When the year has passed, one sweep over the
 * times of all slots, in sequence, collects the events of the next.
 *
 * Nothing is ever removed from a bucket. When its turn comes, the entries whose ball still has an event in that bucket
 * are sorted into the current bucket (event_queue_bucket.c); the others are stale. A bucket is one block, a cache line
 * of 16 entries that is only written to until its turn; the counts lie in an array of their own. Further entries
 * overflow into blocks chained to it. When the blocks run out the year begins anew, shorter. Its length follows the
 * number of events it held.
 *
 * For few balls none of this pays: then a tournament tree has the earliest event (event_queue_tree.c).
 *
 * Invariants: the bucket of a time is a monotone function of it, so all events of earlier buckets precede all of later
 * ones, and all in the year precede those beyond; the current bucket holds every event of buckets up to its own, except
 * the one returned last. Memory: 16 bytes per slot and about 12 for the calendar.
 */
#include "integrators/event/event_queue_internal.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/min_max.h"
#include "base/mem.h"

enum {
    BLOCK_ENTRIES = 16,
    TREE_BELOW = 128,      /* slots (measured) */
    SLOTS_PER_EVENT = 5,   /* wanted in a year (measured) */
    SLOTS_PER_BUCKET = 32, /* so that a bucket has some five events (measured) */
    SAMPLE = 512
};

#define NO_BLOCK 0xffffffffu

/** A bucket, or its overflow. */
struct block {
    uint32_t slot[BLOCK_ENTRIES];
};

/** The time that has buckets: that of t is (t - begin) * rate, but none after the last. */
struct year {
    double begin, end, rate, last;
};

struct event_queue {
    struct event_queue_slots slots;
    struct event_queue_tree tree;
    enum event_queue_form form;
    bool has_calendar; /* in use: not before all slots are filled */
    double now;        /* time of the last event taken */

    struct year year;
    double length;                    /* of the next one */
    struct event_queue_bucket bucket; /* the current one, sorted */
    size_t current, n_buckets;        /* its number, and how many there are */
    struct block *blocks;             /* the buckets, and after them those that they overflow into */
    uint32_t *next;                   /* of each block: the one that it overflowed into; NO_BLOCK: none */
    uint8_t *counts;                  /* entries in each bucket's own block; overflow blocks are full */
    uint32_t n_blocks, free_block, unused_block;
    uint32_t *swept; /* slots of a new year, before they are sorted into buckets */
    uint64_t opened; /* number of buckets opened so far */
};

/* ---- the buckets ---- */

/** The bucket of a time; monotone. Times before the year count to its first bucket, times after it to its last. */
static size_t bucket_of(const struct year *year, double t)
{
    return (size_t)(int64_t)double_max(double_min((t - year->begin) * year->rate, year->last), 0);
}

/** A free block; NO_BLOCK: none left. */
static uint32_t take_block(struct event_queue *queue)
{
    uint32_t index = queue->free_block;
    if (index != NO_BLOCK)
        queue->free_block = queue->next[index];
    else if (queue->unused_block < queue->n_blocks)
        index = queue->unused_block++;
    return index;
}

/** Moves the entries of a full bucket to a block of their own; false: no block left. */
static bool overflow(struct event_queue *queue, size_t number)
{
    uint32_t fresh = take_block(queue);
    if (fresh == NO_BLOCK)
        return false;
    queue->blocks[fresh] = queue->blocks[number];
    queue->next[fresh] = queue->next[number];
    queue->next[number] = fresh;
    queue->counts[number] = 0;
    return true;
}

/** Appends a slot to a bucket; false: no block left to overflow into. The block is only written to; the counts are few
 *  enough to stay in the cache. */
static bool bucket_append(struct event_queue *queue, size_t number, uint32_t slot)
{
    if (queue->counts[number] == BLOCK_ENTRIES && !overflow(queue, number))
        return false;
    queue->blocks[number].slot[queue->counts[number]++] = slot;
    return true;
}

/** Moves the valid entries of a block into the current bucket. Branch-free. Of a collision that both its balls hold,
 * the entry of the smaller slot is enough. */
static void open_block(struct event_queue *queue, size_t number, uint32_t count)
{
    const struct event_queue_slots slots = queue->slots; /* copies, which compilers may keep in registers */
    const struct year year = queue->year;
    const size_t current = queue->current;
    const uint32_t *slot = queue->blocks[number].slot;
    struct event_entry *end = event_queue_bucket_room(&queue->bucket, count);
    for (uint32_t i = 0; i < count; i++) {
        struct event_entry entry = event_queue_slots_entry(&slots, slot[i]);
        struct event_entry mirror = event_queue_slots_mirrored(entry);
        bool is_due = (entry.t < year.end) & (bucket_of(&year, entry.t) == current);
        bool is_duplicate = event_queue_slots_has(&slots, mirror) & (mirror.slot < entry.slot);
        *end = entry;
        end += is_due & !is_duplicate;
    }
    event_queue_bucket_extend(&queue->bucket, end);
}

/** Moves the valid entries of bucket number `current` into the current bucket, which is empty. */
static void open_bucket(struct event_queue *queue)
{
    open_block(queue, queue->current, queue->counts[queue->current]);
    uint32_t number = queue->next[queue->current];
    while (number != NO_BLOCK) {
        uint32_t next = queue->next[number];
        open_block(queue, number, BLOCK_ENTRIES);
        queue->next[number] = queue->free_block;
        queue->free_block = number;
        number = next;
    }
    event_queue_bucket_sort(&queue->bucket);
    queue->opened++;
}

/* ---- the year ---- */

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
        if (queue->slots.events[i].t < HUGE_VAL)
            sample[count++] = queue->slots.events[i].t - from;
    if (count == 0)
        return 0;
    qsort(sample, count, sizeof *sample, compare_doubles);
    return sample[count / 2] > 0 ? sample[count / 2] : sample[count - 1];
}

/** Sets the year's begin and empties its buckets. */
static void place_year(struct event_queue *queue, double begin)
{
    double length = double_min(double_max(queue->length, 1e-300 + 4 * DBL_EPSILON * fabs(begin)), 1e300);
    queue->year =
        (struct year){begin, begin + length, (double)queue->n_buckets / length, (double)(queue->n_buckets - 1)};
    queue->length = length;
    queue->current = 0;
    event_queue_bucket_clear(&queue->bucket);
    queue->unused_block = (uint32_t)queue->n_buckets;
    queue->free_block = NO_BLOCK;
    memset(queue->next, 0xff, queue->n_buckets * sizeof *queue->next); /* NO_BLOCK */
    memset(queue->counts, 0, queue->n_buckets);
}

/** Begins a year, sorts its events into buckets and opens the first. The next year will be longer or shorter, as this
 *  one's events were few or many. Returns the number of events. */
static size_t begin_year(struct event_queue *queue, double begin)
{
    place_year(queue, begin);
    size_t count = event_queue_slots_before(&queue->slots, queue->year.end, queue->swept);
    bool has_room = true;
    for (size_t i = 0; i < count; i++) {
        uint32_t slot = queue->swept[i];
        has_room &= bucket_append(queue, bucket_of(&queue->year, queue->slots.events[slot].t), slot);
    }
    assert(has_room); /* an empty year has room for every slot */
    (void)has_room;
    double wanted = (double)queue->slots.n / SLOTS_PER_EVENT / (double)(count ? count : 1);
    queue->length *= double_min(double_max(wanted, 0.5), 2);
    open_bucket(queue);
    return count;
}

/** Opens the next bucket that may hold events; false: nothing happens up to and including `limit`. */
static bool open_next_bucket(struct event_queue *queue, double limit)
{
    if (limit < queue->year.end && bucket_of(&queue->year, limit) <= queue->current)
        return false;
    if (queue->current + 1 < queue->n_buckets) {
        queue->current++;
        open_bucket(queue);
        return true;
    }
    if (begin_year(queue, queue->year.end) > 0)
        return true;
    queue->current = queue->n_buckets - 1;
    double earliest = event_queue_slots_earliest_time(&queue->slots);
    if (!(earliest < HUGE_VAL && earliest <= limit))
        return false;
    begin_year(queue, earliest);
    return true;
}

/* ---- public ---- */

static bool allocate_calendar(struct event_queue *queue)
{
    size_t n = queue->slots.n;
    queue->n_buckets = n / SLOTS_PER_BUCKET + 1;
    queue->n_blocks = (uint32_t)(queue->n_buckets + n / (BLOCK_ENTRIES / 2) + 16);
    queue->blocks = mem_array(queue->n_blocks, sizeof *queue->blocks); /* most are never touched: no huge pages */
    queue->next = mem_array(queue->n_blocks, sizeof *queue->next);
    queue->counts = mem_array(queue->n_buckets, sizeof *queue->counts);
    queue->swept = mem_array(n + 3, sizeof *queue->swept);
    return event_queue_bucket_open(&queue->bucket, &queue->slots) && queue->blocks && queue->next && queue->counts &&
           queue->swept;
}

static bool allocate(struct event_queue *queue, size_t n, const struct particle *balls)
{
    if (!event_queue_slots_open(&queue->slots, n, balls))
        return false;
    if (queue->form == EVENT_QUEUE_TREE)
        return event_queue_tree_open(&queue->tree, &queue->slots);
    return queue->form == EVENT_QUEUE_SEARCH || allocate_calendar(queue);
}

struct event_queue *event_queue_create(size_t n, const struct particle *balls, enum event_queue_form form)
{
    struct event_queue *queue = mem_array(1, sizeof *queue);
    if (!queue)
        return NULL;
    queue->form = form != EVENT_QUEUE_CHOSEN ? form : n < TREE_BELOW ? EVENT_QUEUE_TREE : EVENT_QUEUE_CALENDAR;
    queue->now = -HUGE_VAL;
    if (allocate(queue, n, balls))
        return queue;
    event_queue_destroy(queue);
    return NULL;
}

void event_queue_destroy(struct event_queue *queue)
{
    if (!queue)
        return;
    event_queue_slots_free(&queue->slots);
    event_queue_tree_free(&queue->tree);
    event_queue_bucket_free(&queue->bucket);
    free(queue->blocks);
    free(queue->next);
    free(queue->counts);
    free(queue->swept);
    free(queue);
}

void event_queue_start(struct event_queue *queue)
{
    queue->has_calendar = queue->form == EVENT_QUEUE_CALENDAR;
    if (!queue->has_calendar)
        return;
    double earliest = event_queue_slots_earliest_time(&queue->slots), begin = earliest < HUGE_VAL ? earliest : 0;
    queue->length = typical_wait(queue, begin) / SLOTS_PER_EVENT;
    begin_year(queue, begin);
}

void event_queue_set(struct event_queue *queue, uint32_t slot, struct event event)
{
    assert(event.t >= queue->now);
    queue->slots.events[slot] = event;
    if (!queue->has_calendar) {
        if (queue->form == EVENT_QUEUE_TREE)
            event_queue_tree_update(&queue->tree, slot);
        return;
    }
    event_queue_bucket_replaced(&queue->bucket, slot);
    if (!(event.t < queue->year.end))
        return;
    size_t bucket = bucket_of(&queue->year, event.t);
    if (bucket <= queue->current) {
        event_queue_bucket_insert(&queue->bucket, slot);
    } else if (!bucket_append(queue, bucket, slot)) {
        queue->length /= 2;
        begin_year(queue, event_queue_slots_earliest_time(&queue->slots));
    }
}

struct event event_queue_get(const struct event_queue *queue, uint32_t slot)
{
    return queue->slots.events[slot];
}

/** The earliest event without a calendar. */
static struct event_entry earliest_of_few(const struct event_queue *queue)
{
    if (queue->form == EVENT_QUEUE_SEARCH)
        return event_queue_slots_entry(&queue->slots, event_queue_slots_earliest(&queue->slots));
    return (struct event_entry){queue->tree.times[1], queue->tree.firsts[1], EVENT_NONE};
}

bool event_queue_next(struct event_queue *queue, double limit, uint32_t *slot, struct event *event)
{
    struct event_entry entry = {HUGE_VAL, 0, EVENT_NONE};
    if (queue->slots.n == 0)
        return false;
    if (!queue->has_calendar) {
        entry = earliest_of_few(queue);
    } else {
        while (!event_queue_bucket_take(&queue->bucket, limit, &entry))
            if (!open_next_bucket(queue, limit))
                return false;
    }
    if (!(entry.t < HUGE_VAL && entry.t <= limit))
        return false;
    *slot = entry.slot;
    *event = queue->slots.events[entry.slot];
    queue->now = event->t;
    return true;
}

uint32_t event_queue_look_ahead(const struct event_queue *queue, struct event_queue_cursor *cursor, uint32_t ahead)
{
    if (!queue->has_calendar)
        return EVENT_NONE;
    if (cursor->bucket <= queue->opened)
        *cursor = (struct event_queue_cursor){queue->opened + 1, 0};
    for (; cursor->bucket <= queue->opened + ahead; cursor->bucket++, cursor->index = 0) {
        size_t bucket = queue->current + (size_t)(cursor->bucket - queue->opened);
        if (bucket >= queue->n_buckets)
            break;
        if (cursor->index < queue->counts[bucket])
            return queue->blocks[bucket].slot[cursor->index++];
    }
    return EVENT_NONE;
}

uint32_t event_queue_coming(const struct event_queue *queue, uint32_t *partner)
{
    if (queue->bucket.count == 0)
        return EVENT_NONE;
    const struct event_entry *entry = &queue->bucket.entries[queue->bucket.count - 1];
    *partner = entry->partner;
    return entry->slot;
}

void event_queue_prefetch(const struct event_queue *queue, uint32_t slot)
{
    __builtin_prefetch(&queue->slots.events[slot]);
}
