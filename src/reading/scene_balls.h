#pragma once

#include "base/error.h"
#include "reading/scene_balls_map.h"
#include "reading/scene_settings.h"

/** Reads `balls`, generators expanded, into scene->n, r, m, friction, name, color, checkpoint and a new *world (its
 * constants borrowed from the scene). A ball that is wrong is reported and gets r = 0. STATUS_LIMIT: out of memory.
 * *world and *map are the caller's in any case (NULL, empty). */
enum status scene_balls_read(const struct scene_settings *settings, struct world **world, struct scene_balls_map *map);
