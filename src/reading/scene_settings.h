#pragma once

#include <stdbool.h>

#include "base/error.h"
#include "impact/impact_law.h"
#include "integrators/integrator.h"
#include "reading/scene_read.h"

/** What is known of a scene beside struct scene itself once its settings, everything but the balls, have been read. */
struct scene_settings {
    const struct scene_reader *reader;       /* the caller sets this, ... */
    const struct cJSON *root;                /* ... the document, ... */
    struct scene *scene;                     /* ... and where it goes; the rest starts zeroed */
    const struct integrator_ops *integrator; /* NULL: unknown */
    const struct impact_law *impact;         /* the integrator's law; NULL: it has none */
    const struct cJSON *defaults;            /* NULL: none, or of a wrong type */
    const struct cJSON *obstacles;           /* likewise */
    const struct cJSON *balls;               /* likewise */
    struct scene_found found;                /* keys of the scene, table, restitution, start */
    bool table_known, start_known;           /* width and height, start_time are valid */
    double start_time;                       /* start.step * dt */
};

/** The entries of `obstacles`, from before the first; there are some. */
static inline struct json_tree_entries scene_settings_obstacles(const struct scene_settings *settings)
{
    return (struct json_tree_entries){.tree = settings->reader->errors->json, .array = settings->obstacles};
}

/** Ends a way through them. */
static inline void scene_settings_end_obstacles(const struct scene_settings *settings,
                                                struct json_tree_entries *entries)
{
    settings->reader->errors->out_of_memory |= entries->no_memory;
    json_tree_end(entries);
}

/** Reads the members of the document's root object into the scene, whose invalid values are as if not given. */
void scene_settings_read(struct scene_settings *settings);

/** An entry of `balls` as it is read: a ball or a generator. */
struct ball_entry {
    const struct scene_reader *reader;
    const struct cJSON *node;
    const struct scene_path *path;
    enum scene_object type;        /* OBJECT_BALL, OBJECT_RACK or OBJECT_FILL; of `defaults` OBJECT_DEFAULTS */
    struct scene_found own, found; /* keys of its own; those and the defaults' */
    struct scene_entry value;
};

/** False, and an error at the entry's friction, sliding or pivoting: the integrator cannot do it in this scene. */
bool scene_settings_check_decelerations(const struct ball_entry *entry, const struct scene_settings *settings);

/** False, and an error at the node's mu_roll, which is above 0: the integrator cannot do it. */
bool scene_settings_check_rolling(const struct scene_settings *settings, const struct cJSON *node,
                                  const struct scene_path *path);

/** An error, see scene_errors_add(), of a coefficient of restitution or a table of such, if the law of impact cannot do
 *  so little, or the integrator no table. */
void scene_settings_check_restitution(const struct scene_settings *settings, const struct cJSON *node,
                                      const struct scene_path *path, const char *key,
                                      const struct restitution *restitution);
