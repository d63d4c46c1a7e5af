/*
 * Surfaces that balls bounce off.
 *
 * A slab lo <= x <= hi confines centres to lo + r <= x <= hi - r. A ball with velocity v reaches the side that it moves
 * towards after gap / |v|, where gap is (x - lo) - r or (hi - r) - x; it never reaches the other side. So a slab is
 * asked once, where two walls would be asked in turn. Limits: v = 0: never; gap <= 0 (rounding, or a ball larger than
 * the slab): now, never in the past; in contact with v no more than rounding: a resting contact, due when the ball
 * would have sunk by CONTACT_SUNK of its radius (physics/contact.h).
 *
 * Under gravity the gap is a quadratic function of time; so it is under friction until the ball rests
 * (parabola_descent). Then either side may be hit. Under gravity a ball with e < 1 hits a wall infinitely often in
 * finite time; the sequence ends when a bounce is no higher than what counts as touching, which is a rule of the state
 * alone.
 *
 * The surfaces of obstacles come after the slabs, and pockets last, so that at equal times they are considered in this
 * order. physics/surface_*.c describe them. Every function below has one case for slabs and one for the others.
 */
#include "physics/boundary.h"

#include <math.h>
#include <stdlib.h>

#include "base/dd.h"
#include "base/mem.h"
#include "base/min_max.h"
#include "physics/obstacle.h"

/** The images of an interval that reach a table of that length or those beside it: first and last. */
static void images_along(double lo, double hi, double length, double image[2])
{
    image[0] = length > 0 ? ceil(-1 - hi / length) : 0;
    image[1] = length > 0 ? floor(2 - lo / length) : 0;
}

/** True if a box lies within the rim of a pocket: from there no ball comes into it. */
static bool is_surrounded(const struct obstacle *pocket, struct vec2 lo, struct vec2 hi)
{
    const double *p = pocket->value;
    struct vec2 way = {double_max(p[0] - lo.x, hi.x - p[0]), double_max(p[1] - lo.y, hi.y - p[1])};
    return vec2_dot(way, way) < p[2] * p[2];
}

/** True if an image of an obstacle reaches the table or those beside it. */
static bool image_reaches(const struct boundary *boundary, const struct obstacle *obstacle, struct vec2 image)
{
    const struct vec2 length = boundary->period.length; /* 0: the table is as long as one likes */
    struct vec2 lo = {-HUGE_VAL, -HUGE_VAL}, hi = {HUGE_VAL, HUGE_VAL};
    if (length.x > 0)
        lo.x = -(1 + image.x) * length.x, hi.x = (2 - image.x) * length.x;
    if (length.y > 0)
        lo.y = -(1 + image.y) * length.y, hi.y = (2 - image.y) * length.y;
    return obstacle_meets_box(obstacle, lo, hi) &&
           !(obstacle->kind == OBSTACLE_POCKET && is_surrounded(obstacle, lo, hi));
}

/** Appends the surfaces of an image; where there is no room yet, counts them. */
static void add_image(struct boundary *boundary, const struct obstacle *obstacle, uint32_t number, struct vec2 image)
{
    struct surface ignored[OBSTACLE_SURFACES], *from = boundary->surfaces ? boundary->surfaces + boundary->n : ignored;
    uint32_t count = obstacle_surfaces(obstacle, number, from);
    for (uint32_t i = 0; i < count; i++)
        from[i].image = image;
    boundary->n += count;
}

static void add_images(struct boundary *boundary, const struct obstacle *obstacle, uint32_t number)
{
    struct vec2 lo, hi, image;
    double x[2], y[2];
    obstacle_box(obstacle, &lo, &hi);
    images_along(lo.x, hi.x, boundary->period.length.x, x);
    images_along(lo.y, hi.y, boundary->period.length.y, y);
    for (image.y = y[0]; image.y <= y[1]; image.y++)
        for (image.x = x[0]; image.x <= x[1]; image.x++)
            if (image_reaches(boundary, obstacle, image))
                add_image(boundary, obstacle, number, image);
}

/** Appends, or counts, the surfaces of all obstacles: after the slabs, pockets last. */
static void add_obstacles(struct boundary *boundary, const struct table *table)
{
    boundary->n = 2;
    for (int pockets = 0; pockets < 2; pockets++)
        for (uint32_t i = 0; i < table->n_obstacles; i++)
            if ((table->obstacles[i].kind == OBSTACLE_POCKET) == pockets)
                add_images(boundary, &table->obstacles[i], i);
}

