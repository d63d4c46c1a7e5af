/*
 * The event queue against a linear scan over all slots. Its forms (tree, calendar) are asked the same
 * questions; the order (time, first ball, second ball) is computed here from its definition.
 *
 * Promise: each fast structure agrees with a naive one. Measured: queue against a scan, neighbours against all
 * pairs, vectors against one by one. Also kept by unit/test_cells.c, unit/test_nnl.c, unit/test_grid.c,
 * unit/test_motion.c, unit/test_boundary.c, unit/test_collision.c, unit/test_impact_kernel.c,
 * unit/test_rolling_kernel.c, unit/test_neighbours.c, unit/test_period.c.
 */

#include "base/mem.h"
#include "events/event_queue.h"
#include "lib/testing.h"
#include "lib/uniform.h"

static const enum event_queue_form forms[] = {EVENT_QUEUE_TREE, EVENT_QUEUE_CALENDAR, EVENT_QUEUE_CHOSEN};

enum { QUEUES = sizeof forms / sizeof *forms };

/** What the queues should hold. */
struct model {
    size_t n;
    struct particle *balls; /* only their ids matter */
    struct event *events;
    struct event_queue *queues[QUEUES];
    uint32_t taken[QUEUES]; /* slot that each queue is_duplicate last */
    double now;
    uint64_t seed;
    uint32_t serial;
};

/** The order of events. */
struct key {
    double t;
    uint64_t first, second;
};

static size_t below(struct model *model, size_t limit)
{
    return (size_t)(uniform(&model->seed, 0, 1) * (double)limit);
}

static void shuffle_ids(struct model *model)
{
    for (size_t i = 0; i < model->n; i++) {
        size_t j = below(model, i + 1);
        model->balls[i].id = model->balls[j].id;
        model->balls[j].id = (uint32_t)i;
    }
}

/** n slots without events, at time `now`. */
static struct model model_open(size_t n, double now, uint64_t seed)
{
    struct model model = {.n = n, .now = now, .seed = seed};
    model.balls = mem_array(n, sizeof *model.balls);
    model.events = mem_array(n, sizeof *model.events);
    assert_true(model.balls && model.events);
    shuffle_ids(&model);
    for (size_t i = 0; i < n; i++)
        model.events[i] = (struct event){HUGE_VAL, EVENT_NONE, 0};
    for (int q = 0; q < QUEUES; q++) {
        model.queues[q] = event_queue_create(n, model.balls, forms[q]);
        assert_non_null(model.queues[q]);
    }
    return model;
}

static void model_start(struct model *model)
{
    for (int q = 0; q < QUEUES; q++)
        event_queue_start(model->queues[q]);
}

static void model_close(struct model *model)
{
    for (int q = 0; q < QUEUES; q++)
        event_queue_destroy(model->queues[q]);
    free(model->balls);
    free(model->events);
}

static void model_set(struct model *model, uint32_t slot, double t, uint32_t partner)
{
    model->events[slot] = (struct event){t, t < HUGE_VAL ? partner : EVENT_NONE, model->serial++};
    for (int q = 0; q < QUEUES; q++)
        event_queue_set(model->queues[q], slot, model->events[slot]);
}

static struct key key_of(const struct model *model, uint32_t slot)
{
    struct event event = model->events[slot];
    uint64_t own = model->balls[slot].id;
    if (!contact_is_ball(event.partner))
        return (struct key){event.t, own, event.partner};
    uint64_t other = model->balls[event.partner].id;
    return (struct key){event.t, own < other ? own : other, own < other ? other : own};
}

static int compare_keys(struct key a, struct key b)
{
    if (a.t != b.t)
        return a.t < b.t ? -1 : 1;
    if (a.first != b.first)
        return a.first < b.first ? -1 : 1;
    return (a.second > b.second) - (a.second < b.second);
}

/** The linear scan: earliest slot, or n if nothing happens up to the limit. */
static uint32_t model_earliest(const struct model *model, double limit)
{
    uint32_t best = (uint32_t)model->n;
    for (uint32_t i = 0; i < model->n; i++)
        if (model->events[i].t <= limit && model->events[i].t < HUGE_VAL)
            if (best == model->n || compare_keys(key_of(model, i), key_of(model, best)) < 0)
                best = i;
    return best;
}

