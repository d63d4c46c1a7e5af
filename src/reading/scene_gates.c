/*
 * Gates. One that throws balls back is for balls that fly straight on: what gravity or friction brings to rest could
 * come to lie on it, and would be thrown back without end.
 */
#include "reading/scene_gates.h"

#include "reading/scene_materials.h"

bool scene_gates_prepare(const struct scene_settings *settings, const struct cJSON *node, const struct scene_path *path,
                         const struct obstacle *obstacle)
{
    const struct integrator_ops *integrator = settings->integrator;
    struct scene_errors *errors = settings->reader->errors;
    if (obstacle->kind != OBSTACLE_GATE)
        return true;
    if (integrator && !(integrator->supports & SCENE_GATES))
        return scene_errors_add(errors, node, path, "gate", "integrator \"%s\" cannot do gates; \"event\" can",
                                integrator->name);
    return !obstacle->of || scene_materials_know(settings->reader, settings->scene, node, path,
                                                 (struct scene_material_use){"of", obstacle->of, false});
}

/** What bends or stops the balls of a scene: "gravity", "friction" or "sliding"; NULL: nothing. */
static const char *what_bends(const struct scene *scene)
{
    if (scene->gravity.x != 0 || scene->gravity.y != 0)
        return "gravity";
    for (size_t i = 0; i < scene->n; i++) {
        if (scene->sliding && scene->sliding[i] > 0)
            return "sliding";
        if (scene->friction && scene->friction[i] > 0)
            return "friction";
    }
    return NULL;
}

void scene_gates_check(const struct scene_settings *settings)
{
    const struct table *table = &settings->scene->table;
    const struct scene_path obstacles = {.name = "obstacles"};
    const char *bends = table_has_gates(table) ? what_bends(settings->scene) : NULL;
    struct json_tree_entries entries = scene_settings_obstacles(settings);
    for (uint32_t i = 0; bends && i < table->n_obstacles; i++) {
        const struct cJSON *node = json_tree_next_entry(&entries);
        const struct scene_path path = {.above = &obstacles, .index = i};
        if (!node)
            break;
        if (table->obstacles[i].pass != GATE_BOTH)
            scene_errors_add(settings->reader->errors, node, &path, "pass",
                             "must be \"both\" together with %s, found \"%s\"", bends,
                             table_pass_name(table->obstacles[i].pass));
    }
    scene_settings_end_obstacles(settings, &entries);
}