bool boundary_open(struct boundary *boundary, const struct table *table, double e)
{
    *boundary = (struct boundary){.period = table_period(table), .is_periodic = table->periodic, .is_elastic = true};
    add_obstacles(boundary, table);
    boundary->surfaces = mem_array(boundary->n, sizeof *boundary->surfaces);
    if (!boundary->surfaces)
        return false;
    boundary->surfaces[0] = (struct surface){.kind = SURFACE_SLAB_X, .end.x = table->width, .e = e};
    boundary->surfaces[1] = (struct surface){.kind = SURFACE_SLAB_Y, .end.y = table->height, .e = e};
    if (table->periodic & TABLE_AXIS_X)
        boundary->surfaces[0].origin.x = -HUGE_VAL, boundary->surfaces[0].end.x = HUGE_VAL;
    if (table->periodic & TABLE_AXIS_Y)
        boundary->surfaces[1].origin.y = -HUGE_VAL, boundary->surfaces[1].end.y = HUGE_VAL;
    add_obstacles(boundary, table);
    for (uint32_t s = 0; s < boundary->n; s++)
        boundary->is_elastic &= boundary->surfaces[s].kind == SURFACE_POCKET || boundary->surfaces[s].e == 1;
    return true;
}

void boundary_close(struct boundary *boundary)
{
    free(boundary->surfaces);
    boundary->surfaces = NULL;
}

/* ---- slabs ---- */

/** One of two numbers, branch-free: balls fly towards either side. */
static double either(bool second, double a, double b)
{
    const double both[2] = {a, b};
    return both[second];
}

/** A slab along its own axis. */
struct interval {
    double lo, hi;
};

static double interval_gap(struct interval slab, uint32_t side, double centre, double r)
{
    return either(side, (centre - slab.lo) - r, (slab.hi - r) - centre);
}

/** For uniform motion. */
static double interval_impact(struct interval slab, const struct particle *ball, double centre, double v,
                              uint32_t *side)
{
    *side = v > 0;
    double speed = fabs(v);
    if (!(speed > 0))
        return HUGE_VAL;
    double speeds = ball->vx * ball->vx + ball->vy * ball->vy;
    double way = contact_way_to_hit(interval_gap(slab, *side, centre, ball->r), ball->r, speed, speeds);
    return way <= 0 ? ball->t : ball->t + way / speed;
}

/** Time until one side of a slab is hit. */
static double side_impact(double gap, double speed, double acceleration, const struct particle *ball, double speeds)
{
    return parabola_descent(contact_way_to_hit(gap, ball->r, speed, speeds), -speed, -acceleration);
}

/** For all motions: a ball can hit the side that it moves away from, when it has turned round. */
__attribute__((cold, noinline)) static double interval_impact_accelerated(struct interval slab,
                                                                          const struct motion *motion,
                                                                          const struct particle *ball, bool is_y,
                                                                          uint32_t *side)
{
    if (slab.hi == HUGE_VAL) /* periodic */
        return HUGE_VAL;
    struct parabola_motion m = motion_from(motion, ball, ball->t);
    double centre = either(is_y, m.path.x.x, m.path.x.y), v = either(is_y, m.path.v.x, m.path.v.y);
    double a = either(is_y, m.path.a.x, m.path.a.y), speeds = vec2_dot(m.path.v, m.path.v);
    double first = side_impact(interval_gap(slab, 0, centre, ball->r), -v, -a, ball, speeds);
    double second = side_impact(interval_gap(slab, 1, centre, ball->r), v, a, ball, speeds);
    *side = second < first;
    double wait = either(*side, first, second);
    return wait < m.until ? ball->t + wait : HUGE_VAL;
}

static unsigned interval_touching(struct interval slab, double centre, double r)
{
    unsigned first = interval_gap(slab, 0, centre, r) <= CONTACT_TOUCHING * r;
    unsigned second = interval_gap(slab, 1, centre, r) <= CONTACT_TOUCHING * r;
    return first | second << 1;
}

/** The surface as an interval along its axis. */
static struct interval interval_of(const struct surface *surface)
{
    return surface->kind == SURFACE_SLAB_X ? (struct interval){surface->origin.x, surface->end.x}
                                           : (struct interval){surface->origin.y, surface->end.y};
}

/** The component of a vector along the slab's axis. */
static double along(const struct surface *surface, struct vec2 v)
{
    return either(surface->kind == SURFACE_SLAB_Y, v.x, v.y);
}

/** Branch-free, as is what is computed from it: balls hit all four walls in turn. */
static struct vec2 slab_normal(const struct surface *surface, uint32_t side)
{
    static const struct vec2 normals[2][2] = {{{-1, 0}, {1, 0}}, {{0, -1}, {0, 1}}};
    return normals[surface->kind == SURFACE_SLAB_Y][side];
}

static bool is_slab(const struct surface *surface)
{
    return surface->kind <= SURFACE_SLAB_Y;
}

/* ---- surfaces ---- */

