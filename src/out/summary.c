/*
 * The run in one line. The order of the keys is part of the format: `wall_s`, the only value that is not a function of
 * the input, comes last, so that a sweep can cut it off and compare the rest.
 *
 * The values stand in one table, by their paths and keys in the line. The line is made from it, and so are the columns
 * of outcomes (out/outcome.c), whose texts are those of the line but for quotes and brackets.
 */
#include "out/summary.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/json_put.h"
#include "base/min_max.h"
#include "base/version.h"
#include "out/csv_text.h"

enum { WALL_CLOCK_DIGITS = 6 };

/* ---- the values ---- */

/** What the table takes from a summary. */
struct figures {
    const char *version, *title, *integrator, *impact, *ended;
    uint64_t balls, steps, steps_wanted;
    double initial, final, drift; /* energy: of motion, of rotation, and potential energy */
    double work, heat;
};

enum value_kind {
    VALUE_TEXT,    /* of struct figures, as the next two */
    VALUE_COUNT,   /* uint64_t */
    VALUE_FIGURE,  /* double */
    VALUE_WALLS,   /* the same, only where walls move or have a temperature */
    VALUE_COUNTER, /* uint64_t of struct counters */
    VALUE_NUMBER,  /* double of struct summary; HUGE_VAL: null */
    VALUE_SECONDS, /* the same, of the wall clock */
    VALUE_OVERRIDES,
    VALUE_SET,
    VALUE_POCKETED,
    VALUE_POCKETS,
    VALUE_GATES, /* only where there are gates */
    VALUE_PISTON /* place or velocity of a wall with a mass; in the line all of them, at the first */
};

#define FIGURE(kind, member) VALUE_##kind, offsetof(struct figures, member)
#define COUNTER(member)      VALUE_COUNTER, offsetof(struct counters, member)
#define NUMBER(member)       VALUE_NUMBER, offsetof(struct summary, member)
#define PISTON(wall, member) VALUE_PISTON, offsetof(struct summary, final.piston[wall].member)

static const struct value {
    const char *path;
    const char *key; /* in the line: all since the last value (base/json_put.h) */
    enum value_kind kind;
    size_t place; /* in the struct that the kind names */
} values[] = {
    {"version", "\"version\":", FIGURE(TEXT, version)},
    {"title", ",\"title\":", FIGURE(TEXT, title)},
    {"integrator", ",\"integrator\":", FIGURE(TEXT, integrator)},
    {"impact", ",\"impact\":", FIGURE(TEXT, impact)},
    {"balls", ",\"balls\":", FIGURE(COUNT, balls)},
    {"steps", ",\"steps\":", FIGURE(COUNT, steps)},
    {"t", ",\"t\":", NUMBER(final.t)},
    {"collisions.ball", ",\"collisions\":{\"ball\":", COUNTER(ball)},
    {"collisions.wall", ",\"wall\":", COUNTER(surface)},
    {"collisions.simultaneous", ",\"simultaneous\":", COUNTER(simultaneous)},
    {"energy.initial", "},\"energy\":{\"initial\":", FIGURE(FIGURE, initial)},
    {"energy.final", ",\"final\":", FIGURE(FIGURE, final)},
    {"energy.lost", ",\"lost\":", NUMBER(final.lost)},
    {"energy.work", ",\"work\":", FIGURE(WALLS, work)},
    {"energy.heat", ",\"heat\":", FIGURE(WALLS, heat)},
    {"energy.drift", ",\"drift\":", FIGURE(FIGURE, drift)},
    {"momentum.px", "},\"momentum\":{\"px\":", NUMBER(final.sums.px)},
    {"momentum.py", ",\"py\":", NUMBER(final.sums.py)},
    {"momentum.lz", ",\"lz\":", NUMBER(final.sums.lz)},
    {"overlap", "},\"overlap\":", NUMBER(counters.overlap)},
    {"overrides", ",\"overrides\":", VALUE_OVERRIDES, 0},
    {"ended", ",\"ended\":", FIGURE(TEXT, ended)},
    {"steps_wanted", ",\"steps_wanted\":", FIGURE(COUNT, steps_wanted)},
    {"pulls", ",\"pulls\":", COUNTER(pulls)},
    {"energy_gains", ",\"energy_gains\":", COUNTER(energy_gains)},
    {"last_resorts", ",\"last_resorts\":", COUNTER(last_resorts)},
    {"kept", ",\"kept\":", COUNTER(kept)},
    {"set", ",\"set\":", VALUE_SET, 0},
    {"pocketed", ",\"pocketed\":", VALUE_POCKETED, 0},
    {"pockets", ",\"pockets\":", VALUE_POCKETS, 0},
    {"rest", ",\"rest\":", NUMBER(counters.rest)},
    {"gates", ",\"gates\":", VALUE_GATES, 0},
    {"piston.left.x", ",\"piston\":", PISTON(TABLE_LEFT, x)},
    {"piston.left.v", "", PISTON(TABLE_LEFT, v)},
    {"piston.right.x", "", PISTON(TABLE_RIGHT, x)},
    {"piston.right.v", "", PISTON(TABLE_RIGHT, v)},
    {"piston.bottom.x", "", PISTON(TABLE_BOTTOM, x)},
    {"piston.bottom.v", "", PISTON(TABLE_BOTTOM, v)},
    {"piston.top.x", "", PISTON(TABLE_TOP, x)},
    {"piston.top.v", "", PISTON(TABLE_TOP, v)},
    {"wall_s", ",\"wall_s\":", VALUE_SECONDS, offsetof(struct summary, wall_s)},
};

