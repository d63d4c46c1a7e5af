#ifndef MODEL_SCENE_SCHEMA_H
#define MODEL_SCENE_SCHEMA_H

#include "base/output.h"
#include "model/scene.h"

/** Writes the JSON Schema (draft 2020-12) of scenes, made from the table of keys and the registry's names. Failures are
 *  the output's. */
void scene_schema_write(struct output *out, const struct scene_registry *registry);

#endif