double boundary_impact(const struct motion *motion, const struct surface *surface, const struct particle *ball,
                       uint32_t *side)
{
    if (!is_slab(surface))
        return obstacle_ops(surface)->impact(motion, surface, ball, side);
    if (motion_is_accelerated(motion))
        return interval_impact_accelerated(interval_of(surface), motion, ball, surface->kind == SURFACE_SLAB_Y, side);
    if (surface->kind == SURFACE_SLAB_X)
        return interval_impact((struct interval){surface->origin.x, surface->end.x}, ball, ball->x, ball->vx, side);
    return interval_impact((struct interval){surface->origin.y, surface->end.y}, ball, ball->y, ball->vy, side);
}

double boundary_impact_edge(const struct boundary *boundary, const struct particle *ball, uint32_t *body)
{
    const struct surface *x = &boundary->surfaces[0], *y = &boundary->surfaces[1];
    uint32_t side[2];
    double first = interval_impact((struct interval){x->origin.x, x->end.x}, ball, ball->x, ball->vx, &side[0]);
    double second = interval_impact((struct interval){y->origin.y, y->end.y}, ball, ball->y, ball->vy, &side[1]);
    bool is_y = second < first;
    *body = contact_surface(is_y, side[is_y]);
    return double_min(second, first);
}

double boundary_gap(const struct surface *surface, uint32_t side, struct vec2 centre, double r)
{
    return is_slab(surface) ? interval_gap(interval_of(surface), side, along(surface, centre), r)
                            : obstacle_ops(surface)->gap(surface, side, centre, r);
}

double boundary_distance(const struct surface *surface, struct vec2 centre)
{
    if (!is_slab(surface))
        return obstacle_ops(surface)->distance(surface, centre);
    struct interval slab = interval_of(surface);
    double place = along(surface, centre);
    return double_min(place - slab.lo, slab.hi - place);
}

double boundary_excess(const struct table *table, struct vec2 centre, double r, enum contact_kind *side)
{
    const double out[] = {r - centre.x, centre.x + r - table->width, r - centre.y, centre.y + r - table->height};
    double most = -HUGE_VAL;
    *side = CONTACT_LEFT;
    for (int i = 0; i < 4; i++)
        if (!(table->periodic & (i < 2 ? TABLE_AXIS_X : TABLE_AXIS_Y)) && !(out[i] <= most)) {
            most = isnan(out[i]) ? HUGE_VAL : out[i];
            *side = (enum contact_kind)(CONTACT_LEFT + i);
        }
    return most;
}

void boundary_box(const struct boundary *boundary, const struct surface *surface, struct vec2 *lo, struct vec2 *hi)
{
    struct vec2 shift = period_multiple(&boundary->period, surface->image);
    *lo = (struct vec2){-HUGE_VAL, -HUGE_VAL};
    *hi = (struct vec2){HUGE_VAL, HUGE_VAL};
    if (!is_slab(surface))
        obstacle_ops(surface)->box(surface, lo, hi);
    *lo = vec2_add(*lo, shift);
    *hi = vec2_add(*hi, shift);
}

bool boundary_bars(const struct surface *surface)
{
    return !is_slab(surface) && obstacle_ops(surface)->bars;
}

double boundary_curvature_radius(const struct surface *surface, uint32_t side, double r)
{
    if (is_slab(surface) || !obstacle_ops(surface)->curvature_radius)
        return r;
    return obstacle_ops(surface)->curvature_radius(surface, side, r);
}

double boundary_depth_obstacle(const struct surface *surface, uint32_t side, struct vec2 centre, double r)
{
    const struct surface_ops *ops = obstacle_ops(surface);
    return ops->depth ? ops->depth(surface, side, centre, r) : -ops->gap(surface, side, centre, r);
}

struct vec2 boundary_point(const struct surface *surface, uint32_t side, struct vec2 centre)
{
    if (!is_slab(surface))
        return obstacle_ops(surface)->point(surface, side, centre);
    struct interval slab = interval_of(surface);
    double place = side ? slab.hi : slab.lo;
    return surface->kind == SURFACE_SLAB_X ? (struct vec2){place, centre.y} : (struct vec2){centre.x, place};
}

unsigned boundary_touching(const struct surface *surface, struct vec2 centre, double r)
{
    if (is_slab(surface))
        return interval_touching(interval_of(surface), along(surface, centre), r);
    unsigned first = obstacle_ops(surface)->gap(surface, 0, centre, r) <= CONTACT_TOUCHING * r;
    unsigned second = obstacle_ops(surface)->gap(surface, 1, centre, r) <= CONTACT_TOUCHING * r;
    return first | second << 1;
}

unsigned boundary_touching_edge(const struct boundary *boundary, struct vec2 centre, double r)
{
    return interval_touching(interval_of(&boundary->surfaces[0]), centre.x, r) |
           interval_touching(interval_of(&boundary->surfaces[1]), centre.y, r) << 2;
}

