#ifndef TESTS_LAWS_RECORDER_H
#define TESTS_LAWS_RECORDER_H

/* For the tests of `event`: a table whose collision log is kept, and checked while it is written. */

#include "laws/table.h"
#include "model/generate.h"

/** The rows of the collision log so far. */
struct recorder {
    struct contact_event *rows;
    size_t n, capacity;
    size_t limit; /* rows kept at most; later ones are only counted */
    double last;  /* time of the last row */
};

static inline void recorder_contact(void *context, const struct contact_event *row)
{
    struct recorder *recorder = context;
    assert_true(row->t >= recorder->last);
    assert_true(isfinite(row->t) && isfinite(row->u) && isfinite(row->j));
    recorder->last = row->t;
    if (recorder->n < recorder->limit) {
        assert_true(mem_grow((void **)&recorder->rows, &recorder->capacity, recorder->n + 1, sizeof *recorder->rows));
        recorder->rows[recorder->n] = *row;
    }
    recorder->n++;
}

/** Starts `event` on a table with the log going to the recorder. */
static inline void recorder_start(struct recorder *recorder, struct test_table *table, const char *law, size_t limit)
{
    *recorder = (struct recorder){.limit = limit, .last = -HUGE_VAL};
    table->scene.impact = law;
    table->observer.contact = recorder_contact;
    table->observer.context = recorder;
    table_start(table, &integrator_event);
}

static inline void recorder_close(struct recorder *recorder, struct test_table *table)
{
    free(recorder->rows);
    table_close(table);
}

/** Number of groups in the log. */
static inline uint64_t recorder_groups(const struct recorder *recorder)
{
    return recorder->n ? recorder->rows[recorder->n - 1].group + 1 : 0;
}

/** The deepest overlap of any two balls or of a ball and a wall, relative to the smaller radius. */
static inline double recorder_deepest(const struct test_table *table)
{
    const struct world *world = table->world;
    double deepest = 0;
    for (size_t i = 0; i < world->n; i++) {
        double r = world->r[i], x = world->x[i], y = world->y[i];
        double out =
            fmax(fmax(r - x, x + r - table->scene.table.width), fmax(r - y, y + r - table->scene.table.height));
        deepest = fmax(deepest, out / r);
        for (size_t j = 0; j < i; j++) {
            double dx = x - world->x[j], dy = y - world->y[j], distance = sqrt(dx * dx + dy * dy);
            deepest = fmax(deepest, (r + world->r[j] - distance) / fmin(r, world->r[j]));
        }
    }
    return deepest;
}

/** A 15-ball rack of billiard balls with a cue ball coming along +x, `aside` off the rack's axis; ball 0 is the cue. */
static inline struct test_table *recorder_break(double e_ball, double e_wall, double aside)
{
    struct test_table *table = table_open(16, 2.54, 1.27);
    struct generate_rack rack = {.kind = RACK_TRIANGLE, .rows = 5, .x = 1.9, .y = 0.635, .r = 0.028575};
    table->scene.e_ball = e_ball;
    table->scene.e_wall = e_wall;
    for (size_t i = 0; i < 16; i++) {
        table->scene.r[i] = 0.028575;
        table->scene.m[i] = 0.17;
    }
    generate_rack_place(&rack, table->world->x + 1, table->world->y + 1);
    table_ball(table, 0, 0.6, 0.635 + aside, 8, 0);
    return table;
}

#endif
