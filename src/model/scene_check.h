#ifndef MODEL_SCENE_CHECK_H
#define MODEL_SCENE_CHECK_H

#include "base/error.h"
#include "model/scene.h"
#include "model/scene_balls.h"
#include "model/scene_report.h"

/** Depth that passes for rounding, relative to the (smaller) radius: balls that touch on paper may overlap by it. */
#define SCENE_CHECK_ROUNDING 1e-9

/** Notes each ball that sticks out of the table, and each ball that overlaps one before it (one of them), at the common
 *  time world->t. Balls with r = 0 are known to be wrong and left out, and so are for the overlaps those that stick
 * out. STATUS_LIMIT: out of memory. */
enum status scene_check_separation(const struct scene *scene, const struct world *world,
                                   const struct scene_balls_map *map, struct scene_report *report);

#endif
