#ifndef MODEL_SCENE_SETTINGS_H
#define MODEL_SCENE_SETTINGS_H

#include <stdbool.h>

#include "model/scene.h"
#include "model/scene_read.h"

/** What is known of a scene beside struct scene itself once its settings, everything but the balls, have been read. */
struct scene_settings {
    struct scene_integrator integrator; /* name NULL: unknown */
    const struct scene_node *defaults;  /* NULL: none, or of a wrong type */
    const struct scene_node *obstacles; /* likewise */
    const struct scene_node *balls;     /* likewise */
    struct scene_found found;           /* keys of the scene, table, restitution, start */
    bool table_known, start_known;      /* width and height, start_time are valid */
    double start_time;                  /* start.step * dt */
};

/** Reads the members of the document's root object into the scene, whose invalid values are as if not given. Strings
 *  are borrowed from the JSON. */
void scene_settings_read(const struct scene_reader *reader, const struct scene_node *root, struct scene *scene,
                         struct scene_settings *settings);

/** False, and an error at the entry's `friction`: the integrator cannot do friction in this scene, or not so little. */
bool scene_settings_check_friction(const struct scene_reader *reader, const struct scene_settings *settings,
                                   const struct scene *scene, const struct scene_node *entry,
                                   const struct scene_path *path, double friction);

#endif
