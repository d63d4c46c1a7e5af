#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/min_max.h"
#include "base/vec2.h"
#include "contact/contact.h"
#include "contact/cushion.h"
#include "given/scene.h"
#include "given/table.h"
#include "motion/motion.h"
#include "surfaces/surface_ops.h"
#include "surfaces/surface_slab.h"

/*
 * All there is to know of surfaces: when a ball reaches one, how far away it is, its normal, what leaves it, its name.
 * The table's own walls are two slabs, surfaces 0 and 1; a slab has two sides. Integrators ask here and know no wall.
 *
 * On a periodic table an obstacle enters once for each of its images that reaches the table or those beside it. All
 * functions of a surface take a place as the obstacle itself sees it: boundary_seen() of the place.
 *
 * Surfaces that move. Each side has a course from one change of its velocity to the next, which boundary_turn() brings
 * to the present; all that rests has the first one. surfaces[] are where they are at t = 0; a place less boundary_way()
 * is what a side sees, as if it had stayed there. Or, for fixed steps, boundary_carry() moves surfaces[] themselves. An
 * arc that turns stays where it is; its surface runs about its centre, as a belt along itself.
 *
 * Ownership: boundary_open() allocates, boundary_close() frees and accepts a zeroed struct.
 */
/** What gives a course its number. */
struct boundary_mover {
    const struct surface_motion *motion, *turn; /* borrowed; NULL: none */
    struct surface_range range;                 /* how far it may come until the end */
};

/** The numbers of courses: of what rests, of the table's walls in their order, then of obstacles. */
enum { BOUNDARY_REST, BOUNDARY_WALLS, BOUNDARY_OBSTACLES = BOUNDARY_WALLS + TABLE_WALLS };

struct boundary {
    struct surface *surfaces; /* the slabs 0 <= x <= width and 0 <= y <= height; infinite along a periodic axis */
    uint32_t n;
    struct period period;           /* of the table */
    struct coefficients *elastic;   /* by material: of surfaces off which nothing bounces */
    bool is_elastic;                /* nothing that bounces off a surface loses energy but by friction */
    struct surface_course *courses; /* by their numbers, as of the last boundary_turn() */
    struct boundary_mover *movers;  /* likewise: what they are courses of */
    uint32_t n_courses;
    bool moves;                /* some surface moves, some time */
    double turned, turn;       /* the time to which courses were brought; when the next ends, HUGE_VAL: never */
    double end;                /* where surfaces are later matters to no one; HUGE_VAL: that is not known */
    struct surface *first;     /* surfaces[] at t = 0, once they have been moved; NULL: they have not */
    double carried;            /* the farthest that one was moved the last time, */
    double travelled;          /* and the sum of that over all times */
    const struct table *table; /* borrowed */
    unsigned thermal;          /* bit k: the k-th wall of the table has a temperature */
    unsigned pistons;          /* likewise: a mass */
    bool acts;                 /* some surface does */
};

/** The surfaces of the table itself, the first ones. */
enum { BOUNDARY_SLABS = 2 };

/** A place on the table as the surface sees it that is the image of an obstacle's surface. */
static inline struct vec2 boundary_seen(const struct boundary *boundary, const struct surface *surface,
                                        struct vec2 place)
{
    return vec2_sub(place, period_multiple(&boundary->period, surface->image));
}

/** The same where balls are not brought back to the table. @param turns of the place, from the table on */
static inline struct vec2 boundary_seen_from(const struct boundary *boundary, const struct surface *surface,
                                             struct vec2 place, struct vec2 turns)
{
    return vec2_sub(place, period_multiple(&boundary->period, vec2_add(turns, surface->image)));
}

/** False for the table's own walls. */
static inline bool boundary_is_obstacle(const struct surface *surface)
{
    return surface->kind > SURFACE_SLAB_Y;
}

/** Where surfaces are later matters to no one. */
void boundary_end_at(struct boundary *boundary, double end);

/** The size of a table within which, from the corner (0, 0) on either way, all that the walls enclose is until the end.
 */
struct vec2 boundary_reach(const struct boundary *boundary);

/** How far a surface, by its number, may be from where it is at t = 0, until the end; HUGE_VAL: a wall with a mass. */
double boundary_range(const struct boundary *boundary, uint32_t number);