static void assert_same_event(struct event a, struct event b)
{
    assert_true(a.t == b.t && a.partner == b.partner && a.collisions == b.collisions);
}

/** Takes the earliest event from all queues and compares; returns its slot, n if there is none. Of a pair scheduled by
 *  both its balls either slot will do. */
static uint32_t model_take(struct model *model, double limit)
{
    uint32_t earliest = model_earliest(model, limit);
    for (int q = 0; q < QUEUES; q++) {
        uint32_t slot = 0;
        struct event event;
        bool found = event_queue_next(model->queues[q], limit, &slot, &event);
        assert_true(found == (earliest < model->n));
        if (!found)
            continue;
        assert_true(slot < model->n);
        model->taken[q] = slot;
        assert_same_event(event, model->events[slot]);
        assert_same_event(event, event_queue_get(model->queues[q], slot));
        assert_int_equal(compare_keys(key_of(model, slot), key_of(model, earliest)), 0);
    }
    if (earliest < model->n)
        model->now = model->events[earliest].t;
    return earliest;
}

/* ---- how long events wait ---- */

static double wait_evenly(struct model *model)
{
    return uniform(&model->seed, 0, 1);
}

/** Mostly short, now and then up to 10^8 times longer: the far future. */
static double wait_far(struct model *model)
{
    double u = 1 - uniform(&model->seed, 0, 1);
    return u < 0.01 ? 1e6 * uniform(&model->seed, 0, 1) : uniform(&model->seed, 0, 1) / u;
}

/** Whole numbers: many events at each moment, also at the present one. */
static double wait_in_ticks(struct model *model)
{
    return (double)below(model, 4);
}

static double wait_not_at_all(struct model *model)
{
    (void)model;
    return 0;
}

static double wait_often_for_ever(struct model *model)
{
    return uniform(&model->seed, 0, 1) < 0.7 ? HUGE_VAL : uniform(&model->seed, 0, 1);
}

/** Waits that grow and shrink by 10^6, as when a gas comes to rest or a fast ball arrives. */
static double wait_changing(struct model *model)
{
    static const double scale[] = {1, 1e-6, 1, 1e6, 1e-3, 1e3};
    return scale[model->serial / 3000 % 6] * uniform(&model->seed, 0, 1);
}

/* ---- a life of events ---- */

static uint32_t any_partner(struct model *model, uint32_t slot)
{
    if (uniform(&model->seed, 0, 1) < 0.2 || model->n < 2)
        return CONTACT_SURFACE + (uint32_t)below(model, 4);
    if (uniform(&model->seed, 0, 1) < 0.1)
        return EVENT_REBUILD;
    uint32_t partner = (uint32_t)below(model, model->n - 1);
    return partner + (partner >= slot);
}

/** Schedules a slot, and now and then its partner for the same hit. */
static void schedule(struct model *model, uint32_t slot, double (*wait)(struct model *))
{
    uint32_t partner = any_partner(model, slot);
    double t = model->now + wait(model);
    model_set(model, slot, t, partner);
    if (contact_is_ball(partner) && t < HUGE_VAL && uniform(&model->seed, 0, 1) < 0.3)
        model_set(model, partner, t, slot);
}

/** What follows an event: both its balls are scheduled anew, at times others too. */
static void replace(struct model *model, uint32_t slot, double (*wait)(struct model *))
{
    uint32_t partner = model->events[slot].partner;
    schedule(model, slot, wait);
    if (contact_is_ball(partner))
        schedule(model, partner, wait);
    while (uniform(&model->seed, 0, 1) < 0.4)
        schedule(model, (uint32_t)below(model, model->n), wait);
}

/** Asks up to a limit that at times lies before the next event, as frames do. */
static void live(struct model *model, double (*wait)(struct model *), int steps)
{
    for (int step = 0; step < steps; step++) {
        double limit = uniform(&model->seed, 0, 1) < 0.1 ? model->now + wait(model) * 0.1 : HUGE_VAL;
        uint32_t slot = model_take(model, limit);
        if (slot < model->n)
            replace(model, slot, wait);
        else if (limit == HUGE_VAL)
            schedule(model, (uint32_t)below(model, model->n), wait);
    }
}

