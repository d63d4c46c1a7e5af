/*
 * From the entries of `balls` to arrays. The first pass finds how many balls each entry stands for (generators are read
 * here, plain balls only counted), the second writes the coordinates to arrays of the right size. A generated ball
 * costs its coordinates and nothing else: it never exists as JSON.
 */
#include "model/scene_balls.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "model/scene_generator.h"
#include "model/scene_read.h"

static const size_t most_balls = INT32_MAX;

struct balls_reader {
    const struct scene_head_state *head;
    struct scene *scene;
    struct world *world;
    struct scene_balls_map *map;
    struct scene_report *report;
    struct scene_entry defaults;
    struct scene_keys default_keys; /* those that `defaults` sets */
};

static bool is_after_start(const struct balls_reader *reader, double t0)
{
    return reader->head->start_known && t0 > reader->head->start_time;
}

static void note_after_start(const struct balls_reader *reader, const struct scene_node *object,
                             const struct scene_path *path, double t0, struct scene_report *report)
{
    char start[SCENE_REPORT_MAX_NUMBER], found[SCENE_REPORT_MAX_NUMBER];
    struct scene_path here = {.above = path, .name = "t0"};
    scene_report_fault(report, scene_json_member(object, "t0"), &here,
                       "must not be after the start of the run, %s, found %s",
                       scene_report_number(start, reader->head->start_time, 0), scene_report_number(found, t0, 0));
}

static void read_defaults(struct balls_reader *reader)
{
    const struct scene_node *object = reader->head->value.defaults;
    struct scene_path path = {.name = "defaults"};
    if (!object)
        return;
    scene_read_object(object, SHAPE_DEFAULTS, &path, &reader->defaults, &reader->default_keys, reader->report);
    if (scene_read_has(reader->default_keys, SHAPE_DEFAULTS, "t0") && is_after_start(reader, reader->defaults.t0)) {
        note_after_start(reader, object, &path, reader->defaults.t0, reader->report);
        reader->default_keys.given &= ~scene_schema_bit(scene_schema_find(SHAPE_DEFAULTS, "t0"));
    }
}

static enum scene_shape shape_of(const struct scene_node *entry)
{
    if (scene_json_member(entry, "rack"))
        return SHAPE_RACK;
    return scene_json_member(entry, "fill") ? SHAPE_FILL : SHAPE_BALL;
}

static bool read_mass(const struct scene_node *node, const struct scene_path *path, struct scene_entry *entry,
                      struct scene_report *report)
{
    char radius[SCENE_REPORT_MAX_NUMBER];
    entry->m = entry->r * entry->r * entry->r;
    if (entry->m > 0 && isfinite(entry->m))
        return true;
    if (report)
        scene_report_fault(report, node, path, "the default mass r^3 does not fit a double for r = %s; give \"m\"",
                           scene_report_number(radius, entry->r, 0));
    return false;
}

/** Reads an entry over the defaults. True: all that it needs is there and right. */
static bool read_entry(const struct balls_reader *reader, const struct scene_node *node, enum scene_shape shape,
                       const struct scene_path *path, struct scene_entry *entry, struct scene_keys *keys,
                       struct scene_report *report)
{
    *entry = reader->defaults;
    *keys = reader->default_keys;
    bool sound = scene_read_object(node, shape, path, entry, keys, report);
    sound = scene_read_required(node, shape, path, *keys, report) && sound;
    if (scene_read_has(*keys, shape, "t0") && is_after_start(reader, entry->t0)) {
        if (report)
            note_after_start(reader, node, path, entry->t0, report);
        sound = false;
    }
    if (!sound)
        return false;
    return scene_read_has(*keys, shape, "m") || read_mass(node, path, entry, report);
}

/** Reads a generator. True: it can be expanded to *generator. */
static bool read_generator(const struct balls_reader *reader, const struct scene_node *node,
                           const struct scene_path *path, struct scene_entry *entry, struct scene_keys *keys,
                           struct scene_generator *generator, struct scene_report *report)
{
    enum scene_shape shape = shape_of(node);
    if (!read_entry(reader, node, shape, path, entry, keys, report))
        return false;
    if (shape == SHAPE_RACK)
        return scene_generator_rack(node, entry, path, generator, report);
    return scene_generator_fill(node, entry, reader->head, path, generator, report);
}

