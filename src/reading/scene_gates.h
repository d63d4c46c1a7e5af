#pragma once

#include <stdbool.h>

#include "reading/scene_settings.h"

/* Gates: what their keys must agree with. */

/** Checks an obstacle as it is read; those that are no gates are right. False: something is wrong, which is reported.
 */
bool scene_gates_prepare(const struct scene_settings *settings, const struct cJSON *node, const struct scene_path *path,
                         const struct obstacle *obstacle);

/** What depends on balls: a gate that throws balls back wants them to fly straight on. */
void scene_gates_check(const struct scene_settings *settings);
