/*
 * Loading a scene, step by step: read the text, parse it, apply the overrides, read everything but the balls, read the
 * balls, check what hard balls and springs need, tell what is wrong. Faults are collected on the way and told at the
 * end in the order of the file; only what makes going on pointless (a text that is no JSON, no memory) ends the way
 * early.
 */
#include "model/scene.h"

#include <stdlib.h>
#include <string.h>

#include "base/input.h"
#include "base/mem.h"
#include "model/scene_balls.h"
#include "model/scene_head.h"
#include "model/scene_json.h"
#include "model/scene_report.h"
#include "model/scene_set.h"
#include "model/scene_stability.h"

/** All that loading needs; what becomes the result is handed over at the end. */
struct loading {
    const struct scene_source *source;
    const struct scene_registry *registry;
    const struct scene_faults *faults;
    struct scene_json json;
    struct scene_report report;
    struct scene_head_state head;
    struct scene_balls_map map;
    struct scene *scene;
    struct world *world;
};

/** The scene's own copy of a text that may be NULL. False: out of memory. */
static bool copy_text(char **to, const char *text)
{
    *to = text ? mem_string(text) : NULL;
    return *to || !text;
}

static bool copy_overrides(struct scene *scene, const struct scene_source *source)
{
    scene->overrides = mem_array(source->n_overrides, sizeof *scene->overrides);
    if (!scene->overrides)
        return false;
    for (size_t i = 0; i < source->n_overrides; i++, scene->n_overrides++) {
        const struct scene_override *override = &source->overrides[i];
        scene->overrides[i] = malloc(strlen(override->path) + strlen(override->value) + sizeof "=");
        if (!scene->overrides[i])
            return false;
        stpcpy(stpcpy(stpcpy(scene->overrides[i], override->path), "="), override->value);
    }
    return true;
}

static bool copy_head(struct scene *scene, const struct scene_head_state *head)
{
    const struct scene_head *value = &head->value;
    scene->table.width = value->width;
    scene->table.height = value->height;
    scene->e_ball = value->e_ball;
    scene->e_wall = value->e_wall;
    scene->k = value->k;
    scene->dt = value->dt;
    scene->steps = value->steps;
    scene->every = value->every;
    scene->start_step = value->start_step;
    scene->contact_time = value->contact_time;
    scene->integrator = head->integrator.name;
    scene->impact = value->impact;
    return copy_text(&scene->title, value->title) && copy_text(&scene->comment, value->comment);
}

static void take_beyond(void *context, size_t ball, const char *wall, double depth)
{
    struct loading *loading = context;
    char label[SCENE_BALLS_MAX_LABEL], number[SCENE_REPORT_MAX_NUMBER];
    struct scene_path path = {.name = scene_balls_label(label, &loading->map, ball)};
    scene_report_fault(&loading->report, loading->map.entry[scene_balls_entry(&loading->map, ball)], &path,
                       "extends %s beyond the %s wall", scene_report_number(number, depth, 6), wall);
}

static void take_overlap(void *context, size_t ball, size_t earlier, double depth)
{
    struct loading *loading = context;
    char label[SCENE_BALLS_MAX_LABEL], other[SCENE_BALLS_MAX_LABEL], number[SCENE_REPORT_MAX_NUMBER];
    struct scene_path path = {.name = scene_balls_label(label, &loading->map, ball)};
    scene_report_fault(&loading->report, loading->map.entry[scene_balls_entry(&loading->map, ball)], &path,
                       "overlaps %s by %s", scene_balls_label(other, &loading->map, earlier),
                       scene_report_number(number, depth, 6));
}