static void run(size_t n, double now, double (*wait)(struct model *), int steps)
{
    struct model model = model_open(n, now, n);
    for (uint32_t i = 0; i < n; i++)
        schedule(&model, i, wait);
    model_start(&model);
    live(&model, wait, steps);
    model_close(&model);
}

static void run_sizes(double (*wait)(struct model *))
{
    static const size_t sizes[] = {1, 2, 3, 10, 47, 48, 49, 300, 2000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        run(sizes[i], 0, wait, runs(500, 2000));
        run(sizes[i], -1e3, wait, runs(150, 500));
        run(sizes[i], 1e9, wait, runs(150, 500));
    }
}

static void test_even_waits(void **context)
{
    (void)context;
    run_sizes(wait_evenly);
}

static void test_far_future(void **context)
{
    (void)context;
    run_sizes(wait_far);
}

static void test_ties(void **context)
{
    (void)context;
    run_sizes(wait_in_ticks);
}

static void test_all_at_one_time(void **context)
{
    (void)context;
    run_sizes(wait_not_at_all);
}

static void test_never(void **context)
{
    (void)context;
    run_sizes(wait_often_for_ever);
}

static void test_changing_rates(void **context)
{
    (void)context;
    run_sizes(wait_changing);
    run(300, 0, wait_changing, runs(5000, 20000));
}

static void test_many_slots(void **context)
{
    (void)context;
    run(30000, 0, wait_evenly, runs(200, 1000));
    run(30000, 5, wait_in_ticks, runs(100, 300));
}

/** Takes everything until nothing is left. */
static void drain(struct model *model)
{
    while (model_take(model, HUGE_VAL) < model->n)
        for (int q = 0; q < QUEUES; q++)
            model_set(model, model->taken[q], HUGE_VAL, EVENT_NONE);
}

/** Events that are replaced again and again before their time leave their notes behind: many more than the calendar
 *  has room for. */
static void leave_notes(size_t n, double (*wait)(struct model *))
{
    struct model model = model_open(n, 3, n);
    for (uint32_t i = 0; i < n; i++)
        schedule(&model, i, wait);
    model_start(&model);
    for (int round = 0; round < runs(2, 20); round++) {
        for (size_t i = 0; i < 20 * n; i++)
            schedule(&model, (uint32_t)below(&model, n), wait);
        live(&model, wait, 20);
    }
    drain(&model);
    model_close(&model);
}

static void test_leftovers(void **context)
{
    (void)context;
    for (size_t n = 1; n < 1500; n = n * 3 + 5) {
        leave_notes(n, wait_evenly);
        leave_notes(n, wait_far);
        leave_notes(n, wait_in_ticks);
        leave_notes(n, wait_changing);
        leave_notes(n, wait_often_for_ever);
    }
}

/** One slot goes back and forth between the same few moments, more often than any list is long. */
static void go_back_and_forth(size_t n, const double *moments, int count)
{
    struct model model = model_open(n, 0, n);
    for (uint32_t i = 0; i < n; i++)
        model_set(&model, i, 1 + uniform(&model.seed, 0, 1), CONTACT_SURFACE);
    model_start(&model);
    for (int i = 0; i < 5000; i++)
        model_set(&model, 1, moments[i % count], CONTACT_SURFACE + 1);
    drain(&model);
    model_close(&model);
}

static void test_back_and_forth(void **context)
{
    (void)context;
    static const double moments[] = {1, HUGE_VAL, 9, 7, HUGE_VAL, 7, 1e9, 9};
    for (size_t n = 3; n < 300; n *= 4) {
        go_back_and_forth(n, moments, 8);
        go_back_and_forth(n, moments, 2);
        go_back_and_forth(n, moments + 2, 2);
        go_back_and_forth(n, moments + 5, 2);
    }
}

/** Takes the event of `slot`, which is due by the limit, and schedules it again as it was. */
static void take_and_put_back(struct model *model, double limit, uint32_t slot)
{
    assert_int_equal(model_take(model, limit), slot);
    model_set(model, slot, model->events[slot].t, model->events[slot].partner);
}

