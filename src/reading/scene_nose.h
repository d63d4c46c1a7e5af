#pragma once

#include "reading/scene_balls_map.h"
#include "reading/scene_settings.h"

/** Reports a nose that does not suit a ball. Needs all balls. */
void scene_nose_check(const struct scene_settings *settings, const struct scene_balls_map *map);
