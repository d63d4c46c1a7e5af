/*
 * Doubts: values that are allowed, and that nobody has been seen to mean. Each function looks for one of them in a
 * scene that is about to run. A new one is counted by DOUBTS. Costs: a pass over balls and obstacles.
 */
#include "app/doubts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/min_max.h"

/* Coefficients of friction in between are percent, larger ones stand for surfaces that never slide; smaller moments of
 * inertia are not in units of m r^2; smaller balls than that are in metres. */
static const double MOST_FRICTION = 2, NEVER_SLIDES = 100, LEAST_INERTIA = 0.1, BALL_IN_METRES = 0.1;
static const double MOST_PAIRS = 1e7; /* of balls and pockets: to look at more takes longer than a run may */

/** A scene as the rows see it, and room for what one of them says. */
struct doubtful {
    const struct scene *scene;
    const struct world *world;
    char *text; /* of DOUBTS_MAX_TEXT */
};

/** A pocket takes balls whose centres come in. */
static bool is_inside(const struct obstacle *obstacle, const struct world *world, size_t ball)
{
    const double *pocket = obstacle->value, dx = world->x[ball] - pocket[0], dy = world->y[ball] - pocket[1];
    return table_obstacle_takes(obstacle->kind) && dx * dx + dy * dy < pocket[2] * pocket[2];
}

static bool finds_pocketed(const struct doubtful *asked)
{
    const struct scene *scene = asked->scene;
    const struct world *world = asked->world;
    const struct table *table = &scene->table;
    if ((double)table->n_obstacles * (double)world->n > MOST_PAIRS || !table_has_pockets(table))
        return false;
    for (size_t i = 0; i < world->n; i++)
        for (uint32_t k = 0; k < table->n_obstacles; k++)
            if (is_inside(&table->obstacles[k], world, i) && !scene_is_fixed(scene, i) && world_is_in_play(world, i)) {
                snprintf(asked->text, DOUBTS_MAX_TEXT,
                         "ball %zu begins inside the pocket obstacles.%u, which takes only what comes in", i, k);
                return true;
            }
    return false;
}

/** The least rectangle with the sides of the table's axes around an obstacle. */
static void find_box(const struct obstacle *obstacle, struct vec2 *low, struct vec2 *high)
{
    const double *v = obstacle->value;
    const bool line = table_obstacle_is_straight(obstacle->kind);
    *low =
        line ? (struct vec2){double_min(v[0], v[2]), double_min(v[1], v[3])} : (struct vec2){v[0] - v[2], v[1] - v[2]};
    *high =
        line ? (struct vec2){double_max(v[0], v[2]), double_max(v[1], v[3])} : (struct vec2){v[0] + v[2], v[1] + v[2]};
}

/** The radius of the smallest ball that moves; 0: none does. */
static double smallest_radius(const struct scene *scene)
{
    double r = HUGE_VAL;
    for (size_t i = 0; i < scene->n; i++)
        if (!scene_is_fixed(scene, i) && scene->r[i] > 0)
            r = double_min(r, scene->r[i]);
    return r < HUGE_VAL ? r : 0;
}

/** How near to a pocket the centre of a ball can come, by the walls of the table alone. */
static double nearest_centre(const struct scene *scene, double r, const double pocket[])
{
    const double dx = double_max(double_max(r - pocket[0], pocket[0] - (scene->table.width - r)), 0);
    const double dy = double_max(double_max(r - pocket[1], pocket[1] - (scene->table.height - r)), 0);
    return vec2_length((struct vec2){dx, dy});
}

/** A pocket beside a wall that takes not even balls of this radius, as if it took rims and not centres. */
static bool finds_small_pocket(const struct doubtful *asked, uint32_t k, double r)
{
    const struct obstacle *pocket = &asked->scene->table.obstacles[k];
    if (!table_obstacle_takes(pocket->kind) || r == 0)
        return false;
    const double nearest = nearest_centre(asked->scene, r, pocket->value);
    if (nearest < pocket->value[2])
        return false;
    snprintf(asked->text, DOUBTS_MAX_TEXT,
             "obstacles.%u.pocket: no centre comes nearer to it than %.3g, and it takes centres, within %.3g", k,
             nearest, pocket->value[2]);
    return true;
}

