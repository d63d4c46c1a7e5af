#pragma once

#include "reading/scene_balls_map.h"
#include "reading/scene_settings.h"

/** Reports coefficients of pairs of materials that some bodies of the scene form, and that the integrator or the law of
 *  impact cannot do; and a ball that rolling resistance cannot have. */
void scene_pairs_check(const struct scene_settings *settings, struct scene_balls_map *map, const struct world *world);
