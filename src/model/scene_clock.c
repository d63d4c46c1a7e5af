/*
 * Steps and times. A scene gives either dt, steps and every, or duration and frame; then a frame becomes a whole number
 * of equal steps, as few as keep the step within `dt` or, where that is not given, within what suits the integrator:
 *
 *   every = ceil(frame / largest),  dt = frame / every,  steps = every * round(duration / frame).
 *
 * The quotient frame / largest may come out an ulp above a whole number, so it is lowered by 2^-50 of itself before it
 * is rounded up; the step is then longer than `dt` by no more than that.
 */
#include "model/scene_settings.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/quote.h"

static const double MOST_STEPS = 0x1p53;

static bool has(const struct scene_settings *settings, const char *key)
{
    return scene_read_has(settings->found, OBJECT_SCENE, key);
}

static void add_error(const struct scene_reader *reader, const struct scene_node *root, const char *key,
                      const char *sentence)
{
    scene_errors_add(reader->errors, scene_json_member(root, key), &(struct scene_path){.name = key}, "%s", sentence);
}

/* ---- before the balls ---- */

bool scene_clock_may_end(uint64_t step, double dt)
{
    return step <= (uint64_t)MOST_STEPS && (double)step * dt <= SCENE_KEYS_LARGEST;
}

static void check_steps(const struct scene_reader *reader, const struct scene_node *root, const struct scene *scene)
{
    uint64_t last = scene->start_step + scene->steps; /* each is at most 2^53 */
    if (scene_clock_may_end(last, scene->dt))
        return;
    add_error(reader, root, "steps",
              last > (uint64_t)MOST_STEPS ? "start.step + steps must be at most 2^53"
                                          : "the run would end after a time of 1e60; choose larger units");
}

static void check_duration(const struct scene_reader *reader, const struct scene_node *root, struct scene *scene)
{
    if (scene->start_step > 0)
        add_error(reader, root, "duration", "a run that starts at a step other than 0 needs steps and every instead");
    if (scene->frame <= scene->duration)
        return;
    add_error(reader, root, "frame", "must not be longer than the duration");
    scene_errors_after(reader->errors, scene_json_member(root, "duration"));
}

/** False: `stop->text` is none of the three forms. */
static bool parse_stop(struct scene_stop *stop)
{
    const uint64_t most = (uint64_t)MOST_STEPS;
    const char *rest = stop->text;
    uint64_t a, b;
    if (strcmp(rest, "rest") == 0) {
        stop->kind = SCENE_STOP_REST;
        return true;
    }
    if (strncmp(rest, "hits:", 5) == 0) {
        stop->kind = SCENE_STOP_HITS;
        rest += 5;
        return number_read_u64(&rest, most, &stop->hits) && stop->hits > 0 && !*rest;
    }
    if (strncmp(rest, "pair:", 5) != 0)
        return false;
    rest += 5;
    if (!number_read_u64(&rest, most, &a) || *rest++ != ',' || !number_read_u64(&rest, most, &b) || *rest || a == b)
        return false;
    stop->kind = SCENE_STOP_PAIR;
    stop->a = (size_t)a;
    stop->b = (size_t)b;
    return true;
}

static void check_stop(const struct scene_reader *reader, const struct scene_node *root, struct scene_stop *stop)
{
    char quoted[QUOTE_MAX_TEXT];
    if (!stop->text || parse_stop(stop))
        return;
    scene_errors_add(reader->errors, scene_json_member(root, "stop"), &(struct scene_path){.name = "stop"},
                     "must be \"rest\", \"hits:N\" (N from 1) or \"pair:A,B\" (two different balls), found %s",
                     quote_text(quoted, stop->text));
    stop->kind = SCENE_STOP_NONE;
}

void scene_clock_check(const struct scene_reader *reader, const struct scene_node *root, struct scene *scene,
                       struct scene_settings *settings)
{
    bool duration = has(settings, "duration");
    bool start_valid = has(settings, "start") || !scene_read_saw(settings->found, OBJECT_SCENE, "start");
    settings->start_known = start_valid && (duration ? scene->start_step == 0 : has(settings, "dt"));
    settings->start_time = settings->start_known && !duration ? (double)scene->start_step * scene->dt : 0;
    if (duration)
        check_duration(reader, root, scene);
    else if (settings->start_known && has(settings, "steps"))
        check_steps(reader, root, scene);
    if (has(settings, "frame") && !scene_read_saw(settings->found, OBJECT_SCENE, "duration"))
        scene_errors_add_missing(reader->errors, root, NULL, "missing key \"duration\", needed with \"frame\"");
    check_stop(reader, root, &scene->stop);
}

/* ---- after the balls ---- */

static double largest_step(const struct scene *scene, const struct world *world, const struct scene_settings *settings)
{
    if (has(settings, "dt"))
        return scene->dt;
    return settings->integrator.suitable_dt ? settings->integrator.suitable_dt(scene, world) : HUGE_VAL;
}

static void choose_steps(const struct scene_reader *reader, const struct scene_node *root, struct scene *scene,
                         const struct world *world, const struct scene_settings *settings)
{
    double frame = scene->frame > 0 ? scene->frame : scene->duration;
    double every = ceil(frame / largest_step(scene, world, settings) * (1 - 0x1p-50));
    every = every >= 1 ? every : 1;
    double steps = every * floor(scene->duration / frame + 0.5);
    double dt = frame / every;
    if (!(steps <= MOST_STEPS) || !(dt > 0)) {
        add_error(reader, root, "duration", "that makes more than 2^53 steps");
        return;
    }
    scene->every = (uint64_t)every;
    scene->steps = (uint64_t)steps;
    scene->dt = dt;
}

void scene_clock_check_pair(const struct scene_reader *reader, const struct scene_node *root, const struct scene *scene)
{
    size_t larger = scene->stop.a > scene->stop.b ? scene->stop.a : scene->stop.b;
    if (scene->stop.kind == SCENE_STOP_PAIR && larger >= scene->n)
        scene_errors_add(reader->errors, scene_json_member(root, "stop"), &(struct scene_path){.name = "stop"},
                         "there is no ball %zu; the scene has %zu, numbered from 0", larger, scene->n);
}

void scene_clock_choose(const struct scene_reader *reader, const struct scene_node *root, struct scene *scene,
                        const struct world *world, const struct scene_settings *settings)
{
    if (settings->start_known && has(settings, "duration") && scene->frame <= scene->duration)
        choose_steps(reader, root, scene, world, settings);
}
