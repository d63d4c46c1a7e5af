/*
 * The table, the laws and the clock (scene_clock.c): keys that a scene has once. Values that depend on each other are
 * compared only when each is valid by itself, so that one mistake gives one message.
 */
#include "reading/scene_settings.h"

#include <string.h>

#include "reading/scene_materials.h"

/** The names that are not given are the defaults; a wrong one leaves the integrator unknown. */
static void choose_laws(struct scene_settings *settings)
{
    const struct scene_found found = settings->found;
    struct scene *scene = settings->scene;
    if (!scene_read_has(found, KEY_IMPACT))
        scene->impact = impact_law_default()->name;
    if (!scene_read_saw(found, KEY_INTEGRATOR))
        scene->integrator = integrator_default->name;
    settings->integrator = scene->integrator ? integrator_find(scene->integrator) : NULL;
    if (settings->integrator && (settings->integrator->supports & SCENE_IMPACT))
        settings->impact = impact_law_find(scene->impact);
}

void scene_settings_check_restitution(const struct scene_settings *settings, const struct cJSON *node,
                                      const struct scene_path *path, const char *key,
                                      const struct restitution *restitution)
{
    struct scene_errors *errors = settings->reader->errors;
    char found[SCENE_ERRORS_MAX_NUMBER];
    const struct integrator_ops *integrator = settings->integrator;
    const double e = restitution->least;
    if (restitution->table && integrator && !(integrator->supports & SCENE_RESTITUTION_BY_SPEED))
        scene_errors_add(errors, node, path, key, "integrator \"%s\" cannot do restitution by speed; give a number",
                         integrator->name);
    if (settings->impact && e < settings->impact->least_e)
        scene_errors_add(errors, node, path, key,
                         "must be at least %g under impact law \"%s\", found %s; use \"%s\" for less",
                         settings->impact->least_e, settings->impact->name, scene_errors_number(found, e, 0),
                         impact_law_default()->name);
}

bool scene_settings_check_rolling(const struct scene_settings *settings, const struct cJSON *node,
                                  const struct scene_path *path)
{
    const struct integrator_ops *integrator = settings->integrator;
    if (!integrator || (integrator->supports & SCENE_ROLLING_RESISTANCE))
        return true;
    return scene_errors_add(settings->reader->errors, node, path, "mu_roll",
                            "integrator \"%s\" cannot do rolling resistance; the springs can", integrator->name);
}

/** Those of balls and walls, as one or two. */
static void check_restitutions(const struct scene_settings *settings)
{
    const struct scene *scene = settings->scene;
    const struct cJSON *node = json_tree_member(settings->root, "restitution");
    const struct scene_path path = {.name = "restitution"};
    bool two = json_tree_kind(node) == TREE_OBJECT;
    scene_settings_check_restitution(settings, node, &path, two ? "ball" : NULL, &scene->pair.restitution);
    if (two)
        scene_settings_check_restitution(settings, node, &path, "wall", &scene->table.walls.restitution);
}

static void check_needs(const struct scene_settings *settings)
{
    const struct integrator_ops *integrator = settings->integrator;
    if (integrator && (integrator->needs & SCENE_STIFFNESS) && !scene_read_saw(settings->found, KEY_K))
        scene_errors_add(
            settings->reader->errors, settings->root, NULL, NULL,
            "integrator \"%s\" needs \"k\", the stiffness of a contact; k = m (100 v/r)^2 gives overlaps of "
            "0.01 r (mass m, speed v, radius r)",
            integrator->name);
}

bool scene_settings_check_decelerations(const struct ball_entry *entry, const struct scene_settings *settings)
{
    static const char keys[][12] = {"friction", "sliding", "pivoting"};
    const double values[] = {entry->value.friction, entry->value.sliding, entry->value.pivoting};
    const struct integrator_ops *integrator = settings->integrator;
    const struct vec2 gravity = settings->scene->gravity;
    bool falls = gravity.x != 0 || gravity.y != 0, valid = true;
    if (!falls || !integrator || (integrator->supports & SCENE_GRAVITY_AND_FRICTION))
        return true;
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        if (values[i] > 0)
            valid = scene_errors_add(entry->reader->errors, entry->node, entry->path, keys[i],
                                     "integrator \"%s\" cannot do %s together with gravity%s", integrator->name,
                                     keys[i], i == 0 ? "; the others can" : "");
    return valid;
}

/** What contacts and cushions ask of the integrator. */
static void check_contacts(const struct scene_settings *settings)
{
    struct scene_errors *errors = settings->reader->errors;
    const struct cJSON *root = settings->root;
    const struct scene *scene = settings->scene;
    const struct integrator_ops *integrator = settings->integrator;
    bool springs = integrator && (integrator->needs & SCENE_STIFFNESS);
    if (integrator && scene->nose > 0 && !(integrator->supports & SCENE_NOSE))
        scene_errors_add(errors, json_tree_member(root, "table"), &(struct scene_path){.name = "table"}, "nose",
                         "integrator \"%s\" cannot do nose", integrator->name);
    if (scene->pair.mu_roll > 0 || scene->table.walls.mu_roll > 0)
        scene_settings_check_rolling(settings, root, NULL);
    if (springs && (scene->pair.rubbing.beta < 0 || scene->table.walls.rubbing.beta < 0))
        scene_errors_add(errors, root, NULL, "beta", "must be from 0 to 1 for integrator \"%s\"", integrator->name);
}

void scene_settings_read(struct scene_settings *settings)
{
    const struct scene_reader *reader = settings->reader;
    const struct cJSON *root = settings->root;
    struct scene *scene = settings->scene;
    struct scene_found found = {0};
    scene->pair.restitution = scene->table.walls.restitution = restitution_of(1);
    scene->every = 1;
    scene->gamma_roll = -1;
    for (int wall = 0; wall < TABLE_WALLS; wall++)
        scene->table.piston[wall] = piston_absent();
    scene_read_object(reader, root, OBJECT_SCENE, NULL, scene, &found);
    scene_read_required(reader, root, OBJECT_SCENE, NULL, found);
    settings->found = found;
    scene->rotates = scene_read_has(found, KEY_MU) || scene_read_has(found, KEY_MU_ROLL);
    scene_materials_read(reader, root, scene);
    choose_laws(settings);
    check_needs(settings);
    check_restitutions(settings);
    check_contacts(settings);
    settings->table_known = scene_read_has(found, KEY_WIDTH) && scene_read_has(found, KEY_HEIGHT);
    settings->defaults = scene_read_has(found, KEY_DEFAULTS) ? json_tree_member(root, "defaults") : NULL;
    settings->obstacles = scene_read_has(found, KEY_OBSTACLES) ? json_tree_member(root, "obstacles") : NULL;
    settings->balls = scene_read_has(found, KEY_BALLS) ? json_tree_member(root, "balls") : NULL;
}