enum { VALUES = sizeof values / sizeof values[0] };

/** How much of the initial energy has come or gone unaccounted for. Beside a subnormal initial energy it can overflow;
 *  the largest finite number then stands for it. */
static double drift(double unit, double change)
{
    if (unit == 0 || change == 0) /* with a negative initial energy 0 would become -0 */
        return 0;
    double relative = change / unit;
    return isfinite(relative) ? relative : copysign(DBL_MAX, change);
}

/** True if walls work or heat: then they are told. */
static bool has_walls(const struct scene *scene)
{
    return table_moves(&scene->table) || table_is_thermal(&scene->table);
}

static double energy(const struct energy_row *row)
{
    return row->sums.kinetic + row->sums.rotation + row->potential;
}

static struct figures figures_of(const struct summary *summary)
{
    static const char *const names[] = {"complete", "stop", "range", "collapse", "crushed", "failed", "signal"};
    const struct scene *scene = summary->scene;
    const double initial = energy(&summary->initial), final = energy(&summary->final);
    const double *q = summary->final.heat, work = summary->final.work, heat = (q[0] + q[1]) + (q[2] + q[3]);
    const double largest = double_max(fabs(initial), double_max(fabs(work), fabs(heat)));
    const double change = final + summary->final.lost - initial;
    return (struct figures){
        .version = BILLIARD_SIM_VERSION,
        .title = scene->title ? scene->title : "",
        .integrator = scene->integrator,
        .impact = scene->impact,
        .ended = names[summary->ended],
        .balls = scene->n,
        .steps = summary->final.step - summary->initial.step,
        .steps_wanted = scene->steps,
        .initial = initial,
        .final = final,
        .drift = has_walls(scene) ? drift(largest, change - work - heat) : drift(initial, change),
        .work = work,
        .heat = heat,
    };
}

/** The number that pocketed balls have at place i: the ball's, or that of its pocket. */
static uint64_t taken(const struct world *world, enum value_kind kind, size_t i)
{
    return kind == VALUE_POCKETED ? world->taken[i] : world->pocket[world->taken[i]];
}

/** What is at the place of a value. */
static const void *at(const struct value *value, const struct summary *summary, const struct figures *figures)
{
    const void *base = figures;
    if (value->kind == VALUE_COUNTER)
        base = &summary->counters;
    else if (value->kind == VALUE_NUMBER || value->kind == VALUE_SECONDS || value->kind == VALUE_PISTON)
        base = summary;
    return (const char *)base + value->place;
}

/** Counts and numbers, which look alike in a line and in a column. HUGE_VAL is nothing: not written. */
static bool put_plain(struct output *out, const struct value *value, const void *place, int precision)
{
    const double *number = place;
    if (value->kind == VALUE_COUNT || value->kind == VALUE_COUNTER)
        output_integer(out, (int64_t) * (const uint64_t *)place);
    else if (*number < HUGE_VAL)
        output_number(out, *number, value->kind == VALUE_SECONDS ? WALL_CLOCK_DIGITS : precision);
    else
        return false;
    return true;
}

/* ---- the line ---- */

static void put_status(struct output *out, const char *run, int status)
{
    output_text(out, "\"run\":");
    output_text(out, run);
    json_put_count(out, ",\"status\":", (uint64_t)status);
}

