/*
 * Loading a scene, step by step: read the text, parse it, apply the overrides, read everything but the balls, read the
 * balls, check what hard balls and springs need, print the errors. They are collected on the way and printed at the
 * end in the order of the file; only what makes going on pointless (a text that is no JSON, no memory) ends the way
 * early.
 *
 * A template keeps the tree of a text for many scenes. Each is loaded from a tree that shares it but for what its
 * overrides change.
 */
#include "reading/scene_load.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/double_bits.h"
#include "base/input.h"
#include "base/mem.h"
#include "base/min_max.h"
#include "json/json_tree.h"
#include "near/overlap.h"
#include "reading/scene_balls.h"
#include "reading/scene_clock.h"
#include "reading/scene_errors.h"
#include "reading/scene_gates.h"
#include "reading/scene_motion.h"
#include "reading/scene_nose.h"
#include "reading/scene_obstacles.h"
#include "reading/scene_pairs.h"
#include "reading/scene_piston.h"
#include "reading/scene_restart.h"
#include "reading/scene_rotation.h"
#include "reading/scene_set.h"
#include "reading/scene_settings.h"
#include "reading/scene_start.h"

struct scene_template {
    struct scene_source source;
    struct scene_keys_index keys;
    struct json_tree json; /* to whose root the overrides of the source have been applied */
    struct scene kept;     /* of it only these overrides, for the scenes made from it */
};

/** All that loading needs; what becomes the result is handed over at the end. */
struct loading {
    const struct scene_source *source;
    const struct scene_template *template;
    struct cJSON *root; /* to which the overrides that the template keeps have been applied */
    struct scene_errors errors;
    struct scene_settings settings;
    struct scene_balls_map map;
    struct scene *scene;
    struct world *world;
};

/** Lets the error added last name an override of `node`, or of what places and joins all balls alike. */
static void blame(struct loading *loading, const struct cJSON *node, bool places)
{
    const char *const keys[] = {"defaults", "table", "integrator"};
    scene_errors_after(&loading->errors, node, places);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        scene_errors_after(&loading->errors, json_tree_member(loading->root, keys[i]), places);
}

/** Adds an error of a ball; it points at the entry of `balls` that the ball comes from. */
__attribute__((format(printf, 3, 4))) static void add_ball_error(struct loading *loading, size_t ball,
                                                                 const char *format, ...)
{
    char label[SCENE_BALLS_MAP_MAX_LABEL];
    const struct cJSON *node = scene_balls_map_node(&loading->map, ball);
    struct scene_path path = {.name = scene_balls_map_label(label, &loading->map, ball)};
    va_list arguments;
    va_start(arguments, format);
    scene_errors_vadd(&loading->errors, node, &path, NULL, format, arguments);
    va_end(arguments);
    blame(loading, node, true);
}

static void take_beyond(void *context, size_t ball, const char *wall, double depth)
{
    const struct loading *loading = context;
    const double r = loading->scene->r[ball], width = loading->scene->table.width,
                 height = loading->scene->table.height;
    char number[SCENE_ERRORS_MAX_NUMBER], radius[SCENE_ERRORS_MAX_NUMBER], side[SCENE_ERRORS_MAX_NUMBER],
        units[128] = "";
    if (r > double_min(width, height))
        snprintf(units, sizeof units, "; radius %s, table %s %s: one unit for all?", scene_errors_number(radius, r, 6),
                 scene_errors_number(side, double_min(width, height), 6), width < height ? "wide" : "high");
    add_ball_error(context, ball, "extends %s beyond the %s wall%s", scene_errors_number(number, depth, 6), wall,
                   units);
}

/** True if the ball comes from a fill that looks for room beside the balls before it. */
static bool is_filled_at_random(struct scene_balls_map *map, size_t ball)
{
    const struct cJSON *fill = json_tree_member(scene_balls_map_node(map, ball), "fill");
    return fill && strcmp(json_tree_string(fill), "random") == 0;
}

static void take_overlap(void *context, size_t ball, size_t earlier, double depth)
{
    struct loading *loading = context;
    char other[SCENE_BALLS_MAP_MAX_LABEL], number[SCENE_ERRORS_MAX_NUMBER];
    add_ball_error(context, ball, "overlaps %s by %s%s", scene_balls_map_label(other, &loading->map, earlier),
                   scene_errors_number(number, depth, 6),
                   is_filled_at_random(&loading->map, earlier) ? "; a random fill keeps clear of what comes before it"
                                                               : "");
    scene_errors_after(&loading->errors, scene_balls_map_node(&loading->map, earlier), true);
}