/** Brings the courses to a time; those that begin then have begun. */
void boundary_turn(struct boundary *boundary, double t);

/** Moves all surfaces to where they are at a time, with their courses. false: out of memory. */
bool boundary_carry(struct boundary *boundary, double t);

/** Moves a wall of the table along its normal; for fixed steps, after boundary_carry(). @param q its place, on x or y
 */
void boundary_place(struct boundary *boundary, enum table_wall wall, double q);

/** Surface and side of a body that is no ball. */
static inline const struct surface *boundary_surface(const struct boundary *boundary, uint32_t body)
{
    return &boundary->surfaces[(body - CONTACT_SURFACE) / 2];
}

/** The present course of the side of a surface. */
static inline const struct surface_course *boundary_course(const struct boundary *boundary, uint32_t body)
{
    return &boundary->courses[boundary_surface(boundary, body)->course[contact_side(body)]];
}

/** How far the side of a surface has come at a time of its course. */
static inline struct vec2 boundary_way(const struct boundary *boundary, uint32_t body, double t)
{
    return surface_motion_way(boundary_course(boundary, body), t);
}

/** Velocity with which the side of a surface moves as a whole. */
static inline struct vec2 boundary_translation(const struct boundary *boundary, uint32_t body)
{
    return boundary_course(boundary, body)->v;
}

/** What turning adds to it where a ball touches the surface. */
struct vec2 boundary_turning(const struct boundary *boundary, uint32_t body, struct vec2 n);

/** Velocity of the side of a surface where a ball touches it. @param n unit normal into it there */
static inline struct vec2 boundary_velocity(const struct boundary *boundary, uint32_t body, struct vec2 n)
{
    const struct vec2 v = boundary_translation(boundary, body);
    return boundary_course(boundary, body)->rate == 0 ? v : vec2_add(v, boundary_turning(boundary, body, n));
}

/** True if either side of a surface, by its number, changes its place some time. */
static inline bool boundary_changes_place(const struct boundary *boundary, uint32_t number)
{
    const struct surface *surface = &boundary->surfaces[number];
    return boundary->movers[surface->course[0]].motion || boundary->movers[surface->course[1]].motion;
}

/** True for a wall with a temperature. */
static inline bool boundary_is_thermal(const struct boundary *boundary, uint32_t body)
{
    return body - CONTACT_SURFACE < TABLE_WALLS && (boundary->thermal >> (body - CONTACT_SURFACE) & 1);
}

/** True for a wall with a mass. */
static inline bool boundary_is_piston(const struct boundary *boundary, uint32_t body)
{
    return body - CONTACT_SURFACE < TABLE_WALLS && (boundary->pistons >> (body - CONTACT_SURFACE) & 1);
}

/** True if a wall of a surface, by its number, has a mass. */
static inline bool boundary_has_piston(const struct boundary *boundary, uint32_t number)
{
    return number < BOUNDARY_SLABS && (boundary->pistons >> 2 * number & 3);
}

/** false: out of memory, or more surfaces than can be numbered, which would take some 150 GB. */
bool boundary_open(struct boundary *boundary, const struct table *table);

void boundary_close(struct boundary *boundary);

/** What a contact of a ball and a body, a ball or the side of a surface, does. */
static inline const struct coefficients *boundary_coefficients(const struct boundary *boundary,
                                                               const struct scene *scene, size_t ball, uint32_t body)
{
    return contact_is_ball(body) ? scene_pair(scene, ball, body)
                                 : scene_at_surface(scene, ball, boundary_surface(boundary, body));
}

/** What its kind answers. */
extern const struct surface_ops *const boundary_kinds[];
static inline const struct surface_ops *boundary_ops(const struct surface *surface)
{
    return boundary_kinds[surface->kind];
}

/** True for what balls bounce off, and may touch. What does something else to their centres has the last numbers. */
static inline bool boundary_bounces(const struct surface *surface)
{
    return table_obstacle_bounces(surface->obstacle_kind);
}

/** True for a pocket: it takes balls. */
static inline bool boundary_takes(const struct surface *surface)
{
    return table_obstacle_takes(surface->obstacle_kind);
}

