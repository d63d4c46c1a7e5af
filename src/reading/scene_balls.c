/*
 * From the entries of `balls` to arrays. The first pass finds how many balls each entry stands for: plain balls are
 * only counted, generators are read, and those that are wrong reported. The second reads all that is left and writes
 * the coordinates to arrays of the right size. A generated ball costs its coordinates and nothing else: it never exists
 * as JSON.
 */
#include "reading/scene_balls.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/angle.h"
#include "base/hilbert.h"
#include "base/mem.h"
#include "reading/scene_generator.h"
#include "reading/scene_materials.h"
#include "reading/scene_rotation.h"

static const size_t most_balls = INT32_MAX;

/** Balls of a random fill from which their order in memory matters (measured). */
enum { MANY = 1 << 16 };

struct balls_reader {
    const struct scene_reader *reader;
    const struct scene_settings *settings;
    struct scene *scene;
    bool obstacles_known; /* none of them is faulty */
    struct world *world;
    struct scene_balls_map *map;
    struct disc_grid *taken; /* the balls so far, once a random fill asks for them */
    size_t n_taken;
    bool draws;    /* a fill has had random velocities, */
    uint64_t seed; /* the last one of this seed */
    struct scene_entry defaults;
    struct scene_found default_keys; /* those that `defaults` sets */
};

/* ---- one entry ---- */

/** False: turns along an axis that is not periodic, which are reported. */
static bool check_image(const struct balls_reader *balls, const struct ball_entry *entry)
{
    unsigned periodic = balls->scene->table.periodic;
    bool valid = (entry->value.image.x == 0 || (periodic & TABLE_AXIS_X)) &&
                 (entry->value.image.y == 0 || (periodic & TABLE_AXIS_Y));
    return valid || scene_errors_add(entry->reader->errors, entry->node, entry->path, "image",
                                     "must be 0 along an axis that is not periodic (table.periodic)");
}

static bool gives_components(struct scene_found found)
{
    return scene_read_has(found, BALL_VX) || scene_read_has(found, BALL_VY);
}

/** Makes vx, vy of speed and angle, which may come from the ball or from the defaults. Either way of giving a velocity
 *  in the ball makes the other way in the defaults void. */
static bool read_velocity(struct ball_entry *entry)
{
    bool speed = scene_read_has(entry->found, BALL_SPEED), angle = scene_read_has(entry->found, BALL_ANGLE);
    if (!(speed || angle) || gives_components(entry->own))
        return true;
    struct vec2 direction = angle_direction(entry->value.angle);
    entry->value.vx = entry->value.speed * direction.x;
    entry->value.vy = entry->value.speed * direction.y;
    if (speed || !scene_read_has(entry->own, BALL_ANGLE))
        return true;
    return scene_errors_add(entry->reader->errors, entry->node, entry->path, "angle",
                            "needs \"speed\", here or in defaults");
}

/** Takes its velocity from a ball that has none; that of the defaults does not apply. True: it gives itself one. */
static bool stop_ball(struct ball_entry *entry)
{
    bool own = gives_components(entry->own) || scene_read_has(entry->own, BALL_SPEED);
    bool moves = (own && (entry->value.vx != 0 || entry->value.vy != 0)) || entry->value.fill.speed > 0;
    entry->value.vx = entry->value.vy = 0;
    return moves;
}

static bool report_ball(const struct ball_entry *entry, const char *fault)
{
    static const char *const keys[] = {"vx", "vy", "speed", "m", "fixed", "pocketed"};
    scene_errors_add(entry->reader->errors, entry->node, entry->path, NULL, "%s", fault);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        scene_errors_after(entry->reader->errors, json_tree_member(entry->node, keys[i]), false);
    return false;
}

/** A fixed ball has an infinite mass; what the defaults say of mass and velocity does not apply to it. */
static bool read_fixed(struct ball_entry *entry)
{
    bool moves = stop_ball(entry);
    entry->value.m = HUGE_VAL;
    entry->value.friction = 0;
    if (scene_read_has(entry->own, BALL_M))
        return report_ball(entry, "a fixed ball has no mass");
    if (scene_read_has(entry->found, BALL_POCKETED))
        return report_ball(entry, "a fixed ball cannot be pocketed");
    return moves ? report_ball(entry, "a fixed ball has no velocity") : true;
}