static void take_obstacle(void *context, size_t ball, size_t obstacle, double depth)
{
    struct loading *loading = context;
    char number[SCENE_ERRORS_MAX_NUMBER];
    add_ball_error(loading, ball, "overlaps obstacles.%zu by %s", obstacle, scene_errors_number(number, depth, 6));
    scene_errors_after(&loading->errors, json_tree_element(loading->settings.obstacles, obstacle), true);
}

/** On a shorter axis two balls, of which one may be fixed if the integrator can do that, could touch through two images
 *  at once, or single precision not tell where they are. */
static void check_period(struct loading *loading, enum table_axis axis, const char *name, double length)
{
    char least[SCENE_ERRORS_MAX_NUMBER], found[SCENE_ERRORS_MAX_NUMBER], why[128] = "0.00002 (width + height)";
    const struct table *table = &loading->scene->table;
    const struct integrator_ops *integrator = loading->settings.integrator;
    const struct scene_radii largest = scene_largest_radii(loading->scene);
    bool fixed = integrator && !(integrator->supports & SCENE_TWO_SIDES) && largest.fixed > largest.second;
    const double reach = 2 * (largest.first + (fixed ? largest.fixed : largest.second));
    const double part = 2e-5 * (table->width + table->height);
    if (!(table->periodic & axis) || (length > reach && length > part))
        return;
    if (reach > part)
        snprintf(why, sizeof why, "2 (r1 + r2) of the two largest balls%s%s", fixed ? " under integrator " : "",
                 fixed ? integrator->name : " that are not fixed");
    scene_errors_add(&loading->errors, json_tree_member(loading->root, "table"), &(struct scene_path){.name = "table"},
                     name, "must be > %s on a periodic axis, %s, found %s",
                     scene_errors_number(least, double_max(reach, part), 0), why,
                     scene_errors_number(found, length, 0));
    blame(loading, json_tree_member(loading->root, "balls"), true);
}

/** Where to look first for a ball's place in a table of mask + 1 entries. */
static size_t slot_of(const struct world *world, size_t ball, size_t mask)
{
    uint64_t x = double_bits_of(world->x[ball] + 0), y = double_bits_of(world->y[ball] + 0); /* -0 is 0 */
    return (size_t)((x * 0x9E3779B97F4A7C15u ^ y) * 0xBF58476D1CE4E5B9u >> 32) & mask;
}

/** Two balls at one place, unless both are fixed. */
static void check_place(struct loading *loading, size_t ball, size_t other)
{
    char label[SCENE_BALLS_MAP_MAX_LABEL];
    if (!scene_is_fixed(loading->scene, ball) || !scene_is_fixed(loading->scene, other))
        add_ball_error(loading, ball, "has its centre where %s has it; integrator \"%s\" knows no direction for them",
                       scene_balls_map_label(label, &loading->map, other), loading->settings.integrator->name);
}

/** Compares all places with each other, through a table of hashes. Balls that found no room have none. */
static enum status check_places(struct loading *loading)
{
    const struct world *world = loading->world;
    size_t mask = 1;
    while (mask < 2 * world->n)
        mask = 2 * mask + 1;
    size_t *next = mem_array(mask + 1, sizeof *next); /* a ball + 1; 0: none */
    for (size_t i = 0; next && i < world->n; i++) {
        size_t slot = slot_of(world, i, mask);
        if (!(loading->scene->r[i] > 0) || !world_is_on_table(world, i))
            continue;
        while (next[slot] && (world->x[next[slot] - 1] != world->x[i] || world->y[next[slot] - 1] != world->y[i]))
            slot = (slot + 1) & mask;
        if (next[slot])
            check_place(loading, i, next[slot] - 1);
        else
            next[slot] = i + 1;
    }
    free(next);
    return next ? STATUS_OK : STATUS_LIMIT;
}

/** Refuses a dt that is not below the bound of stability. */
static void check_stability(struct loading *loading)
{
    static const char *const keys[] = {"m", "r", "inertia"};
    const struct scene_stability stability = loading->settings.integrator->stability(loading->scene);
    char bound[SCENE_ERRORS_MAX_NUMBER], found[SCENE_ERRORS_MAX_NUMBER], advice[SCENE_ERRORS_MAX_NUMBER];
    char one[SCENE_BALLS_MAP_MAX_LABEL], other[SCENE_BALLS_MAP_MAX_LABEL];
    char given[SCENE_ERRORS_MAX_NUMBER], shortened[SCENE_ERRORS_MAX_NUMBER + 32] = "";
    const struct cJSON *dt = json_tree_member(loading->root, "dt");
    if (!(loading->scene->dt >= stability.bound))
        return;
    scene_errors_number(found, loading->scene->dt, 6);
    scene_errors_number(given, dt ? json_tree_number(dt) : loading->scene->dt, 6);
    if (strcmp(given, found) != 0)
        snprintf(shortened, sizeof shortened, ", which frames make %s,", found);
    scene_errors_add(&loading->errors, loading->root, NULL, "dt",
                     "%s%s is too large: the springs between %s and %s are stable below %s; use at most %s (20 steps "
                     "per contact)",
                     given, shortened, scene_balls_map_label(one, &loading->map, stability.a),
                     stability.a == stability.b ? "a wall" : scene_balls_map_label(other, &loading->map, stability.b),
                     scene_errors_number(bound, stability.bound, 6),
                     scene_errors_number(advice, 0.995 * stability.contact_time / 20, 3));
    scene_errors_after(&loading->errors, json_tree_member(loading->root, "k"), false);
    const size_t balls[] = {stability.a, stability.b};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        for (size_t k = 0; k < 2; k++)
            scene_errors_after(&loading->errors,
                               json_tree_member(scene_balls_map_node(&loading->map, balls[k]), keys[i]), false);
    blame(loading, NULL, false);
}

