#ifndef MODEL_SCENE_OBSTACLES_H
#define MODEL_SCENE_OBSTACLES_H

#include "model/scene.h"
#include "model/scene_read.h"

/** Reads the array `obstacles` into the scene's table; names are kept in the scene's text pool.
 *  @param obstacles NULL: none
 *  STATUS_LIMIT: out of memory. What is wrong has been reported, and is left out. */
enum status scene_obstacles_read(const struct scene_reader *reader, const struct scene_node *obstacles,
                                 struct scene *scene);

#endif