/** A limit is inclusive, asking in vain takes nothing away, and the same event may be scheduled again. */
static void test_limits(void **context)
{
    (void)context;
    for (size_t n = 2; n < 100; n += 60) {
        struct model model = model_open(n, 0, n);
        model_set(&model, 0, 2, CONTACT_SURFACE);
        model_set(&model, 1, 5, EVENT_REBUILD);
        model_start(&model);
        assert_int_equal(model_take(&model, 1), n);
        assert_int_equal(model_take(&model, -1e300), n);
        take_and_put_back(&model, 2, 0);
        take_and_put_back(&model, 2, 0);
        model_set(&model, 0, 1e300, CONTACT_SURFACE);
        assert_int_equal(model_take(&model, 4.999999), n);
        take_and_put_back(&model, 1e9, 1);
        model_set(&model, 1, 5, CONTACT_SURFACE + 3);
        take_and_put_back(&model, 5, 1);
        model_set(&model, 1, HUGE_VAL, EVENT_NONE);
        assert_int_equal(model_take(&model, 1e299), n);
        take_and_put_back(&model, HUGE_VAL, 0);
        model_close(&model);
    }
}

/** A hit that both balls hold is returned once; the other ball's event is returned next unless it is replaced, too.
 *  @param at_once hits at each moment */
static void hit_mutually(size_t n, bool keep, uint32_t at_once)
{
    struct model model = model_open(n, 0, n);
    double t = 0;
    for (uint32_t i = 0; i + 1 < n; i += 2) {
        t = i / 2 % at_once == 0 ? 1 + uniform(&model.seed, 0, 1) : t;
        model_set(&model, i, t, i + 1);
        model_set(&model, i + 1, t, i);
    }
    model_start(&model);
    for (size_t hit = 0; hit < n / 2; hit++) {
        uint32_t slot = model_take(&model, HUGE_VAL);
        uint32_t partner = model.events[slot].partner;
        model_set(&model, model.taken[1], 10 + uniform(&model.seed, 0, 1), CONTACT_SURFACE);
        uint32_t other = model.taken[1] == slot ? partner : slot;
        if (keep)
            assert_int_equal(model_take(&model, HUGE_VAL), other);
        model_set(&model, other, 10 + uniform(&model.seed, 0, 1), CONTACT_SURFACE);
    }
    drain(&model);
    model_close(&model);
}

static void test_mutual_events(void **context)
{
    (void)context;
    for (size_t n = 2; n < 3000; n = n * 7 + 1)
        for (uint32_t at_once = 1; at_once < 3; at_once++) {
            hit_mutually(n, false, at_once);
            hit_mutually(n, true, at_once);
        }
}

/** Nothing happens up to a limit far behind the last event; what is scheduled then comes before it. */
static void test_after_a_pause(void **context)
{
    (void)context;
    for (size_t n = 2; n < 1000; n *= 3) {
        struct model model = model_open(n, 0, n);
        for (uint32_t i = 0; i < n; i++)
            model_set(&model, i, i == 0 ? 1e6 : 1 + uniform(&model.seed, 0, 1), CONTACT_SURFACE);
        model_start(&model);
        for (size_t i = 1; i < n; i++)
            model_set(&model, model_take(&model, 10), 1e6 + (double)i, CONTACT_SURFACE);
        for (double limit = 2; limit < 1e5; limit *= 1.5)
            assert_int_equal(model_take(&model, limit), n);
        for (uint32_t i = 0; i < n; i++)
            model_set(&model, i, 2 + 1e5 * uniform(&model.seed, 0, uniform(&model.seed, 0, 1)), CONTACT_SURFACE);
        drain(&model);
        model_close(&model);
    }
}

static void test_no_slots(void **context)
{
    (void)context;
    struct model model = model_open(0, 0, 1);
    model_start(&model);
    assert_int_equal(model_take(&model, HUGE_VAL), 0);
    model_close(&model);
    event_queue_destroy(NULL);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_even_waits),    cmocka_unit_test(test_far_future),
        cmocka_unit_test(test_ties),          cmocka_unit_test(test_all_at_one_time),
        cmocka_unit_test(test_never),         cmocka_unit_test(test_changing_rates),
        cmocka_unit_test(test_many_slots),    cmocka_unit_test(test_leftovers),
        cmocka_unit_test(test_limits),        cmocka_unit_test(test_no_slots),
        cmocka_unit_test(test_mutual_events), cmocka_unit_test(test_back_and_forth),
        cmocka_unit_test(test_after_a_pause),
    };
    return RUN_TESTS(tests);
}
