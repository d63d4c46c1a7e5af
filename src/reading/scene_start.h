#pragma once

#include "base/error.h"
#include "reading/scene_settings.h"

/** Gives the scene's checkpoint the trajectories that `start` holds, and the world the contacts of springs, where the
 *  integrator has such. STATUS_LIMIT: out of memory. What is wrong has been reported. */
enum status scene_start_read(const struct scene_settings *settings, struct world *world);
