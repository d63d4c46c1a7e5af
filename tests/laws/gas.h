#ifndef TESTS_LAWS_GAS_H
#define TESTS_LAWS_GAS_H

/* Gases of hard discs for the tests of `event`, and what can be told of a run: its frames and its hits, as a hash. */

#include "table.h"

#include "base/sum.h"
#include "integrators/event/event_engine.h"

#define GAS_PI 3.14159265358979323846

/** columns x lines equal discs of diameter 1 and mass 1 on a square lattice with area fraction eta (below pi / 4),
 *  random velocities with a root mean square of about 1 per component. `margin` widens the table on all sides together.
 */
static inline struct test_table *gas_open(size_t columns, size_t lines, double eta, double margin, uint64_t seed)
{
    double spacing = sqrt(GAS_PI / 4 / eta);
    struct test_table *table =
        table_open(columns * lines, (double)columns * spacing + margin, (double)lines * spacing + margin);
    for (size_t i = 0; i < table->scene.n; i++) {
        table->scene.r[i] = 0.5;
        double x = ((double)(i % columns) + 0.5) * spacing + margin / 2;
        double y = ((double)(i / columns) + 0.5) * spacing + margin / 2;
        double vx = table_random(&seed, -1.7320508, 1.7320508), vy = table_random(&seed, -1.7320508, 1.7320508);
        table_ball(table, i, x, y, vx, vy);
    }
    return table;
}

/** Turns the discs of a gas into balls of different sizes and masses; none grows. */
static inline void gas_mix(struct test_table *table, double smallest, uint64_t seed)
{
    for (size_t i = 0; i < table->scene.n; i++) {
        table->scene.r[i] = table_random(&seed, smallest, 0.5);
        table->scene.m[i] = table_random(&seed, 0.2, 3);
    }
}

/** Gives all balls the speed 1. */
static inline void gas_equalise_speeds(struct world *world)
{
    for (size_t i = 0; i < world->n; i++) {
        double speed = sqrt(world->vx[i] * world->vx[i] + world->vy[i] * world->vy[i]);
        world->vx[i] /= speed;
        world->vy[i] /= speed;
    }
}

/** Mean kinetic energy per ball, which is the temperature. */
static inline double gas_temperature(const struct test_table *table)
{
    return table_kinetic(table) / (double)table->scene.n;
}

/* ---- hashes ---- */

/** FNV-1a of 64 bits (Fowler, Noll and Vo), by words. */
static inline uint64_t gas_hash_word(uint64_t hash, uint64_t word)
{
    for (int byte = 0; byte < 8; byte++)
        hash = (hash ^ (word >> 8 * byte & 0xff)) * 0x100000001b3u;
    return hash;
}

static inline uint64_t gas_hash_number(uint64_t hash, double number)
{
    uint64_t word;
    memcpy(&word, &number, sizeof word);
    return gas_hash_word(hash, word);
}

#define GAS_HASH_START UINT64_C(0xcbf29ce484222325)

/** All bits of the state. */
static inline uint64_t gas_hash_world(const struct world *world)
{
    uint64_t hash = GAS_HASH_START;
    const double *const arrays[] = {world->x, world->y, world->vx, world->vy};
    for (int k = 0; k < 4; k++)
        for (size_t i = 0; i < world->n; i++)
            hash = gas_hash_number(hash, arrays[k][i]);
    return hash;
}

/** The hits of a run: their number and the hash of all that they tell, groups aside. */
struct gas_record {
    uint64_t rows, hash;
    uint64_t last_group; /* groups count from 0 without gaps */
    double last_time;
};

static inline struct gas_record gas_record_start(void)
{
    return (struct gas_record){0, GAS_HASH_START, UINT64_MAX, -HUGE_VAL};
}

/** An observer's contact(): context is a struct gas_record. */
static inline void gas_record_hit(void *context, const struct contact_event *event)
{
    struct gas_record *record = context;
    assert_true(event->t >= record->last_time);
    assert_true(event->group == record->last_group || event->group == record->last_group + 1);
    record->last_time = event->t;
    record->last_group = event->group;
    record->rows++;
    uint64_t who = (uint64_t)event->kind << 60 | (uint64_t)event->a << 30 | (uint64_t)(event->b + 1);
    const double numbers[] = {event->t, event->x, event->y, event->nx, event->ny, event->u, event->j};
    record->hash = gas_hash_word(record->hash, who);
    for (int k = 0; k < 7; k++)
        record->hash = gas_hash_number(record->hash, numbers[k]);
}

#endif