/** How many balls an entry stands for; a generator that is wrong stands for none. */
static uint64_t count_entry(const struct balls_reader *reader, const struct scene_node *node,
                            const struct scene_path *path)
{
    struct scene_entry entry;
    struct scene_generator generator;
    struct scene_keys keys;
    if (scene_json_kind(node) != SCENE_OBJECT || shape_of(node) == SHAPE_BALL)
        return 1;
    if (!read_generator(reader, node, path, &entry, &keys, &generator, NULL))
        return 0; /* the second pass tells why */
    return scene_generator_count(&generator);
}

/** Fills the map. False: too many balls. */
static bool count_balls(const struct balls_reader *reader, const struct scene_node *balls)
{
    struct scene_path path = {.name = "balls"}, here = {.above = &path};
    struct scene_balls_map *map = reader->map;
    uint64_t total = 0;
    const struct scene_node *node = scene_json_first(balls);
    for (; node; node = scene_json_next(node), here.index++) {
        uint64_t count = count_entry(reader, node, &here);
        if (count > most_balls - total) {
            scene_report_fault(reader->report, balls, &path, "more than %zu balls", most_balls);
            return false;
        }
        map->entry[here.index] = node;
        map->first[here.index] = total;
        total += count;
    }
    map->first[map->n_entries] = total;
    return true;
}

static bool create_map(struct scene_balls_map *map, const struct scene_node *balls)
{
    map->n_entries = scene_json_size(balls);
    map->entry = mem_array(map->n_entries, sizeof *map->entry);
    map->first = mem_array(map->n_entries + 1, sizeof *map->first);
    return map->entry && map->first;
}

static bool create_arrays(struct balls_reader *reader, size_t n)
{
    struct scene *scene = reader->scene;
    scene->n = n;
    scene->r = mem_array(n, sizeof *scene->r);
    scene->m = mem_array(n, sizeof *scene->m);
    reader->world = world_create(n);
    if (!scene->r || !scene->m || !reader->world)
        return false;
    reader->world->step = scene->start_step;
    reader->world->t = reader->head->start_time;
    reader->world->r = scene->r;
    reader->world->m = scene->m;
    return true;
}

/** Sets balls first..last of a per-ball array of strings that exists only once it is needed. */
static bool set_strings(char ***array, size_t n, size_t first, size_t last, const char *text)
{
    if (!*array)
        *array = mem_array(n, sizeof **array);
    if (!*array)
        return false;
    for (size_t i = first; i < last; i++) {
        (*array)[i] = mem_string(text);
        if (!(*array)[i])
            return false;
    }
    return true;
}

/** Sets the times of balls first..last-1 in a checkpoint that exists only once it is needed. False: out of memory. */
static bool set_moments(const struct balls_reader *reader, size_t first, size_t last, double t0)
{
    struct scene *scene = reader->scene;
    if (!scene->checkpoint) {
        scene->checkpoint = checkpoint_create(scene->n);
        if (!scene->checkpoint)
            return false;
        for (size_t i = 0; i < scene->n; i++)
            scene->checkpoint->t0[i] = reader->world->t;
    }
    for (size_t i = first; i < last; i++)
        scene->checkpoint->t0[i] = t0;
    return true;
}

/** What was read of the balls goes to the checkpoint, and each ball moves on from its own time to that of the world. */
static void synchronise(struct world *world, struct checkpoint *checkpoint)
{
    for (size_t i = 0; i < world->n; i++) {
        double passed = world->t - checkpoint->t0[i];
        checkpoint->x[i] = world->x[i];
        checkpoint->y[i] = world->y[i];
        checkpoint->vx[i] = world->vx[i];
        checkpoint->vy[i] = world->vy[i];
        world->x[i] += world->vx[i] * passed;
        world->y[i] += world->vy[i] * passed;
    }
}

/** What the balls first..last-1 of an entry have in common. False: out of memory. */
static bool set_common(const struct balls_reader *reader, const struct scene_entry *entry, struct scene_keys keys,
                       size_t first, size_t last)
{
    struct scene *scene = reader->scene;
    for (size_t i = first; i < last; i++) {
        reader->world->vx[i] = entry->vx;
        reader->world->vy[i] = entry->vy;
        scene->r[i] = entry->r;
        scene->m[i] = entry->m;
    }
    if (entry->name && !set_strings(&scene->name, scene->n, first, last, entry->name))
        return false;
    if (entry->color && !set_strings(&scene->color, scene->n, first, last, entry->color))
        return false;
    return !scene_read_has(keys, SHAPE_BALL, "t0") || set_moments(reader, first, last, entry->t0);
}