/** The obstacle must be a pocket; which is not known while some obstacle is faulty. */
static bool read_pocketed(const struct balls_reader *balls, struct ball_entry *entry)
{
    const struct table *table = &balls->scene->table;
    uint64_t number = entry->value.pocketed;
    size_t *const thrown = &balls->scene->thrown; /* generators are read before the others */
    if (stop_ball(entry) && (*thrown == 0 || entry->path->index < *thrown - 1))
        *thrown = 1 + entry->path->index;
    if (!balls->obstacles_known)
        return false;
    if (number < table->n_obstacles && table_obstacle_takes(table->obstacles[number].kind))
        return true;
    return scene_errors_add(entry->reader->errors, entry->node, entry->path, "pocketed",
                            "there is no pocket obstacles.%llu", (unsigned long long)number);
}

static void read_defaults(struct balls_reader *balls)
{
    struct scene_path path = {.name = "defaults"};
    struct ball_entry entry = {balls->reader, balls->settings->defaults, &path, OBJECT_DEFAULTS,
                               .value = balls->defaults};
    if (!entry.node)
        return;
    scene_read_object(balls->reader, entry.node, OBJECT_DEFAULTS, &path, &entry.value, &entry.own);
    if (scene_read_has(entry.own, BALL_MATERIAL))
        scene_materials_know(balls->reader, balls->scene, entry.node, &path,
                             (struct scene_material_use){"material", entry.value.material, false});
    balls->scene->rotates |= scene_rotation_is_given(entry.own);
    balls->defaults = entry.value;
    balls->default_keys = entry.own;
}

/** Reads an entry over the defaults. True: all that it needs is there and valid. */
static bool read_entry(const struct balls_reader *balls, struct ball_entry *entry)
{
    entry->value = balls->defaults;
    entry->own = (struct scene_found){0};
    bool valid = scene_read_object(entry->reader, entry->node, entry->type, entry->path, &entry->value, &entry->own);
    entry->found = (struct scene_found){.given = scene_keys_join(entry->own.given, &balls->default_keys.given),
                                        .faulty = scene_keys_join(entry->own.faulty, &balls->default_keys.faulty),
                                        .unknown = entry->own.unknown || balls->default_keys.unknown};
    valid = scene_read_required(entry->reader, entry->node, entry->type, entry->path, entry->found) && valid;
    valid = scene_settings_check_decelerations(entry, balls->settings) && valid;
    valid = check_image(balls, entry) && valid;
    if (scene_read_has(entry->own, BALL_MATERIAL))
        valid = scene_materials_know(balls->reader, balls->scene, entry->node, entry->path,
                                     (struct scene_material_use){"material", entry->value.material, false}) &&
                valid;
    if (!valid || !read_velocity(entry) || !scene_rotation_read(balls->settings, entry))
        return false;
    if (entry->value.fixed)
        return read_fixed(entry);
    if (!scene_read_has(entry->found, BALL_M))
        entry->value.m = entry->value.r[0] * entry->value.r[0] * entry->value.r[0];
    return !scene_read_has(entry->found, BALL_POCKETED) || read_pocketed(balls, entry);
}

/** Reads a generator. True: it can be expanded. */
static bool read_generator(const struct balls_reader *balls, struct ball_entry *entry)
{
    return read_entry(balls, entry) && scene_generator_complete(entry, balls->settings);
}

/* ---- how many ---- */

/** How many balls an entry stands for; a wrong generator stands for none, and its balls stay uncounted. */
static uint64_t count_entry(const struct balls_reader *balls, const struct cJSON *node, const struct scene_path *path)
{
    enum scene_object type = scene_read_entry_type(node);
    if (type == OBJECT_BALL)
        return 1;
    struct ball_entry entry = {.reader = balls->reader, .node = node, .path = path, .type = type};
    if (read_generator(balls, &entry))
        return scene_generator_count(&entry);
    balls->map->complete = false;
    return 0;
}

