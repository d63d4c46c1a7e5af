#pragma once

#include "surfaces/surface_ops.h"

/** The end of a curve, a surface of its own.
 *  @param outward unit vector in which the curve would go on
 *  @param length  how far the face goes that way, from the curve's origin */
struct surface surface_point_end(struct surface curve, struct vec2 place, struct vec2 outward, double length);
