#pragma once

#include "base/error.h"
#include "json/json_tree.h"
#include "scene/scene_read.h"

/** Applies the overrides first..last-1, left to right; later ones see earlier ones. Where one changes how the balls
 * move, a state that has times of its own is first brought to its start, so that the next shot starts where the balls
 * are. `dt`, `duration` and `frame` also let steps and time begin at 0. A scene that cannot be read stays as it is. */
enum status scene_restart_apply(const struct scene_reader *reader, struct cJSON *root, size_t first, size_t last);