/** The entries of `balls`, from before the first. */
static struct json_tree_entries entries_of(const struct balls_reader *balls)
{
    return (struct json_tree_entries){.tree = balls->reader->errors->json, .array = balls->settings->balls};
}

/** Whether each entry is a ball, as far as that is quickly told. */
static bool are_plain(const struct balls_reader *balls)
{
    const struct json_tree *tree = balls->reader->errors->json;
    const struct cJSON *array = balls->settings->balls;
    return json_tree_is_text(array) && !json_tree_may_have(tree, array, "rack") &&
           !json_tree_may_have(tree, array, "fill");
}

/** Fills in the first balls of the map. STATUS_SCENE: too many balls. */
static enum status count_balls(const struct balls_reader *balls)
{
    struct scene_path path = {.name = "balls"}, here = {.above = &path};
    struct scene_balls_map *map = balls->map;
    const bool plain = are_plain(balls);
    uint64_t total = 0;
    struct json_tree_entries entries = entries_of(balls);
    map->complete = true;
    for (; here.index < map->n_entries; here.index++) {
        if (!plain && !json_tree_next_entry(&entries))
            return STATUS_LIMIT;
        uint64_t count = plain ? 1 : count_entry(balls, entries.node, &here);
        if (count > most_balls - total) {
            json_tree_end(&entries);
            scene_errors_add(balls->reader->errors, balls->settings->balls, &path, NULL, "more than %zu balls",
                             most_balls);
            return STATUS_SCENE;
        }
        map->first[here.index] = total;
        total += count;
    }
    json_tree_end(&entries);
    map->first[map->n_entries] = total;
    return STATUS_OK;
}

static bool create_arrays(struct balls_reader *balls, size_t n)
{
    struct scene *scene = balls->scene;
    scene->n = n;
    scene->r = mem_array(n + 1, sizeof *scene->r);
    scene->m = mem_array(n + 1, sizeof *scene->m);
    balls->world = world_create(n);
    if (!scene->r || !scene->m || !balls->world ||
        (table_has_pockets(&scene->table) && !world_add_pockets(balls->world)) ||
        (table_is_thermal(&scene->table) && !world_add_kicks(balls->world)))
        return false;
    balls->world->period = table_period(&scene->table);
    balls->world->step = scene->start_step;
    balls->world->t = balls->settings->start_time;
    balls->world->r = scene->r;
    balls->world->m = scene->m;
    return true;
}

/** Sets balls first..last-1 of a per-ball array of strings that exists only once it is needed. False: out of memory. */
static bool set_strings(struct scene *scene, const char ***array, size_t first, size_t last, const char *text)
{
    if (!text)
        return true;
    if (!*array)
        *array = mem_array(scene->n, sizeof **array);
    for (size_t i = first; *array && i < last; i++)
        (*array)[i] = text;
    return *array;
}

/** Sets `hit` of balls first..last-1 in a checkpoint that exists only once it is needed. False: out of memory. */
static bool set_last_hits(const struct balls_reader *balls, const struct ball_entry *entry, size_t first, size_t last)
{
    struct scene *scene = balls->scene;
    if (!scene_read_has(entry->found, BALL_HIT))
        return true;
    if (!scene->checkpoint) {
        scene->checkpoint = checkpoint_create(balls->world);
        if (!scene->checkpoint)
            return false;
    }
    for (size_t i = first; i < last; i++)
        scene->checkpoint->hit[i] = entry->value.hit;
    return true;
}

/** Brings the balls first..last-1 of an entry onto a periodic table, or reports one that is too far from it. */
static void place_on_table(const struct balls_reader *balls, const struct ball_entry *entry, size_t first, size_t last)
{
    struct world *world = balls->world;
    for (size_t i = first; world->period.is_any && i < last; i++) {
        world_place(world, i, (struct vec2){world->x[i], world->y[i]}, entry->value.image);
        if (world_is_far(world, i)) {
            report_ball(entry, "must be within 2^50 periods of the table");
            return;
        }
    }
}

