#ifndef MODEL_SCENE_SET_H
#define MODEL_SCENE_SET_H

#include "base/error.h"
#include "model/scene.h"
#include "model/scene_json.h"
#include "model/scene_errors.h"

/** A path may have this many segments. */
enum { SCENE_SET_MAX_SEGMENTS = 64 };

/** Checks the spelling of all overrides: a path of non-empty segments between dots, a value in UTF-8.
 *  STATUS_USAGE: err->where is the option, err->text says what is wrong. */
enum status scene_set_check(const struct scene_override *overrides, size_t n, struct error *err);

/** Applies the overrides first..last-1 to the tree as it stands, left to right; later ones see earlier ones. A path
 * that leads nowhere is reported. STATUS_LIMIT: out of memory. */
enum status scene_set_apply(struct scene_node *root, const struct scene_override *overrides, size_t first, size_t last,
                            struct scene_errors *errors);

/** Keeps the overrides of the source in the scene, for its summary. STATUS_LIMIT: out of memory. */
enum status scene_set_keep(struct scene *scene, const struct scene_source *source);

#endif
