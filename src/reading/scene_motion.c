/*
 * Moving walls, lines and arcs, arcs that turn, and walls with a temperature. A wall is moved by the part of its
 * velocity across it; an obstacle by all of it, and not at all by turning.
 */
#include "reading/scene_motion.h"

#include <math.h>

#include "base/min_max.h"

/** By how much a surface may miss its place after a period, in units of the smallest radius. */
#define CLOSED 1e-12

static const struct scene_path TABLE = {.name = "table"}, MOTION = {.above = &TABLE, .name = "motion"},
                               THERMAL = {.above = &TABLE, .name = "thermal"};

static const struct cJSON *member_of(const struct cJSON *object, const char *key)
{
    return object && json_tree_kind(object) == TREE_OBJECT ? json_tree_member(object, key) : NULL;
}

static const struct cJSON *table_of(const struct scene_settings *settings)
{
    return json_tree_member(settings->root, "table");
}

/** A period must be longer than its list, and needs one. @param list NULL: there is none @param what it is */
static bool check_period(const struct scene_settings *settings, const struct cJSON *node, const struct scene_path *path,
                         const struct surface_motion *list, const char *what, double period)
{
    struct scene_errors *errors = settings->reader->errors;
    char last[SCENE_ERRORS_MAX_NUMBER], found[SCENE_ERRORS_MAX_NUMBER];
    if (!list)
        return scene_errors_add(errors, node, path, "motion_period", "motion_period without %s", what);
    const double t = list->piece[list->n - 1].t;
    return period > t ||
           scene_errors_add(errors, node, path, "motion_period", "must be > the last time of %s, %s, found %s", what,
                            scene_errors_number(last, t, 0), scene_errors_number(found, period, 0));
}

/** An error of what the integrator cannot do. */
static bool check_support(const struct scene_settings *settings, unsigned feature, const struct cJSON *node,
                          const struct scene_path *path, const char *key, const char *what)
{
    const struct integrator_ops *integrator = settings->integrator;
    return !integrator || (integrator->supports & feature) ||
           scene_errors_add(settings->reader->errors, node, path, key, "integrator \"%s\" cannot do %s",
                            integrator->name, what);
}

static void prepare_wall(const struct scene_settings *settings, int wall, bool is_list)
{
    struct table *table = &settings->scene->table;
    struct surface_motion *motion = table->motion[wall];
    if (!motion)
        return;
    const struct cJSON *given = member_of(table_of(settings), "motion");
    if (!table_has_wall(table, (enum table_wall)wall)) {
        table->motion[wall] = NULL;
        if (!is_list)
            scene_errors_add(settings->reader->errors, given, &MOTION, table_wall_name((enum table_wall)wall),
                             "a periodic axis has no such wall");
        return;
    }
    if (table->motion_period > 0 &&
        !check_period(settings, table_of(settings), &TABLE, motion, "motion", table->motion_period))
        table->motion_period = 0; /* told once */
    motion->period = table->motion_period;
    surface_motion_prepare(motion, wall <= TABLE_RIGHT ? (struct vec2){1, 0} : (struct vec2){0, 1});
}

static void check_thermal(const struct scene_settings *settings)
{
    struct scene_errors *errors = settings->reader->errors;
    const struct table *table = &settings->scene->table;
    if (!scene_read_has(settings->found, KEY_THERMAL))
        return;
    const struct cJSON *thermal = member_of(table_of(settings), "thermal");
    if (!check_support(settings, SCENE_THERMAL_WALLS, table_of(settings), &TABLE, "thermal",
                       "walls with a temperature; integrator \"event\" can"))
        return;
    for (int wall = 0; wall < TABLE_WALLS; wall++)
        if (table->thermal.kT[wall] > 0 && !table_has_wall(table, (enum table_wall)wall))
            scene_errors_add(errors, thermal, &THERMAL, table_wall_name((enum table_wall)wall),
                             "a periodic axis has no such wall");
    if (!table_is_thermal(table))
        scene_errors_add(errors, table_of(settings), &TABLE, "thermal",
                         "must give kT of one wall at least: left, right, bottom or top");
}