/** What cannot be asked before the balls are known. */
static enum status check_support(struct loading *loading)
{
    const struct scene_settings *settings = &loading->settings;
    const struct overlap_sink sink = {take_beyond, take_overlap, take_obstacle, loading};
    if (settings->table_known) {
        check_period(loading, TABLE_AXIS_X, "width", loading->scene->table.width);
        check_period(loading, TABLE_AXIS_Y, "height", loading->scene->table.height);
    }
    scene_pairs_check(settings, &loading->map, loading->world);
    scene_rotation_check(settings, &loading->map);
    scene_nose_check(settings, &loading->map);
    scene_motion_check(settings);
    scene_piston_check(settings, &loading->map, loading->world);
    scene_gates_check(settings);
    if (!settings->integrator)
        return STATUS_OK;
    if (settings->integrator->needs & SCENE_STIFFNESS)
        check_stability(loading);
    if (!settings->table_known || !settings->start_known)
        return STATUS_OK;
    if (settings->integrator->supports & SCENE_OVERLAPS)
        return settings->integrator->supports & SCENE_ONE_PLACE ? STATUS_OK : check_places(loading);
    return overlap_check(loading->scene, loading->world, &sink);
}

static enum status load_tree(struct loading *loading)
{
    const struct scene_template *template = loading->template;
    struct scene *scene = loading->scene = mem_array(1, sizeof *scene);
    if (!scene || !scene_set_keep(scene, &template->kept, loading->source->n_overrides))
        return STATUS_LIMIT;
    const struct scene_reader reader = {&loading->errors, &scene->texts, &template->keys};
    enum status status = scene_restart_apply(&reader, loading->root, scene, loading->source->n_overrides);
    if (status != STATUS_OK)
        return status;
    struct scene_settings *settings = &loading->settings;
    *settings = (struct scene_settings){.reader = &reader, .root = loading->root, .scene = scene};
    scene_settings_read(settings);
    scene_motion_prepare_walls(settings);
    scene_piston_prepare(settings);
    scene_clock_check(settings);
    status = scene_obstacles_read(settings);
    if (status == STATUS_OK)
        status = scene_balls_read(settings, &loading->world, &loading->map);
    if (status != STATUS_OK)
        return status;
    scene_clock_check_stop(settings, loading->world && loading->map.complete);
    if (!loading->world)
        return status;
    scene_clock_choose(settings, loading->world);
    status = check_support(loading);
    if (loading->map.visited.no_memory)
        status = STATUS_LIMIT;
    return status == STATUS_OK ? scene_start_read(settings, loading->world) : status;
}

/** Prints the errors and frees them. What is left for err to say is that memory has run out. */
static enum status report(struct scene_errors *errors, const struct scene_faults *faults, enum status status,
                          struct error *err)
{
    if (status != STATUS_LIMIT)
        status = scene_errors_print(errors, faults);
    scene_errors_free(errors);
    if (status == STATUS_OK)
        return status;
    return status == STATUS_LIMIT ? error_no_memory(err) : error_set(err, status, NULL, "%s", "");
}

/** Loads a scene from a tree, which is changed. */
static enum status load(struct loading *loading, const struct scene_faults *faults, struct scene **scene,
                        struct world **world, struct error *err)
{
    enum status status = report(&loading->errors, faults, load_tree(loading), err);
    scene_balls_map_free(&loading->map);
    if (status == STATUS_OK) {
        *scene = loading->scene;
        *world = loading->world;
        return STATUS_OK;
    }
    world_destroy(loading->world);
    scene_destroy(loading->scene);
    return status;
}

