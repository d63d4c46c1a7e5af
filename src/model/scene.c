/*
 * Loading a scene, step by step: read the text, parse it, apply the overrides, read everything but the balls, read the
 * balls, check what hard balls and springs need, tell what is wrong. Faults are collected on the way and told at the
 * end in the order of the file; only what makes going on pointless (a text that is no JSON, no memory) ends the way
 * early.
 *
 * A scene is loaded from a template: the tree of its text, of which one scene is as good as many. The overrides of a
 * scene are taken back after it is loaded (scene_json), so the next costs what it changes and what its balls cost.
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

struct scene_template {
    struct scene_source source; /* with the overrides of the scene that is being loaded, too */
    const struct scene_registry *registry;
    struct scene_faults faults;
    struct scene_json json;
    struct scene_override *overrides; /* what source.overrides points to */
    size_t n_own, capacity;           /* overrides given with the template; room in the array */
    size_t own_changes;               /* of the tree, by those */
};

/** All that loading needs; what becomes the result is handed over at the end. */
struct loading {
    struct scene_template *from;
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
        scene_stability_check(loading->scene, scene_json_member(loading->from->json.root, "dt"), &loading->map,
                              &loading->report);
    if ((head->integrator.supports & SCENE_OVERLAPS) || !head->table_known || !head->start_known)
        return STATUS_OK;
    return loading->from->registry->check_overlaps(loading->scene, loading->world, &sink);
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
    struct scene_template *from = loading->from;
    struct scene_report *report = &loading->report;
    enum status status = scene_set_apply(&from->json, from->overrides, from->n_own, from->source.n_overrides, report);
    if (status != STATUS_OK)
        return status;
    loading->scene = mem_array(1, sizeof *loading->scene);
    if (!loading->scene)
        return STATUS_LIMIT;
    scene_head_read(from->json.root, from->registry, &loading->head, report);
    if (!copy_head(loading->scene, &loading->head) || !copy_overrides(loading->scene, &from->source))
        return STATUS_LIMIT;
    return load_balls(loading);
}

/** STATUS_SCENE has been told line by line; running out of memory has not. */
static enum status close_error(enum status status, struct error *err)
{
    if (status == STATUS_OK)
        return status;
    return status == STATUS_SCENE ? error_set(err, status, NULL, "%s", "") : error_no_memory(err);
}

static struct scene_report report_on(const struct scene_template *template)
{
    return (struct scene_report){.json = &template->json, .source = &template->source, .all = template->faults.all};
}

/* --- templates --------------------------------------------------------------------------------------------------- */

static bool add_overrides(struct scene_template *template, const struct scene_override *overrides, size_t n)
{
    void *array = template->overrides;
    size_t used = template->source.n_overrides;
    bool grown = mem_grow(&array, &template->capacity, used + n, sizeof *overrides);
    template->source.overrides = template->overrides = array;
    if (!grown)
        return false;
    if (n > 0)
        memcpy(template->overrides + used, overrides, n * sizeof *overrides);
    template->source.n_overrides += n;
    return true;
}

/** Parses the text, which it takes, and applies the template's own overrides. */
static enum status parse(struct scene_template *template, char *text, size_t length)
{
    struct json_fault fault;
    char found[SCENE_REPORT_MAX_VALUE];
    struct scene_report report = report_on(template);
    enum status status = scene_json_parse(&template->json, text, length, &fault);
    const struct scene_node *root = template->json.root;
    if (status == STATUS_SCENE)
        scene_report_at(&report, (struct scene_origin){.at = fault.offset}, "%s", fault.text);
    else if (status == STATUS_OK && scene_json_kind(root) != SCENE_OBJECT)
        scene_report_fault(&report, root, NULL, "a scene must be an object, found %s", scene_report_value(found, root));
    else if (status == STATUS_OK)
        status = scene_set_apply(&template->json, template->overrides, 0, template->source.n_overrides, &report);
    if (status != STATUS_LIMIT)
        status = scene_report_tell(&report, &template->faults);
    scene_report_free(&report);
    template->n_own = template->source.n_overrides;
    template->own_changes = template->json.n_changes;
    return status;
}

