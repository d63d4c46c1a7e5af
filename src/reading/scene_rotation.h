#pragma once

#include <stdbool.h>

#include "reading/scene_balls_map.h"
#include "reading/scene_settings.h"

/* What the entries of `balls` say of cloth, spin and cue, and what of it needs all balls. */

/** Moment of inertia of balls that do not give theirs, in units of m r^2. */
#define SCENE_ROTATION_SPHERE 0.4

/** True if a key of balls is given with which a scene rotates. */
static inline bool scene_rotation_is_given(struct scene_found found)
{
    return scene_read_has(found, BALL_SLIDING) || scene_read_has(found, BALL_SPIN) || scene_read_has(found, BALL_TIP);
}

/** Checks what an entry says, once its velocity (but not the random one of a fill) is known. False: something is wrong,
 *  which is reported. */
bool scene_rotation_read(const struct scene_settings *settings, struct ball_entry *entry);

/** Sets friction, sliding, pivoting, inertia and spin of balls first..last-1, which have their radii and velocities, in
 *  arrays that exist only once they are needed. False: out of memory. */
bool scene_rotation_set(struct scene *scene, struct world *world, const struct ball_entry *entry, size_t first,
                        size_t last);

/** After the last ball: the arrays that a scene that rotates has in any case; and where it has no `start`, balls whose
 *  slip is the rounding of another program roll. False: out of memory. */
bool scene_rotation_complete(const struct scene_settings *settings, struct world *world);

/** Reports balls without sliding among others that have it: all that can move slide, or none does. */
void scene_rotation_check(const struct scene_settings *settings, struct scene_balls_map *map);