/** True for the end of a line or an arc. */
static inline bool boundary_is_end(const struct surface *surface)
{
    return boundary_ops(surface)->is_end;
}

/** The row of a contact in the event log. @param contact with balls by their indices in the scene */
struct contact_event boundary_event(const struct boundary *boundary, const struct contact *contact, double t,
                                    uint64_t group);

/** Kind of a contact with a body. */
enum contact_kind boundary_kind(const struct boundary *boundary, uint32_t body);

/** Names a side for messages: "the left wall", "line obstacles.3". */
void boundary_name(char *to, size_t size, const struct boundary *boundary, uint32_t body);

/** The `b` of the event log: -1 for a wall, the number of an obstacle. */
static inline int64_t boundary_number(const struct boundary *boundary, uint32_t body)
{
    const struct surface *surface = boundary_surface(boundary, body);
    return boundary_is_obstacle(surface) ? (int64_t)surface->obstacle : -1;
}

/** Absolute time at which the ball touches a side of the surface while moving towards it, not before its trajectory
 *  begins; HUGE_VAL: never.
 *  @param side receives the side, 0 or 1, if it is hit */
static inline double boundary_impact(const struct motion *motion, const struct surface *surface, struct body body,
                                     uint32_t *side)
{
    return boundary_ops(surface)->impact(motion, surface, body, side);
}

/** The same of an obstacle's surface that may move, by its number, in its present course and those after it.
 *  @param until an impact at that time or later matters to no one; receives an earlier time if there are so many
 *               courses that the search ended there
 *  @param side  receives the side */
double boundary_impact_moving(const struct boundary *boundary, const struct motion *motion, uint32_t number,
                              struct body body, double *until, uint32_t *side);

/** The same of a wall of the table, which may move or have a temperature: that takes a ball at once that touches it and
 *  is pressed towards it, as nothing lies there. @param wall a body */
double boundary_impact_wall(const struct boundary *boundary, const struct motion *motion, uint32_t wall,
                            struct body body, double *until);

/** The earlier of the impacts with the table's own walls, in uniform motion: boundary_impact() with each of them.
 *  @param body receives the side that is hit */
static inline double boundary_impact_edge(const struct boundary *boundary, const struct particle *ball, uint32_t *body)
{
    return surface_slab_impact_edge(boundary->surfaces, ball, body);
}

/** Clearance between a ball and a side of a surface; negative: overlap. */
static inline double boundary_gap(const struct surface *surface, uint32_t side, struct vec2 centre, double r)
{
    return boundary_ops(surface)->gap(surface, side, centre, r);
}

/** Distance of a centre from a surface, in any direction: no ball of a smaller radius touches it. */
static inline double boundary_distance(const struct surface *surface, struct vec2 centre)
{
    return boundary_ops(surface)->distance(surface, centre);
}

/** An upright box around all of a surface, where it stands on a periodic table; infinite for slabs. */
void boundary_box(const struct boundary *boundary, const struct surface *surface, struct vec2 *lo, struct vec2 *hi);

/** How far a ball extends at a time beyond the table, most on which side; <= 0: not at all. NaN counts as infinitely
 * far. A periodic axis has no sides. */
double boundary_excess(const struct table *table, double t, struct vec2 centre, double r, enum contact_kind *side);

/** Distance of a centre from the nearest of the table's own walls. */
static inline double boundary_edge_distance(const struct boundary *boundary, struct vec2 centre)
{
    const struct surface *x = &boundary->surfaces[0], *y = &boundary->surfaces[1];
    return double_min(double_min(centre.x - x->origin.x, x->end.x - centre.x),
                      double_min(centre.y - y->origin.y, y->end.y - centre.y));
}

/** How far a ball reaches beyond a side, for stepped integrators: -boundary_gap() but for rounding. */
double boundary_depth(const struct surface *surface, uint32_t side, struct vec2 centre, double r);

/** True if the ball reaches beyond none of the table's own walls, as nearly always even near them. All four are asked
 * at once, as a difference is positive where the first number is larger. */
static inline bool boundary_holds(const struct boundary *boundary, struct vec2 centre, double r)
{
    const struct surface *x = &boundary->surfaces[0], *y = &boundary->surfaces[1];
    return !((centre.x - x->origin.x < r) | (centre.x + r > x->end.x) | (centre.y - y->origin.y < r) |
             (centre.y + r > y->end.y));
}

