/*
 * The obstacles of a scene; the key of each decides its kind. given/table.h describes what their numbers mean; the
 * conditions on them are checked here.
 */
#include "reading/scene_obstacles.h"

#include <math.h>

#include "base/mem.h"
#include "reading/scene_gates.h"
#include "reading/scene_materials.h"
#include "reading/scene_motion.h"

/** The last kind whose key the object has; the first if it has none. */
static enum obstacle_kind kind_of(const struct cJSON *node)
{
    enum obstacle_kind kind = OBSTACLE_KINDS - 1;
    while (kind > 0 && !json_tree_member(node, table_obstacle_name(kind)))
        kind--;
    return kind;
}

/** What is wrong with the numbers; NULL: nothing. */
static const char *fault_of(enum obstacle_kind kind, const double value[5])
{
    if (table_obstacle_is_straight(kind)) {
        const bool same = value[0] == value[2] && value[1] == value[3];
        return !same                   ? NULL
               : kind == OBSTACLE_LINE ? "the two ends of a line must differ"
                                       : "the two ends of a gate must differ";
    }
    if (!(value[2] > 0))
        return "the radius must be > 0";
    if (value[2] * (1 + 0x1p-50) < 1 / SCENE_LARGEST_LENGTH)
        return "the radius must be at least 1e-18; choose smaller units";
    if (kind != OBSTACLE_ARC)
        return NULL;
    if (!(value[3] >= -1e6 && value[3] <= 1e6))
        return "an arc must begin at an angle from -1e6 to 1e6 degrees";
    if (!(value[4] > value[3] && value[4] - value[3] <= 360 + TABLE_ARC_ROUNDING))
        return "an arc must span more than 0 and at most 360 degrees";
    return NULL;
}

/** How far an obstacle spans along each axis; of an arc its whole circle. */
static struct vec2 span_of(const struct obstacle *obstacle)
{
    const double *value = obstacle->value;
    if (table_obstacle_is_straight(obstacle->kind))
        return (struct vec2){fabs(value[2] - value[0]), fabs(value[3] - value[1])};
    return (struct vec2){2 * value[2], 2 * value[2]};
}

/** True if a length is more than the periods that an obstacle may take of a periodic axis. */
static bool exceeds(const struct table *table, struct vec2 length)
{
    struct period period = table_period(table);
    return (period.length.x > 0 && length.x > TABLE_MOST_PERIODS * period.length.x) ||
           (period.length.y > 0 && length.y > TABLE_MOST_PERIODS * period.length.y);
}

/** About how many images of an obstacle longer than a period are near the table. */
static double images_of(const struct table *table, const struct obstacle *obstacle)
{
    const struct vec2 period = table_period(table).length, span = span_of(obstacle);
    double x = period.x > 0 ? span.x / period.x : 0, y = period.y > 0 ? span.y / period.y : 0;
    return x + y > 1 ? (x + 4) * (y + 4) : 0;
}

/** The key of another kind that the object has, too; NULL: none. */
static const struct cJSON *second_shape(const struct cJSON *node, enum obstacle_kind kind)
{
    const struct cJSON *second = NULL;
    for (enum obstacle_kind other = 0; other < OBSTACLE_KINDS && !second; other++)
        second = other == kind ? NULL : json_tree_member(node, table_obstacle_name(other));
    return second;
}

/** What an obstacle says that has the key of no kind. */
static bool refuse_shapeless(const struct scene_reader *reader, const struct cJSON *node, const struct scene_path *path)
{
    struct obstacle ignored;
    struct scene_found found = {0};
    return scene_read_object(reader, node, OBJECT_OBSTACLES, path, &ignored, &found) &&
           scene_errors_add(reader->errors, node, path, NULL, "give one of " TABLE_OBSTACLE_NAMES);
}

