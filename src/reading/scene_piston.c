/*
 * Walls with a mass. The motion of a ball that such a wall pushes along has a closed form in free flight alone; so the
 * cloth is refused, and what else moves or heats the same wall.
 */
#include "reading/scene_piston.h"

#include <math.h>

static const struct scene_path TABLE = {.name = "table"}, PISTON = {.above = &TABLE, .name = "piston"};

static const struct cJSON *node_of(const struct scene_settings *settings)
{
    return json_tree_member(json_tree_member(settings->root, "table"), "piston");
}

/** An error of a wall, by a key of the table or the scene that an override may have set. */
static void refuse(const struct scene_settings *settings, const char *side, const char *key, const char *sentence)
{
    struct scene_errors *errors = settings->reader->errors;
    const struct cJSON *table = json_tree_member(settings->root, "table");
    const struct cJSON *cause = json_tree_member(json_tree_member(table, key) ? table : settings->root, key);
    scene_errors_add(errors, node_of(settings), &PISTON, side, "%s", sentence);
    if (cause)
        scene_errors_after(errors, cause, false);
}

static void check_place(const struct scene_settings *settings, const struct piston *piston, const char *side)
{
    struct scene_errors *errors = settings->reader->errors;
    char least[SCENE_ERRORS_MAX_NUMBER], greatest[SCENE_ERRORS_MAX_NUMBER], found[SCENE_ERRORS_MAX_NUMBER];
    const struct cJSON *node = json_tree_member(node_of(settings), side);
    const struct scene_path path = {.above = &PISTON, .name = side};
    if (piston_has_range(piston) && !(piston->range[0] < piston->range[1]))
        scene_errors_add(errors, node, &path, "range", "must be [least, greatest] with least < greatest");
    else if (piston_is_beyond(piston, piston->x))
        scene_errors_add(errors, node, &path, "x", "must be within \"range\", from %s to %s, found %s",
                         scene_errors_number(least, piston->range[0], 0),
                         scene_errors_number(greatest, piston->range[1], 0), scene_errors_number(found, piston->x, 0));
    if (!(fabs(piston->force / piston->m) <= SCENE_LARGEST))
        scene_errors_add(errors, node, &path, "force", "must be at most 1e60 times m in size");
}

static void prepare_wall(const struct scene_settings *settings, enum table_wall wall)
{
    struct table *table = &settings->scene->table;
    struct piston *piston = &table->piston[wall];
    const char *side = table_wall_name(wall);
    if (piston->x == HUGE_VAL)
        piston->x = table_wall_place(table, wall);
    if (!table_has_wall(table, wall))
        refuse(settings, side, "periodic", "a \"periodic\" axis has no such wall");
    if (table->motion[wall])
        refuse(settings, side, "motion", "this wall has a velocity in \"motion\", and a mass: give one of them");
    if (table->thermal.kT[wall] > 0)
        refuse(settings, side, "thermal", "this wall has a temperature in \"thermal\", and a mass: give one of them");
    if (settings->scene->nose > 0)
        refuse(settings, side, "nose", "a wall with a mass cannot have a \"nose\"");
    if (settings->table_known)
        check_place(settings, piston, side);
}

void scene_piston_prepare(const struct scene_settings *settings)
{
    const struct integrator_ops *integrator = settings->integrator;
    const struct cJSON *node = node_of(settings);
    if (!scene_read_saw(settings->found, KEY_PISTON) || !node || json_tree_kind(node) != TREE_OBJECT)
        return;
    if (!json_tree_first(node))
        scene_errors_add(settings->reader->errors, json_tree_member(settings->root, "table"), &TABLE, "piston",
                         "must give one wall at least: left, right, bottom or top");
    if (integrator && !(integrator->supports & SCENE_PISTONS)) {
        scene_errors_add(settings->reader->errors, json_tree_member(settings->root, "table"), &TABLE, "piston",
                         "integrator \"%s\" cannot do walls with a mass", integrator->name);
        scene_errors_after(settings->reader->errors, json_tree_member(settings->root, "integrator"), false);
        return;
    }
    for (int wall = 0; wall < TABLE_WALLS; wall++)
        if (table_has_piston(&settings->scene->table, (enum table_wall)wall))
            prepare_wall(settings, (enum table_wall)wall);
}

/** The first ball with a deceleration of its own; n: none. */
static size_t decelerated(const struct scene *scene, const double *of)
{
    size_t i = 0;
    while (of && i < scene->n && !(of[i] > 0))
        i++;
    return of ? i : scene->n;
}

void scene_piston_check(const struct scene_settings *settings, struct scene_balls_map *map, struct world *world)
{
    static const char *const keys[] = {"friction", "sliding"};
    const struct scene *scene = settings->scene;
    const double *const of[] = {scene->friction, scene->sliding};
    for (int wall = 0; wall < TABLE_WALLS; wall++) {
        const struct piston *piston = &scene->table.piston[wall];
        if (!piston_exists(piston))
            continue;
        world->walls[wall] = (struct world_wall){.x = piston->x, .v = piston->v};
        if (scene->stop.kind == SCENE_STOP_REST)
            refuse(settings, table_wall_name((enum table_wall)wall), "stop",
                   "a wall with a mass does not come to \"rest\", nor do balls that it meets");
        for (int k = 0; k < 2; k++) {
            char label[SCENE_BALLS_MAP_MAX_LABEL];
            const size_t ball = decelerated(scene, of[k]);
            if (ball == scene->n)
                continue;
            scene_errors_add(settings->reader->errors, node_of(settings), &PISTON,
                             table_wall_name((enum table_wall)wall),
                             "a wall with a mass cannot push a ball with \"%s\", which %s has", keys[k],
                             scene_balls_map_label(label, map, ball));
            scene_errors_after(settings->reader->errors, json_tree_member(scene_balls_map_node(map, ball), keys[k]),
                               false);
        }
    }
}