static void put_overrides(struct output *out, const struct scene *scene)
{
    output_text(out, "[");
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
    output_text(out, "{");
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

static void put_taken(struct output *out, const struct world *world, enum value_kind kind)
{
    output_text(out, "[");
    for (size_t i = 0; i < world->n_taken; i++)
        json_put_count(out, i > 0 ? "," : "", taken(world, kind, i));
    output_text(out, "]");
}

static void put_gates(struct output *out, const struct gate_counts *gates)
{
    const char *before = "[";
    for (uint32_t i = 0; i < gates->table->n_obstacles; i++)
        if (gates->table->obstacles[i].kind == OBSTACLE_GATE) {
            output_text(out, before);
            for (int count = 0; count < GATE_COUNTS; count++)
                json_put_count(out, count > 0 ? "," : "[", gates->counts[i][count]);
            output_text(out, "]");
            before = ",";
        }
    output_text(out, "]");
}

static void put_pistons(struct output *out, const struct summary *summary, int precision)
{
    const char *before = "{";
    for (int wall = 0; wall < TABLE_WALLS; wall++) {
        if (!table_has_piston(&summary->scene->table, (enum table_wall)wall))
            continue;
        json_put_text(out, before, table_wall_name((enum table_wall)wall));
        json_put_number(out, ":{\"x\":", summary->final.piston[wall].x, precision);
        json_put_number(out, ",\"v\":", summary->final.piston[wall].v, precision);
        output_text(out, "}");
        before = ",";
    }
    output_text(out, "}");
}

static void put_json(struct output *out, const struct value *value, const struct summary *summary,
                     const struct figures *figures, int precision)
{
    const void *place = at(value, summary, figures);
    switch (value->kind) {
    case VALUE_TEXT:
        output_json_string(out, *(const char *const *)place);
        return;
    case VALUE_OVERRIDES:
        put_overrides(out, summary->scene);
        return;
    case VALUE_SET:
        put_set(out, summary->scene);
        return;
    case VALUE_POCKETED:
    case VALUE_POCKETS:
        put_taken(out, summary->world, value->kind);
        return;
    case VALUE_GATES:
        put_gates(out, summary->gates);
        return;
    case VALUE_PISTON:
        put_pistons(out, summary, precision);
        return;
    default:
        if (!put_plain(out, value, place, precision))
            output_text(out, "null");
    }
}

/** What only some scenes have. */
static bool is_left_out(const struct value *value, const struct summary *summary)
{
    return (value->kind == VALUE_WALLS && !has_walls(summary->scene)) ||
           (value->kind == VALUE_GATES && !(summary->gates && summary->gates->counts)) ||
           (value->kind == VALUE_PISTON && (!value->key[0] || !table_pistons(&summary->scene->table)));
}

void summary_write(struct output *out, const struct summary *summary, int precision)
{
    const struct figures figures = figures_of(summary);
    output_text(out, "{");
    if (summary->run) {
        put_status(out, summary->run, summary->status);
        output_text(out, ",");
    }
    for (size_t i = 0; i < VALUES; i++) {
        if (is_left_out(&values[i], summary))
            continue;
        output_text(out, values[i].key);
        put_json(out, &values[i], summary, &figures, precision);
    }
    output_text(out, "}\n");
}

void summary_write_status(struct output *out, const char *run, enum status status)
{
    output_text(out, "{");
    put_status(out, run, (int)status);
    output_text(out, "}\n");
}

/* ---- a column ---- */

/** The wall of which a VALUE_PISTON is. */
static enum table_wall piston_wall(const struct value *value)
{
    return (enum table_wall)((value->place - offsetof(struct summary, final.piston)) / sizeof(struct world_wall));
}

const char *summary_path(size_t i)
{
    return i < VALUES ? values[i].path : NULL;
}

/** The value that the run's last override of that path gave, as the text of a table; NULL: there is none. */
static const char *value_of(const struct scene *scene, const char *path)
{
    for (size_t i = scene->n_overrides; i > 0; i--)
        if (strcmp(scene->settings[i - 1].path, path) == 0)
            return scene->settings[i - 1].plain;
    return NULL;
}

bool summary_has_set(const struct scene *scene, const char *path)
{
    for (size_t i = 0; i < scene->n_overrides; i++)
        if (strcmp(scene->settings[i].path, path) == 0)
            return true;
    return false;
}

void summary_write_set(struct output *out, const struct summary *summary, const char *path)
{
    const char *text = value_of(summary->scene, path);
    if (text)
        csv_text_put(out, text);
}

/** In quotes as a whole if one of them needs quotes. */
static void put_override_texts(struct output *out, const struct scene *scene)
{
    bool is_quoted = false;
    for (size_t i = 0; i < scene->n_overrides; i++)
        is_quoted = is_quoted || csv_text_needs_quotes(scene->settings[i].text);
    output_text(out, is_quoted ? "\"" : "");
    for (size_t i = 0; i < scene->n_overrides; i++) {
        output_text(out, i > 0 ? " " : "");
        csv_text_put_quoted(out, scene->settings[i].text);
    }
    output_text(out, is_quoted ? "\"" : "");
}

void summary_write_value(struct output *out, const struct summary *summary, size_t i, int precision)
{
    const struct figures figures = figures_of(summary);
    const struct value *value = &values[i];
    const void *place = at(value, summary, &figures);
    switch (value->kind) {
    case VALUE_TEXT:
        csv_text_put(out, *(const char *const *)place);
        return;
    case VALUE_OVERRIDES:
        put_override_texts(out, summary->scene);
        return;
    case VALUE_SET: /* objects, and no columns */
    case VALUE_GATES:
        return;
    case VALUE_WALLS:
        if (has_walls(summary->scene))
            put_plain(out, value, place, precision);
        return;
    case VALUE_PISTON:
        if (table_has_piston(&summary->scene->table, piston_wall(value)))
            put_plain(out, value, place, precision);
        return;
    case VALUE_POCKETED:
    case VALUE_POCKETS:
        for (size_t k = 0; k < summary->world->n_taken; k++)
            json_put_count(out, k > 0 ? " " : "", taken(summary->world, value->kind, k));
        return;
    default:
        put_plain(out, value, place, precision);
    }
}
