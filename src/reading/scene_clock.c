/*
 * Steps and times. A scene gives either dt, steps and every, or duration and frame; then a frame becomes a whole number
 * of equal steps, as few as keep the step within `dt` or, where that is not given, within what suits the integrator:
 *
 *   every = ceil(frame / largest),  dt = frame / every,  steps = every * round(duration / frame).
 *
 * The quotient frame / largest may come out an ulp above a whole number, so it is lowered by 2^-50 of itself before it
 * is rounded up; the step is then longer than `dt` by no more than that.
 */
#include "reading/scene_clock.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/quote.h"

static const double MOST_STEPS = 0x1p53;

static void add_error(const struct scene_settings *settings, const char *key, const char *sentence)
{
    scene_errors_add(settings->reader->errors, settings->root, NULL, key, "%s", sentence);
}

/* ---- before the balls ---- */

bool scene_clock_may_end(uint64_t step, double dt)
{
    return step <= (uint64_t)MOST_STEPS && (double)step * dt <= SCENE_LARGEST;
}

static void check_steps(const struct scene_settings *settings)
{
    const struct scene *scene = settings->scene;
    uint64_t last = scene->start_step + scene->steps; /* each is at most 2^53 */
    if (scene_clock_may_end(last, scene->dt))
        return;
    add_error(settings, "steps",
              last > (uint64_t)MOST_STEPS ? "start.step + steps must be at most 2^53"
                                          : "the run would end after a time of 1e60; choose larger units");
}

/** True if an override of the duration has put "frame" there. */
static bool keeps_frames(const struct scene_settings *settings)
{
    struct json_origin origin = json_tree_origin(json_tree_member(settings->root, "frame"));
    const struct scene_source *source = settings->reader->errors->source;
    return origin.is_override && strcmp(source->overrides[origin.at].path, "duration") == 0;
}

static void check_duration(const struct scene_settings *settings)
{
    struct scene *scene = settings->scene;
    if (scene->start_step > 0)
        add_error(settings, "duration", "a run that starts at a step other than 0 needs steps and every instead");
    if (scene->frame > scene->duration && keeps_frames(settings))
        scene->frame = 0; /* one at the end */
    if (scene->frame <= scene->duration)
        return;
    add_error(settings, "frame", "must not be longer than the duration");
    scene_errors_after(settings->reader->errors, json_tree_member(settings->root, "duration"), false);
}

void scene_clock_check(struct scene_settings *settings)
{
    const struct scene *scene = settings->scene;
    bool duration = scene_read_has(settings->found, KEY_DURATION);
    bool start_valid = scene_read_has(settings->found, KEY_START) || !scene_read_saw(settings->found, KEY_START);
    settings->start_known =
        start_valid && (duration ? scene->start_step == 0 : scene_read_has(settings->found, KEY_DT));
    settings->start_time = settings->start_known && !duration ? (double)scene->start_step * scene->dt : 0;
    if (duration)
        check_duration(settings);
    else if (settings->start_known && scene_read_has(settings->found, KEY_STEPS))
        check_steps(settings);
    if (scene_read_has(settings->found, KEY_FRAME) && !scene_read_saw(settings->found, KEY_DURATION))
        scene_errors_add(settings->reader->errors, settings->root, NULL, NULL,
                         "missing key \"duration\", needed with \"frame\"");
}

/* ---- after the balls ---- */

static double largest_step(const struct scene_settings *settings, const struct world *world)
{
    const struct scene *scene = settings->scene;
    if (scene_read_has(settings->found, KEY_DT))
        return scene->dt;
    const struct integrator_ops *integrator = settings->integrator;
    return integrator && integrator->steps ? integrator->suitable_dt(scene, world) : HUGE_VAL;
}

static void choose_steps(const struct scene_settings *settings, const struct world *world)
{
    struct scene *scene = settings->scene;
    double frame = scene->frame > 0 ? scene->frame : scene->duration;
    double every = ceil(frame / largest_step(settings, world) * (1 - 0x1p-50));
    every = every >= 1 ? every : 1;
    double steps = every * floor(scene->duration / frame + 0.5);
    double dt = frame / every;
    if (!(steps <= MOST_STEPS) || !(dt > 0)) {
        add_error(settings, "duration", "that makes more than 2^53 steps");
        return;
    }
    scene->every = (uint64_t)every;
    scene->steps = (uint64_t)steps;
    scene->dt = dt;
}

void scene_clock_choose(const struct scene_settings *settings, const struct world *world)
{
    if (settings->start_known && scene_read_has(settings->found, KEY_DURATION) &&
        settings->scene->frame <= settings->scene->duration)
        choose_steps(settings, world);
}

/* ---- the early end ---- */

