#pragma once

#include "base/error.h"
#include "json/json_tree.h"
#include "reading/scene_read.h"

/** What a scene may have that an override must not contradict. */
struct scene_past {
    bool start; /* `start` */
    bool times; /* a ball with a time of its own */
};

/** What the scene of a tree has. */
struct scene_past scene_restart_past(const struct json_tree *tree, const struct cJSON *root);

/** Applies to the tree the overrides after those that the scene has, up to the n-th, left to right; later ones see
 *  earlier ones. The scene, which has room for them, keeps them. A saved state is not changed by them before its
 * moment: what they change of its balls begins there. `dt`, `duration` and `frame` also let steps and time begin at 0.
 * A scene that cannot be read stays as it is.
 *  @param past what the tree may have, before and after */
enum status scene_restart_apply(const struct scene_reader *reader, struct cJSON *root, struct scene_past *past,
                                struct scene *scene, size_t n);
