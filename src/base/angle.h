#pragma once

#include "base/vec2.h"

/** The unit vector at `degrees` from +x, counter-clockwise: (cos, sin) with errors below 2 units in the last place, the
 *  same bits on every machine; exact at multiples of 90, and correctly symmetric: angle -a mirrors y, 180 - a mirrors
 *  x, 90 - a swaps both.
 *  @param degrees at most 2^44 in size (asserted); whole turns are taken off exactly */
struct vec2 angle_direction(double degrees);
