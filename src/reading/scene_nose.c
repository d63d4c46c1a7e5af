/*
 * Noses. A cushion that touches a ball at another height than its centre lets spin feed the rebound: for no spin may it
 * gain energy. The bounds are those of contact/cushion.h; here every ball is asked, and every place that it can hit.
 */
#include "reading/scene_nose.h"

#include "contact/cushion.h"

#include <math.h>
#include <stdio.h>

enum { MAX_PLACE = 48 }; /* bytes for the name of what a ball hits */
static const struct scene_path TABLE = {.name = "table"};

/** The smallest ball that can move; scene->n: none. */
static size_t smallest(const struct scene *scene)
{
    size_t ball = scene->n;
    for (size_t i = 0; i < scene->n; i++)
        if (scene->r[i] > 0 && !scene_is_fixed(scene, i) && (ball == scene->n || scene->r[i] < scene->r[ball]))
            ball = i;
    return ball;
}

/** The ball that gains the more energy at a place; scene->n: none gains any.
 *  @param by_material what the place does to each material @param bound that it exceeds */
static size_t gaining(const struct scene *scene, const struct coefficients *by_material, double *bound)
{
    size_t ball = scene->n;
    *bound = HUGE_VAL;
    for (size_t i = 0; i < scene->n; i++) {
        const struct coefficients *of = &by_material[scene_material(scene, i)];
        if (!(scene->r[i] > 0) || scene_is_fixed(scene, i) || !friction_acts(of->rubbing.mu))
            continue;
        const double most = cushion_most_restitution(scene, i, &of->rubbing);
        if (of->restitution.most > most && most < *bound) {
            *bound = most;
            ball = i;
        }
    }
    return ball;
}

/** Reports a place where some ball could gain energy. @param by_material what it does to balls of each material */
static void check_gain(const struct scene_settings *settings, const struct scene_balls_map *map,
                       const struct coefficients *by_material, const char *place)
{
    char label[SCENE_BALLS_MAP_MAX_LABEL], most[SCENE_ERRORS_MAX_NUMBER], found[SCENE_ERRORS_MAX_NUMBER];
    double bound;
    const size_t ball = gaining(settings->scene, by_material, &bound);
    if (ball == settings->scene->n)
        return;
    const double e = by_material[scene_material(settings->scene, ball)].restitution.most;
    scene_errors_add(settings->reader->errors, json_tree_member(settings->root, "table"), &TABLE, "nose",
                     "at this height %s would make %s gain energy: the restitution there must be at most %s, found %s",
                     place, scene_balls_map_label(label, map, ball), scene_errors_number(most, bound, 0),
                     scene_errors_number(found, e, 0));
}

void scene_nose_check(const struct scene_settings *settings, const struct scene_balls_map *map)
{
    const struct scene *scene = settings->scene;
    struct scene_errors *errors = settings->reader->errors;
    char label[SCENE_BALLS_MAP_MAX_LABEL], most[SCENE_ERRORS_MAX_NUMBER], found[SCENE_ERRORS_MAX_NUMBER];
    if (!(scene->nose > 0))
        return;
    const size_t ball = smallest(scene);
    const double bound = ball < scene->n ? cushion_highest_nose(scene->r[ball]) : HUGE_VAL;
    if (scene->nose >= bound) {
        scene_errors_add(errors, json_tree_member(settings->root, "table"), &TABLE, "nose",
                         "must be below the top of every ball, %s of %s, found %s", scene_errors_number(most, bound, 0),
                         scene_balls_map_label(label, map, ball), scene_errors_number(found, scene->nose, 0));
        return;
    }
    if (!scene->rotates || errors->count > 0) /* a restitution that is wrong has left its default, 1 */
        return;
    if (scene->table.periodic != (TABLE_AXIS_X | TABLE_AXIS_Y))
        check_gain(settings, map, table_at_walls(&scene->table), "the walls");
    for (uint32_t k = 0; k < scene->table.n_obstacles; k++) {
        const struct obstacle *obstacle = &scene->table.obstacles[k];
        char place[MAX_PLACE];
        snprintf(place, sizeof place, "obstacles.%u", k);
        if (table_obstacle_bounces(obstacle->kind))
            check_gain(settings, map, table_at_obstacle(obstacle), place);
    }
}
