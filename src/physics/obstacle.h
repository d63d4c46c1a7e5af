#ifndef PHYSICS_OBSTACLE_H
#define PHYSICS_OBSTACLE_H

#include "model/table.h"
#include "physics/motion.h"

/*
 * The surfaces of obstacles: segments, arcs, their ends as points, and pockets. physics/boundary asks here for all
 * surfaces but slabs; the functions are those of boundary.h with the same names, and those of surface_ops.h, where
 * what a kind of surface has to answer is said.
 */

/** An upright box around an obstacle; of an arc, around its whole circle. */
struct obstacle_bounds {
    struct vec2 lo, hi;
};
struct obstacle_bounds obstacle_bounds(const struct obstacle *obstacle);

/** True if some point of an obstacle is in the upright box from lo to hi, such as the table; of a pocket, all points
 *  within its rim count. */
bool obstacle_meets_box(const struct obstacle *obstacle, struct vec2 lo, struct vec2 hi);

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

double obstacle_distance(const struct surface *surface, struct vec2 centre);
void obstacle_box(const struct surface *surface, struct vec2 *lo, struct vec2 *hi);
double obstacle_path_radius(const struct surface *surface, uint32_t side, double r);
double obstacle_curvature_radius(const struct surface *surface, uint32_t side, double r);
bool obstacle_bars(const struct surface *surface);

#endif
