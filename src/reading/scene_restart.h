#pragma once

#include "base/error.h"
#include "json/json_tree.h"
#include "reading/scene_read.h"

/** Applies to the tree the overrides after those that the scene has, up to the n-th, left to right; later ones see
 *  earlier ones. The scene, which has room for them, keeps them. A saved state is not changed by them before its
 * moment: what they change of its balls begins there. `dt`, `duration` and `frame` also let steps and time begin at 0.
 * A scene that cannot be read stays as it is. */
enum status scene_restart_apply(const struct scene_reader *reader, struct cJSON *root, struct scene *scene, size_t n);
