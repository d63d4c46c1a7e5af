#pragma once

#include "base/output.h"
#include "given/scene.h"
#include "state/world.h"

/** Writes a scene with every default filled in and every generator expanded, as JSON that loads to the same bits: two
 *  spaces per level, one ball per line. The state is the world's, its step becomes start.step unless 0; a
 *  checkpoint (NULL: none) says which balls have collided, and gives start.trajectories. All else is the scene's.
 * Failures are the output's. */
void scene_write(struct output *out, const struct scene *scene, const struct world *world,
                 const struct checkpoint *checkpoint);
