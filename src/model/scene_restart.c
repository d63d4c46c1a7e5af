/*
 * A saved state of `event` has each ball as its last hit left it, at a time t0 of its own. What changes its way from
 * there (a velocity, friction, gravity, another integrator) would change the past, too. So the state before the
 * override is read as a scene, and each ball gets what it has at the start, in place of t0.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "model/scene_set.h"
#include "model/scene_settings.h"

static bool is_one_of(const char *name, size_t length, const char *const *names)
{
    for (; *names; names++)
        if (strlen(*names) == length && strncmp(*names, name, length) == 0)
            return true;
    return false;
}

/** The segment of that number of a path, and its length; an empty one: there is none. */
static const char *segment_of(const char *path, size_t number, size_t *length)
{
    for (; number > 0 && path; number--) {
        path = strchr(path, '.');
        path = path ? path + 1 : NULL;
    }
    *length = path ? strcspn(path, ".") : 0;
    return path ? path : "";
}

static bool sets_clock(const char *path)
{
    static const char *const clock[] = {"dt", "duration", "frame", NULL};
    return is_one_of(path, strlen(path), clock);
}

/** True if the override changes how balls move. */
static bool changes_motion(const struct scene_reader *reader, const struct scene_node *root,
                           const struct scene_override *override)
{
    static const char *const of_scene[] = {"gravity", NULL}, *const balls[] = {"balls", NULL},
                             *const defaults[] = {"defaults", NULL};
    static const char *const of_ball[] = {"vx",       "vy",      "speed", "angle", "friction",  "sliding",
                                          "pivoting", "inertia", "spin",  "tip",   "elevation", NULL};
    size_t length;
    const char *name = segment_of(override->path, 0, &length);
    if (strcmp(override->path, "integrator") == 0) {
        const struct scene_node *present = scene_json_member(root, "integrator");
        bool text = present && scene_json_kind(present) == SCENE_STRING;
        return strcmp(override->value, text ? scene_json_string(present) : reader->registry->default_integrator) != 0;
    }
    if (is_one_of(name, length, of_scene))
        return true;
    bool of_entry = is_one_of(name, length, balls);
    if (!of_entry && !is_one_of(name, length, defaults))
        return false;
    name = segment_of(override->path, of_entry ? 2 : 1, &length);
    return is_one_of(name, length, of_ball);
}

/** Does the scene give a ball a time of its own? */
static bool has_times(const struct scene_node *root)
{
    const struct scene_node *balls = scene_json_member(root, "balls");
    if (scene_json_member(scene_json_member(root, "defaults"), "t0"))
        return true;
    const struct scene_node *ball = balls ? scene_json_first(balls) : NULL;
    while (ball && !scene_json_member(ball, "t0"))
        ball = scene_json_next(ball);
    return ball;
}

static void remove_member(struct scene_node *object, const char *key)
{
    struct scene_node *member = object ? scene_json_member(object, key) : NULL;
    if (member)
        scene_json_remove_member(object, member);
}

/** Numbers, more than one of them as an array. False: out of memory. */
static bool put_numbers(struct scene_node *object, const char *key, const double *value, size_t n, size_t override)
{
    char text[128];
    size_t length = 0;
    enum status status;
    for (size_t i = 0; i < n; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%.17g",
                                   n == 1  ? ""
                                   : i > 0 ? ","
                                           : "[",
                                   value[i]);
    snprintf(text + length, sizeof text - length, "%s", n > 1 ? "]" : "");
    struct scene_node *node = scene_json_value_of(text, override, &status);
    if (node && scene_json_put_member(object, key, node))
        return true;
    scene_json_discard(node);
    return false;
}

/** Gives the entry of a ball the state that it has in the world. False: out of memory. */
static bool restate(struct scene_node *entry, const struct world *world, size_t i, size_t override)
{
    static const char *const replaced[] = {"t0", "hit", "speed", "angle", "tip", "elevation"};
    for (size_t k = 0; k < sizeof replaced / sizeof replaced[0]; k++)
        remove_member(entry, replaced[k]);
    bool done =
        put_numbers(entry, "x", &world->x[i], 1, override) && put_numbers(entry, "y", &world->y[i], 1, override);
    done = done && put_numbers(entry, "vx", &world->vx[i], 1, override) &&
           put_numbers(entry, "vy", &world->vy[i], 1, override);
    if (done && world->turns)
        done = put_numbers(entry, "image", (double[]){world->turns[i].x, world->turns[i].y}, 2, override);
    if (done && world->w)
        done = put_numbers(entry, "spin", (double[]){world->w[i].x, world->w[i].y, world->w[i].z}, 3, override);
    return done;
}

static bool restate_all(struct scene_node *root, const struct scene *scene, const struct world *world,
                        const struct scene_balls_map *map, size_t override)
{
    enum status status;
    struct scene_node *entry = scene_json_first(scene_json_member(root, "balls"));
    for (size_t i = 0; i < map->n_entries; i++, entry = scene_json_next(entry)) {
        size_t ball = map->first[i];
        bool moves = scene_read_entry_type(entry) == OBJECT_BALL && !scene_is_fixed(scene, ball) &&
                     world_is_on_table(world, ball);
        if (moves && !restate(entry, world, ball, override))
            return false;
        struct scene_node *hit =
            moves && scene->checkpoint->hit[ball] ? scene_json_value_of("true", override, &status) : NULL;
        if (hit && !scene_json_put_member(entry, "hit", hit))
            return false;
    }
    remove_member(scene_json_member(root, "defaults"), "t0");
    remove_member(scene_json_member(root, "defaults"), "hit");
    return true;
}

/** Brings the balls of the scene as it stands to its start. */
static enum status bring_to_start(const struct scene_reader *reader, struct scene_node *root, size_t override)
{
    struct scene_errors errors = {.index = reader->errors->index, .source = reader->errors->source};
    struct scene_settings settings;
    struct scene_balls_map map = {0};
    struct world *world = NULL;
    struct scene *scene = mem_array(1, sizeof *scene);
    if (!scene)
        return STATUS_LIMIT;
    const struct scene_reader inner = {reader->registry, &errors, &scene->texts};
    scene_settings_read(&inner, root, scene, &settings);
    enum status status = scene_obstacles_read(&inner, &settings, scene);
    if (status == STATUS_OK)
        status = scene_balls_read(&inner, &settings, scene, &world, &map);
    bool sound = status == STATUS_OK && errors.count == 0 && !errors.out_of_memory && scene->checkpoint;
    if (sound && !restate_all(root, scene, world, &map, override))
        status = STATUS_LIMIT;
    scene_errors_free(&errors);
    scene_balls_map_free(&map);
    world_destroy(world);
    scene_destroy(scene);
    return status;
}

enum status scene_restart_apply(const struct scene_reader *reader, struct scene_node *root, size_t first, size_t last)
{
    const struct scene_override *overrides = reader->errors->source->overrides;
    enum status status = STATUS_OK;
    for (size_t i = first; i < last && status == STATUS_OK; i++) {
        bool clock = sets_clock(overrides[i].path);
        if ((clock || changes_motion(reader, root, &overrides[i])) && has_times(root))
            status = bring_to_start(reader, root, i);
        if (clock)
            remove_member(root, "start");
        if (status == STATUS_OK)
            status = scene_set_apply(root, overrides, i, i + 1, reader->errors);
    }
    return status;
}
