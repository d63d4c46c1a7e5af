#include "given/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/min_max.h"
#include "base/quote.h"
#include "base/suggest.h"

/** What to add to a message about a name: the one that was meant, or nothing. */
static const char *tell_meaning(const struct suggest *search, char hint[SCENE_MAX_HINT])
{
    char quoted[QUOTE_MAX_TEXT];
    hint[0] = '\0';
    if (search->meaning)
        snprintf(hint, SCENE_MAX_HINT, "; did you mean %s?", quote_text(quoted, search->meaning));
    return hint;
}

static const char *tell_ball_meant(const struct scene *scene, const char *word, char hint[SCENE_MAX_HINT])
{
    struct suggest search = suggest_start(word);
    for (size_t i = 0; scene->name && i < scene->n; i++)
        if (scene->name[i])
            suggest_offer(&search, scene->name[i], scene->name[i]);
    return tell_meaning(&search, hint);
}

const char *scene_tell_gate_meant(const struct table *table, const char *text, size_t length, char hint[SCENE_MAX_HINT])
{
    char word[64];
    snprintf(word, sizeof word, "%.*s", length < sizeof word ? (int)length : (int)sizeof word - 1, text);
    struct suggest search = suggest_start(word);
    for (uint32_t i = 0; i < table->n_obstacles; i++) {
        const char *name = table->obstacles[i].kind == OBSTACLE_GATE ? table->obstacles[i].name : NULL;
        if (name && strcmp(name, word) != 0) /* that which several have is no better */
            suggest_offer(&search, name, name);
    }
    return tell_meaning(&search, hint);
}

bool scene_find_ball(const struct scene *scene, const char *text, size_t length, size_t *ball,
                     char fault[SCENE_MAX_FAULT])
{
    char word[64], quoted[QUOTE_MAX_TEXT], hint[SCENE_MAX_HINT];
    snprintf(word, sizeof word, "%.*s", length < sizeof word ? (int)length : (int)sizeof word - 1, text);
    if (strspn(text, "0123456789") >= length) {
        const unsigned long long number = strtoull(text, NULL, 10);
        *ball = (size_t)number;
        snprintf(fault, SCENE_MAX_FAULT, "there is no ball %s; the scene has %zu, numbered from 0", word, scene->n);
        return number < scene->n;
    }
    size_t found = 0;
    for (size_t i = 0; scene->name && i < scene->n && found < 2; i++)
        if (scene->name[i] && strncmp(scene->name[i], text, length) == 0 && !scene->name[i][length])
            *ball = i, found++;
    snprintf(fault, SCENE_MAX_FAULT, "%s ball is called %s%s", found ? "more than one" : "no", quote_text(quoted, word),
             found ? "; give a number" : tell_ball_meant(scene, word, hint));
    return found == 1;
}

const struct coefficients *scene_next_coefficients(const struct scene *scene, size_t *at)
{
    const struct table *table = &scene->table;
    const size_t n = scene_n_materials(scene);
    while (*at < n * (n + 1 + table->n_obstacles)) {
        const size_t row = *at / n, column = (*at)++ % n;
        if (row < n)
            return &scene_of_balls(scene)[row * n + column];
        if (row == n)
            return &table_at_walls(table)[column];
        const struct obstacle *obstacle = &table->obstacles[row - n - 1];
        if (table_obstacle_bounces(obstacle->kind))
            return &table_at_obstacle(obstacle)[column];
    }
    return NULL;
}

bool scene_resists_rolling(const struct scene *scene)
{
    bool resists = false;
    size_t at = 0;
    for (const struct coefficients *of; !resists && (of = scene_next_coefficients(scene, &at));)
        resists = of->mu_roll > 0;
    return resists;
}

struct scene_radii scene_largest_radii(const struct scene *scene)
{
    struct scene_radii largest = {0, 0, 0};
    for (size_t i = 0; i < scene->n; i++) {
        double r = scene->r[i];
        if (scene_is_fixed(scene, i)) {
            largest.fixed = double_max(largest.fixed, r);
            continue;
        }
        largest.second = double_max(largest.second, double_min(largest.first, r));
        largest.first = double_max(largest.first, r);
    }
    return largest;
}

void scene_destroy(struct scene *scene)
{
    if (!scene)
        return;
    checkpoint_destroy(scene->checkpoint);
    free(scene->r);
    free(scene->m);
    free(scene->friction);
    free(scene->sliding);
    free(scene->pivoting);
    free(scene->inertia);
    free(scene->table.obstacles);
    free(scene->name);
    free(scene->color);
    free(scene->settings);
    arena_free(&scene->texts);
    free(scene);
}