/** Makes a template of the text, which it takes. */
static enum status create(const struct scene_template *like, char *text, size_t length, struct scene_template **made,
                          struct error *err)
{
    struct scene_template *template = mem_array(1, sizeof *template);
    *made = NULL;
    if (!template) {
        free(text);
        return error_no_memory(err);
    }
    template->source.path = like->source.path;
    template->registry = like->registry;
    template->faults = like->faults;
    if (!add_overrides(template, like->source.overrides, like->source.n_overrides)) {
        free(text);
        scene_template_destroy(template);
        return error_no_memory(err);
    }
    enum status status = parse(template, text, length);
    if (status == STATUS_OK)
        *made = template;
    else
        scene_template_destroy(template);
    return close_error(status, err);
}

enum status scene_template_create(const struct scene_source *source, const struct scene_registry *registry,
                                  const struct scene_faults *faults, struct scene_template **template,
                                  struct error *err)
{
    const struct scene_template like = {.source = *source, .registry = registry, .faults = *faults};
    char *text;
    size_t length;
    *template = NULL;
    enum status status = scene_set_check(source->overrides, source->n_overrides, err);
    if (status == STATUS_OK)
        status = input_read(source->path, &text, &length, err);
    return status == STATUS_OK ? create(&like, text, length, template, err) : status;
}

enum status scene_template_copy(const struct scene_template *template, const struct scene_faults *faults,
                                struct scene_template **copy, struct error *err)
{
    struct scene_template like = *template;
    char *text = mem_array(template->json.length + 1, 1);
    like.faults = *faults;
    *copy = NULL;
    if (!text)
        return error_no_memory(err);
    memcpy(text, template->json.text, template->json.length);
    return create(&like, text, template->json.length, copy, err);
}

void scene_template_destroy(struct scene_template *template)
{
    if (!template)
        return;
    scene_json_free(&template->json);
    free(template->overrides);
    free(template);
}

/* --- scenes ------------------------------------------------------------------------------------------------------ */

enum status scene_template_load(struct scene_template *template, const struct scene_override *overrides, size_t n,
                                struct scene **scene, struct world **world, struct error *err)
{
    struct loading loading = {.from = template};
    enum status status = scene_set_check(overrides, n, err);
    if (status != STATUS_OK)
        return status;
    loading.report = report_on(template);
    status = add_overrides(template, overrides, n) ? load_tree(&loading) : STATUS_LIMIT;
    if (status != STATUS_LIMIT)
        status = scene_report_tell(&loading.report, &template->faults);
    scene_report_free(&loading.report);
    scene_balls_free_map(&loading.map);
    scene_json_restore(&template->json, template->own_changes);
    template->source.n_overrides = template->n_own;
    if (status == STATUS_OK) {
        *scene = loading.scene;
        *world = loading.world;
        return STATUS_OK;
    }
    world_destroy(loading.world);
    scene_destroy(loading.scene);
    return close_error(status, err);
}

/** All overrides go with the scene, none with the template, so that all faults are told together. */
enum status scene_load(const struct scene_source *source, const struct scene_registry *registry,
                       const struct scene_faults *faults, struct scene **scene, struct world **world, struct error *err)
{
    const struct scene_source file = {.path = source->path};
    struct scene_template *template;
    enum status status = scene_set_check(source->overrides, source->n_overrides, err);
    if (status == STATUS_OK)
        status = scene_template_create(&file, registry, faults, &template, err);
    if (status != STATUS_OK)
        return status;
    status = scene_template_load(template, source->overrides, source->n_overrides, scene, world, err);
    scene_template_destroy(template);
    return status;
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
