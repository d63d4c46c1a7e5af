/*
 * The events of all slots and their order.
 *
 * One event per ball is enough: of all that a ball will do only the earliest can come true, for it changes the rest
 * (the local minima of Marin, Risso and Cordero, J. Comput. Phys. 109, 306, 1993). The order is total, so that a run
 * does not depend on how the queue is built: by time, then by the smaller index of the two balls, then by the other
 * body.
 */
#include "integrators/event/event_queue_internal.h"

#include <math.h>
#include <stdlib.h>

#include "base/min_max.h"
#include "base/mem.h"
#include "base/simd.h"

bool event_queue_slots_open(struct event_queue_slots *slots, size_t n, const struct particle *balls)
{
    size_t padded = n + F64X4_LANES - n % F64X4_LANES;
    slots->n = n;
    slots->balls = balls;
    slots->events = mem_array_aligned(padded, sizeof *slots->events);
    for (size_t i = 0; slots->events && i < padded; i++)
        slots->events[i] = (struct event){HUGE_VAL, EVENT_NONE, 0};
    return slots->events;
}

void event_queue_slots_free(struct event_queue_slots *slots)
{
    free(slots->events);
}

static uint64_t tie_rank(const struct event_queue_slots *slots, struct event_entry entry)
{
    uint64_t own = slots->balls[entry.slot].id;
    if (!contact_is_ball(entry.partner))
        return own << 32 | entry.partner;
    uint64_t other = slots->balls[entry.partner].id;
    return own < other ? own << 32 | other : other << 32 | own;
}

bool event_queue_slots_precedes(const struct event_queue_slots *slots, struct event_entry a, struct event_entry b)
{
    if (a.t != b.t)
        return a.t < b.t;
    uint64_t rank_a = tie_rank(slots, a), rank_b = tie_rank(slots, b);
    return rank_a != rank_b ? rank_a < rank_b : a.slot < b.slot; /* the same hit, scheduled by both its balls */
}

/** Branch-free: of each four slots those wanted are put to the front, and overwrite what was not wanted before. */
ALWAYS_INLINE size_t list_before(const struct event_queue_slots *slots, double end, uint32_t *list,
                                 struct simd_ops simd)
{
    typedef uint32_t four __attribute__((vector_size(16), aligned(4), may_alias));
    static const four lanes[16] = {{0}, {0},    {2},    {0, 2},    {1},    {0, 1},    {1, 2},    {0, 1, 2},
                                   {3}, {0, 3}, {2, 3}, {0, 2, 3}, {1, 3}, {0, 1, 3}, {1, 2, 3}, {0, 1, 2, 3}};
    size_t count = 0;
    four first = {0, 0, 0, 0};
    for (size_t i = 0; i < slots->n; i += F64X4_LANES, first += F64X4_LANES) {
        const struct event *event = &slots->events[i];
        f64x4 low = f64x4_load(&event[0].t),
              high = f64x4_load(&event[2].t); /* two times each, and the rest of the events */
        unsigned wanted = simd.movemask(__builtin_shufflevector(low, high, 0, 4, 2, 6) < end);
        *(four *)(list + count) = first + lanes[wanted];
        count += simd_lane_count[wanted];
    }
    return count;
}

SIMD_BOTH(size_t, list_all, (const struct event_queue_slots *slots, double end, uint32_t *list),
          return list_before(slots, end, list, simd);)

size_t event_queue_slots_before(const struct event_queue_slots *slots, double end, uint32_t *list)
{
    return SIMD_CHOSEN(list_all)(slots, end, list);
}

double event_queue_slots_earliest_time(const struct event_queue_slots *slots)
{
    double lanes[F64X4_LANES] = {HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL};
    for (size_t i = 0; i < slots->n; i += F64X4_LANES)
        for (size_t k = 0; k < F64X4_LANES; k++)
            lanes[k] = slots->events[i + k].t < lanes[k] ? slots->events[i + k].t : lanes[k];
    return double_min(double_min(lanes[0], lanes[1]), double_min(lanes[2], lanes[3]));
}