/** What the balls first..last-1 of an entry have in common. False: out of memory. */
static bool set_common(const struct balls_reader *balls, const struct ball_entry *entry, size_t first, size_t last)
{
    struct scene *scene = balls->scene;
    const struct scene_entry *value = &entry->value;
    for (size_t i = first; i < last; i++) {
        balls->world->vx[i] = value->vx;
        balls->world->vy[i] = value->vy;
        scene->r[i] = value->r[0];
        scene->m[i] = value->m;
        if (scene_read_has(entry->found, BALL_POCKETED))
            balls->world->pocket[i] = (uint32_t)value->pocketed;
        if (balls->world->kicks)
            balls->world->kicks[i] = value->kicks;
    }
    if (value->kicks > 0 && !balls->world->kicks && scene->kicked == 0)
        scene->kicked = 1 + entry->path->index;
    return set_strings(scene, &scene->name, first, last, value->name) &&
           set_strings(scene, &scene->color, first, last, value->color) &&
           scene_materials_set(scene, first, last, value->material) && set_last_hits(balls, entry, first, last);
}

/** Radii drawn from a range, and masses of equal density unless a mass is given. */
static void draw_radii(const struct balls_reader *balls, const struct ball_entry *entry, size_t first, size_t last)
{
    struct scene *scene = balls->scene;
    bool mass_given = scene_read_has(entry->found, BALL_M) || entry->value.fixed;
    generate_fill_radii(&entry->value.fill, scene->r + first);
    for (size_t i = first; !mass_given && i < last; i++)
        scene->m[i] = scene->r[i] * scene->r[i] * scene->r[i];
}

/** Lets the grid of taken places know all balls before `first`. False: out of memory. */
static bool take_places(struct balls_reader *balls, const struct scene_entry *entry, size_t first)
{
    const struct world *world = balls->world;
    if (entry->fill.pattern != FILL_RANDOM || entry->fill.count == 0)
        return true;
    if (!balls->taken)
        balls->taken = disc_grid_create((struct disc_grid_discs){world->x, world->y, world->r, world->period}, world->n,
                                        table_size(&balls->scene->table));
    if (!balls->taken)
        return false;
    for (size_t i = balls->n_taken; i < first; i++)
        if (world->r[i] > 0 && world_is_on_table(world, i))
            disc_grid_insert(balls->taken, (uint32_t)i);
    balls->n_taken = first + entry->fill.count; /* it takes its own places itself */
    return true;
}

/** Random velocities are those of the fill before if the seeds are the same, as they are if neither is given. */
static void note_seed(struct balls_reader *balls, const struct ball_entry *entry)
{
    const struct generate_fill *fill = &entry->value.fill;
    if (entry->type != OBJECT_FILL || !(fill->speed > 0))
        return;
    if (balls->draws && fill->seed == balls->seed)
        balls->scene->same_seed = entry->path->index;
    balls->draws = true;
    balls->seed = fill->seed;
}

/** Reads a ball. True: all that it needs is there and valid. */
static bool read_ball(const struct balls_reader *balls, struct ball_entry *entry)
{
    char found[SCENE_ERRORS_MAX_VALUE];
    if (json_tree_kind(entry->node) == TREE_OBJECT)
        return read_entry(balls, entry);
    return scene_errors_add(balls->reader->errors, entry->node, entry->path, NULL, "must be an object, found %s",
                            scene_errors_value(found, entry->node));
}

/** Numbers the balls first..last-1, which have come in no order, along a curve: balls that are near each other are then
 *  near in memory, for all that goes on there. False: out of memory. */
static bool number_by_place(const struct balls_reader *balls, size_t first, size_t last)
{
    const struct world *world = balls->world;
    double *const arrays[] = {world->x, world->y, world->vx, world->vy, balls->scene->r, balls->scene->m};
    const size_t n = last - first;
    uint32_t *order = mem_array_raw(n, sizeof *order);
    double *former = NULL; /* not before, as hilbert_order() takes as much */
    if (order && hilbert_order(world->x + first, world->y + first, n, table_size(&balls->scene->table), order))
        former = mem_array_raw(n, sizeof *former);
    const bool ordered = former != NULL;
    for (size_t k = 0; ordered && k < sizeof arrays / sizeof arrays[0]; k++) {
        memcpy(former, arrays[k] + first, n * sizeof *former);
        for (size_t i = 0; i < n; i++)
            arrays[k][first + i] = former[order[i]];
    }
    free(order);
    free(former);
    return ordered;
}

