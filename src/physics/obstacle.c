/*
 * Lines, arcs and pockets: the list of the kinds of surfaces that they are made of, and each question passed to the
 * kind.
 *
 * Closed sets: a foot exactly at an end belongs to the face. At a joint the faces may both miss by rounding, but the
 * ends there do not, so nothing leaks. A ball that falls can pass an end and return, so every time at which it is near
 * enough is tried.
 */
#include "physics/obstacle.h"

#include "physics/surface_ops.h"

static const struct surface_ops *const kinds[] = {
    [SURFACE_SEGMENT] = &surface_segment,
    [SURFACE_ARC] = &surface_arc,
    [SURFACE_POCKET] = &surface_pocket,
    [SURFACE_POINT] = &surface_point,
};

uint32_t obstacle_surfaces(const struct obstacle *obstacle, uint32_t number, struct surface *surfaces)
{
    const struct surface main = {
        .kind = SURFACE_OF_OBSTACLE + obstacle->kind, .e = obstacle->e, .obstacle = number, .part = obstacle->kind};
    return kinds[main.kind]->make(obstacle, main, surfaces);
}

struct obstacle_bounds obstacle_bounds(const struct obstacle *obstacle)
{
    struct surface surfaces[OBSTACLE_SURFACES];
    struct obstacle_bounds bounds;
    obstacle_surfaces(obstacle, 0, surfaces);
    obstacle_box(&surfaces[0], &bounds.lo, &bounds.hi);
    return bounds;
}

bool obstacle_meets_box(const struct obstacle *obstacle, struct vec2 lo, struct vec2 hi)
{
    struct surface surfaces[OBSTACLE_SURFACES];
    obstacle_surfaces(obstacle, 0, surfaces);
    return kinds[surfaces[0].kind]->meets_box(&surfaces[0], lo, hi);
}

double obstacle_impact(const struct motion *motion, const struct surface *surface, const struct particle *ball,
                       uint32_t *side)
{
    return kinds[surface->kind]->impact(motion, surface, ball, side);
}

double obstacle_gap(const struct surface *surface, uint32_t side, struct vec2 centre, double r)
{
    return kinds[surface->kind]->gap(surface, side, centre, r);
}

double obstacle_depth(const struct surface *surface, uint32_t side, struct vec2 centre, double r)
{
    const struct surface_ops *kind = kinds[surface->kind];
    return kind->depth ? kind->depth(surface, side, centre, r) : -kind->gap(surface, side, centre, r);
}

struct vec2 obstacle_normal(const struct surface *surface, uint32_t side, struct vec2 centre)
{
    return kinds[surface->kind]->normal(surface, side, centre);
}

struct vec2 obstacle_point(const struct surface *surface, uint32_t side, struct vec2 centre)
{
    return kinds[surface->kind]->point(surface, side, centre);
}

double obstacle_distance(const struct surface *surface, struct vec2 centre)
{
    return kinds[surface->kind]->distance(surface, centre);
}

void obstacle_box(const struct surface *surface, struct vec2 *lo, struct vec2 *hi)
{
    kinds[surface->kind]->box(surface, lo, hi);
}

double obstacle_path_radius(const struct surface *surface, uint32_t side, double r)
{
    const struct surface_ops *kind = kinds[surface->kind];
    return kind->path_radius ? kind->path_radius(surface, side, r) : HUGE_VAL;
}

double obstacle_curvature_radius(const struct surface *surface, uint32_t side, double r)
{
    const struct surface_ops *kind = kinds[surface->kind];
    return kind->curvature_radius ? kind->curvature_radius(surface, side, r) : r;
}

bool obstacle_bars(const struct surface *surface)
{
    return kinds[surface->kind]->bars;
}