/** What cannot be asked before the balls are known. */
static enum status check_support(struct loading *loading)
{
    const struct scene_head_state *head = &loading->head;
    const struct scene_overlap_sink sink = {take_beyond, take_overlap, loading};
    if (!head->integrator.name)
        return STATUS_OK;
    if (head->integrator.needs & SCENE_STIFFNESS)
        scene_stability_check(loading->scene, scene_json_member(loading->json.root, "dt"), &loading->map,
                              &loading->report);
    if ((head->integrator.supports & SCENE_OVERLAPS) || !head->table_known || !head->start_known)
        return STATUS_OK;
    return loading->registry->check_overlaps(loading->scene, loading->world, &sink);
}

static enum status load_balls(struct loading *loading)
{
    const struct scene_head_state *head = &loading->head;
    enum status status = scene_balls_read(head, loading->scene, &loading->world, &loading->map, &loading->report);
    if (status != STATUS_OK || !loading->world)
        return status;
    return check_support(loading);
}

static enum status load_tree(struct loading *loading)
{
    const struct scene_source *source = loading->source;
    const struct scene_node *root = loading->json.root;
    struct scene_report *report = &loading->report;
    char found[SCENE_REPORT_MAX_VALUE];
    if (scene_json_kind(root) != SCENE_OBJECT) {
        scene_report_fault(report, root, NULL, "a scene must be an object, found %s", scene_report_value(found, root));
        return STATUS_OK;
    }
    enum status status = scene_set_apply(&loading->json, source->overrides, source->n_overrides, report);
    if (status != STATUS_OK)
        return status;
    loading->scene = mem_array(1, sizeof *loading->scene);
    if (!loading->scene)
        return STATUS_LIMIT;
    scene_head_read(root, loading->registry, &loading->head, report);
    if (!copy_head(loading->scene, &loading->head) || !copy_overrides(loading->scene, source))
        return STATUS_LIMIT;
    return load_balls(loading);
}

/** Everything after the text is in memory; takes the text. */
static enum status load_text(struct loading *loading, char *text, size_t length)
{
    struct json_fault fault;
    enum status status = scene_json_parse(&loading->json, text, length, &fault);
    if (status == STATUS_SCENE)
        scene_report_at(&loading->report, (struct scene_origin){.at = fault.offset}, "%s", fault.text);
    else if (status == STATUS_OK)
        status = load_tree(loading);
    if (status == STATUS_LIMIT)
        return status;
    return scene_report_tell(&loading->report, loading->faults);
}

/** STATUS_SCENE has been told line by line; running out of memory has not. */
static enum status close_error(enum status status, struct error *err)
{
    return status == STATUS_SCENE ? error_set(err, status, NULL, "%s", "") : error_no_memory(err);
}

enum status scene_load(const struct scene_source *source, const struct scene_registry *registry,
                       const struct scene_faults *faults, struct scene **scene, struct world **world, struct error *err)
{
    struct loading loading = {.source = source, .registry = registry, .faults = faults};
    char *text;
    size_t length;
    loading.report = (struct scene_report){.json = &loading.json, .source = source, .all = faults->all};
    enum status status = scene_set_check(source->overrides, source->n_overrides, err);
    if (status == STATUS_OK)
        status = input_read(source->path, &text, &length, err);
    if (status != STATUS_OK)
        return status;
    status = load_text(&loading, text, length);
    scene_report_free(&loading.report);
    scene_balls_free_map(&loading.map);
    scene_json_free(&loading.json);
    if (status == STATUS_OK) {
        *scene = loading.scene;
        *world = loading.world;
        return STATUS_OK;
    }
    world_destroy(loading.world);
    scene_destroy(loading.scene);
    return close_error(status, err);
}

static void free_texts(char **texts, size_t n)
{
    for (size_t i = 0; texts && i < n; i++)
        free(texts[i]);
    free(texts);
}

void scene_destroy(struct scene *scene)
{
    if (!scene)
        return;
    checkpoint_destroy(scene->checkpoint);
    free(scene->title);
    free(scene->comment);
    free(scene->r);
    free(scene->m);
    free_texts(scene->name, scene->n);
    free_texts(scene->color, scene->n);
    free_texts(scene->overrides, scene->n_overrides);
    free(scene);
}
