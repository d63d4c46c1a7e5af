/*
 * The scheduled events, one per ball, and which of them comes first.
 *
 * One event per ball is enough: of all that a ball will do only the earliest can come true, for it changes the rest
 * (the local minima of Marin, Risso and Cordero, J. Comput. Phys. 109, 306, 1993). The order is total, so that a run
 * does not depend on how the queue is built: by time, then by the smaller index of the two balls, then by the other
 * body; hits at walls with a temperature come before others. Two structures find the first event: a tree over few
 * slots, and a sorted bucket for the present of a calendar.
 */
#include "events/event_order.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/mem.h"
#include "contact/contact.h"
#include "base/min_max.h"
#include "base/simd.h"

/* ---- slots ---- */

bool event_order_open(struct event_slots *slots, size_t n, const struct particle *balls)
{
    slots->n = n;
    slots->balls = balls;
    slots->events =
        mem_array_aligned(n + 1, sizeof *slots->events); /* the last one stands for partners that are no balls */
    for (size_t i = 0; slots->events && i <= n; i++)
        slots->events[i] = (struct event){HUGE_VAL, EVENT_NONE, 0};
    return slots->events;
}

void event_order_free(struct event_slots *slots)
{
    free(slots->events);
}

static uint64_t tie_rank(const struct event_slots *slots, struct event_entry entry)
{
    const uint64_t own = slots->balls[entry.slot].id, after_legs = 1ULL << 63; /* indices are below 2^31 */
    if (entry.partner == EVENT_LEG)
        return own;
    if (entry.partner == EVENT_GATE)
        return after_legs | (uint64_t)INT32_MAX << 32 | own; /* no ball has that index */
    if (entry.partner - CONTACT_SURFACE < 4 && (slots->thermal >> (entry.partner - CONTACT_SURFACE) & 1))
        return own << 3 | 1ULL << 62 | (entry.partner - CONTACT_SURFACE);
    if (!contact_is_ball(entry.partner))
        return after_legs | own << 32 | entry.partner;
    uint64_t other = slots->balls[entry.partner].id;
    return after_legs | (own < other ? own << 32 | other : other << 32 | own);
}

bool event_order_precedes(const struct event_slots *slots, struct event_entry a, struct event_entry b)
{
    if (a.t != b.t)
        return a.t < b.t;
    uint64_t rank_a = tie_rank(slots, a), rank_b = tie_rank(slots, b);
    return rank_a != rank_b ? rank_a < rank_b : a.slot < b.slot; /* the same hit, scheduled by both its balls */
}

size_t event_order_before(const struct event_slots *slots, double end, uint32_t *list)
{
    const struct event *events = slots->events;
    const uint32_t n = (uint32_t)slots->n;
    size_t count = 0;
    for (uint32_t i = 0; i < n; i++) {
        list[count] = i; /* without a branch: overwritten by the next, unless wanted */
        count += events[i].t < end;
    }
    return count;
}

double event_order_earliest_time(const struct event_slots *slots)
{
    double earliest = HUGE_VAL;
    for (size_t i = 0; i < slots->n; i++)
        earliest = double_min(earliest, slots->events[i].t);
    return earliest;
}

/* ---- the tree ---- */

/*
 * A tournament over all slots: a complete binary tree whose leaves are the slots; each inner node has the earlier of
 * its two children's events, so the root has the earliest of all (for hard discs: Marin and Cordero, Comput. Phys.
 * Commun. 92, 214, 1995).
 *
 * A slot that is rescheduled plays all its matches on the way to the root anew. None of that needs a branch: where the
 * opponents stand is known beforehand, and of two whole numbers the smaller is taken. Such a key has the bits of the
 * time, in the order of times, but for the last, where the slot is. Only if two times agree but for these, the events
 * themselves are compared.
 *
 * Invariant: each node has the first of its leaves' events in the order of event_order_precedes(). Cost: log2(n)
 * matches per event scheduled, against some hundred instructions whatever n for the calendar: better up to the number
 * of slots that event_queue.c knows. Memory: 16 to 32 bytes per slot.
 */

bool event_order_tree_open(struct event_tree *tree, const struct event_slots *slots)
{
    tree->slots = slots;
    for (tree->leaves = 1; tree->leaves < slots->n; tree->leaves *= 2) {
    }
    tree->keys = mem_array_aligned(2 * tree->leaves, sizeof *tree->keys);
    for (size_t i = 0; tree->keys && i < 2 * tree->leaves; i++)
        tree->keys[i] = INT64_MAX - INT64_MAX % (int64_t)tree->leaves;
    return tree->keys;
}

