#pragma once

#include <stdbool.h>

#include "reading/scene_settings.h"

/* Walls, lines and arcs that move, and walls with a temperature: what their keys must agree with. */

/** Checks the motion of the walls and the thermal walls, as far as they do not depend on balls, and works out where
 *  walls come to. Of a list for all walls those that a periodic axis does not have get none. */
void scene_motion_prepare_walls(const struct scene_settings *settings);

/** The same of an obstacle as it is read. False: something is wrong, which is reported. */
bool scene_motion_prepare(const struct scene_settings *settings, const struct cJSON *node,
                          const struct scene_path *path, struct obstacle *obstacle);

/** What depends on balls and on the clock: that what repeats comes back to its place; what cannot stand beside it. */
void scene_motion_check(const struct scene_settings *settings);
