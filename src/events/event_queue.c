/*
 * The event calendar: a year of time divided into buckets, and a sorted list for the current bucket. O(1) per event
 * however many balls there are (after Paul, J. Comput. Phys. 221, 615, 2007; calendar queues: Brown, Commun. ACM 31,
 * 1220, 1988).
 *
 * Why not a heap: in event-driven dynamics most scheduled events are replaced before their time, because one of the two
 * balls collides earlier with a third. So scheduling has to be cheap, and removal cheaper still. Here each ball has one
 * slot with its event, and scheduling overwrites the slot: two stores. Only events within the present year, about one
 * in four, are appended to a bucket as well; the others are in no list. When the year has passed, one sweep over the
 * times of all slots, in sequence, collects the events of the next.
 *
 * Nothing is ever removed from a bucket. When its turn comes, the entries whose ball still has an event in that bucket
 * are sorted into the current bucket (event_order.c); the others are stale. Its turn comes as soon as the
 * current bucket is empty, so that the next event is known while the present one is handled (event_prefetch.c). A
 * bucket is one block, a cache line of 16 entries that is only written to until its turn; the counts lie in an array of
 * their own. Further entries overflow into blocks chained to it. When the blocks run out the year begins anew, shorter.
 * Its length follows the number of events it held.
 *
 * For few balls none of this pays: then a tournament tree has the earliest event (event_order.c).
 *
 * Invariants: the bucket of a time is a monotone function of it, so all events of earlier buckets precede all of later
 * ones, and all in the year precede those beyond; the current bucket holds every event of buckets up to its own, except
 * the one returned last. Memory: 16 bytes per slot and about 12 for the calendar.
 */
#include "events/event_queue.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/min_max.h"

enum {
    TREE_BELOW = 128,      /* slots (measured) */
    SLOTS_PER_EVENT = 4,   /* wanted in a year (measured) */
    SLOTS_PER_BUCKET = 28, /* so that a bucket has some seven events (measured: flat from 28 to 40) */
    SAMPLE = 512
};

#define NO_BLOCK 0xffffffffu

/* ---- the buckets ---- */

/** The bucket of a time; monotone. Times before the year count to its first bucket, times after it to its last. */
static size_t bucket_of(const struct event_year *year, double t)
{
    return (size_t)(int64_t)double_max(double_min((t - year->begin) * year->rate, year->last), 0);
}

/** Moves the entries of a full bucket to a block of their own; false: no block left in this year. */
static bool overflow(struct event_queue *queue, size_t number)
{
    if (queue->unused_block == queue->n_blocks)
        return false;
    const uint32_t fresh = queue->unused_block++;
    queue->blocks[fresh] = queue->blocks[number];
    queue->next[fresh] = queue->next[number];
    queue->next[number] = fresh;
    queue->counts[number] = 0;
    return true;
}

/** Appends a slot to a bucket that is not full. The block is only written to; the counts are few enough to stay in the
 *  cache. */
static inline void append(struct event_block *block, uint8_t *count, uint32_t slot)
{
    const uint8_t place = *count;
    block->slot[place] = slot;
    *count = (uint8_t)(place + 1);
}

/** Moves the valid entries of a block into the current bucket. Branch-free. Of a collision that both its balls hold,
 * the entry of the smaller slot is enough. */
static void open_block(struct event_queue *queue, size_t number, uint32_t count)
{
    const struct event_slots slots = queue->slots; /* copies, which compilers may keep in registers */
    const struct event_year year = queue->year;
    const size_t current = queue->current;
    const uint32_t *slot = queue->blocks[number].slot;
    struct event_entry *end = event_order_bucket_room(&queue->bucket, count);
    for (uint32_t i = 0; i < count; i++) {
        struct event_entry entry = event_order_entry(&slots, slot[i]);
        struct event_entry mirror = event_order_mirrored(&slots, entry);
        bool is_due = (entry.t < year.end) & (bucket_of(&year, entry.t) == current);
        bool is_duplicate = event_order_has(&slots, mirror) & (mirror.slot < entry.slot);
        *end = entry;
        end += is_due & !is_duplicate;
    }
    event_order_bucket_extend(&queue->bucket, end);
}

/** Opens the current bucket if it has overflowed, or some of its events come at the same time. */
static void open_blocks(struct event_queue *queue)
{
    open_block(queue, queue->current, queue->counts[queue->current]);
    for (uint32_t number = queue->next[queue->current]; number != NO_BLOCK; number = queue->next[number])
        open_block(queue, number, EVENT_ORDER_BLOCK);
    event_order_bucket_sort(&queue->bucket);
}

/** Moves the valid entries of bucket number `current` into the current bucket, which is empty. */
static void open_bucket(struct event_queue *queue)
{
    const size_t current = queue->current;
    const struct event_year *year = &queue->year;
    const double high = current + 1 == queue->n_buckets ? HUGE_VAL : (double)(current + 1);
    const struct event_span span = {year->begin, year->rate, (double)current, high, year->end};
    if (queue->next[current] != NO_BLOCK ||
        !event_order_bucket_fill(&queue->bucket, &span, queue->blocks[current].slot))
        open_blocks(queue);
    queue->counts[current] = EVENT_ORDER_BLOCK; /* so that nothing more is appended */
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
        (struct event_year){begin, begin + length, (double)queue->n_buckets / length, (double)(queue->n_buckets - 1)};
    queue->length = length;
    queue->current = 0;
    event_order_bucket_clear(&queue->bucket);
    queue->unused_block = (uint32_t)queue->n_buckets;
    memset(queue->next, 0xff, queue->n_buckets * sizeof *queue->next); /* NO_BLOCK */
    memset(queue->counts, 0, queue->n_buckets);
    const uint32_t none = (uint32_t)queue->slots.n;
    for (size_t number = 0; number < queue->n_buckets; number++)
        for (size_t i = 0; i < EVENT_ORDER_BLOCK; i++)
            queue->blocks[number].slot[i] = none;
}