void event_order_tree_free(struct event_tree *tree)
{
    free(tree->keys);
}

/** No two slots without an event have the same time in their keys. */
static int64_t key_of(const struct event_tree *tree, uint32_t slot)
{
    const double t = tree->slots->events[slot].t;
    int64_t bits = (int64_t)double_bits_of(t + 0); /* no negative zero */
    bits ^= bits < 0 ? INT64_MAX : 0;
    if (t == HUGE_VAL)
        bits |= (int64_t)(slot * tree->leaves);
    return (bits & -(int64_t)tree->leaves) | slot;
}

static bool is_tied(const struct event_tree *tree, int64_t a, int64_t b)
{
    return (uint64_t)(a ^ b) < tree->leaves;
}

/** The matches of a slot that meets events at its own time, or nearly so. */
static __attribute__((noinline)) void update_ties(struct event_tree *tree, uint32_t slot)
{
    int64_t key = key_of(tree, slot);
    for (size_t i = tree->leaves + slot; i > 1; i /= 2) {
        int64_t other = tree->keys[i ^ 1];
        bool is_earlier = other < key;
        if (is_tied(tree, key, other))
            is_earlier =
                event_order_precedes(tree->slots, event_order_entry(tree->slots, event_order_tree_slot(tree, other)),
                                     event_order_entry(tree->slots, event_order_tree_slot(tree, key)));
        key = is_earlier ? other : key;
        tree->keys[i / 2] = key;
    }
}

void event_order_tree_update(struct event_tree *tree, uint32_t slot)
{
    int64_t *keys = tree->keys, key = key_of(tree, slot);
    size_t i = tree->leaves + slot;
    bool ties = false;
    keys[i] = key;
    for (; i > 1; i /= 2) {
        int64_t other = keys[i ^ 1];
        ties |= is_tied(tree, key, other);
        key = other < key ? other : key;
        keys[i / 2] = key;
    }
    if (ties)
        update_ties(tree, slot);
}

/* ---- the current bucket ---- */

/*
 * The current bucket of the event calendar: a sorted list of, as a rule, some seven events.
 *
 * They come from one block of the calendar. All its places are looked up and sorted at once, whether there is an event
 * or not: how many there are, which of them have been replaced, and their order are as good as random, and a wrongly
 * guessed branch would cost as much as several events. An event's place is the number of those that come later; these
 * are counted eight at a time, in 32 bits of the time within the bucket, which tell nearly any two apart. More than a
 * block, and events at the same time (a lattice whose collisions coincide), are sorted in strides.
 *
 * A collision that both its balls hold has one entry for both. When it comes up and one ball has been rescheduled, the
 * other's event is returned instead. When both still hold it, nearly always both are rescheduled; if the other ball has
 * not been by the time the next event is asked for, its event returns into the bucket.
 *
 * Invariant: entries are in the order of events, latest first; every event of the buckets up to the current one has an
 * entry, its own or its mirrored one, or is the one returned last or that one mirrored.
 */

enum { ROOM = EVENT_ORDER_BLOCK /* for what is appended at a time, of few slots */ };

bool event_order_bucket_open(struct event_bucket *bucket, const struct event_slots *slots)
{
    bucket->slots = slots;
    bucket->has_avx2 = host_has_avx2();
    bucket->capacity = 2 * slots->n + ROOM;
    bucket->entries = mem_array(bucket->capacity + 1, sizeof *bucket->entries);
    event_order_bucket_clear(bucket);
    return bucket->entries != NULL;
}

void event_order_bucket_free(struct event_bucket *bucket)
{
    free(bucket->entries);
}

void event_order_bucket_clear(struct event_bucket *bucket)
{
    bucket->count = 0;
    bucket->mirrored = event_order_nothing(bucket->slots);
}

/** Moves the entry at `place` towards the start, in strides, past all that precede it. */
static void sink(struct event_bucket *bucket, size_t place, size_t stride)
{
    struct event_entry *entries = bucket->entries, moving = entries[place];
    for (; place >= stride && event_order_precedes(bucket->slots, entries[place - stride], moving); place -= stride)
        entries[place] = entries[place - stride];
    entries[place] = moving;
}

/** True if the slot or its partner still has the event. */
static bool is_valid(const struct event_bucket *bucket, struct event_entry entry)
{
    return event_order_has(bucket->slots, entry) ||
           event_order_has(bucket->slots, event_order_mirrored(bucket->slots, entry));
}

