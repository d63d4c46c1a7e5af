#pragma once

#include "base/error.h"
#include "given/scene.h"
#include "json/json_tree.h"
#include "reading/scene_read.h"
#include "reading/scene_source.h"

/** A path may have this many segments. */
enum { SCENE_SET_MAX_SEGMENTS = 64 };

/** Checks the spelling of all overrides: a path of non-empty segments between dots, a value in UTF-8.
 *  STATUS_USAGE: err->where is the option, err->text says what is wrong. */
enum status scene_set_check(const struct scene_override *overrides, size_t n, struct error *err);

/** An override on its way into the tree. Owner: the caller, freed by scene_set_close(). */
struct scene_set {
    const struct scene_reader *reader;
    size_t index;      /* in the source of the reader's errors */
    char *path;        /* cut at its dots, into ... */
    size_t n_segments; /* ... at least one */
    char *segment[SCENE_SET_MAX_SEGMENTS];
    struct cJSON *value; /* copied to each place */
};

/** Reads the source's override after those that the scene has, and keeps it there, for its summary. To be closed in any
 *  case. STATUS_LIMIT: out of memory. */
enum status scene_set_open(struct scene_set *set, const struct scene_reader *reader, struct scene *scene);
void scene_set_close(struct scene_set *set);

/** Applies an override to the tree as it stands. A path that leads nowhere is reported. STATUS_LIMIT: out of memory. */
enum status scene_set_apply(const struct scene_set *set, struct cJSON *root);

/** Finds the entry of `balls`, an array, that a segment of a path names, by number or by a name that it alone has.
 * False: there is none, or errors->out_of_memory. */
bool scene_set_entry(struct scene_errors *errors, const struct cJSON *balls, const char *segment, size_t *index);

/** Makes room in a new scene for n overrides, of which `kept` has the first and lends their texts: it must outlive the
 *  scene. False: out of memory. */
bool scene_set_keep(struct scene *scene, const struct scene *kept, size_t n);
