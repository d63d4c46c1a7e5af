/*
 * A scene, read and run for a few steps: the first byte says in which format and with how many digits, the second which
 * logs; the rest is the scene. What a run writes is complete, finite and of the promised shape, whatever comes of it.
 */
#include <math.h>
#include <string.h>

#include "fuzz/memory.h"
#include "fuzz/reading.h"
#include "fuzz/require.h"
#include "fuzz/running.h"
#include "fuzz/tables.h"
#include "integrators/integrator.h"

enum {
    MOST_BYTES = 1024,
    MOST_STEPS = 20,
    FEW_BALLS = 20,
    FEW_STEPS = 4,
    MOST_DIGITS = 17,
    CSV_COLUMNS = 7,
    EVENT_COLUMNS = 11,
    ENERGY_COLUMNS = 14
};

/** Multiples of `every` among the steps first..last. */
static uint64_t frames_between(uint64_t first, uint64_t last, uint64_t every)
{
    return last / every - (first + every - 1) / every + 1;
}

static void check_frames(const struct running *running, const struct reading *reading, uint64_t first,
                         const char *format)
{
    size_t length;
    const char *text = memory_output(running_paths[STREAM_OUTPUT], &length);
    uint64_t due = frames_between(first, reading->world->step, reading->scene->every);
    if (!text)
        return;
    if (table_has_pockets(&reading->scene->table)) { /* fewer and fewer rows */
        if (strcmp(format, "csv") == 0)
            tables_check_csv(text, CSV_COLUMNS + (reading->scene->rotates ? 3 : 0), tables_count_lines(text) - 1,
                             SIZE_MAX);
        else if (strcmp(format, "binary") == 0)
            tables_check_binary(text, length, reading->scene);
        return;
    }
    size_t frames = tables_count_frames(format, text, length, reading->scene);
    if (frames == SIZE_MAX)
        frames = (size_t)due;
    if (running->status == STATUS_OK && !running->stopped)
        REQUIRE(frames == due);
    else
        REQUIRE(frames <= due);
    tables_check_frames(format, text, length, reading->scene, frames);
}

static void check_logs(const struct running *running, const struct reading *reading, uint64_t first)
{
    size_t length;
    const char *text = memory_output(running_paths[STREAM_EVENTS], &length);
    REQUIRE(text);
    const struct table *table = &reading->scene->table;
    const size_t of_motion = (table_moves(table) ? 1U : 0U) + (table_is_thermal(table) ? (size_t)TABLE_WALLS : 0U) +
                             2 * (size_t)__builtin_popcount(table_pistons(table));
    bool rotates = reading->scene->rotates;
    tables_check_csv(text, EVENT_COLUMNS + (rotates ? 2 : 0), (size_t)running->contacts, 2);
    text = memory_output(running_paths[STREAM_ENERGY], &length);
    if (text) {
        size_t rows = tables_count_lines(text) - 1;
        tables_check_csv(text, ENERGY_COLUMNS + of_motion + rotates, rows, SIZE_MAX);
        REQUIRE(rows <= frames_between(first, reading->world->step, reading->scene->every));
    }
}

static uint64_t number_after(const char *text, const char *key)
{
    const char *place = strstr(text, key);
    REQUIRE(place);
    return strtoull(place + strlen(key), NULL, 10);
}

/** The summary tells of as many contacts as the log, which has the balls that pockets take and ends of slides as well.
 */
static void check_summary(const struct running *running)
{
    size_t length;
    const char *text = memory_output(running_paths[STREAM_SUMMARY], &length);
    if (!text)
        return;
    tables_check_json(text, length);
    const char *collisions = strstr(text, "\"collisions\":{");
    REQUIRE(collisions && tables_count_lines(text) == 1);
    uint64_t told = number_after(collisions, "\"ball\":") + number_after(collisions, "\"wall\":");
    if (running->status == STATUS_OK && !running->stopped)
        REQUIRE(told + running->pocketings + running->rolls == running->contacts);
}

/** How far rounding may carry a ball: by 1e-6 of its radius, by some last bits of a length, and by what the last bits
 * of the time mean for it. */
static double slack(const struct scene *scene, const struct world *world, size_t i)
{
    const double bits = 0x1p-40;
    double speed = hypot(world->vx[i], world->vy[i]);
    return 1e-6 * world->r[i] + bits * (scene->table.width + scene->table.height + speed * world->t);
}

