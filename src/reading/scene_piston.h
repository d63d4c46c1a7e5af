#pragma once

#include "reading/scene_balls_map.h"
#include "reading/scene_settings.h"

/* Walls with a mass: what they go together with, and where they stand. */

/** Checks what does not depend on balls, and places walls that are not placed. */
void scene_piston_prepare(const struct scene_settings *settings);

/** Checks what does, and puts the walls into the world. */
void scene_piston_check(const struct scene_settings *settings, struct scene_balls_map *map, struct world *world);
