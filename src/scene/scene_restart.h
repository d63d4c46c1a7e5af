#pragma once

#include "base/error.h"
#include "json/json_tree.h"
#include "scene/scene_read.h"

/** Applies the overrides first..last-1, left to right; later ones see earlier ones. A saved state is not changed by
 * them before its moment: what they change of its balls begins there. `dt`, `duration` and `frame` also let steps and
 * time begin at 0. A scene that cannot be read stays as it is. */
enum status scene_restart_apply(const struct scene_reader *reader, struct cJSON *root, size_t first, size_t last);
