/*
 * The current bucket of the event calendar: a sorted list of, as a rule, some five events.
 *
 * A short list is sorted by counting for each entry how many come later, four at a time: without a branch to
 * mispredict. A long one (a lattice whose collisions coincide) is sorted in strides.
 *
 * A collision that both its balls hold has one entry for both. When it comes up and one ball has been rescheduled, the
 * other's event is returned instead. When both still hold it, the other ball is remembered as mirrored; nearly always
 * it is rescheduled together with the first, otherwise its event returns into the bucket.
 *
 * Invariant: entries are in the order of events, latest first; every event of the buckets up to the current one has an
 * entry, its own or its mirrored one, or is that of the mirrored slot.
 */
#include "integrators/event/event_queue_internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "base/mem.h"
#include "base/simd.h"

enum { FEW = 24, ROOM = 16 /* for what is appended at a time, of few slots */ };

bool event_queue_bucket_open(struct event_queue_bucket *bucket, const struct event_queue_slots *slots)
{
    bucket->slots = slots;
    bucket->has_avx2 = cpu_has_avx2();
    bucket->capacity = 2 * slots->n + ROOM;
    bucket->entries = mem_array(bucket->capacity + 1 + FEW, sizeof *bucket->entries);
    event_queue_bucket_clear(bucket);
    return bucket->entries != NULL;
}

void event_queue_bucket_free(struct event_queue_bucket *bucket)
{
    free(bucket->entries);
}

void event_queue_bucket_clear(struct event_queue_bucket *bucket)
{
    bucket->count = 0;
    bucket->mirrored = EVENT_NONE;
}

/** Moves the entry at `place` towards the start, in strides, past all that precede it. */
static void sink(struct event_queue_bucket *bucket, size_t place, size_t stride)
{
    struct event_entry *entries = bucket->entries, moving = entries[place];
    for (; place >= stride && event_queue_slots_precedes(bucket->slots, entries[place - stride], moving);
         place -= stride)
        entries[place] = entries[place - stride];
    entries[place] = moving;
}

/** True if the slot or its partner still has the event. */
static bool is_valid(const struct event_queue_bucket *bucket, struct event_entry entry)
{
    return event_queue_slots_has(bucket->slots, entry) ||
           event_queue_slots_has(bucket->slots, event_queue_slots_mirrored(entry));
}

static void drop_replaced(struct event_queue_bucket *bucket)
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
static void drop_duplicates(struct event_queue_bucket *bucket)
{
    size_t kept = 0;
    for (size_t i = 0; i < bucket->count; i++)
        if (kept == 0 || !is_same(bucket->entries[i], bucket->entries[kept - 1]))
            bucket->entries[kept++] = bucket->entries[i];
    bucket->count = kept;
}

/** Sorts in strides (Shell, Commun. ACM 2, 30, 1959), by time and ties, and drops what is not needed. */
static void sort_many(struct event_queue_bucket *bucket)
{
    drop_replaced(bucket);
    for (size_t stride = bucket->count; stride > 1;) {
        stride = stride * 4 / 9 > 1 ? stride * 4 / 9 : 1;
        for (size_t i = stride; i < bucket->count; i++)
            sink(bucket, i, stride);
    }
    drop_duplicates(bucket);
}

/** Of each of `count` entries: how many come later. There is room for as many more as fill up the vectors.
 *  @param vectors that hold all of them; a constant */
ALWAYS_INLINE void count_later(struct event_entry *entries, size_t count, size_t vectors, mask64x4 later[])
{
    f64x4 times[FEW / F64X4_LANES];
    for (size_t i = 0; i < vectors * F64X4_LANES; i++)
        entries[count + i].t = -HUGE_VAL;
    for (size_t k = 0; k < vectors; k++) {
        const struct event_entry *four = entries + k * F64X4_LANES;
        times[k] = (f64x4){four[0].t, four[1].t, four[2].t, four[3].t};
        later[k] = (mask64x4){0, 0, 0, 0};
    }
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < vectors; k++)
            later[k] -= F64X4_ALL(entries[i].t) > times[k];
}

/** The same for any number of few entries. */
ALWAYS_INLINE void count_later_of_few(struct event_entry *entries, size_t count, mask64x4 later[])
{
    if (count <= 2 * F64X4_LANES)
        count_later(entries, count, 2, later);
    else
        count_later(entries, count, FEW / F64X4_LANES, later);
}

static void count_later_baseline(struct event_entry *entries, size_t count, mask64x4 later[])
{
    count_later_of_few(entries, count, later);
}

TARGET_AVX2 static void count_later_avx2(struct event_entry *entries, size_t count, mask64x4 later[])
{
    count_later_of_few(entries, count, later);
}

/** Sorts few entries by time: the number of entries that come later is an entry's place. Returns whether some are at
 *  the same time; then nothing is changed. */
static bool sort_few(struct event_queue_bucket *bucket)
{
    struct event_entry entries[FEW];
    mask64x4 later[FEW / F64X4_LANES];
    const size_t count = bucket->count;
    const long long *place = (const long long *)(const void *)later;
    uint32_t taken = 0;
    (bucket->has_avx2 ? count_later_avx2 : count_later_baseline)(bucket->entries, count, later);
    for (size_t i = 0; i < count; i++) {
        entries[i] = bucket->entries[i];
        taken |= 1u << place[i];
    }
    if (taken != (1u << count) - 1)
        return true;
    for (size_t i = 0; i < count; i++)
        bucket->entries[place[i]] = entries[i];
    return false;
}

void event_queue_bucket_sort(struct event_queue_bucket *bucket)
{
    if (bucket->count > FEW || sort_few(bucket))
        sort_many(bucket);
}

void event_queue_bucket_insert(struct event_queue_bucket *bucket, uint32_t slot)
{
    if (bucket->count == bucket->capacity)
        sort_many(bucket);
    assert(bucket->count < bucket->capacity);
    bucket->entries[bucket->count] = event_queue_slots_entry(bucket->slots, slot);
    sink(bucket, bucket->count++, 1);
}
