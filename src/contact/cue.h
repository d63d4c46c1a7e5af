#pragma once

#include <stdbool.h>

#include "base/vec2.h"
#include "base/vec3.h"

/* What the stroke of a cue gives a ball along with its velocity (cue.c). */

/** The angular velocity.
 *  @param tip where the cue strikes, from the ball's centre as the player sees it: to the right and up, in radii
 *  @param elevation of the cue's butt, degrees, below 90 @param q moment of inertia over m r^2
 *  @param v velocity with which the ball leaves the cue */
struct vec3 cue_spin(const double tip[2], double elevation, double q, double r, struct vec2 v);

/** True if the tip strikes so far out that, chalked, it slips off. */
bool cue_slips(const double tip[2]);