/** Reads one obstacle of a table. True: it is complete and valid. */
static bool read_one(const struct scene_settings *settings, const struct cJSON *node, const struct scene_path *path,
                     struct obstacle *obstacle)
{
    const struct scene_reader *reader = settings->reader;
    enum obstacle_kind kind = obstacle->kind = kind_of(node);
    struct scene_found found = {0};
    if (!json_tree_member(node, table_obstacle_name(kind)))
        return refuse_shapeless(reader, node, path);
    const struct cJSON *second = second_shape(node, kind);
    if (second)
        return scene_errors_add(reader->errors, second, path, NULL, "give one of " TABLE_OBSTACLE_NAMES);
    if (table_obstacle_takes(kind) && json_tree_member(node, "motion"))
        return scene_errors_add(reader->errors, node, path, "motion", "a pocket does not move");
    bool valid = scene_read_object(reader, node, scene_keys_obstacle(kind), path, obstacle, &found);
    if (!scene_read_required(reader, node, scene_keys_obstacle(kind), path, found) || !valid)
        return false;
    if (!scene_motion_prepare(settings, node, path, obstacle) || !scene_gates_prepare(settings, node, path, obstacle))
        return false;
    obstacle->given =
        scene_read_coefficients(found, scene_keys_obstacle(kind), offsetof(struct obstacle, coefficients));
    if (obstacle->material && !scene_materials_know(reader, settings->scene, node, path,
                                                    (struct scene_material_use){"material", obstacle->material, true}))
        return false;
    if (obstacle->given & GIVEN_E)
        scene_settings_check_restitution(settings, node, path, "e", &obstacle->coefficients.restitution);
    const struct table *table = &settings->scene->table;
    const char *fault = fault_of(kind, obstacle->value), *shape = table_obstacle_name(kind);
    if (fault)
        return scene_errors_add(reader->errors, node, path, shape, "%s", fault);
    bool exceeding = exceeds(table, span_of(obstacle)) ||
                     exceeds(table, (struct vec2){fabs(obstacle->value[0]), fabs(obstacle->value[1])});
    return !exceeding || scene_errors_add(reader->errors, node, path, shape,
                                          "must be no larger, and no farther from 0, than %d periods of the table",
                                          TABLE_MOST_PERIODS);
}

/** Reads the entries on their way. */
static void read_all(const struct scene_settings *settings, struct json_tree_entries *entries)
{
    const struct scene_reader *reader = settings->reader;
    struct scene *scene = settings->scene;
    struct scene_path path = {.name = "obstacles"}, here = {.above = &path};
    struct table *table = &scene->table;
    char found[SCENE_ERRORS_MAX_VALUE];
    double images = 0;
    const struct cJSON *node;
    for (; (node = json_tree_next_entry(entries)); here.index++) {
        struct obstacle obstacle = {.coefficients = table->walls};
        if (json_tree_kind(node) != TREE_OBJECT) {
            scene_errors_add(reader->errors, node, &here, NULL, "must be an object, found %s",
                             scene_errors_value(found, node));
            continue;
        }
        if (!read_one(settings, node, &here, &obstacle))
            continue;
        images += images_of(table, &obstacle);
        if (images > TABLE_MOST_IMAGES) {
            scene_errors_add(reader->errors, node, &here, table_obstacle_name(obstacle.kind),
                             "is one too many of those longer than a period of the table: they have some %.0f images",
                             images);
            break;
        }
        scene->rotates |= (obstacle.given & GIVEN_MU) != 0;
        table->obstacles[table->n_obstacles++] = obstacle;
    }
}

enum status scene_obstacles_read(const struct scene_settings *settings)
{
    struct json_tree_entries entries = scene_settings_obstacles(settings);
    struct table *table = &settings->scene->table;
    if (!settings->obstacles)
        return STATUS_OK;
    table->obstacles = mem_array(json_tree_size(settings->obstacles), sizeof *table->obstacles);
    if (!table->obstacles)
        return STATUS_LIMIT;
    read_all(settings, &entries);
    scene_settings_end_obstacles(settings, &entries);
    return settings->reader->errors->out_of_memory ? STATUS_LIMIT : STATUS_OK;
}