void scene_motion_prepare_walls(const struct scene_settings *settings)
{
    struct table *table = &settings->scene->table;
    const struct scene_found found = settings->found;
    const struct cJSON *given = scene_read_saw(found, KEY_MOTION) ? member_of(table_of(settings), "motion") : NULL;
    const bool is_empty = given && json_tree_kind(given) == TREE_OBJECT && !json_tree_first(given);
    if (scene_read_has(found, KEY_MOTION_PERIOD) && (!scene_read_saw(found, KEY_MOTION) || is_empty))
        check_period(settings, table_of(settings), &TABLE, NULL, "motion", table->motion_period);
    if (given && scene_read_has(found, KEY_MOTION))
        check_support(settings, SCENE_MOVING_WALLS, table_of(settings), &TABLE, "motion", "walls that move");
    const bool is_list = given && json_tree_kind(given) == TREE_ARRAY;
    if (is_list && table->periodic == (TABLE_AXIS_X | TABLE_AXIS_Y))
        scene_errors_add(settings->reader->errors, table_of(settings), &TABLE, "motion",
                         "a periodic table has no walls");
    for (int wall = 0; wall < TABLE_WALLS; wall++)
        prepare_wall(settings, wall, is_list);
    check_thermal(settings);
}

/** The lists of an obstacle, and their period, which either needs. */
static bool check_lists(const struct scene_settings *settings, const struct cJSON *node, const struct scene_path *path,
                        const struct obstacle *obstacle)
{
    const double period = obstacle->motion_period;
    const struct surface_motion *motion = obstacle->motion, *turn = obstacle->turn;
    const bool listed = turn && turn->piece[0].t >= 0;
    if (!(period > 0))
        return true;
    if (listed && !check_period(settings, node, path, turn, "turn", period))
        return false;
    return (listed && !motion) || check_period(settings, node, path, motion, "motion", period);
}

bool scene_motion_prepare(const struct scene_settings *settings, const struct cJSON *node,
                          const struct scene_path *path, struct obstacle *obstacle)
{
    struct surface_motion *motion = obstacle->motion;
    if (!check_lists(settings, node, path, obstacle))
        return false;
    if (obstacle->turn) {
        if (!check_support(settings, SCENE_MOVING_WALLS, node, path, "turn", "arcs that turn"))
            return false;
        obstacle->turn->period = obstacle->motion_period;
    }
    if (!motion)
        return true;
    if (settings->scene->table.periodic)
        return scene_errors_add(settings->reader->errors, node, path, "motion",
                                "obstacles move only on tables without a periodic axis");
    if (!check_support(settings, SCENE_MOVING_WALLS, node, path, "motion", "obstacles that move"))
        return false;
    motion->period = obstacle->motion_period;
    surface_motion_prepare(motion, (struct vec2){1, 1});
    return true;
}

/* ---- after the balls ---- */

static double smallest_radius(const struct scene *scene)
{
    double r = HUGE_VAL;
    for (size_t i = 0; i < scene->n; i++)
        if (scene->r[i] > 0)
            r = double_min(r, scene->r[i]);
    return r;
}

/** False: a list that repeats does not bring its surface back. */
static bool is_closed(const struct surface_motion *motion, double r)
{
    if (!motion || !(motion->period > 0))
        return true;
    struct vec2 missed = surface_motion_per_period(motion);
    return fabs(missed.x) <= CLOSED * r && fabs(missed.y) <= CLOSED * r;
}

/** True if it carries a surface out of the range of lengths before the end of the run. */
static bool goes_astray(const struct surface_motion *motion, double end)
{
    return surface_motion_farthest(surface_motion_range(motion, end)) > SCENE_LARGEST_LENGTH;
}

