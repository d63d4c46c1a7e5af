/*
 * The promises of billiard-scene(5), asked of any text. What is checked is written down here once more, from the
 * manual, not taken from the reader.
 */
#include "fuzz/reading.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/output.h"
#include "base/quote.h"
#include "fuzz/memory.h"
#include "fuzz/require.h"
#include "impact/impact_law.h"
#include "integrators/integrator.h"
#include "json/json_string.h"
#include "json/json_tree.h"
#include "reading/scene_write.h"

enum { MOST_BALLS_IN_PAIRS = 40, MOST_PRINTED = 1 << 20 };

static const char scene_name[] = "scene.json";

/* --- faults ------------------------------------------------------------------------------------------------------ */

struct told {
    struct reading *reading;
    const char *text;
    size_t length;
    const struct scene_override *overrides;
    size_t n_overrides;
};

/** Length of line `wanted` of the text in characters; SIZE_MAX: there is no such line. */
static size_t characters_of_line(const struct told *told, size_t wanted)
{
    size_t line = 1, characters = 0;
    for (size_t i = 0; i < told->length; i++) {
        unsigned char byte = (unsigned char)told->text[i];
        if (byte == '\n' && line == wanted)
            return characters;
        line += byte == '\n';
        characters += line == wanted && byte != '\n' && (byte & 0xc0) != 0x80;
    }
    return line == wanted ? characters : SIZE_MAX;
}

/** "scene.json:LINE:COLUMN"; NULL: the line does not start so, or there is no such place. */
static const char *after_place(const struct told *told, const char *line)
{
    char *end;
    size_t name = strlen(scene_name);
    if (strncmp(line, scene_name, name) != 0 || line[name] != ':')
        return NULL;
    size_t row = strtoul(line + name + 1, &end, 10);
    size_t column = *end == ':' ? strtoul(end + 1, &end, 10) : 0;
    size_t characters = characters_of_line(told, row);
    return row >= 1 && column >= 1 && characters != SIZE_MAX && column <= characters + 1 ? end : NULL;
}

/** "--set PATH=VALUE", as messages quote it. */
static const char *after_option(const struct told *told, const char *line)
{
    const char *rest = NULL;
    for (size_t i = 0; i < told->n_overrides && !rest; i++) {
        char option[4096];
        quote_short(option, sizeof option, told->overrides[i].option);
        size_t length = strlen(option);
        if (strncmp(line, option, length) == 0 && strncmp(line + length, ": error: ", 9) == 0)
            rest = line + length;
    }
    return rest;
}