struct vec2 boundary_normal(const struct surface *surface, uint32_t side, struct vec2 centre)
{
    if (!is_slab(surface))
        return obstacle_ops(surface)->normal(surface, side, centre);
    return slab_normal(surface, side);
}

double boundary_approach(const struct surface *surface, uint32_t side, struct vec2 centre, struct vec2 v)
{
    if (!is_slab(surface))
        return vec2_dot(obstacle_ops(surface)->normal(surface, side, centre), v);
    return vec2_dot(slab_normal(surface, side), v); /* exact: one product is 0 */
}

double boundary_rebound(const struct motion *motion, const struct surface *surface, uint32_t side, double r,
                        double speed)
{
    if (motion->law != MOTION_GRAVITY || !is_slab(surface))
        return speed;
    double pressing = either(side, -1, 1) * along(surface, motion->gravity);
    return speed * speed <= 2 * pressing * (CONTACT_TOUCHING * r) ? 0 : speed;
}

/** v less change times n, rounded once. */
static double less(double v, struct dd change, double n)
{
    return dd_add((struct dd){v, 0}, dd_multiply(change, (struct dd){-n, 0})).high;
}

/** As vectors v - (n.v + speed) n / n.n. The computed normal of a line is always off by the same rounding, and nearly
 * so that of an arc which is always hit at the same distance from its centre; then roundings here would be, too, and
 * over 10^6 elastic hits add up to 10^-11 of the energy. In double-double numbers with one rounding at the end they do
 * not. */
static struct vec2 obstacle_reflect(const struct surface *surface, uint32_t side, struct vec2 centre, struct vec2 v,
                                    double speed)
{
    struct vec2 n = obstacle_ops(surface)->normal(surface, side, centre);
    struct dd approach = dd_add(dd_product(n.x, v.x), dd_product(n.y, v.y));
    struct dd square = dd_add(dd_product(n.x, n.x), dd_product(n.y, n.y));
    struct dd change = dd_add(approach, (struct dd){speed, 0});
    change = dd_multiply(change, (struct dd){1, (1 - square.high) - square.low}); /* 1 / n.n, as that is nearly 1 */
    return (struct vec2){less(v.x, change, n.x), less(v.y, change, n.y)};
}

double boundary_pressure(const struct motion *motion, const struct surface *surface, uint32_t side,
                         const struct particle *ball, struct vec2 seen)
{
    struct parabola path = motion_from(motion, ball, ball->t).path;
    struct vec2 n = boundary_normal(surface, side, seen);
    double across = vec2_cross(n, path.v), straight = vec2_dot(n, path.a);
    if (is_slab(surface) || !obstacle_ops(surface)->path_radius)
        return straight;
    return straight + across * across / obstacle_ops(surface)->path_radius(surface, side, ball->r);
}

struct vec2 boundary_reflect(const struct surface *surface, uint32_t side, struct vec2 centre, struct vec2 v,
                             double speed)
{
    if (!is_slab(surface))
        return obstacle_reflect(surface, side, centre, v, speed);
    struct vec2 n = slab_normal(surface, side); /* from 0, so that e = 0 leaves no negative zero; all sums are exact */
    return (struct vec2){fabs(n.x) * (0 - n.x * speed) + fabs(n.y) * v.x,
                         fabs(n.y) * (0 - n.y * speed) + fabs(n.x) * v.y};
}

bool boundary_is_in_pocket(const struct surface *pocket, struct vec2 centre)
{
    struct vec2 d = vec2_sub(centre, pocket->origin);
    return vec2_dot(d, d) < pocket->r * pocket->r;
}

struct contact_event boundary_pocketing(const struct surface *pocket, uint32_t ball, struct vec2 centre, struct vec2 v,
                                        double t)
{
    struct vec2 normal = obstacle_ops(pocket)->normal(pocket, 0, centre);
    return (struct contact_event){.t = t,
                                  .kind = CONTACT_POCKET,
                                  .a = ball,
                                  .b = (int64_t)pocket->obstacle,
                                  .at = obstacle_ops(pocket)->point(pocket, 0, centre),
                                  .n = normal,
                                  .u = 0 - vec2_dot(normal, v)};
}

enum contact_kind boundary_kind(const struct boundary *boundary, uint32_t body)
{
    static const enum contact_kind slabs[2][2] = {{CONTACT_LEFT, CONTACT_RIGHT}, {CONTACT_BOTTOM, CONTACT_TOP}};
    if (contact_is_ball(body))
        return CONTACT_BALL;
    const struct surface *surface = boundary_surface(boundary, body);
    if (is_slab(surface))
        return slabs[surface->kind][contact_side(body)];
    return CONTACT_LINE + surface->part;
}