/** Beyond, hits would be missed in silence. */
static void check_walls_reach(const struct scene_settings *settings)
{
    const struct table *table = &settings->scene->table;
    int wall = 0;
    while (wall < TABLE_WALLS && !goes_astray(table->motion[wall], scene_end(settings->scene)))
        wall++;
    if (wall < TABLE_WALLS)
        scene_errors_add(settings->reader->errors, table_of(settings), &TABLE, "motion",
                         "must not carry the %s wall farther than 1e18", table_wall_name((enum table_wall)wall));
}

/** Until the end of a run, times must tell the periods apart. */
static void check_resolved(const struct scene_settings *settings, const struct cJSON *node,
                           const struct scene_path *path, double period)
{
    const struct scene *scene = settings->scene;
    const double least = 0x1p-50 * scene->dt * (double)(scene->start_step + scene->steps);
    char bound[SCENE_ERRORS_MAX_NUMBER], found[SCENE_ERRORS_MAX_NUMBER];
    if (period > 0 && period < least)
        scene_errors_add(settings->reader->errors, node, path, "motion_period",
                         "must be at least %s, 2^-50 of the time until the end, found %s",
                         scene_errors_number(bound, least, 3), scene_errors_number(found, period, 3));
}

/** What repeats must come back to its place, and no obstacle may go astray. */
static void check_places(const struct scene_settings *settings)
{
    const struct table *table = &settings->scene->table;
    struct scene_errors *errors = settings->reader->errors;
    const double r = smallest_radius(settings->scene);
    const struct scene_path obstacles = {.name = "obstacles"};
    for (int wall = 0; wall < TABLE_WALLS; wall++)
        if (!is_closed(table->motion[wall], r)) {
            const char *name = table_wall_name((enum table_wall)wall);
            const struct cJSON *motion = member_of(table_of(settings), "motion");
            if (member_of(motion, name))
                scene_errors_add(errors, motion, &MOTION, name,
                                 "must bring the wall back to its place in each motion_period");
            else
                scene_errors_add(errors, table_of(settings), &TABLE, "motion",
                                 "must bring the %s wall back to its place in each motion_period", name);
            scene_errors_after(errors, member_of(table_of(settings), "motion_period"), false);
            break;
        }
    struct json_tree_entries entries = scene_settings_obstacles(settings);
    for (uint32_t i = 0; i < table->n_obstacles; i++) {
        const struct cJSON *node = json_tree_next_entry(&entries);
        const struct scene_path path = {.above = &obstacles, .index = i};
        if (!node)
            break;
        if (!is_closed(table->obstacles[i].motion, r)) {
            scene_errors_add(errors, node, &path, "motion",
                             "must bring the obstacle back to its place in each motion_period");
            scene_errors_after(errors, member_of(node, "motion_period"), false);
        } else if (goes_astray(table->obstacles[i].motion, scene_end(settings->scene))) {
            scene_errors_add(errors, node, &path, "motion", "must not carry the obstacle farther than 1e18");
        }
        check_resolved(settings, node, &path, table->obstacles[i].motion_period);
    }
    scene_settings_end_obstacles(settings, &entries);
}

void scene_motion_check(const struct scene_settings *settings)
{
    const struct scene *scene = settings->scene;
    const bool moves = table_changes_place(&scene->table);
    if (table_moves(&scene->table) &&
        (!settings->obstacles || json_tree_size(settings->obstacles) == scene->table.n_obstacles))
        check_places(settings);
    check_walls_reach(settings);
    check_resolved(settings, table_of(settings), &TABLE, scene->table.motion_period);
    if ((moves || table_is_thermal(&scene->table)) && scene->stop.kind == SCENE_STOP_REST)
        scene_errors_add(settings->reader->errors, settings->root, NULL, "stop",
                         "\"rest\" cannot be asked of a table whose walls %s",
                         moves ? "or obstacles move" : "have a temperature");
}
