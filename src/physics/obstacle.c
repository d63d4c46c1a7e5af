/*
 * Lines, arcs and pockets: the list of the kinds of surfaces that they are made of.
 *
 * Faces are closed sets: a foot of the perpendicular exactly at an end belongs to the face. At a joint both faces may
 * miss a ball by rounding, but the ends there do not, so no ball passes through. A ball that falls can pass an end and
 * return, so every time at which it is near enough is tried.
 */
#include "physics/obstacle.h"

const struct surface_ops *const obstacle_kinds[] = {
    [SURFACE_SEGMENT] = &surface_segment,
    [SURFACE_ARC] = &surface_arc,
    [SURFACE_POCKET] = &surface_pocket,
    [SURFACE_POINT] = &surface_point,
};

uint32_t obstacle_surfaces(const struct obstacle *obstacle, uint32_t number, struct surface *surfaces)
{
    const struct surface main = {
        .kind = SURFACE_OF_OBSTACLE + obstacle->kind, .e = obstacle->e, .obstacle = number, .part = obstacle->kind};
    return obstacle_kinds[main.kind]->make(obstacle, main, surfaces);
}

void obstacle_box(const struct obstacle *obstacle, struct vec2 *lo, struct vec2 *hi)
{
    struct surface surfaces[OBSTACLE_SURFACES];
    obstacle_surfaces(obstacle, 0, surfaces);
    obstacle_ops(&surfaces[0])->box(&surfaces[0], lo, hi);
}

bool obstacle_meets_box(const struct obstacle *obstacle, struct vec2 lo, struct vec2 hi)
{
    struct surface surfaces[OBSTACLE_SURFACES];
    obstacle_surfaces(obstacle, 0, surfaces);
    return obstacle_ops(&surfaces[0])->meets_box(&surfaces[0], lo, hi);
}
