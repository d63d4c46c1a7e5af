#pragma once

#include "surfaces/surface_ops.h"

/** True if the centre is within a pocket's rim, not on it. */
bool surface_pocket_holds(const struct surface *pocket, struct vec2 centre);

/** The event log's row of a ball that a pocket takes: no impulse, and as u the speed across the rim, negative as the
 *  ball comes in. The group is the caller's. @param ball its index */
struct contact_event surface_pocket_row(const struct surface *pocket, uint32_t ball, struct vec2 centre, struct vec2 v,
                                        double t);
