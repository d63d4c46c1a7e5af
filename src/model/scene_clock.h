#ifndef MODEL_SCENE_CLOCK_H
#define MODEL_SCENE_CLOCK_H

#include "model/scene_read.h"
#include "model/scene_settings.h"

/** Checks what a scene says of steps, times and the early end, before the balls are known: `settings->found` is set.
 *  Sets start_known, start_time and, from scene->stop.text, scene->stop. */
void scene_clock_check(const struct scene_reader *reader, const struct scene_node *root, struct scene *scene,
                       struct scene_settings *settings);

/** Whether a run may end with this step: at most 2^53, beyond which doubles cannot tell all whole numbers apart, and at
 *  a time that a saved state may give to its balls.
 *  @param step at most 2^54 */
bool scene_clock_may_end(uint64_t step, double dt);

/** Once the balls are known: chooses dt, steps and every of a scene that gives a duration. */
void scene_clock_choose(const struct scene_reader *reader, const struct scene_node *root, struct scene *scene,
                        const struct world *world, const struct scene_settings *settings);

/** Checks the balls that `stop` names. All balls must have been counted. */
void scene_clock_check_pair(const struct scene_reader *reader, const struct scene_node *root,
                            const struct scene *scene);

#endif
