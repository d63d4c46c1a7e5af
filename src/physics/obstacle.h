#ifndef PHYSICS_OBSTACLE_H
#define PHYSICS_OBSTACLE_H

#include "model/table.h"
#include "physics/surface_ops.h"

/*
 * The surfaces of obstacles: segments, arcs, their ends as points, and pockets. physics/boundary asks the kind of each,
 * surface_ops.h says what it has to answer.
 */

/** By kind of surface; none for slabs. */
extern const struct surface_ops *const obstacle_kinds[];

static inline const struct surface_ops *obstacle_ops(const struct surface *surface)
{
    return obstacle_kinds[surface->kind];
}

/** An upright box around an obstacle; of an arc, around its whole circle. */
void obstacle_box(const struct obstacle *obstacle, struct vec2 *lo, struct vec2 *hi);

/** True if some point of an obstacle is in the upright box from lo to hi, such as the table; of a pocket, all points
 *  within its rim count. */
bool obstacle_meets_box(const struct obstacle *obstacle, struct vec2 lo, struct vec2 hi);

/** Fills in the surfaces of an obstacle: the curve, then its ends if it has any.
 *  @param surfaces room for OBSTACLE_SURFACES
 *  @return their number */
enum { OBSTACLE_SURFACES = 3 };
uint32_t obstacle_surfaces(const struct obstacle *obstacle, uint32_t number, struct surface *surfaces);

#endif
