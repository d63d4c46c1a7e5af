#pragma once

#include <stdbool.h>

#include "reading/scene_read.h"

/* What a scene says of materials: `materials` itself, and the `material` of balls and obstacles. */

/** Reads the scene's `materials`, if it gives any. What is wrong is reported, and left out. */
void scene_materials_read(const struct scene_reader *reader, const struct cJSON *root, struct scene *scene);

/** A key that names a material. */
struct scene_material_use {
    const char *key, *material;
    bool wall; /* that may be `wall`, as an obstacle's */
};

/** Whether a ball or an obstacle may have the material that it names; if not, this is reported at that key. */
bool scene_materials_know(const struct scene_reader *reader, const struct scene *scene, const struct cJSON *node,
                          const struct scene_path *path, struct scene_material_use use);

/** Balls first..last-1 have that material. @param material NULL: none; else one that is known, or has been reported
 *  False: out of memory. */
bool scene_materials_set(struct scene *scene, size_t first, size_t last, const char *material);

/** After the last ball: what all pairs of materials do. False: out of memory. */
bool scene_materials_complete(struct scene *scene);

/** The number of a material that is known; 0: none. */
uint32_t scene_materials_number(const struct materials *materials, const char *material);