static void drop_replaced(struct event_bucket *bucket)
{
    size_t kept = 0;
    for (size_t i = 0; i < bucket->count; i++)
        if (is_valid(bucket, bucket->entries[i]))
            bucket->entries[kept++] = bucket->entries[i];
    bucket->count = kept;
}

static bool is_same(struct event_entry a, struct event_entry b)
{
    return a.t == b.t && a.slot == b.slot && a.partner == b.partner;
}

/** Keeps one of each group of equal entries, so that there are no more than slots. */
static void drop_duplicates(struct event_bucket *bucket)
{
    size_t kept = 0;
    for (size_t i = 0; i < bucket->count; i++)
        if (kept == 0 || !is_same(bucket->entries[i], bucket->entries[kept - 1]))
            bucket->entries[kept++] = bucket->entries[i];
    bucket->count = kept;
}

/** In strides (Shell, Commun. ACM 2, 30, 1959). */
void event_order_bucket_sort(struct event_bucket *bucket)
{
    drop_replaced(bucket);
    for (size_t stride = bucket->count; stride > 1;) {
        stride = stride * 4 / 9 > 1 ? stride * 4 / 9 : 1;
        for (size_t i = stride; i < bucket->count; i++)
            sink(bucket, i, stride);
    }
    drop_duplicates(bucket);
}

/* ---- a block, sorted at once ---- */

_Static_assert(sizeof(struct event) == sizeof(f64x2) && offsetof(struct event, partner) == sizeof(double),
               "an event is two lanes");
_Static_assert(sizeof(struct event_entry) == sizeof(f64x2) && offsetof(struct event_entry, slot) == sizeof(double),
               "so is an entry");

/** The events of a block: as entries, and when they come within the bucket's time; -1: dropped. */
struct block_events {
    struct event_entry entries[EVENT_ORDER_BLOCK];
    int32_t times[EVENT_ORDER_BLOCK];
};

/** Times and partners of four slots. */
struct four_events {
    f64x4 t;
    i32x4 partner;
};

ALWAYS_INLINE struct four_events load_four(const struct event_slots *slots, const uint32_t *slot)
{
    f64x2 event[F64X4_LANES];
    for (int i = 0; i < F64X4_LANES; i++)
        event[i] = *(const f64x2_unaligned *)(const void *)&slots->events[slot[i]];
    const f64x2 t01 = __builtin_shufflevector(event[0], event[1], 0, 2);
    const f64x2 t23 = __builtin_shufflevector(event[2], event[3], 0, 2);
    const i32x4 rest01 = (i32x4)__builtin_shufflevector(event[0], event[1], 1, 3); /* partner, collisions, twice */
    const i32x4 rest23 = (i32x4)__builtin_shufflevector(event[2], event[3], 1, 3);
    return (struct four_events){__builtin_shufflevector(t01, t23, 0, 1, 2, 3),
                                __builtin_shufflevector(rest01, rest23, 0, 2, 4, 6)};
}

ALWAYS_INLINE void store_four(struct event_entry *entries, struct four_events own, i32x4 slot)
{
    f64x2_unaligned *to = (void *)entries;
    const f64x2 t01 = __builtin_shufflevector(own.t, own.t, 0, 1), t23 = __builtin_shufflevector(own.t, own.t, 2, 3);
    const f64x2 bodies01 = (f64x2)__builtin_shufflevector(slot, own.partner, 0, 4, 1, 5);
    const f64x2 bodies23 = (f64x2)__builtin_shufflevector(slot, own.partner, 2, 6, 3, 7);
    to[0] = __builtin_shufflevector(t01, bodies01, 0, 2);
    to[1] = __builtin_shufflevector(t01, bodies01, 1, 3);
    to[2] = __builtin_shufflevector(t23, bodies23, 0, 2);
    to[3] = __builtin_shufflevector(t23, bodies23, 1, 3);
}

/** Looks up the events of four slots. Dropped are those that do not lie in the span, and the one of the larger slot of
 * a collision that both balls hold. */