/** A free ball that no pocket has taken stays on the table. */
static void check_on_table(const struct scene *scene, const struct world *world, size_t i)
{
    double x = world->x[i], y = world->y[i], r = world->r[i], own = slack(scene, world, i);
    if (scene_is_fixed(scene, i) || !world_is_on_table(world, i))
        return;
    double r_x = scene->table.periodic & TABLE_AXIS_X ? 0 : r, r_y = scene->table.periodic & TABLE_AXIS_Y ? 0 : r;
    REQUIRE(r_x - x <= own && x + r_x - scene->table.width <= own);
    REQUIRE(r_y - y <= own && y + r_y - scene->table.height <= own);
}

/** Hard balls stay on the table and out of each other's nearest images. */
static void check_separation(const struct scene *scene, const struct world *world)
{
    size_t n = world->n < FEW_BALLS ? world->n : FEW_BALLS;
    const struct period period = table_period(&scene->table);
    for (size_t i = 0; i < n; i++) {
        check_on_table(scene, world, i);
        for (size_t j = 0; j < i; j++) {
            struct vec2 d = {world->x[j] - world->x[i], world->y[j] - world->y[i]};
            d = vec2_sub(d, period_shift(&period, d));
            bool is_free = !(scene_is_fixed(scene, i) && scene_is_fixed(scene, j)) && world_is_on_table(world, i) &&
                           world_is_on_table(world, j);
            double depth = world->r[i] + world->r[j] - vec2_length(d);
            REQUIRE(!is_free || depth <= slack(scene, world, i) + slack(scene, world, j));
        }
    }
}

static void check_world(const struct running *running, const struct reading *reading, uint64_t last)
{
    const struct world *world = reading->world;
    REQUIRE(world->step <= last);
    if (running->status != STATUS_OK)
        return;
    REQUIRE(running->stopped || reading->scene->stop.kind != SCENE_STOP_NONE || world->step == last);
    for (size_t i = 0; i < world->n; i++)
        REQUIRE(isfinite(world->x[i]) && isfinite(world->y[i]) && isfinite(world->vx[i]) && isfinite(world->vy[i]));
    for (size_t i = 0; world->w && i < world->n; i++)
        REQUIRE(isfinite(world->w[i].x) && isfinite(world->w[i].y) && isfinite(world->w[i].z));
    if (!(integrator_find(reading->scene->integrator)->supports & SCENE_OVERLAPS))
        check_separation(reading->scene, world);
}

/** A state is saved of a run that succeeded; fuzz_save.c asks whether it loads. */
static void check_saved(const struct running *running)
{
    size_t length;
    const char *text = memory_output(running_paths[STREAM_SAVE], &length);
    REQUIRE(running->status == STATUS_OK || !text);
    if (text)
        tables_check_json(text, length);
}

static void run(struct reading *reading, unsigned char how, unsigned char logs)
{
    struct running running;
    size_t formats = 0;
    while (writer_all[formats])
        formats++;
    const struct writer_ops *ops = writer_all[how % formats];
    uint64_t first = reading->world->step;
    uint64_t steps = reading->scene->steps < MOST_STEPS ? reading->scene->steps : MOST_STEPS;
    if (reading->scene->n > FEW_BALLS && steps > FEW_STEPS)
        steps = FEW_STEPS;
    if (!running_is_short(reading, steps))
        return;
    memory_forget();
    running_run(&running, reading, steps, logs, ops, (int)(how / formats % (MOST_DIGITS + 1)));
    if (running.status == STATUS_LIMIT)
        return;
    check_world(&running, reading, first + steps);
    check_frames(&running, reading, first, ops->name);
    check_logs(&running, reading, first);
    check_summary(&running);
    check_saved(&running);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[MOST_BYTES + 1];
    struct reading reading;
    if (size < 2)
        return 0;
    size_t length = size - 2 < MOST_BYTES ? size - 2 : MOST_BYTES;
    memcpy(text, data + 2, length);
    text[length] = '\0';
    reading_load(&reading, text, length, NULL, 0, false);
    if (reading.status == STATUS_OK)
        run(&reading, data[0], data[1]);
    reading_free(&reading);
    return 0;
}
