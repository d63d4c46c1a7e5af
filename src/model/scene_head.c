/*
 * The table, the laws and the clock: keys that a scene has once. Values that depend on each other are compared only
 * when each is right by itself, so that one mistake gives one message.
 */
#include "model/scene_head.h"

#include <math.h>
#include <string.h>

#include "model/scene_read.h"

enum { MAX_NAMES = 64 };

struct head_reader {
    const struct scene_node *root;
    const struct scene_vocabulary *vocabulary;
    struct scene_head_state *state;
    struct scene_report *report;
    struct scene_keys keys; /* of all the objects below */
};

static bool has(const struct head_reader *reader, enum scene_shape shape, const char *name)
{
    return scene_read_has(reader->keys, shape, name);
}

/** Reads an object that is a member of the root; NULL: not there. True: no fault. */
static bool read_part(struct head_reader *reader, const struct scene_node *object, enum scene_shape shape,
                      const char *name)
{
    struct scene_path path = {.name = name};
    if (!object)
        return true;
    bool sound = scene_read_object(object, shape, &path, &reader->state->value, &reader->keys, reader->report);
    return scene_read_required(object, shape, &path, reader->keys, reader->report) && sound;
}

static void read_restitution(struct head_reader *reader)
{
    struct scene_head *head = &reader->state->value;
    if (!head->restitution)
        return;
    if (scene_json_kind(head->restitution) == SCENE_NUMBER)
        head->e_ball = head->e_wall = scene_json_number(head->restitution);
    else
        read_part(reader, head->restitution, SHAPE_RESTITUTION, "restitution");
}

static void read_integrator(struct head_reader *reader)
{
    const struct scene_vocabulary *vocabulary = reader->vocabulary;
    const struct scene_node *value = scene_json_member(reader->root, "integrator");
    const char *names[MAX_NAMES];
    size_t n = vocabulary->n_integrators < MAX_NAMES ? vocabulary->n_integrators : MAX_NAMES, index = SIZE_MAX;
    for (size_t i = 0; i < n; i++) {
        names[i] = vocabulary->integrators[i].name;
        if (strcmp(names[i], vocabulary->default_integrator) == 0)
            index = i;
    }
    if (has(reader, SHAPE_SCENE, "integrator"))
        index = scene_read_name(value, names, n, &(struct scene_path){.name = "integrator"}, reader->report);
    else if (value)
        index = SIZE_MAX; /* of a wrong type: its fault is noted */
    reader->state->integrator = index < n ? &vocabulary->integrators[index] : NULL;
}

static void read_impact(struct head_reader *reader)
{
    const struct scene_vocabulary *vocabulary = reader->vocabulary;
    struct scene_head *head = &reader->state->value;
    struct scene_path path = {.name = "impact"};
    if (!has(reader, SHAPE_SCENE, "impact")) {
        head->impact = vocabulary->default_impact;
        return;
    }
    size_t index = scene_read_name(scene_json_member(reader->root, "impact"), vocabulary->impacts,
                                   vocabulary->n_impacts, &path, reader->report);
    head->impact = index == SIZE_MAX ? vocabulary->default_impact : vocabulary->impacts[index];
}

static void check_stiffness(struct head_reader *reader)
{
    const struct scene_integrator *integrator = reader->state->integrator;
    uint64_t found = reader->keys.given | reader->keys.faulty;
    bool there = found & scene_schema_bit(scene_schema_find(SHAPE_SCENE, "k"));
    if (integrator && integrator->needs_stiffness && !there)
        scene_report_missing(reader->report, reader->root, NULL, "missing key \"k\", needed by integrator \"%s\"",
                             integrator->name);
}

/** The last step must be a whole number below 2^53 and its time finite. */
static void check_clock(struct head_reader *reader, bool start_sound)
{
    struct scene_head_state *state = reader->state;
    const struct scene_head *head = &state->value;
    struct scene_path path = {.name = "steps"};
    if (!start_sound || !has(reader, SHAPE_SCENE, "dt"))
        return;
    state->start_time = (double)head->start_step * head->dt;
    state->start_known = true;
    if (!has(reader, SHAPE_SCENE, "steps"))
        return;
    double last = (double)head->start_step + (double)head->steps;
    const struct scene_node *steps = scene_json_member(reader->root, "steps");
    if (last > 0x1p53)
        scene_report_fault(reader->report, steps, &path, "start.step + steps must be at most 2^53");
    else if (!isfinite(last * head->dt))
        scene_report_fault(reader->report, steps, &path, "the end of the run is too late for a double");
}

void scene_head_read(const struct scene_node *root, const struct scene_vocabulary *vocabulary,
                     struct scene_head_state *state, struct scene_report *report)
{
    struct head_reader reader = {.root = root, .vocabulary = vocabulary, .state = state, .report = report};
    *state = (struct scene_head_state){.value = {.e_ball = 1, .e_wall = 1, .every = 1}};
    scene_read_object(root, SHAPE_SCENE, NULL, &state->value, &reader.keys, report);
    scene_read_required(root, SHAPE_SCENE, NULL, reader.keys, report);
    read_part(&reader, state->value.table, SHAPE_TABLE, "table");
    state->table_known = has(&reader, SHAPE_TABLE, "width") && has(&reader, SHAPE_TABLE, "height");
    read_restitution(&reader);
    bool start_sound = read_part(&reader, state->value.start, SHAPE_START, "start");
    read_integrator(&reader);
    read_impact(&reader);
    check_stiffness(&reader);
    check_clock(&reader, start_sound && (state->value.start || !scene_json_member(root, "start")));
}
