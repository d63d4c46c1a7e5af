#pragma once

#include "base/error.h"
#include "json/json_tree.h"
#include "scene/scene.h"
#include "scene/scene_source.h"
#include "scene/scene_errors.h"

/** A path may have this many segments. */
enum { SCENE_SET_MAX_SEGMENTS = 64 };

/** Checks the spelling of all overrides: a path of non-empty segments between dots, a value in UTF-8.
 *  STATUS_USAGE: err->where is the option, err->text says what is wrong. */
enum status scene_set_check(const struct scene_override *overrides, size_t n, struct error *err);

/** Applies an override to the tree as it stands. A path that leads nowhere is reported. STATUS_LIMIT: out of memory.
 *  @param index its number in the source of the errors */
enum status scene_set_apply(struct cJSON *root, const struct scene_override *override, size_t index,
                            struct scene_errors *errors);

/** Finds the entry of `balls`, an array, that a segment of a path names, by number or by a name that it alone has.
 * False: there is none, or errors->out_of_memory. */
bool scene_set_entry(struct scene_errors *errors, const struct cJSON *balls, const char *segment, size_t *index);

/** Keeps the overrides of the source in the scene, for its summary. STATUS_LIMIT: out of memory.
 *  @param kept has the first of them, and lends their texts: it must outlive the scene */
enum status scene_set_keep(struct scene *scene, const struct scene_source *source, const struct scene *kept);