static bool finds_out_of_reach(const struct doubtful *asked)
{
    const struct table *table = &asked->scene->table;
    if (table->periodic || table_moves(table) || table_pistons(table))
        return false;
    const double r = table_has_pockets(table) ? smallest_radius(asked->scene) : 0;
    for (uint32_t k = 0; k < table->n_obstacles; k++) {
        struct vec2 low, high;
        find_box(&table->obstacles[k], &low, &high);
        if (low.x > table->width || low.y > table->height || high.x < 0 || high.y < 0) {
            snprintf(asked->text, DOUBTS_MAX_TEXT,
                     "obstacles.%u lies outside the table, where no ball comes; one unit for all?", k);
            return true;
        }
        if (finds_small_pocket(asked, k, r))
            return true;
    }
    return false;
}

/** An arc of a quarter, a half, three quarters or the whole of 2 pi, in degrees. */
static bool finds_radians(const struct doubtful *asked)
{
    const struct scene *scene = asked->scene;
    static const double RIGHT = 1.5707963267948966, NEAR = 1e-3;
    for (uint32_t k = 0; k < scene->table.n_obstacles; k++) {
        const struct obstacle *arc = &scene->table.obstacles[k];
        const double turn = arc->value[4] - arc->value[3], part = turn / RIGHT;
        if (arc->kind == OBSTACLE_ARC && part > 0.5 && part < 4.5 && fabs(turn - floor(part + 0.5) * RIGHT) < NEAR) {
            snprintf(asked->text, DOUBTS_MAX_TEXT, "obstacles.%u.arc: its angles are degrees, of which these are %.3g",
                     k, turn);
            return true;
        }
    }
    return false;
}

static bool finds_percent(const struct doubtful *asked)
{
    const struct scene *scene = asked->scene;
    size_t at = 0;
    double most = 0;
    for (const struct coefficients *of; (of = scene_next_coefficients(scene, &at));)
        most = double_max(most, friction_of_slow(of->rubbing.mu));
    if (!(most > MOST_FRICTION && most <= NEVER_SLIDES))
        return false;
    snprintf(asked->text, DOUBTS_MAX_TEXT, "mu: a coefficient of friction of %.3g; 0.2 is usual, and no percent", most);
    return true;
}

static bool finds_inertia(const struct doubtful *asked)
{
    const struct scene *scene = asked->scene;
    for (size_t i = 0; scene->inertia && i < scene->n; i++)
        if (!scene_is_fixed(scene, i) && scene->inertia[i] < LEAST_INERTIA) {
            snprintf(asked->text, DOUBTS_MAX_TEXT, "balls.%zu.inertia: %.3g of m r^2; a solid sphere has 0.4", i,
                     scene->inertia[i]);
            return true;
        }
    return false;
}

/** A ball that slides slows down by mu g, which for no cloth is below 1 m/s^2, as mu is. */
static bool finds_coefficients(const struct doubtful *asked)
{
    const struct scene *scene = asked->scene;
    for (size_t i = 0; scene->sliding && scene->friction && i < scene->n; i++) {
        const double slides = scene->sliding[i], rolls = scene->friction[i];
        if (rolls > 0 && rolls < slides && slides < 1 && scene->r[i] < BALL_IN_METRES) {
            snprintf(asked->text, DOUBTS_MAX_TEXT,
                     "balls.%zu: sliding and friction are accelerations, mu g; %.3g and %.3g look like mu", i, slides,
                     rolls);
            return true;
        }
    }
    return false;
}

bool doubts_find(int doubt, const struct scene *scene, const struct world *world, char text[DOUBTS_MAX_TEXT])
{
    static bool (*const rows[DOUBTS])(const struct doubtful *) = {
        finds_pocketed, finds_out_of_reach, finds_radians, finds_percent, finds_inertia, finds_coefficients,
    };
    return rows[doubt](&(struct doubtful){scene, world, text});
}

const char *doubts_of_name(const char *path, const char *format)
{
    static const char *const names[] = {"csv", "json", "ndjson", "xyz"};
    const char *end = path ? strrchr(path, '.') : NULL;
    for (size_t i = 0; end && i < sizeof names / sizeof names[0]; i++)
        if (strcmp(end + 1, names[i]) == 0 && strncmp(format, names[i], strlen(names[i])) != 0) /* csv-wide is csv */
            return names[i];
    return NULL;
}
