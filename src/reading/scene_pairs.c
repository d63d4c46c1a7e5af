/*
 * Bounds of coefficients that pairs of materials have. They hold for pairs that some bodies of the scene can form, of
 * which one can move; so they are checked once the balls are known.
 */
#include "reading/scene_pairs.h"

#include "reading/scene_materials.h"

static const struct scene_path MATERIALS = {.name = "materials"};

/** How many balls of a material there are, and of them such that move; two count as many. */
struct numbers {
    unsigned all, free;
};

static void count_balls(const struct scene *scene, const struct world *world, struct numbers numbers[])
{
    for (size_t i = 0; i < scene->n; i++) {
        struct numbers *of = &numbers[scene->materials->of[i]];
        if (!world_is_on_table(world, i))
            continue;
        of->all += of->all < 2;
        of->free += of->free < 2 && !scene_is_fixed(scene, i);
    }
}

/** Whether two balls can have these coefficients. */
static bool is_of_balls(const struct material_pair *pair, const struct numbers numbers[])
{
    const struct numbers a = numbers[pair->first], b = numbers[pair->second];
    if (pair->second == MATERIALS_NONE)
        return false;
    return pair->first == pair->second ? a.all > 1 && a.free > 0
                                       : (a.free > 0 && b.all > 0) || (b.free > 0 && a.all > 0);
}

/** Which of its coefficients a surface of a material leaves to the pairs. */
static unsigned left_by_surfaces(const struct scene *scene, uint32_t material)
{
    const struct table *table = &scene->table;
    const bool walls = material == MATERIALS_NONE && table->periodic != (TABLE_AXIS_X | TABLE_AXIS_Y);
    unsigned left = walls ? ~0u : 0;
    for (uint32_t i = 0; i < table->n_obstacles && left != ~0u; i++)
        if (table_obstacle_bounces(table->obstacles[i].kind) &&
            scene_materials_number(scene->materials, table->obstacles[i].material) == material)
            left |= ~table->obstacles[i].given;
    return left;
}

/** The coefficients of a pair that some contact takes. */
static unsigned taken(const struct scene *scene, const struct material_pair *pair, const struct numbers numbers[])
{
    if (is_of_balls(pair, numbers))
        return pair->given;
    unsigned left = 0;
    if (numbers[pair->first].free > 0)
        left |= left_by_surfaces(scene, pair->second);
    if (pair->second != MATERIALS_NONE && numbers[pair->second].free > 0)
        left |= left_by_surfaces(scene, pair->first);
    return pair->given & left;
}

static void check_pair(const struct scene_settings *settings, const struct material_pair *pair, unsigned taken)
{
    const struct materials *materials = settings->scene->materials;
    const char *first = materials->names[pair->first], *second = materials->names[pair->second];
    const struct scene_path entry = {.above = &MATERIALS, .name = first}, path = {.above = &entry, .name = second};
    const struct cJSON *node =
        json_tree_member(json_tree_member(json_tree_member(settings->root, "materials"), first), second);
    const struct integrator_ops *integrator = settings->integrator;
    if (taken & GIVEN_E)
        scene_settings_check_restitution(settings, node, &path, "e", &pair->coefficients.restitution);
    if ((taken & GIVEN_MU_ROLL) && pair->coefficients.mu_roll > 0)
        scene_settings_check_rolling(settings, node, &path);
    if ((taken & GIVEN_BETA) && integrator && (integrator->needs & SCENE_STIFFNESS) &&
        pair->coefficients.rubbing.beta < 0)
        scene_errors_add(settings->reader->errors, node, &path, "beta", "must be from 0 to 1 for integrator \"%s\"",
                         integrator->name);
}

/** Rolling resistance is about the vertical; on the cloth, and upwards, balls roll about other axes. Reports the first
 *  ball that does. */
static void check_rolling(const struct scene_settings *settings, struct scene_balls_map *map, const struct world *world)
{
    const struct scene *scene = settings->scene;
    char label[SCENE_BALLS_MAP_MAX_LABEL];
    for (size_t i = 0; i < scene->n; i++) {
        const bool slides = scene->sliding && scene->sliding[i] > 0;
        if (!slides && !(world->w && (world->w[i].x != 0 || world->w[i].y != 0)))
            continue;
        scene_errors_add(settings->reader->errors, scene_balls_map_node(map, i),
                         &(struct scene_path){.name = scene_balls_map_label(label, map, i)},
                         slides ? "sliding" : "spin",
                         slides ? "cannot be together with mu_roll above 0, which knows no cloth"
                                : "must be [0, 0, wz] with mu_roll above 0, which knows no other rolling");
        return;
    }
}

void scene_pairs_check(const struct scene_settings *settings, struct scene_balls_map *map, const struct world *world)
{
    const struct materials *materials = settings->scene->materials;
    struct numbers numbers[1 + MATERIALS_MOST] = {{0, 0}};
    if (scene_resists_rolling(settings->scene))
        check_rolling(settings, map, world);
    if (!materials || !materials->of)
        return;
    count_balls(settings->scene, world, numbers);
    for (uint32_t i = 0; i < materials->n_pairs; i++)
        check_pair(settings, &materials->pairs[i], taken(settings->scene, &materials->pairs[i], numbers));
}
