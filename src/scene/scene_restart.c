/*
 * A saved state of `event` has each ball as its last hit left it, at a time t0 of its own. What changes its way from
 * there (a velocity, friction, gravity, another integrator), or what stands in it, would change the past, too. So the
 * state before the override is read as a scene, and each ball gets what it has at the start, in place of t0.
 */

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "scene/scene_set.h"
#include "scene/scene_settings.h"

static bool sets_clock(const char *path)
{
    return strcmp(path, "dt") == 0 || strcmp(path, "duration") == 0 || strcmp(path, "frame") == 0;
}

/** True if the override changes how balls move, or what they would have met on their way: the integrator, gravity, the
 *  table, obstacles, friction (of what lies on a wall), whole balls, or a key of balls that says so. */
static bool changes_motion(const struct scene_reader *reader, const struct scene_node *root,
                           const struct scene_override *override)
{
    char path[SCENE_ERRORS_MAX_PATH], *rest = path;
    snprintf(path, sizeof path, "%s", override->path);
    const char *first = strsep(&rest, "."), *key = rest ? strsep(&rest, ".") : NULL;
    if (strcmp(override->path, "integrator") == 0) {
        const struct scene_node *present = scene_json_member(root, "integrator");
        bool text = present && scene_json_kind(present) == SCENE_STRING;
        return strcmp(override->value, text ? scene_json_string(present) : reader->registry->default_integrator) != 0;
    }
    if (strcmp(first, "balls") == 0)
        key = rest ? strsep(&rest, ".") : NULL;
    else if (strcmp(first, "defaults") != 0)
        return strcmp(first, "gravity") == 0 || strcmp(first, "table") == 0 || strcmp(first, "obstacles") == 0 ||
               strcmp(first, "mu") == 0;
    const struct scene_key *known = key ? scene_keys_find(OBJECT_BALL, key) : NULL;
    return !key || (known && known->moves);
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
        scene_json_remove(object, member);
}

/** Gives the entry of a ball the state that it has in the world. False: out of memory. */
static bool restate(struct scene_node *entry, const struct world *world, size_t i, bool hit, size_t override)
{
    static const char *const replaced[] = {"t0", "hit", "speed", "angle", "tip", "elevation"};
    char text[512];
    enum status status;
    size_t length = (size_t)snprintf(text, sizeof text, "{\"x\":%.17g,\"y\":%.17g,\"vx\":%.17g,\"vy\":%.17g%s",
                                     world->x[i], world->y[i], world->vx[i], world->vy[i], hit ? ",\"hit\":true" : "");
    if (world->turns)
        length += (size_t)snprintf(text + length, sizeof text - length, ",\"image\":[%.17g,%.17g]", world->turns[i].x,
                                   world->turns[i].y);
    if (world->w)
        length += (size_t)snprintf(text + length, sizeof text - length, ",\"spin\":[%.17g,%.17g,%.17g]", world->w[i].x,
                                   world->w[i].y, world->w[i].z);
    snprintf(text + length, sizeof text - length, "}");
    for (size_t k = 0; k < sizeof replaced / sizeof replaced[0]; k++)
        remove_member(entry, replaced[k]);
    struct scene_node *state = scene_json_value_of(mem_string(text), override, &status);
    const struct scene_node *member = state ? scene_json_first(state) : NULL;
    for (; member && status == STATUS_OK; member = scene_json_next(member))
        status = scene_json_put_member(entry, scene_json_key(member), scene_json_copy(member));
    scene_json_discard(state);
    return status == STATUS_OK;
}

static bool restate_all(struct scene_node *root, const struct scene *scene, const struct world *world,
                        const struct scene_balls_map *map, size_t override)
{
    struct scene_node *entry = scene_json_first(scene_json_member(root, "balls"));
    for (size_t i = 0; i < map->n_entries; i++, entry = scene_json_next(entry)) {
        size_t ball = map->first[i];
        bool moves = scene_read_entry_type(entry) == OBJECT_BALL && !scene_is_fixed(scene, ball) &&
                     world_is_on_table(world, ball);
        if (moves && !restate(entry, world, ball, scene->checkpoint->hit[ball], override))
            return false;
    }
    remove_member(scene_json_member(root, "defaults"), "t0");
    remove_member(scene_json_member(root, "defaults"), "hit");
    return true;
}

/** Brings the balls of the scene as it stands to its start. */
static enum status bring_to_start(const struct scene_reader *reader, struct scene_node *root, size_t override)
{
    struct scene_errors errors = {.json = reader->errors->json, .source = reader->errors->source};
    struct scene_balls_map map = {0};
    struct world *world = NULL;
    struct scene *scene = mem_array(1, sizeof *scene);
    if (!scene)
        return STATUS_LIMIT;
    const struct scene_reader inner = {reader->registry, &errors, &scene->texts};
    struct scene_settings settings = {.reader = &inner, .root = root, .scene = scene};
    scene_settings_read(&settings);
    enum status status = scene_obstacles_read(&settings);
    if (status == STATUS_OK)
        status = scene_balls_read(&settings, &world, &map);
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
            status = scene_set_apply(root, &overrides[i], i, reader->errors);
    }
    return status;
}
