#ifndef PHYSICS_OBSTACLE_BOX_H
#define PHYSICS_OBSTACLE_BOX_H

#include <stdbool.h>

#include "base/vec2.h"
#include "model/table.h"

/** True if some point of an obstacle is in the upright box from lo to hi; of a pocket, all points within its rim count.
 */
bool obstacle_box_meets(const struct obstacle *obstacle, struct vec2 lo, struct vec2 hi);

#endif
