/*
 * The run in one line. The order of the keys is part of the format: `wall_s`, the only value that is not a function of
 * the input, comes last, so that a sweep can cut it off and compare the rest.
 */
#include "out/summary.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/json_put.h"
#include "base/version.h"

enum { WALL_CLOCK_DIGITS = 6 };

static void put_status(struct output *out, const char *run, int status)
{
    output_text(out, "\"run\":");
    output_text(out, run);
    json_put_count(out, ",\"status\":", (uint64_t)status);
}

/** Energy of motion, of rotation, and potential energy. */
static double energy(const struct energy_row *row)
{
    return row->sums.kinetic + row->sums.rotation + row->potential;
}

/** How much of the initial energy has come or gone unaccounted for. Beside a subnormal initial energy it can overflow;
 *  the largest finite number then stands for it. */
static double drift(const struct summary *summary)
{
    double initial = energy(&summary->initial);
    double change = energy(&summary->final) + summary->final.lost - initial;
    if (initial == 0 || change == 0) /* with a negative initial energy 0 would become -0 */
        return 0;
    double relative = change / initial;
    return isfinite(relative) ? relative : copysign(DBL_MAX, change);
}

static void put_scene(struct output *out, const struct scene *scene)
{
    json_put_text(out, ",\"title\":", scene->title ? scene->title : "");
    json_put_text(out, ",\"integrator\":", scene->integrator);
    json_put_text(out, ",\"impact\":", scene->impact);
    json_put_count(out, ",\"balls\":", scene->n);
}

static void put_collisions(struct output *out, const struct counters *counters)
{
    json_put_count(out, ",\"collisions\":{\"ball\":", counters->ball);
    json_put_count(out, ",\"wall\":", counters->surface);
    json_put_count(out, ",\"simultaneous\":", counters->simultaneous);
    output_text(out, "}");
}

static void put_conserved(struct output *out, const struct summary *summary, int precision)
{
    const struct energy_row *final = &summary->final;
    json_put_number(out, ",\"energy\":{\"initial\":", energy(&summary->initial), precision);
    json_put_number(out, ",\"final\":", energy(final), precision);
    json_put_number(out, ",\"lost\":", final->lost, precision);
    json_put_number(out, ",\"drift\":", drift(summary), precision);
    json_put_number(out, "},\"momentum\":{\"px\":", final->sums.px, precision);
    json_put_number(out, ",\"py\":", final->sums.py, precision);
    json_put_number(out, ",\"lz\":", final->sums.lz, precision);
    output_text(out, "}");
}

static void put_overrides(struct output *out, const struct scene *scene)
{
    output_text(out, ",\"overrides\":[");
    for (size_t i = 0; i < scene->n_overrides; i++)
        json_put_text(out, i > 0 ? "," : "", scene->settings[i].text);
    output_text(out, "]");
}

/** Whether a later override has the same path. */
static bool is_set_again(const struct scene *scene, size_t i)
{
    for (size_t k = i + 1; k < scene->n_overrides; k++)
        if (strcmp(scene->settings[k].path, scene->settings[i].path) == 0)
            return true;
    return false;
}

/** The overrides once more, as values. */
static void put_set(struct output *out, const struct scene *scene)
{
    const char *before = "";
    output_text(out, ",\"set\":{");
    for (size_t i = 0; i < scene->n_overrides; i++) {
        const struct scene_setting *setting = &scene->settings[i];
        if (is_set_again(scene, i))
            continue;
        json_put_text(out, before, setting->path);
        output_text(out, ":");
        (setting->is_json ? output_text : output_json_string)(out, setting->value);
        before = ",";
    }
    output_text(out, "}");
}

/** The balls that pockets took, in order, and which pocket took each. */
static void put_pocketed(struct output *out, const struct world *world)
{
    output_text(out, ",\"pocketed\":[");
    for (size_t i = 0; i < world->n_taken; i++)
        json_put_count(out, i > 0 ? "," : "", world->taken[i]);
    output_text(out, "],\"pockets\":[");
    for (size_t i = 0; i < world->n_taken; i++)
        json_put_count(out, i > 0 ? "," : "", world->pocket[world->taken[i]]);
    output_text(out, "]");
}

static void put_ending(struct output *out, const struct summary *summary, int precision)
{
    static const char *const names[] = {"complete", "stop", "collapse", "failed", "signal"};
    json_put_text(out, ",\"ended\":", names[summary->ended]);
    json_put_count(out, ",\"steps_wanted\":", summary->scene->steps);
    json_put_count(out, ",\"pulls\":", summary->counters.pulls);
    json_put_count(out, ",\"energy_gains\":", summary->counters.energy_gains);
    json_put_count(out, ",\"last_resorts\":", summary->counters.last_resorts);
    put_set(out, summary->scene);
    put_pocketed(out, summary->world);
    if (summary->counters.rest < HUGE_VAL)
        json_put_number(out, ",\"rest\":", summary->counters.rest, precision);
    else
        output_text(out, ",\"rest\":null");
}

void summary_write(struct output *out, const struct summary *summary, int precision)
{
    output_text(out, "{");
    if (summary->run) {
        put_status(out, summary->run, summary->status);
        output_text(out, ",");
    }
    json_put_text(out, "\"version\":", BILLIARD_SIM_VERSION);
    put_scene(out, summary->scene);
    json_put_count(out, ",\"steps\":", summary->final.step - summary->initial.step);
    json_put_number(out, ",\"t\":", summary->final.t, precision);
    put_collisions(out, &summary->counters);
    put_conserved(out, summary, precision);
    json_put_number(out, ",\"overlap\":", summary->counters.overlap, precision);
    put_overrides(out, summary->scene);
    put_ending(out, summary, precision);
    json_put_number(out, ",\"wall_s\":", summary->wall_s, WALL_CLOCK_DIGITS);
    output_text(out, "}\n");
}

void summary_write_status(struct output *out, const char *run, enum status status)
{
    output_text(out, "{");
    put_status(out, run, (int)status);
    output_text(out, "}\n");
}
