#ifndef MODEL_SCENE_HEAD_H
#define MODEL_SCENE_HEAD_H

#include <stdbool.h>

#include "model/scene.h"
#include "model/scene_report.h"
#include "model/scene_schema.h"

/** Everything of a scene but its balls, read and checked. */
struct scene_head_state {
    struct scene_head value;            /* faulty values are as if they were not given */
    struct scene_integrator integrator; /* name NULL: unknown */
    bool table_known;                   /* width and height are right */
    bool start_known;                   /* start_time is right */
    double start_time;                  /* start.step * dt */
};

/** Reads the members of the document's root object. */
void scene_head_read(const struct scene_node *root, const struct scene_registry *registry,
                     struct scene_head_state *state, struct scene_report *report);

#endif