/** Places the balls first..last-1 of a generator, and draws what they have at random. False: out of memory. */
static bool generate(struct balls_reader *balls, struct ball_entry *entry, size_t first, size_t last)
{
    bool is_fill = entry->type == OBJECT_FILL;
    if (is_fill && entry->value.r[0] < entry->value.r[1])
        draw_radii(balls, entry, first, last);
    if (is_fill && !take_places(balls, &entry->value, first))
        return false;
    note_seed(balls, entry);
    bool placed = scene_generator_place(entry, balls->world, first, balls->taken);
    for (size_t i = first; !placed && i < last; i++)
        balls->scene->r[i] = 0;
    bool many = is_fill && entry->value.fill.pattern == FILL_RANDOM && last - first >= MANY;
    return !placed || !many || number_by_place(balls, first, last);
}

static enum status write_entry(struct balls_reader *balls, struct ball_entry *entry, size_t first, size_t last)
{
    bool is_ball = entry->type == OBJECT_BALL;
    if (!(is_ball ? read_ball(balls, entry) : read_generator(balls, entry)))
        return STATUS_OK;
    if (is_ball) {
        balls->world->x[first] = entry->value.x;
        balls->world->y[first] = entry->value.y;
    }
    if (!set_common(balls, entry, first, last) || (!is_ball && !generate(balls, entry, first, last)))
        return STATUS_LIMIT;
    place_on_table(balls, entry, first, last);
    return scene_rotation_set(balls->scene, balls->world, entry, first, last) ? STATUS_OK : STATUS_LIMIT;
}

static enum status write_balls(struct balls_reader *balls)
{
    struct scene_balls_map *map = balls->map;
    struct scene_path path = {.name = "balls"}, here = {.above = &path};
    struct json_tree_entries entries = entries_of(balls);
    enum status status = STATUS_OK;
    for (size_t i = 0; i < map->n_entries && status == STATUS_OK; i++) {
        const struct cJSON *node = json_tree_next_entry(&entries);
        if (!node)
            return STATUS_LIMIT;
        size_t first = map->first[i], last = map->first[i + 1];
        struct ball_entry entry = {balls->reader, node, &here, scene_read_entry_type(node), .value = {.x = 0}};
        here.index = i;
        map->place[i] = json_tree_place(&entries);
        if (first < last) /* else it is wrong, or stands for none */
            status = write_entry(balls, &entry, first, last);
    }
    json_tree_end(&entries);
    return status;
}

/** Everything after the number of entries is known. */
static enum status read_balls(struct balls_reader *balls)
{
    if (!scene_balls_map_create(balls->map, balls->reader->errors->json, balls->settings->balls))
        return STATUS_LIMIT;
    enum status status = count_balls(balls);
    if (status != STATUS_OK)
        return status == STATUS_SCENE ? STATUS_OK : status;
    if (!create_arrays(balls, balls->map->first[balls->map->n_entries]))
        return STATUS_LIMIT;
    status = write_balls(balls);
    if (status == STATUS_OK &&
        (!scene_materials_complete(balls->scene) || !scene_rotation_complete(balls->settings, balls->world)))
        status = STATUS_LIMIT;
    return status;
}

enum status scene_balls_read(const struct scene_settings *settings, struct world **world, struct scene_balls_map *map)
{
    struct balls_reader balls = {
        .reader = settings->reader, .settings = settings, .scene = settings->scene, .map = map};
    *map = (struct scene_balls_map){0};
    balls.defaults.inertia = SCENE_ROTATION_SPHERE;
    balls.obstacles_known =
        !settings->obstacles || settings->scene->table.n_obstacles == json_tree_size(settings->obstacles);
    read_defaults(&balls);
    enum status status = settings->balls ? read_balls(&balls) : STATUS_OK;
    disc_grid_destroy(balls.taken);
    *world = balls.world;
    return status;
}