/** Sorts the events of the year into its buckets. Returns their number. */
static size_t fill_year(struct event_queue *queue)
{
    const struct event_year year = queue->year; /* copies, which compilers may keep in registers */
    const struct event *events = queue->slots.events;
    struct event_block *blocks = queue->blocks;
    uint8_t *counts = queue->counts;
    size_t count = event_order_before(&queue->slots, year.end, queue->swept);
    for (const uint32_t *slot = queue->swept, *end = slot + count; slot < end; slot++) {
        size_t number = bucket_of(&year, events[*slot].t);
        bool has_room = counts[number] < EVENT_ORDER_BLOCK || overflow(queue, number);
        assert(has_room); /* an empty year has room for every slot */
        (void)has_room;
        append(&blocks[number], &counts[number], *slot);
    }
    return count;
}

/** Begins a year, sorts its events into buckets and opens the first. The next year will be longer or shorter, as this
 *  one's events were few or many. Returns the number of events. */
static size_t begin_year(struct event_queue *queue, double begin)
{
    place_year(queue, begin);
    size_t count = fill_year(queue);
    double wanted = (double)queue->slots.n / SLOTS_PER_EVENT / (double)(count ? count : 1);
    queue->length *= double_min(double_max(wanted, 0.5), 2);
    open_bucket(queue);
    return count;
}

bool event_queue_open_following(struct event_queue *queue)
{
    if (queue->current + 1 == queue->n_buckets)
        return false;
    queue->current++;
    open_bucket(queue);
    return true;
}

/** Opens the next bucket that may hold events; false: nothing happens up to and including `limit`. */
static bool open_next_bucket(struct event_queue *queue, double limit)
{
    if (limit < queue->year.end && bucket_of(&queue->year, limit) <= queue->current)
        return false;
    if (event_queue_open_following(queue) || begin_year(queue, queue->year.end) > 0)
        return true;
    queue->current = queue->n_buckets - 1;
    memset(queue->counts, EVENT_ORDER_BLOCK, queue->n_buckets); /* as of buckets that were opened */
    double earliest = event_order_earliest_time(&queue->slots);
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
    queue->n_blocks = (uint32_t)(queue->n_buckets + n / (EVENT_ORDER_BLOCK / 2) + 16);
    queue->blocks = mem_array_raw(queue->n_blocks, sizeof *queue->blocks);
    queue->next = mem_array(queue->n_blocks, sizeof *queue->next);
    queue->counts = mem_array(queue->n_buckets, sizeof *queue->counts);
    queue->swept = mem_array(n, sizeof *queue->swept);
    return event_order_bucket_open(&queue->bucket, &queue->slots) && queue->blocks && queue->next && queue->counts &&
           queue->swept;
}

static bool allocate(struct event_queue *queue, size_t n, const struct particle *balls)
{
    if (!event_order_open(&queue->slots, n, balls))
        return false;
    return queue->form == EVENT_QUEUE_TREE ? event_order_tree_open(&queue->tree, &queue->slots)
                                           : allocate_calendar(queue);
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
    event_order_free(&queue->slots);
    event_order_tree_free(&queue->tree);
    event_order_bucket_free(&queue->bucket);
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
    double earliest = event_order_earliest_time(&queue->slots), begin = earliest < HUGE_VAL ? earliest : 0;
    queue->length = typical_wait(queue, begin) / SLOTS_PER_EVENT;
    begin_year(queue, begin);
}

/** Enters an event whose bucket is full or has been opened. */
static __attribute__((noinline)) void insert_or_overflow(struct event_queue *queue, size_t bucket, uint32_t slot)
{
    if (bucket <= queue->current) {
        event_order_bucket_insert(&queue->bucket, slot);
    } else if (overflow(queue, bucket)) {
        append(&queue->blocks[bucket], &queue->counts[bucket], slot);
    } else {
        queue->length /= 2;
        begin_year(queue, event_order_earliest_time(&queue->slots));
    }
}

void event_queue_set(struct event_queue *queue, uint32_t slot, struct event event)
{
    assert(event.t >= queue->now);
    queue->slots.events[slot] = event;
    if (!queue->has_calendar) {
        if (queue->form == EVENT_QUEUE_TREE)
            event_order_tree_update(&queue->tree, slot);
        return;
    }
    if (!(event.t < queue->year.end))
        return;
    size_t bucket = bucket_of(&queue->year, event.t);
    if (queue->counts[bucket] == EVENT_ORDER_BLOCK)
        insert_or_overflow(queue, bucket, slot);
    else
        append(&queue->blocks[bucket], &queue->counts[bucket], slot);
}

/** event_queue_next() without a calendar. */
static bool next_of_few(struct event_queue *queue, double limit, uint32_t *slot, struct event *event)
{
    if (queue->slots.n == 0)
        return false;
    uint32_t first = event_order_tree_first(&queue->tree);
    *event = queue->slots.events[first];
    if (!(event->t < HUGE_VAL && event->t <= limit))
        return false;
    *slot = first;
    queue->now = event->t;
    return true;
}

bool event_queue_next_in_turn(struct event_queue *queue, double limit, uint32_t *slot, struct event *event)
{
    if (!queue->has_calendar)
        return next_of_few(queue, limit, slot, event);
    event_order_bucket_settle(&queue->bucket);
    while (queue->bucket.count == 0) {
        if (!open_next_bucket(queue, limit))
            return false;
        event_order_bucket_settle(&queue->bucket);
    }
    return event_queue_next(queue, limit, slot, event);
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