/** Bit k set: a ball of radius r at a place on the table reaches beyond side k of the surface of that number. */
static inline unsigned boundary_beyond(const struct boundary *boundary, uint32_t number, struct vec2 place, double r)
{
    if (number < BOUNDARY_SLABS && boundary_holds(boundary, place, r))
        return 0;
    const struct surface *surface = &boundary->surfaces[number];
    struct vec2 seen = boundary_seen(boundary, surface, place);
    unsigned first = boundary_depth(surface, 0, seen, r) > 0, second = boundary_depth(surface, 1, seen, r) > 0;
    return first | second << 1;
}

/** Radius of curvature of a side and of a ball of radius r on it, together, as Hertz's contact has it: the ball's on
 *  straight sides, on ends, which have none of their own, and in an arc that it fills or does not fit. */
double boundary_curvature_radius(const struct surface *surface, uint32_t side, double r);

/** True if no ball may lie across the surface at the start: the curve of an obstacle, not its ends, nor a pocket. */
static inline bool boundary_bars(const struct surface *surface)
{
    return boundary_ops(surface)->bars;
}

/** The point of a side that is nearest to the centre. */
static inline struct vec2 boundary_point(const struct surface *surface, uint32_t side, struct vec2 centre)
{
    return boundary_ops(surface)->point(surface, side, centre);
}

/** Bit k: the ball touches side k, its clearance is at most CONTACT_TOUCHING of its radius. */
unsigned boundary_touching(const struct surface *surface, struct vec2 centre, double r);

/** boundary_touching() of the table's own walls: bits 0 and 1 of the first slab, 2 and 3 of the second. */
static inline unsigned boundary_touching_edge(const struct boundary *boundary, struct vec2 centre, double r)
{
    return surface_slab_touching_edge(boundary->surfaces, centre, r);
}

/** Unit normal of a ball's contact with a side, from the ball into the surface. */
static inline struct vec2 boundary_normal(const struct surface *surface, uint32_t side, struct vec2 centre)
{
    return boundary_ops(surface)->normal(surface, side, centre);
}

/** boundary_rebound() of a wall of the table, under gravity. */
double boundary_rebound_wall(const struct motion *motion, const struct surface *wall, uint32_t side, double r,
                             double speed);

/** The speed at which a ball of radius r really leaves a side that it has hit, if the impact law says `speed`: 0 if
 *  gravity would return it before it has risen by CONTACT_TOUCHING of its radius. From then on it lies (motion_leg).
 */
static inline double boundary_rebound(const struct motion *motion, const struct surface *surface, uint32_t side,
                                      double r, double speed)
{
    if (!motion_falls(motion) || boundary_is_obstacle(surface))
        return speed;
    return boundary_rebound_wall(motion, surface, side, r, speed);
}

/** Acceleration with which a ball that touches a side is driven into it, by gravity, friction and the side's curvature;
 *  not positive: it parts.
 *  @param body on a trajectory that begins now
 *  @param seen its centre, on a periodic table that of the image that touches
 *  @param v    boundary_translation() of the side */
double boundary_pressure(const struct motion *motion, const struct surface *surface, uint32_t side, struct body body,
                         struct vec2 seen, struct vec2 v);

/** The velocity v with its normal component replaced, so that the ball leaves the surface at `speed`.
 *  @param n boundary_normal() @param wall velocity of the surface */
struct vec2 boundary_reflect(const struct surface *surface, struct vec2 n, struct vec2 v, struct vec2 wall,
                             double speed);

/** A surface as friction between it and a ball sees it. @param n unit normal into it @param e coefficient of
 * restitution of the contact */
struct cushion boundary_cushion(const struct scene *scene, const struct surface *surface, size_t ball, struct vec2 n,
                                double e);

/** The coefficient of restitution up to which no hit of a ball gains energy at a surface. */
static inline double boundary_most_restitution(const struct scene *scene, const struct surface *surface, size_t ball)
{
    return cushion_most_restitution(scene, ball, &scene_at_surface(scene, ball, surface)->rubbing);
}