static bool is_one_clean_line(const char *line)
{
    for (const char *c = line; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            return false;
    return json_string_is_utf8(line, strlen(line));
}

static void take_line(void *context, const char *line)
{
    struct told *told = context;
    const char *rest = after_place(told, line);
    if (!rest)
        rest = after_option(told, line);
    REQUIRE(rest && strncmp(rest, ": error: ", 9) == 0 && rest[9]);
    REQUIRE(is_one_clean_line(line));
    if (told->reading->lines++ == 0)
        snprintf(told->reading->first, READING_MOST_LINE, "%s", line);
}

/* --- loading ----------------------------------------------------------------------------------------------------- */

static void load(struct reading *reading, const char *text, size_t length, const struct scene_override *overrides,
                 size_t n_overrides, bool all)
{
    struct told told = {reading, text, length, overrides, n_overrides};
    const struct scene_source source = {.path = scene_name, .overrides = overrides, .n_overrides = n_overrides};
    const struct scene_faults faults = {take_line, &told, all};
    *reading = (struct reading){.status = STATUS_OK};
    memory_set_input(text, length);
    reading->status = scene_load(&source, &faults, &reading->scene, &reading->world, &reading->err);
}

/** With blanks behind it a text is a long one, whose balls and rows are read in another way: the same comes of it. That
 *  takes its time, and is done with one text of four. */
static void check_long(const struct reading *reading, const char *text, size_t length,
                       const struct scene_override *overrides, size_t n_overrides, bool all)
{
    static char longer[JSON_TREE_LONG + 1];
    struct json_fault fault;
    struct reading again;
    if (length % 4 != 0 || length >= JSON_TREE_LONG || json_scan(text, length, NULL, &fault) != STATUS_OK)
        return;
    memcpy(longer, text, length);
    memset(longer + length, ' ', JSON_TREE_LONG - length);
    load(&again, longer, JSON_TREE_LONG, overrides, n_overrides, all);
    REQUIRE(again.status == reading->status && again.lines == reading->lines);
    REQUIRE(strcmp(again.first, reading->first) == 0);
    if (again.status == STATUS_OK && again.scene->n < MEMORY_MOST_ELEMENTS) {
        static char once[MOST_PRINTED];
        size_t size, size_again;
        const char *printed = reading_print(reading->scene, reading->world, &size);
        memcpy(once, printed, size);
        printed = reading_print(again.scene, again.world, &size_again);
        REQUIRE(size == size_again && memcmp(once, printed, size) == 0);
    }
    reading_free(&again);
}

void reading_load(struct reading *reading, const char *text, size_t length, const struct scene_override *overrides,
                  size_t n_overrides, bool all)
{
    load(reading, text, length, overrides, n_overrides, all);
    check_long(reading, text, length, overrides, n_overrides, all);
    memory_set_input(text, length);
}

void reading_free(struct reading *reading)
{
    world_destroy(reading->world);
    scene_destroy(reading->scene);
}

const char *reading_print(const struct scene *scene, const struct world *world, size_t *length)
{
    struct output *out;
    struct error err;
    REQUIRE(output_open("printed", &out, &err) == STATUS_OK);
    scene_write(out, scene, world, scene->checkpoint);
    REQUIRE(output_close(out, &err) == STATUS_OK);
    const char *text = memory_output("printed", length);
    REQUIRE(text);
    return text;
}

/* --- what is accepted -------------------------------------------------------------------------------------------- */

static bool positive(double value)
{
    return value > 0 && isfinite(value);
}

static bool not_negative(double value)
{
    return value >= 0 && isfinite(value);
}

/** A coefficient of restitution, perhaps by speed. */
static void check_restitution(const struct restitution *e)
{
    const struct restitution_table *table = e->table;
    REQUIRE(e->least >= 0 && e->least <= e->slow && e->slow <= e->most && e->most <= 1);
    REQUIRE(table ? table->n >= 1 && table->n <= 64 && table->pair[0].e == e->slow : e->least == e->most);
    for (uint32_t i = 0; table && i < table->n; i++) {
        struct restitution_pair pair = table->pair[i];
        REQUIRE(e->least <= pair.e && pair.e <= e->most);
        REQUIRE(pair.speed >= 0 && (i == 0 || pair.speed > table->pair[i - 1].speed));
    }
}

static void check_head(const struct scene *scene, const struct world *world)
{
    const uint64_t most = (uint64_t)1 << 53;
    const struct integrator_ops *integrator = integrator_find(scene->integrator);
    REQUIRE(positive(scene->table.width) && positive(scene->table.height) && positive(scene->dt));
    check_restitution(&scene->pair.restitution);
    check_restitution(&scene->table.walls.restitution);
    REQUIRE(integrator && impact_law_find(scene->impact));
    REQUIRE(integrator->needs & SCENE_STIFFNESS ? positive(scene->k) : not_negative(scene->k));
    REQUIRE(not_negative(scene->contact_time));
    REQUIRE(scene->every >= 1 && scene->every <= most);
    REQUIRE(scene->steps <= most && scene->start_step <= most - scene->steps);
    REQUIRE(isfinite((double)(scene->start_step + scene->steps) * scene->dt));
    REQUIRE(world->step == scene->start_step && world->t == (double)world->step * scene->dt);
    REQUIRE(world->n == scene->n && world->r == scene->r && world->m == scene->m);
}

static bool is_text(const char *text)
{
    return !text || json_string_is_utf8(text, strlen(text));
}

static void check_texts(const struct scene *scene)
{
    REQUIRE(is_text(scene->title) && is_text(scene->comment));
    for (size_t i = 0; i < scene->n; i++)
        REQUIRE((!scene->name || is_text(scene->name[i])) && (!scene->color || is_text(scene->color[i])));
}

static void check_mu(struct friction mu)
{
    REQUIRE(not_negative(mu.a) && not_negative(mu.b) && not_negative(mu.c));
}

/** Of balls that slide, roll and spin, and of contacts that rub. */
static void check_rotation(const struct scene *scene, const struct world *world)
{
    REQUIRE(scene->rotates == (world->w != NULL) && scene->rotates == (scene->inertia != NULL));
    check_mu(scene->pair.rubbing.mu);
    check_mu(scene->table.walls.rubbing.mu);
    REQUIRE(fabs(scene->pair.rubbing.beta) <= 1 && fabs(scene->table.walls.rubbing.beta) <= 1 &&
            not_negative(scene->nose));
    for (size_t i = 0; i < world->n && scene->rotates; i++) {
        REQUIRE(scene->inertia[i] > 0 && scene->inertia[i] <= 1);
        REQUIRE(isfinite(world->w[i].x) && isfinite(world->w[i].y) && isfinite(world->w[i].z));
        REQUIRE(!scene->sliding || scene_is_fixed(scene, i) || positive(scene->sliding[i]));
        REQUIRE(!scene->pivoting || not_negative(scene->pivoting[i]));
        REQUIRE(scene->nose == 0 || scene_is_fixed(scene, i) || scene->nose < 2 * world->r[i]);
    }
    for (uint32_t i = 0; i < scene->table.n_obstacles; i++)
        check_restitution(&scene->table.obstacles[i].coefficients.restitution);
}

static void check_balls(const struct scene *scene, const struct world *world)
{
    const struct checkpoint *saved = scene->checkpoint;
    for (size_t i = 0; i < world->n; i++) {
        REQUIRE(positive(world->r[i]) && (positive(world->m[i]) || scene_is_fixed(scene, i)));
        REQUIRE(isfinite(world->vx[i]) && isfinite(world->vy[i]));
        if (!saved)
            REQUIRE(isfinite(world->x[i]) && isfinite(world->y[i]));
        else
            REQUIRE(isfinite(saved->state->x[i]) && isfinite(saved->state->y[i]) &&
                    (isfinite(saved->t0[i]) || saved->t0[i] == -HUGE_VAL) && saved->t0[i] <= world->t);
    }
}

/** Distance along an axis; through the nearest image on a periodic one. */
static double apart(double a, double b, double length, bool is_periodic)
{
    double d = fabs(a - b);
    return is_periodic ? fabs(d - length * round(d / length)) : d;
}

/** How far a ball sticks out of the walls of an axis. */
static double beyond_walls(double x, double r, double length, bool is_periodic)
{
    return is_periodic ? 0 : fmax(r - x, x + r - length);
}

/** Hard balls start apart and on the table, but for 1e-9 of the smaller radius (and the last bit of a length). Fixed
 *  balls may overlap each other and stick out; pocketed ones are nowhere. */
static void check_separation(const struct scene *scene, const struct world *world)
{
    const double allowed = 1.000001e-9, bit = 0x1p-51, width = scene->table.width, height = scene->table.height;
    const bool is_x = scene->table.periodic & TABLE_AXIS_X, is_y = scene->table.periodic & TABLE_AXIS_Y;
    size_t n = world->n < MOST_BALLS_IN_PAIRS ? world->n : MOST_BALLS_IN_PAIRS;
    for (size_t i = 0; i < n; i++) {
        double x = world->x[i], y = world->y[i], r = world->r[i];
        if (!world_is_on_table(world, i))
            continue;
        REQUIRE(scene_is_fixed(scene, i) || beyond_walls(x, r, width, is_x) <= allowed * r);
        REQUIRE(scene_is_fixed(scene, i) || beyond_walls(y, r, height, is_y) <= allowed * r);
        for (size_t j = 0; j < i; j++) {
            if (!world_is_on_table(world, j) || (scene_is_fixed(scene, i) && scene_is_fixed(scene, j)))
                continue;
            double reach = r + world->r[j], dx = apart(x, world->x[j], width, is_x),
                   dy = apart(y, world->y[j], height, is_y);
            double depth = reach * (1 - hypot(dx / reach, dy / reach));
            REQUIRE(depth <= allowed * fmin(r, world->r[j]) + bit * reach);
        }
    }
}

/** Printed, loaded and printed again: the same bytes. Numbers are printed with all their bits, so that is the same
 *  scene. A list of balls takes one element more than a generator, so the longest are left out. */
void reading_check_printed(const struct scene *scene, const struct world *world)
{
    static char once[MOST_PRINTED];
    struct reading again;
    size_t length, length_again;
    if (scene->n >= MEMORY_MOST_ELEMENTS)
        return;
    const char *text = reading_print(scene, world, &length);
    memcpy(once, text, length + 1);
    reading_load(&again, once, length, NULL, 0, true);
    REQUIRE(again.status == STATUS_OK);
    text = reading_print(again.scene, again.world, &length_again);
    REQUIRE(length_again == length && memcmp(text, once, length) == 0);
    REQUIRE(again.scene->n == scene->n && again.scene->steps == scene->steps && again.scene->every == scene->every);
    for (size_t i = 0; i < world->n; i++)
        REQUIRE(memcmp(&again.world->x[i], &world->x[i], sizeof(double)) == 0 &&
                memcmp(&again.world->vy[i], &world->vy[i], sizeof(double)) == 0 && again.world->m[i] == world->m[i] &&
                (!world->w || memcmp(&again.world->w[i], &world->w[i], sizeof *world->w) == 0));
    reading_free(&again);
}

static void check_accepted(const struct reading *reading)
{
    REQUIRE(reading->lines == 0);
    check_head(reading->scene, reading->world);
    check_texts(reading->scene);
    check_balls(reading->scene, reading->world);
    check_rotation(reading->scene, reading->world);
    if (!(integrator_find(reading->scene->integrator)->supports & SCENE_OVERLAPS))
        check_separation(reading->scene, reading->world);
}

/* --- what is not ------------------------------------------------------------------------------------------------- */

void reading_check_brief(const struct reading *reading, const char *text, size_t length)
{
    struct reading brief;
    reading_load(&brief, text, length, NULL, 0, false);
    REQUIRE(brief.status == STATUS_SCENE && brief.lines == 1 && strcmp(brief.first, reading->first) == 0);
}

void reading_check(const struct reading *reading)
{
    if (reading->status == STATUS_OK)
        check_accepted(reading);
    else if (reading->status == STATUS_SCENE)
        REQUIRE(reading->lines >= 1 && !reading->scene && !reading->world && !reading->err.text[0]);
    else
        REQUIRE(reading->status == STATUS_LIMIT && strcmp(reading->err.text, "out of memory") == 0);
}
