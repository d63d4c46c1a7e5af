#ifndef PHYSICS_OBSTACLE_H
#define PHYSICS_OBSTACLE_H

#include "model/table.h"
#include "physics/motion.h"

/*
 * The surfaces of obstacles: segments, arcs, their ends as points, and pockets. physics/boundary asks here for all
 * surfaces but slabs; the functions are those of boundary.h with the same names. A side that a ball's centre does not
 * face, beyond the end of a segment or of an arc, has an infinite gap.
 */

/** An upright box around an obstacle; of an arc, around its whole circle. */
struct obstacle_bounds {
    struct vec2 lo, hi;
};
struct obstacle_bounds obstacle_bounds(const struct obstacle *obstacle);

/** Fills in the surfaces of an obstacle: the curve, then its ends if it has any.
 *  @param surfaces room for OBSTACLE_SURFACES
 *  @return their number */
enum { OBSTACLE_SURFACES = 3 };
uint32_t obstacle_surfaces(const struct obstacle *obstacle, uint32_t number, struct surface *surfaces);

double obstacle_impact(const struct motion *motion, const struct surface *surface, const struct particle *ball,
                       uint32_t *side);
double obstacle_gap(const struct surface *surface, uint32_t side, struct vec2 centre, double r);
double obstacle_depth(const struct surface *surface, uint32_t side, struct vec2 centre, double r);
struct vec2 obstacle_normal(const struct surface *surface, uint32_t side, struct vec2 centre);
struct vec2 obstacle_point(const struct surface *surface, uint32_t side, struct vec2 centre);

/** Distance of a point from the surface, ends included; 0 in a pocket. */
double obstacle_distance(const struct surface *surface, struct vec2 centre);

/** True if a direction from an arc's centre is within the arc, ends included. */
bool obstacle_faces_arc(const struct surface *arc, struct vec2 direction);

#endif
