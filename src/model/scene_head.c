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
    const struct scene_registry *registry;
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
    const struct scene_node *value = scene_json_member(reader->root, "integrator");
    struct scene_integrator integrator;
    const char *names[MAX_NAMES], *wanted = reader->registry->default_integrator;
    size_t n = 0;
    for (; n < MAX_NAMES && reader->registry->integrator(n, &integrator); n++)
        names[n] = integrator.name;
    if (has(reader, SHAPE_SCENE, "integrator")) {
        size_t index = scene_read_name(value, names, n, &(struct scene_path){.name = "integrator"}, reader->report);
        wanted = index < n ? names[index] : NULL;
    } else if (value) {
        wanted = NULL; /* of a wrong type: its fault is noted */
    }
    for (size_t i = 0; wanted && i < n; i++)
        if (strcmp(names[i], wanted) == 0)
            reader->registry->integrator(i, &reader->state->integrator);
}

static void read_impact(struct head_reader *reader)
{
    const char *names[MAX_NAMES];
    size_t n = 0, index = SIZE_MAX;
    while (n < MAX_NAMES && (names[n] = reader->registry->impact(n)))
        n++;
    if (has(reader, SHAPE_SCENE, "impact"))
        index = scene_read_name(scene_json_member(reader->root, "impact"), names, n,
                                &(struct scene_path){.name = "impact"}, reader->report);
    reader->state->value.impact = index < n ? names[index] : reader->registry->default_impact;
}

static void check_stiffness(struct head_reader *reader)
{
    const struct scene_integrator *integrator = &reader->state->integrator;
    uint64_t found = reader->keys.given | reader->keys.faulty;
    bool there = found & scene_schema_bit(scene_schema_find(SHAPE_SCENE, "k"));
    if (integrator->name && (integrator->needs & SCENE_STIFFNESS) && !there)
        scene_report_missing(reader->report, reader->root, NULL,
                             "integrator \"%s\" needs \"k\", the stiffness of a contact", integrator->name);
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

void scene_head_read(const struct scene_node *root, const struct scene_registry *registry,
                     struct scene_head_state *state, struct scene_report *report)
{
    struct head_reader reader = {.root = root, .registry = registry, .state = state, .report = report};
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
