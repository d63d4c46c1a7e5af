#pragma once

#include "base/error.h"
#include "reading/scene_settings.h"

/** Reads the array `obstacles` into the scene's table; names are kept in the scene's text pool.
 *  STATUS_LIMIT: out of memory. What is wrong has been reported, and is left out. */
enum status scene_obstacles_read(const struct scene_settings *settings);