/** The words of `stop` that name balls. */
struct ball_words {
    const char *text[2];
    size_t length[2], n;
};

static bool read_number(const char *text, uint64_t *number)
{
    return number_read_u64(&text, (uint64_t)MOST_STEPS, number) && !*text;
}

/** False: `stop->text` has none of the forms. */
static bool parse_stop(struct scene_stop *stop, struct ball_words *words)
{
    static const char *const names[] = {"",    "rest",   "hits", "pair",
                                        "hit", "pocket", "gate"}; /* of enum scene_stop_kind */
    const size_t length = strcspn(stop->text, ":");
    const char *rest = stop->text[length] ? stop->text + length + 1 : NULL;
    uint64_t number = 0;
    bool is_number = rest && read_number(rest, &number);
    for (enum scene_stop_kind kind = SCENE_STOP_REST; kind <= SCENE_STOP_GATE; kind++)
        if (strlen(names[kind]) == length && strncmp(names[kind], stop->text, length) == 0)
            stop->kind = kind;
    bool pair = stop->kind == SCENE_STOP_PAIR;
    stop->hits = number;
    stop->pocket = stop->kind == SCENE_STOP_POCKET && is_number ? (int64_t)number : -1;
    if (stop->kind == SCENE_STOP_HITS)
        return is_number && stop->hits > 0;
    stop->gate = -1;
    if (stop->kind == SCENE_STOP_GATE)
        return !rest || *rest;
    if (stop->kind != SCENE_STOP_HIT && !pair)
        return stop->kind != SCENE_STOP_NONE && (!rest || stop->pocket >= 0);
    words->n = pair ? 2 : 1;
    words->text[0] = rest ? rest : "";
    words->length[0] = strcspn(words->text[0], pair ? "," : "");
    const char *end = words->text[0] + words->length[0];
    words->text[1] = *end ? end + 1 : end;
    words->length[1] = strlen(words->text[1]);
    return words->length[0] > 0 && (!pair || words->length[1] > 0);
}

static void check_balls(const struct scene_settings *settings, const struct ball_words *words)
{
    struct scene *scene = settings->scene;
    char fault[SCENE_MAX_FAULT];
    size_t *const balls[] = {&scene->stop.a, &scene->stop.b};
    for (size_t k = 0; k < words->n && k < 2; k++)
        if (!scene_find_ball(scene, words->text[k], words->length[k], balls[k], fault)) {
            add_error(settings, "stop", fault);
            return;
        }
    if (words->n == 2 && scene->stop.a == scene->stop.b)
        add_error(settings, "stop", "a pair has two different balls");
}

/** The obstacle that a stop names, as far as obstacles are known. */
static void check_obstacle(const struct scene_settings *settings)
{
    char fault[SCENE_MAX_FAULT], hint[SCENE_MAX_HINT];
    const struct table *table = &settings->scene->table;
    struct scene_stop *stop = &settings->scene->stop;
    const bool all_known = !settings->obstacles || json_tree_size(settings->obstacles) == table->n_obstacles;
    const bool is_pocket = stop->pocket >= 0 && stop->pocket < table->n_obstacles &&
                           table_obstacle_takes(table->obstacles[stop->pocket].kind);
    const char *gate = stop->kind == SCENE_STOP_GATE ? strchr(stop->text, ':') : NULL;
    if (stop->pocket >= 0 && all_known && !is_pocket)
        add_error(settings, "stop", "the obstacle of that number is no pocket");
    if (gate)
        stop->gate = table_find_gate(table, gate + 1, strlen(gate + 1));
    if (gate && all_known && stop->gate < 0) {
        snprintf(fault, sizeof fault, "no gate, or more than one, has that number or name%s",
                 scene_tell_gate_meant(table, gate + 1, strlen(gate + 1), hint));
        add_error(settings, "stop", fault);
    }
}

void scene_clock_check_stop(const struct scene_settings *settings, bool balls_known)
{
    char quoted[QUOTE_MAX_TEXT];
    struct scene_stop *stop = &settings->scene->stop;
    struct ball_words words = {.n = 0};
    if (!stop->text)
        return;
    if (!parse_stop(stop, &words)) {
        scene_errors_add(
            settings->reader->errors, settings->root, NULL, "stop",
            "must be \"rest\", \"pocket\", \"pocket:N\" (an obstacle), \"gate\", \"gate:N\", \"hits:N\" (N from 1), "
            "\"pair:A,B\" (two balls) or \"hit:A\", found %s",
            quote_text(quoted, stop->text));
        stop->kind = SCENE_STOP_NONE;
        return;
    }
    check_obstacle(settings);
    if (balls_known)
        check_balls(settings, &words);
}