ALWAYS_INLINE void look_up_four(const struct event_slots *slots, const struct event_span *span, const uint32_t *slot,
                                struct event_entry *entries, int32_t *times)
{
    const i32x4 owner = *(const i32x4_unaligned *)(const void *)slot, none = (i32x4){0} + (int32_t)slots->n;
    const struct four_events own = load_four(slots, slot);
    const i32x4 is_ball = own.partner >= 0, other = (own.partner & is_ball) | (none & ~is_ball);
    uint32_t partner[F64X4_LANES];
    *(i32x4_unaligned *)(void *)partner = other;
    const struct four_events mirror = load_four(slots, partner);
    const f64x4 x = (own.t - F64X4_ALL(span->begin)) * F64X4_ALL(span->rate);
    const mask64x4 is_due = (x >= F64X4_ALL(span->low)) & (x < F64X4_ALL(span->high)) & (own.t < F64X4_ALL(span->end));
    const f64x4 within = f64x4_select(is_due, (x - F64X4_ALL(span->low)) * F64X4_ALL(0x1p30), F64X4_ALL(-1));
    const i32x8 same_time = (i32x8)((mask64x4)own.t == (mask64x4)mirror.t);
    const i32x4 is_duplicate =
        __builtin_shufflevector(same_time, same_time, 0, 2, 4, 6) & (mirror.partner == owner) & (other < owner);
    *(i32x4_unaligned *)(void *)times = __builtin_convertvector(within, i32x4) | is_duplicate;
    store_four(entries, own, owner);
}

ALWAYS_INLINE int32_t sum_lanes(i32x8 q)
{
    const i32x4 sums = __builtin_shufflevector(q, q, 0, 1, 2, 3) + __builtin_shufflevector(q, q, 4, 5, 6, 7);
    return sums[0] + sums[1] + sums[2] + sums[3];
}

/** An event's place is the number of those that come later; all that are dropped share the place after the last. Places
 *  that add up to too little are taken twice. */
ALWAYS_INLINE bool fill(struct event_bucket *bucket, const struct event_span *span, const uint32_t *slots)
{
    struct block_events block;
    uint32_t place[EVENT_ORDER_BLOCK];
    for (size_t i = 0; i < EVENT_ORDER_BLOCK; i += F64X4_LANES)
        look_up_four(bucket->slots, span, slots + i, block.entries + i, block.times + i);
    const i32x4_unaligned *four = (const void *)block.times; /* loads no wider than the stores before them */
    const i32x8 low = __builtin_shufflevector(four[0], four[1], 0, 1, 2, 3, 4, 5, 6, 7);
    const i32x8 high = __builtin_shufflevector(four[2], four[3], 0, 1, 2, 3, 4, 5, 6, 7);
    i32x8 places_low = {0}, places_high = {0};
    for (size_t i = 0; i < EVENT_ORDER_BLOCK; i++) {
        const i32x8 all = (i32x8){0} + block.times[i];
        places_low -= all > low;
        places_high -= all > high;
    }
    *(i32x8 *)(void *)place = places_low;
    *(i32x8 *)(void *)(place + EVENT_ORDER_BLOCK / 2) = places_high;
    struct event_entry *entries = bucket->entries;
    for (size_t i = 0; i < EVENT_ORDER_BLOCK; i++)
        entries[place[i]] = block.entries[i];
    const int32_t count = -sum_lanes((low >= 0) + (high >= 0)), dropped = EVENT_ORDER_BLOCK - count;
    const bool is_sorted = sum_lanes(places_low + places_high) == count * (count - 1) / 2 + dropped * count;
    bucket->count = is_sorted ? (size_t)count : 0;
    return is_sorted;
}

SIMD_BOTH(bool, fill_all, (struct event_bucket * bucket, const struct event_span *span, const uint32_t *slots),
          return fill(bucket, span, slots);)

bool event_order_bucket_fill(struct event_bucket *bucket, const struct event_span *span, const uint32_t *slots)
{
    return bucket->has_avx2 ? fill_all_avx2(bucket, span, slots) : fill_all_baseline(bucket, span, slots);
}

/* ---- one by one ---- */

void event_order_bucket_insert(struct event_bucket *bucket, uint32_t slot)
{
    if (bucket->count == bucket->capacity)
        event_order_bucket_sort(bucket);
    assert(bucket->count < bucket->capacity);
    bucket->entries[bucket->count] = event_order_entry(bucket->slots, slot);
    sink(bucket, bucket->count++, 1);
}

void event_order_bucket_settle(struct event_bucket *bucket)
{
    const struct event_slots *slots = bucket->slots;
    if (event_order_has(slots, bucket->mirrored)) {
        event_order_bucket_insert(bucket, bucket->mirrored.slot);
        bucket->mirrored = event_order_nothing(slots);
    }
    while (bucket->count && !is_valid(bucket, bucket->entries[bucket->count - 1]))
        bucket->count--;
    if (bucket->count == 0)
        return;
    struct event_entry *first = &bucket->entries[bucket->count - 1];
    if (!event_order_has(slots, *first))
        *first = event_order_mirrored(slots, *first);
}
