#pragma once

#include "base/min_max.h"
#include "contact/contact.h"
#include "given/table.h"
#include "motion/motion.h"
#include "motion/motion_impact.h"
#include "motion/parabola.h"

/*
 * What there is to know of a kind of surface. Each kind is one file that exports one `const struct surface_ops`;
 * surfaces/boundary lists them and asks the kind of a surface.
 *
 * A side that a ball's centre does not face, beyond the end of a segment or of an arc, has an infinite gap. A kind has
 * the sides 0 and 1, or side 0 alone: then the gap of side 1 is always infinite.
 */
enum { OBSTACLE_SURFACES = 3 }; /* of an obstacle, at most */

struct surface_ops {
    /** For the kinds that an obstacle has as its main surface: fills in all surfaces of the obstacle, that one first,
     *  OBSTACLE_SURFACES at most, from one that has all but its place. Returns their number. */
    uint32_t (*make)(const struct obstacle *obstacle, struct surface main, struct surface *surfaces);
    /** As boundary_impact(), for all laws of motion. */
    double (*impact)(const struct motion *motion, const struct surface *surface, struct body body, uint32_t *side);
    /** As boundary_gap(); HUGE_VAL: the ball does not face that side. */
    double (*gap)(const struct surface *surface, uint32_t side, struct vec2 centre, double r);
    /** As boundary_depth(); NULL: the negative of the gap. */
    double (*depth)(const struct surface *surface, uint32_t side, struct vec2 centre, double r);
    /** Unit normal from the ball into the surface, and the point of the side that is nearest to the centre. */
    struct vec2 (*normal)(const struct surface *surface, uint32_t side, struct vec2 centre);
    struct vec2 (*point)(const struct surface *surface, uint32_t side, struct vec2 centre);
    /** Distance of a point from the surface, ends included; 0 in a pocket. */
    double (*distance)(const struct surface *surface, struct vec2 centre);
    /** The smallest upright box around the surface, or a larger one; infinite for slabs. */
    void (*box)(const struct surface *surface, struct vec2 *lo, struct vec2 *hi);
    /** Radius of the circle on which the centre of a ball runs along a side: > 0 if the circle's centre is on the
     *  ball's side. NULL: it runs straight. */
    double (*path_radius)(const struct surface *surface, uint32_t side, double r);
    bool bars;   /* no ball may lie across it at the start */
    bool is_end; /* of a curve: a ball that reaches both at once hits the curve alone */
};

extern const struct surface_ops surface_slab, surface_segment, surface_arc, surface_point, surface_pocket, surface_gate;

/** The ball's motion since its trajectory began, seen from the surface's origin. */
static inline struct parabola_motion surface_ops_seen(const struct surface *surface, const struct motion *motion,
                                                      struct body body)
{
    struct parabola_motion m = motion_whole(motion, body);
    m.path.x = vec2_sub(m.path.x, surface->origin);
    return m;
}

/** When a ball comes from outside to the circle of radius surface->r about the surface's origin. */
static inline double surface_ops_circle_impact(const struct motion *motion, const struct surface *circle,
                                               struct body body)
{
    struct particle centre = {
        .x = circle->origin.x, .y = circle->origin.y, .t = body.ball->t, .r = circle->r, .m = HUGE_VAL};
    return motion_impact(motion, body, body_of(&centre));
}

/** Unit normal of what is round, from a ball outside towards the origin; +x where both coincide. */
static inline struct vec2 surface_ops_inward(const struct surface *surface, struct vec2 centre)
{
    struct vec2 d = vec2_sub(surface->origin, centre);
    double length = vec2_length(d);
    return length > 0 ? (struct vec2){d.x / length, d.y / length} : (struct vec2){1, 0};
}

/** The normal of a side, from that of side 1: side 0 is opposite. */
static inline struct vec2 surface_ops_from_side(uint32_t side, struct vec2 n)
{
    return side == 0 ? (struct vec2){0 - n.x, 0 - n.y} : n; /* 0 - 0 is no negative zero */
}

/** The box around the line from surface->origin to its end. */
static inline void surface_ops_straight_box(const struct surface *surface, struct vec2 *lo, struct vec2 *hi)
{
    const struct vec2 from = surface->origin, to = surface->end;
    *lo = (struct vec2){double_min(from.x, to.x), double_min(from.y, to.y)};
    *hi = (struct vec2){double_max(from.x, to.x), double_max(from.y, to.y)};
}

/** The box around a circle of radius surface->r about the origin. */
static inline void surface_ops_round_box(const struct surface *surface, struct vec2 *lo, struct vec2 *hi)
{
    const struct vec2 half = {surface->r, surface->r};
    *lo = vec2_sub(surface->origin, half);
    *hi = vec2_add(surface->origin, half);
}
