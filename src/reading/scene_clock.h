#pragma once

#include <stdbool.h>

#include "reading/scene_settings.h"

/** Checks what a scene says of steps and times, before the balls are known: `settings->found` is set. Sets start_known
 *  and start_time. */
void scene_clock_check(struct scene_settings *settings);

/** Whether a run may end with this step: at most 2^53, beyond which doubles cannot tell all whole numbers apart, and at
 *  a time that a saved state may give to its balls.
 *  @param step at most 2^54 */
bool scene_clock_may_end(uint64_t step, double dt);

/** Once the balls are known: chooses dt, steps and every of a scene that gives a duration. */
void scene_clock_choose(const struct scene_settings *settings, const struct world *world);

/** Sets scene->stop from its text.
 *  @param balls_known all balls have been counted; else those that `stop` names are not looked for */
void scene_clock_check_stop(const struct scene_settings *settings, bool balls_known);