/** Parses the text, which it takes, and applies the source's overrides. */
static enum status parse(struct scene_template *template, char *text, size_t length, struct scene_errors *errors)
{
    const struct scene_reader reader = {errors, &template->kept.texts, &template->keys};
    struct json_fault fault;
    char found[SCENE_ERRORS_MAX_VALUE];
    const size_t n = template->source.n_overrides;
    const struct json_tree_names names = {scene_keys_name, scene_keys_is_long};
    enum status status = json_tree_parse(&template->json, text, length, names, &fault);
    struct cJSON *root = template->json.root;
    if (status == STATUS_SCENE)
        scene_errors_add_fault(errors, &fault);
    if (status != STATUS_OK)
        return status;
    if (json_tree_kind(root) != TREE_OBJECT) {
        scene_errors_add(errors, root, NULL, NULL, "a scene must be an object, found %s",
                         scene_errors_value(found, root));
        return STATUS_OK;
    }
    if (!scene_set_keep(&template->kept, &(struct scene){.n = 0}, n))
        return STATUS_LIMIT;
    return scene_restart_apply(&reader, root, &template->kept, n);
}

/** The text of a source, which goes to free(). */
static enum status read_text(const struct scene_source *source, char **text, size_t *length, struct error *err)
{
    if (source->path)
        return input_read(source->path, text, length, err);
    *length = source->length;
    *text = mem_array(*length + 1, 1);
    if (!*text)
        return error_no_memory(err);
    memcpy(*text, source->text, *length);
    (*text)[*length] = '\0';
    return STATUS_OK;
}

/** As scene_load_template(), for one scene. */
static enum status open_template(const struct scene_source *source, const struct scene_faults *faults,
                                 struct scene_template **template, struct error *err)
{
    char *text;
    size_t length;
    *template = NULL;
    enum status status = scene_set_check(source->overrides, source->n_overrides, err);
    if (status == STATUS_OK)
        status = read_text(source, &text, &length, err);
    if (status != STATUS_OK)
        return status;
    struct scene_template *made = mem_array(1, sizeof *made);
    if (!made) {
        free(text);
        return error_no_memory(err);
    }
    *made = (struct scene_template){.source = *source, .keys = scene_keys_index()};
    struct scene_errors errors = {.json = &made->json, .source = source};
    status = report(&errors, faults, parse(made, text, length, &errors), err);
    if (status == STATUS_OK)
        *template = made;
    else
        scene_load_free(made);
    return status;
}

/** All overrides go with the scene, none with the text, so that all errors are printed together. */
enum status scene_load(const struct scene_source *source, const struct scene_faults *faults, struct scene **scene,
                       struct world **world, struct error *err)
{
    const struct scene_source file_of = {source->path, NULL, 0, source->text, source->length};
    struct scene_template *file = NULL;
    enum status status = scene_set_check(source->overrides, source->n_overrides, err);
    if (status == STATUS_OK)
        status = open_template(&file_of, faults, &file, err);
    if (status != STATUS_OK || !file)
        return status;
    struct loading loading = {.source = source, .template = file, .root = file->json.root};
    loading.errors = (struct scene_errors){.json = &file->json, .source = source};
    status = load(&loading, faults, scene, world, err);
    scene_load_free(file);
    return status;
}

/** What many scenes would ask is asked once. */
enum status scene_load_template(const struct scene_source *source, const struct scene_faults *faults,
                                struct scene_template **template, struct error *err)
{
    return open_template(source, faults, template, err);
}

/** The overrides of one source, then those of another, in an array of the caller's. NULL: out of memory. */
static struct scene_override *join(const struct scene_source *a, const struct scene_source *b)
{
    struct scene_override *all = mem_array(a->n_overrides + b->n_overrides, sizeof *all);
    for (size_t i = 0; all && i < a->n_overrides + b->n_overrides; i++)
        all[i] = i < a->n_overrides ? a->overrides[i] : b->overrides[i - a->n_overrides];
    return all;
}

enum status scene_load_from(const struct scene_template *template, const struct scene_source *more,
                            const struct scene_faults *faults, struct scene **scene, struct world **world,
                            struct error *err)
{
    const struct scene_source *own = &template->source;
    enum status status = scene_set_check(more->overrides, more->n_overrides, err);
    if (status != STATUS_OK)
        return status;
    struct scene_override *overrides = join(own, more);
    const struct scene_source source = {
        .path = own->path, .overrides = overrides, .n_overrides = own->n_overrides + more->n_overrides};
    struct loading loading = {.source = &source, .template = template};
    loading.errors = (struct scene_errors){.json = &template->json, .source = &source};
    loading.root = overrides ? json_tree_share(template->json.root) : NULL;
    status = loading.root ? load(&loading, faults, scene, world, err) : error_no_memory(err);
    json_tree_discard(loading.root);
    free(overrides);
    return status;
}

void scene_load_free(struct scene_template *template)
{
    if (!template)
        return;
    json_tree_free(&template->json);
    free(template->kept.settings);
    arena_free(&template->kept.texts);
    free(template);
}
