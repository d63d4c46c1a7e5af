#ifndef TESTS_LAWS_TABLE_H
#define TESTS_LAWS_TABLE_H

/* Scenes made in C for the tests of integrators: a table with balls, and a run of it. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "integrators/integrator.h"

/** A scene, its world and an integrator at work on it. */
struct test_table {
    struct scene scene;
    struct world *world;
    struct observer observer;
    const struct integrator_ops *ops;
    void *state;
};

/** n balls of radius and mass 1 at rest at the origin; restitution 1, k and dt 0: to be filled in by the test. */
static inline struct test_table *table_open(size_t n, double width, double height)
{
    struct test_table *table = mem_array(1, sizeof *table);
    assert_non_null(table);
    table->scene = (struct scene){.table = {width, height}, .e_ball = 1, .e_wall = 1, .every = 1, .n = n};
    table->scene.impact = "gr";
    table->scene.r = mem_array(n, sizeof *table->scene.r);
    table->scene.m = mem_array(n, sizeof *table->scene.m);
    table->world = world_create(n);
    assert_true(table->scene.r && table->scene.m && table->world);
    for (size_t i = 0; i < n; i++)
        table->scene.r[i] = table->scene.m[i] = 1;
    table->world->r = table->scene.r;
    table->world->m = table->scene.m;
    return table;
}

static inline void table_close(struct test_table *table)
{
    if (table->ops)
        table->ops->destroy(table->state);
    world_destroy(table->world);
    checkpoint_destroy(table->scene.checkpoint);
    free(table->scene.r);
    free(table->scene.m);
    free(table);
}

static inline void table_ball(struct test_table *table, size_t i, double x, double y, double vx, double vy)
{
    table->world->x[i] = x;
    table->world->y[i] = y;
    table->world->vx[i] = vx;
    table->world->vy[i] = vy;
}

/** Numbers spread evenly over low..high, the same in every run. */
static inline double table_random(uint64_t *seed, double low, double high)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(*seed >> 11) * 0x1p-53;
}

/** Seven balls of radius 15 on a table of 600 x 400: one shot into six that nearly touch. */
static inline struct test_table *table_kick_off(void)
{
    static const double rack[][2] = {{400, 200}, {426.5, 184.5}, {426.5, 215.5}, {453, 169}, {453, 200}, {453, 231}};
    struct test_table *table = table_open(7, 600, 400);
    for (size_t i = 0; i < 7; i++)
        table->scene.r[i] = 15;
    table_ball(table, 0, 30, 203, 60, 0.5);
    for (size_t i = 1; i < 7; i++)
        table_ball(table, i, rack[i - 1][0], rack[i - 1][1], 0, 0);
    return table;
}

/** n balls of different radii and masses anywhere on the table, overlaps included, speeds up to `speed` per axis. */
static inline struct test_table *table_random_balls(size_t n, double width, double height, double speed, uint64_t seed)
{
    struct test_table *table = table_open(n, width, height);
    for (size_t i = 0; i < n; i++) {
        table->scene.r[i] = table_random(&seed, 0.3, 1);
        table->scene.m[i] = table_random(&seed, 0.2, 2);
        table_ball(table, i, table_random(&seed, 0, width), table_random(&seed, 0, height),
                   table_random(&seed, -speed, speed), table_random(&seed, -speed, speed));
    }
    return table;
}

static inline void table_start(struct test_table *table, const struct integrator_ops *ops)
{
    struct error err;
    table->ops = ops;
    assert_int_equal(ops->create(&table->scene, table->world, &table->observer, &table->state, &err), STATUS_OK);
}

/** Takes the state from which the integrator continues to the same bits into the scene, as --save and reading it would;
 *  where the world is that state, nothing. */
static inline void table_save(struct test_table *table, void (*snapshot)(const void *, struct checkpoint *),
                              const void *state)
{
    if (!snapshot)
        return;
    if (!table->scene.checkpoint)
        table->scene.checkpoint = checkpoint_create(table->scene.n);
    assert_non_null(table->scene.checkpoint);
    snapshot(state, table->scene.checkpoint);
}

static inline void table_advance(struct test_table *table, uint64_t step)
{
    struct error err;
    assert_int_equal(table->ops->advance(table->state, table->world, step, &err), STATUS_OK);
    assert_true(table->world->step == step);
    assert_true(table->world->t == (double)step * table->scene.dt);
}

static inline double table_kinetic(const struct test_table *table)
{
    double energy = 0;
    for (size_t i = 0; i < table->scene.n; i++)
        energy += 0.5 * table->scene.m[i] *
                  (table->world->vx[i] * table->world->vx[i] + table->world->vy[i] * table->world->vy[i]);
    return energy;
}

static inline double table_potential(const struct test_table *table)
{
    return table->ops->potential ? table->ops->potential(table->state, table->world) : 0;
}

static inline struct counters table_counters(const struct test_table *table)
{
    struct counters counters = {0};
    table->ops->counters(table->state, &counters);
    return counters;
}

/** The same bits in every coordinate. */
static inline void table_assert_same(const struct world *a, const struct world *b)
{
    assert_memory_equal(a->x, b->x, a->n * sizeof *a->x);
    assert_memory_equal(a->y, b->y, a->n * sizeof *a->y);
    assert_memory_equal(a->vx, b->vx, a->n * sizeof *a->vx);
    assert_memory_equal(a->vy, b->vy, a->n * sizeof *a->vy);
}

#endif