static enum status write_ball(const struct balls_reader *reader, const struct scene_node *node,
                              const struct scene_path *path, size_t ball)
{
    struct scene_entry entry;
    char found[SCENE_REPORT_MAX_VALUE];
    struct scene_keys keys;
    if (scene_json_kind(node) != SCENE_OBJECT) {
        scene_report_fault(reader->report, node, path, "must be an object, found %s", scene_report_value(found, node));
        return STATUS_OK;
    }
    if (!read_entry(reader, node, SHAPE_BALL, path, &entry, &keys, reader->report))
        return STATUS_OK;
    reader->world->x[ball] = entry.x;
    reader->world->y[ball] = entry.y;
    return set_common(reader, &entry, keys, ball, ball + 1) ? STATUS_OK : STATUS_LIMIT;
}

static enum status write_generated(const struct balls_reader *reader, const struct scene_node *node,
                                   const struct scene_path *path, size_t first, size_t last)
{
    struct scene_entry entry;
    struct scene_generator generator;
    struct scene_keys keys;
    if (!read_generator(reader, node, path, &entry, &keys, &generator, reader->report))
        return STATUS_OK;
    struct world *world = reader->world;
    if (!set_common(reader, &entry, keys, first, last))
        return STATUS_LIMIT;
    enum status status = scene_generator_place(&generator, world, first, node, path, reader->report);
    if (status == STATUS_SCENE)
        for (size_t i = first; i < last; i++)
            reader->scene->r[i] = 0;
    return status == STATUS_LIMIT ? STATUS_LIMIT : STATUS_OK;
}

static enum status write_balls(const struct balls_reader *reader)
{
    const struct scene_balls_map *map = reader->map;
    struct scene_path path = {.name = "balls"};
    for (size_t i = 0; i < map->n_entries; i++) {
        const struct scene_node *node = map->entry[i];
        struct scene_path here = {.above = &path, .index = i};
        bool plain = scene_json_kind(node) != SCENE_OBJECT || shape_of(node) == SHAPE_BALL;
        enum status status = plain ? write_ball(reader, node, &here, map->first[i])
                                   : write_generated(reader, node, &here, map->first[i], map->first[i + 1]);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

enum status scene_balls_read(const struct scene_head_state *head, struct scene *scene, struct world **world,
                             struct scene_balls_map *map, struct scene_report *report)
{
    struct balls_reader reader = {.head = head, .scene = scene, .map = map, .report = report};
    *world = NULL;
    *map = (struct scene_balls_map){0};
    read_defaults(&reader);
    if (!head->value.balls)
        return STATUS_OK;
    if (!create_map(map, head->value.balls))
        return STATUS_LIMIT;
    if (!count_balls(&reader, head->value.balls))
        return STATUS_OK;
    enum status status = create_arrays(&reader, map->first[map->n_entries]) ? write_balls(&reader) : STATUS_LIMIT;
    *world = reader.world;
    if (status == STATUS_OK && scene->checkpoint)
        synchronise(reader.world, scene->checkpoint);
    return status;
}

void scene_balls_free_map(struct scene_balls_map *map)
{
    free(map->entry);
    free(map->first);
    *map = (struct scene_balls_map){0};
}

size_t scene_balls_entry(const struct scene_balls_map *map, size_t ball)
{
    size_t low = 0, high = map->n_entries;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (map->first[middle] <= ball)
            low = middle;
        else
            high = middle;
    }
    return low;
}

const char *scene_balls_label(char to[SCENE_BALLS_MAX_LABEL], const struct scene_balls_map *map, size_t ball)
{
    size_t entry = scene_balls_entry(map, ball);
    if (entry == ball && map->first[entry + 1] == ball + 1)
        snprintf(to, SCENE_BALLS_MAX_LABEL, "balls.%zu", entry);
    else
        snprintf(to, SCENE_BALLS_MAX_LABEL, "balls.%zu (ball %zu)", entry, ball);
    return to;
}
