/*
 * The surfaces of a scene: the table's own walls as two slabs, then what obstacles are made of, pockets and then gates
 * last, so that at equal times they are considered in this order. surface_*.c describe the kinds.
 *
 * Faces are closed sets: a foot of the perpendicular exactly at an end belongs to the face. At a joint both faces may
 * miss a ball by rounding, but the ends there do not, so no ball passes through. A ball that falls can pass an end and
 * return, so every time at which it is near enough is tried.
 */
#include "surfaces/boundary.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/dd.h"
#include "base/mem.h"

/** More than that would have no numbers as bodies (contact/contact.h; the last four mean something else). An obstacle
 * has fewer than 10^6, so the count does not wrap. */
enum { MOST_SURFACES = (1 << 30) - 2 };

const struct surface_ops *const boundary_kinds[] = {
    [SURFACE_SLAB_X] = &surface_slab, [SURFACE_SLAB_Y] = &surface_slab,   [SURFACE_SEGMENT] = &surface_segment,
    [SURFACE_ARC] = &surface_arc,     [SURFACE_POCKET] = &surface_pocket, [SURFACE_GATE] = &surface_gate,
    [SURFACE_POINT] = &surface_point,
};

/* ---- obstacles, and their images ---- */

/** Fills in the surfaces of an obstacle, the main one first. Returns their number. */
static uint32_t make(const struct boundary *boundary, uint32_t number, struct surface surfaces[OBSTACLE_SURFACES])
{
    const struct obstacle *obstacle = &boundary->table->obstacles[number];
    const struct surface main = {.kind = SURFACE_OF_OBSTACLE + obstacle->kind,
                                 .by_material = table_obstacle_bounces(obstacle->kind) ? table_at_obstacle(obstacle)
                                                                                       : boundary->elastic,
                                 .obstacle = number,
                                 .obstacle_kind = obstacle->kind};
    return boundary_ops(&main)->make(obstacle, main, surfaces);
}

/** The images of an interval that reach a table of that length or those beside it: first and last. */
static void images_along(double lo, double hi, double length, double image[2])
{
    image[0] = length > 0 ? ceil(-1 - hi / length) : 0;
    image[1] = length > 0 ? floor(2 - lo / length) : 0;
}

/** Appends the surfaces of an obstacle's images near the table; where there is no room yet, counts them. */
static void add_images(struct boundary *boundary, const struct table *table, uint32_t number)
{
    struct surface parts[OBSTACLE_SURFACES];
    const struct vec2 period = boundary->period.length, middle = {0.5 * table->width, 0.5 * table->height};
    struct vec2 lo, hi, image;
    double x[2], y[2], reach = 4 * vec2_length(middle);
    uint32_t count = make(boundary, number, parts);
    boundary_ops(&parts[0])->box(&parts[0], &lo, &hi);
    images_along(lo.x, hi.x, period.x, x);
    images_along(lo.y, hi.y, period.y, y);
    for (image.y = y[0]; image.y <= y[1]; image.y++)
        for (image.x = x[0]; image.x <= x[1]; image.x++) {
            struct vec2 seen = {middle.x - image.x * period.x, middle.y - image.y * period.y};
            bool is_image = image.x != 0 || image.y != 0;
            if (is_image && boundary_distance(&parts[0], seen) > reach) /* a long line passes most images far off */
                continue;
            for (uint32_t i = 0; i < count && boundary->surfaces; i++) {
                parts[i].image = image;
                boundary->surfaces[boundary->n + i] = parts[i];
            }
            boundary->n += count;
        }
}

/** When a kind of obstacle has its turn among what happens at one time. */
static int rank(enum obstacle_kind kind)
{
    return table_obstacle_bounces(kind) ? 0 : table_obstacle_takes(kind) ? 1 : 2;
}

/** Appends, or counts, the surfaces of all obstacles by their ranks, after the slabs; too many not to the end. */
static void add_obstacles(struct boundary *boundary, const struct table *table)
{
    boundary->n = BOUNDARY_SLABS;
    for (int turn = 0; turn < 3; turn++)
        for (uint32_t i = 0; i < table->n_obstacles && boundary->n <= MOST_SURFACES; i++)
            if (rank(table->obstacles[i].kind) == turn)
                add_images(boundary, table, i);
}

/** True if no ball loses energy at a surface but by friction. */
static bool is_elastic(const struct boundary *boundary)
{
    bool elastic = true;
    for (uint32_t s = 0; s < boundary->n; s++)
        for (uint32_t i = 0; i < table_n_materials(boundary->table); i++)
            elastic &= boundary->surfaces[s].by_material[i].restitution.least == 1;
    return elastic;
}

/** What the surfaces do off which nothing bounces. false: out of memory. */
static bool open_elastic(struct boundary *boundary)
{
    const uint32_t n = table_n_materials(boundary->table);
    boundary->elastic = mem_array(n, sizeof *boundary->elastic);
    for (uint32_t i = 0; boundary->elastic && i < n; i++)
        boundary->elastic[i].restitution = restitution_of(1);
    return boundary->elastic;
}

static bool obstacle_moves(const struct obstacle *obstacle)
{
    return obstacle->motion || obstacle->turn;
}

/** Numbers the courses, and gives each surface that moves that of its wall or obstacle. false: out of memory. */
static bool number_courses(struct boundary *boundary, const struct table *table)
{
    boundary->n_courses = BOUNDARY_OBSTACLES;
    for (uint32_t i = 0; i < table->n_obstacles; i++)
        boundary->n_courses += obstacle_moves(&table->obstacles[i]);
    boundary->movers = mem_array(boundary->n_courses, sizeof *boundary->movers);
    boundary->courses = mem_array(boundary->n_courses, sizeof *boundary->courses);
    if (!boundary->movers || !boundary->courses)
        return false;
    for (uint32_t wall = 0; wall < TABLE_WALLS; wall++) {
        boundary->movers[BOUNDARY_WALLS + wall].motion = table->motion[wall];
        boundary->surfaces[wall / 2].course[wall % 2] = BOUNDARY_WALLS + wall;
    }
    for (uint32_t s = BOUNDARY_SLABS, number = BOUNDARY_OBSTACLES; s < boundary->n; s++) {
        struct surface *surface = &boundary->surfaces[s];
        const struct obstacle *obstacle = &table->obstacles[surface->obstacle];
        if (!obstacle_moves(obstacle))
            continue;
        if (!(surface->obstacle == surface[-1].obstacle && surface[-1].course[0] >= BOUNDARY_OBSTACLES))
            boundary->movers[number++] = (struct boundary_mover){obstacle->motion, obstacle->turn, {{0, 0}, {0, 0}}};
        surface->course[0] = surface->course[1] = number - 1;
    }
    return true;
}

/** Decides what moves, and what has a temperature. false: out of memory. */
static bool decide_acts(struct boundary *boundary, const struct table *table)
{
    if (!number_courses(boundary, table))
        return false;
    for (int wall = 0; wall < TABLE_WALLS; wall++)
        boundary->thermal |= (unsigned)(table->thermal.kT[wall] > 0) << wall;
    boundary->pistons = table_pistons(table);
    boundary->moves = table_moves(table);
    for (uint32_t s = 0; s < boundary->n; s++)
        boundary->surfaces[s].acts = boundary_changes_place(boundary, s) ||
                                     (s < BOUNDARY_SLABS && ((boundary->thermal | boundary->pistons) >> 2 * s & 3));
    boundary->acts = boundary->moves || boundary->thermal || boundary->pistons;
    boundary_end_at(boundary, HUGE_VAL);
    boundary_turn(boundary, 0);
    return true;
}

bool boundary_open(struct boundary *boundary, const struct table *table)
{
    *boundary = (struct boundary){.period = table_period(table), .turned = HUGE_VAL, .end = HUGE_VAL, .table = table};
    if (!open_elastic(boundary))
        return false;
    add_obstacles(boundary, table);
    if (boundary->n <= MOST_SURFACES)
        boundary->surfaces = mem_array(boundary->n, sizeof *boundary->surfaces);
    if (!boundary->surfaces)
        return false;
    const struct surface wall = {.by_material = table_at_walls(table)};
    boundary->surfaces[0] = boundary->surfaces[1] = wall;
    boundary->surfaces[0].kind = SURFACE_SLAB_X;
    boundary->surfaces[1].kind = SURFACE_SLAB_Y;
    boundary->surfaces[0].end.x = table->width;
    boundary->surfaces[1].end.y = table->height;
    if (boundary->period.length.x > 0)
        boundary->surfaces[0].origin.x = -HUGE_VAL, boundary->surfaces[0].end.x = HUGE_VAL;
    if (boundary->period.length.y > 0)
        boundary->surfaces[1].origin.y = -HUGE_VAL, boundary->surfaces[1].end.y = HUGE_VAL;
    add_obstacles(boundary, table);
    boundary->is_elastic = is_elastic(boundary);
    return decide_acts(boundary, table);
}

void boundary_close(struct boundary *boundary)
{
    free(boundary->surfaces);
    free(boundary->elastic);
    free(boundary->courses);
    free(boundary->movers);
    free(boundary->first);
    boundary->courses = NULL;
    boundary->movers = NULL;
    boundary->first = NULL;
    boundary->surfaces = NULL;
    boundary->elastic = NULL;
}

void boundary_end_at(struct boundary *boundary, double end)
{
    boundary->end = end;
    for (uint32_t k = 0; k < boundary->n_courses; k++)
        boundary->movers[k].range = surface_motion_range(boundary->movers[k].motion, end);
}

void boundary_turn(struct boundary *boundary, double t)
{
    assert(!boundary->moves || t <= boundary->end);
    const bool goes_back = t < boundary->turned;
    boundary->turned = t;
    boundary->turn = HUGE_VAL;
    for (uint32_t k = 0; k < boundary->n_courses; k++) {
        struct surface_course *course = &boundary->courses[k];
        if (goes_back || surface_motion_change(course) <= t) {
            *course = surface_motion_at(boundary->movers[k].motion, t);
            surface_motion_turn(course, boundary->movers[k].turn, t);
        }
        boundary->turn = double_min(boundary->turn, surface_motion_change(course));
    }
}

double boundary_range(const struct boundary *boundary, uint32_t number)
{
    double range = boundary_has_piston(boundary, number) ? HUGE_VAL : 0;
    for (int side = 0; side < 2; side++)
        range =
            double_max(range, surface_motion_farthest(boundary->movers[boundary->surfaces[number].course[side]].range));
    return range;
}

/** Moves a surface. The lower end of a slab goes with its side 0, the upper one with side 1. Returns how far. */
static double carry(struct surface *surface, const struct surface *first, struct vec2 of_side[2])
{
    const struct vec2 before = surface->origin, end = surface->end;
    surface->origin = vec2_add(first->origin, of_side[0]);
    surface->end = vec2_add(first->end, of_side[boundary_is_obstacle(first) ? 0 : 1]);
    return double_max(vec2_length(vec2_sub(surface->origin, before)), vec2_length(vec2_sub(surface->end, end)));
}

bool boundary_carry(struct boundary *boundary, double t)
{
    boundary->carried = 0;
    if (!boundary->moves)
        return true;
    if (!boundary->first) {
        boundary->first = mem_array(boundary->n, sizeof *boundary->first);
        if (!boundary->first)
            return false;
        memcpy(boundary->first, boundary->surfaces, boundary->n * sizeof *boundary->first);
    }
    boundary_turn(boundary, t);
    for (uint32_t s = 0; s < boundary->n; s++) {
        const uint32_t body = contact_surface(s, 0);
        struct vec2 ways[2] = {boundary_way(boundary, body, t), boundary_way(boundary, body + 1, t)};
        if (boundary_changes_place(boundary, s))
            boundary->carried = double_max(boundary->carried, carry(&boundary->surfaces[s], &boundary->first[s], ways));
    }
    boundary->travelled += boundary->carried;
    return true;
}

void boundary_place(struct boundary *boundary, enum table_wall wall, double q)
{
    struct surface *slabs[] = {boundary->surfaces, boundary->first};
    for (int i = 0; i < 2 && slabs[i]; i++) {
        struct vec2 *end = wall % 2 ? &slabs[i][wall / 2].end : &slabs[i][wall / 2].origin;
        double *place = wall < TABLE_BOTTOM ? &end->x : &end->y;
        if (i == 0) {
            boundary->carried += fabs(q - *place);
            boundary->travelled += fabs(q - *place);
        }
        *place = q;
    }
}

struct vec2 boundary_reach(const struct boundary *boundary)
{
    struct vec2 most = {0, 0};
    for (int wall = 0; wall < TABLE_WALLS; wall++) {
        const struct surface_range range = boundary->movers[BOUNDARY_WALLS + wall].range;
        const bool upper = wall % 2;
        most.x = double_max(most.x, upper ? range.hi.x : -range.lo.x);
        most.y = double_max(most.y, upper ? range.hi.y : -range.lo.y);
    }
    return vec2_add(table_size(boundary->table), most);
}

double boundary_excess(const struct table *table, double t, struct vec2 centre, double r, enum contact_kind *side)
{
    double out[] = {r - centre.x, centre.x + r - table->width, r - centre.y, centre.y + r - table->height};
    const struct vec2 period = table_period(table).length;
    double most = -HUGE_VAL;
    *side = CONTACT_LEFT;
    for (int i = 0; i < TABLE_WALLS; i++)
        if (table_has_piston(table, (enum table_wall)i)) {
            const double place = table->piston[i].x, q = table_across((enum table_wall)i, centre);
            out[i] = i % 2 == 0 ? (place + r) - q : q + r - place;
        } else if (table->motion[i]) {
            const struct surface_course course = surface_motion_at(table->motion[i], t);
            const struct vec2 way = surface_motion_way(&course, t);
            out[i] += (i % 2 == 0 ? 1 : -1) * (i < 2 ? way.x : way.y);
        }
    for (int i = 0; i < 4; i++)
        if ((i < 2 ? period.x : period.y) == 0 && !(out[i] <= most)) {
            most = isnan(out[i]) ? HUGE_VAL : out[i];
            *side = (enum contact_kind)(CONTACT_LEFT + i);
        }
    return most;
}

/* ---- what contacts need of a surface ---- */

void boundary_box(const struct boundary *boundary, const struct surface *surface, struct vec2 *lo, struct vec2 *hi)
{
    struct vec2 shift = period_multiple(&boundary->period, surface->image);
    boundary_ops(surface)->box(surface, lo, hi);
    *lo = vec2_add(*lo, shift);
    *hi = vec2_add(*hi, shift);
}

double boundary_depth(const struct surface *surface, uint32_t side, struct vec2 centre, double r)
{
    const struct surface_ops *ops = boundary_ops(surface);
    return ops->depth ? ops->depth(surface, side, centre, r) : -ops->gap(surface, side, centre, r);
}

double boundary_curvature_radius(const struct surface *surface, uint32_t side, double r)
{
    const struct surface_ops *ops = boundary_ops(surface);
    double path = ops->path_radius ? ops->path_radius(surface, side, r) : 0, curve = path + r;
    bool is_curved = path > CONTACT_TOUCHING * r || (path < 0 && curve < 0);
    return is_curved ? r * (curve / path) : r;
}

unsigned boundary_touching(const struct surface *surface, struct vec2 centre, double r)
{
    unsigned first = boundary_gap(surface, 0, centre, r) <= CONTACT_TOUCHING * r;
    unsigned second = boundary_gap(surface, 1, centre, r) <= CONTACT_TOUCHING * r;
    return first | second << 1;
}

double boundary_rebound_wall(const struct motion *motion, const struct surface *wall, uint32_t side, double r,
                             double speed)
{
    double pressing = vec2_dot(boundary_normal(wall, side, (struct vec2){0, 0}), motion->gravity);
    return speed * speed <= 2 * pressing * (CONTACT_TOUCHING * r) ? 0 : speed;
}

double boundary_pressure(const struct motion *motion, const struct surface *surface, uint32_t side, struct body body,
                         struct vec2 seen, struct vec2 v)
{
    const struct surface_ops *ops = boundary_ops(surface);
    struct parabola path = motion_whole(motion, body).path;
    struct vec2 n = boundary_normal(surface, side, seen);
    double across = vec2_cross(n, vec2_sub(path.v, v)), straight = vec2_dot(n, path.a);
    return ops->path_radius ? straight + across * across / ops->path_radius(surface, side, body.ball->r) : straight;
}

/* ---- surfaces that move ---- */

/** The velocity across the normal of the point of contact c, rate (c - centre) turned by a right angle. An arc has no
 *  other part; its ends, which stay where they are, push with none. */
struct vec2 boundary_turning(const struct boundary *boundary, uint32_t body, struct vec2 n)
{
    const struct surface *surface = boundary_surface(boundary, body);
    const double radius = contact_side(body) == 0 ? surface->r : -surface->r;
    const double arm = surface->kind == SURFACE_ARC ? radius : vec2_dot(vec2_sub(surface->origin, surface->end), n);
    return vec2_scale(boundary_course(boundary, body)->rate * arm, vec2_left(n));
}

/** One of the ways in which a flight is seen from a side that moves. */
struct seen {
    struct motion motion;
    struct particle ball;
    struct leg leg;
};

/** When the flight comes to a side that rests, of slabs that one alone. */
static double impact_at_rest(const struct surface *surface, struct seen *seen, uint32_t only, uint32_t *side)
{
    const struct body body = {&seen->ball, &seen->leg};
    if (boundary_is_obstacle(surface))
        return boundary_ops(surface)->impact(&seen->motion, surface, body, side);
    *side = only;
    return surface_slab_impact_side(&seen->motion, surface, body, only);
}

/** True if the ball rests against the side on which it is now: what it approaches with is a rounding of the velocities
 *  of both. @param v of the ball @param drift of the side */
static bool rests_on(const struct surface *surface, uint32_t side, const struct particle *seen, struct vec2 v,
                     struct vec2 drift)
{
    const struct vec2 place = {seen->x, seen->y};
    const double u = vec2_dot(boundary_normal(surface, side, place), (struct vec2){seen->vx, seen->vy});
    return contact_rests_on_surface(boundary_gap(surface, side, place, seen->r), seen->r, u * u,
                                    vec2_dot(v, v) + vec2_dot(drift, drift));
}

/** When a piece of a flight comes to a side. A ball that rests against it sinks first (contact/contact.h).
 *  @param v velocity of the ball where the piece begins */
static double impact_of_piece(const struct surface *surface, struct seen *seen, struct vec2 v, struct vec2 drift,
                              uint32_t only, uint32_t *side)
{
    double t = impact_at_rest(surface, seen, only, side);
    if (t < HUGE_VAL && rests_on(surface, *side, &seen->ball, v, drift)) {
        seen->ball.r *= 1 - CONTACT_SUNK;
        t = impact_at_rest(surface, seen, only, side);
    }
    return t;
}

/** A ball from a time on. */
struct flight {
    const struct particle *ball;
    double begin;
    struct parabola_motion m; /* its clock is at zero at `begin` */
};

static struct flight flight_from(const struct motion *motion, struct body body, double begin)
{
    return (struct flight){body.ball, begin, motion_from(motion, body, begin)};
}

/** A flight as a side in a course sees it that rests in its place. */
static struct seen see(const struct flight *flight, const struct surface_course *course)
{
    const struct parabola_motion *m = &flight->m;
    const struct vec2 way = surface_motion_way(course, flight->begin);
    const bool curved = m->path.a.x != 0 || m->path.a.y != 0, ends = m->until < HUGE_VAL;
    struct seen seen = {.motion.law = curved || ends ? MOTION_CLOTH : MOTION_UNIFORM, .ball = *flight->ball};
    seen.ball.x = m->path.x.x - way.x;
    seen.ball.y = m->path.x.y - way.y;
    seen.ball.vx = m->path.v.x - course->drift.x;
    seen.ball.vy = m->path.v.y - course->drift.y;
    seen.ball.t = flight->begin;
    seen.leg = (struct leg){.a = m->path.a, .until = m->until, .goes_on = ends};
    return seen;
}

/** The impact of a flight with a side in a course. A ball that comes to rest has the surface come to it. */
static double impact_in_course(const struct surface *surface, const struct surface_course *course,
                               const struct flight *flight, uint32_t only, uint32_t *side)
{
    const struct parabola_motion *m = &flight->m;
    struct seen seen = see(flight, course);
    double t = impact_of_piece(surface, &seen, m->path.v, course->drift, only, side);
    if (!(t < HUGE_VAL) && m->until < HUGE_VAL && !m->goes_on) {
        const struct parabola_motion rest = {.path.x = parabola_position(&m->path, m->until), .until = HUGE_VAL};
        seen = see(&(struct flight){flight->ball, flight->begin + m->until, rest}, course);
        t = impact_of_piece(surface, &seen, rest.path.v, course->drift, only, side);
    }
    return t < course->until ? t : HUGE_VAL;
}

/** True if a ball that begins a flight, or on which a wall begins a course, touches it and is pressed towards it. */
static bool is_held(const struct surface *slab, const struct surface_course *course, const struct flight *flight,
                    uint32_t side)
{
    const struct seen seen = see(flight, course);
    const struct vec2 n = boundary_normal(slab, side, (struct vec2){0, 0});
    return vec2_dot(n, flight->m.path.a) > 0 && rests_on(slab, side, &seen.ball, flight->m.path.v, course->drift);
}

/* Radii by which a ball is taken to be larger where a search leaves out courses: far more than times are rounded. */
#define SKIP_MARGIN 1e-6

/** How far a ball is at least from touching a side, and how fast that becomes less. */
struct range_gap {
    double d, v, a;
};

/** The least gap, wherever in its range the side is.
 *  @param only of slabs: the side */
static struct range_gap gap_to_range(const struct boundary *boundary, const struct surface *surface,
                                     const struct flight *flight, uint32_t only)
{
    const struct surface_range *range = &boundary->movers[surface->course[only]].range;
    const struct parabola *path = &flight->m.path;
    const double r = flight->ball->r * (1 + SKIP_MARGIN);
    if (boundary_is_obstacle(surface))
        return (struct range_gap){boundary_distance(surface, path->x) - r - surface_motion_farthest(*range),
                                  vec2_length(path->v), vec2_length(path->a)};
    const struct vec2 n = boundary_normal(surface, only, path->x), inwards = only ? range->lo : range->hi;
    return (struct range_gap){boundary_gap(surface, only, path->x, r) -
                                  fabs(inwards.x + inwards.y), /* one of which is 0 */
                              vec2_dot(n, path->v), vec2_dot(n, path->a)};
}

/** The earliest time at which a ball may touch it; HUGE_VAL, quickly, if that is later than `until`. */
static double touch_of_range(const struct range_gap *gap, double begin, double until)
{
    const double time = until - begin;
    if (!(gap->d > 0))
        return begin;
    if (gap->d > time * (double_max(gap->v, 0) + time * double_max(gap->a, 0) / 2)) /* false if that is infinite */
        return HUGE_VAL;
    return begin + parabola_descent(gap->d, -gap->v, -gap->a);
}

/* Courses that a search looks at; then it is to go on another time. */
enum { MOST_COURSES = 64 };

/** The first impact with a side in its present course and those after it, but for those in which the ball is out of its
 *  range. */
static double impact_in_courses(const struct boundary *boundary, const struct motion *motion, uint32_t first,
                                struct body body, double *until, uint32_t *side)
{
    const struct surface *surface = boundary_surface(boundary, first);
    const uint32_t only = contact_side(first);
    struct surface_course course = *boundary_course(boundary, first);
    for (int looked = 0;; looked++) {
        const struct flight flight = flight_from(motion, body, double_max(body.ball->t, course.since));
        const struct range_gap gap = gap_to_range(boundary, surface, &flight, only);
        const double touch = touch_of_range(&gap, flight.begin, *until);
        if (touch < course.until) {
            if (boundary_is_thermal(boundary, first) && is_held(surface, &course, &flight, only))
                return flight.begin;
            const double t = impact_in_course(surface, &course, &flight, only, side);
            if (t < HUGE_VAL)
                return t;
        }
        const double next = double_max(touch, course.until);
        if (!(next <= *until && next < HUGE_VAL))
            return HUGE_VAL;
        if (looked == MOST_COURSES) {
            *until = next;
            return HUGE_VAL;
        }
        course = surface_motion_at(boundary->movers[surface->course[only]].motion, next);
    }
}

double boundary_impact_moving(const struct boundary *boundary, const struct motion *motion, uint32_t number,
                              struct body body, double *until, uint32_t *side)
{
    return impact_in_courses(boundary, motion, contact_surface(number, 0), body, until, side);
}

double boundary_impact_wall(const struct boundary *boundary, const struct motion *motion, uint32_t wall,
                            struct body body, double *until)
{
    uint32_t side;
    return impact_in_courses(boundary, motion, wall, body, until, &side);
}

/* ---- what leaves ---- */

/** v less change times n, rounded once. */
static double less(double v, struct dd change, double n)
{
    return dd_add((struct dd){v, 0}, dd_multiply(change, (struct dd){-n, 0})).high;
}

/** As vectors v - (n.v + speed) n / n.n. The computed normal of a line is always off by the same rounding, and nearly
 * so that of an arc which is always hit at the same distance from its centre; then roundings here would be, too, and
 * over 10^6 elastic hits add up to 10^-11 of the energy. In double-double numbers with one rounding at the end they do
 * not. */
static struct vec2 reflect_precisely(struct vec2 n, struct vec2 v, double speed)
{
    struct dd approach = dd_add(dd_product(n.x, v.x), dd_product(n.y, v.y));
    struct dd square = dd_add(dd_product(n.x, n.x), dd_product(n.y, n.y));
    struct dd change = dd_add(approach, (struct dd){speed, 0});
    change = dd_multiply(change, (struct dd){1, (1 - square.high) - square.low}); /* 1 / n.n, as that is nearly 1 */
    return (struct vec2){less(v.x, change, n.x), less(v.y, change, n.y)};
}

struct vec2 boundary_reflect(const struct surface *surface, struct vec2 n, struct vec2 v, struct vec2 wall,
                             double speed)
{
    if (boundary_is_obstacle(surface))
        return vec2_add(reflect_precisely(n, vec2_sub(v, wall), speed), wall);
    /* of a wall all sums are exact; from 0, so that e = 0 leaves no negative zero; along it v stays as it is */
    return (struct vec2){fabs(n.x) * (wall.x - n.x * speed) + fabs(n.y) * v.x,
                         fabs(n.y) * (wall.y - n.y * speed) + fabs(n.x) * v.y};
}

struct contact_event boundary_event(const struct boundary *boundary, const struct contact *contact, double t,
                                    uint64_t group)
{
    bool is_ball = contact_is_ball(contact->body);
    return (struct contact_event){
        .t = t,
        .group = group,
        .kind = boundary_kind(boundary, contact->body),
        .a = (uint32_t)contact->a,
        .b = is_ball ? (int64_t)contact->body : boundary_number(boundary, contact->body),
        .at = contact->at,
        .n = contact->n,
        .u = contact->u,
        .j = contact->j,
        .jt = contact->jt,
        .jz = contact->jz,
    };
}

enum contact_kind boundary_kind(const struct boundary *boundary, uint32_t body)
{
    static const enum contact_kind slabs[2][2] = {{CONTACT_LEFT, CONTACT_RIGHT}, {CONTACT_BOTTOM, CONTACT_TOP}};
    if (contact_is_ball(body))
        return CONTACT_BALL;
    const struct surface *surface = boundary_surface(boundary, body);
    if (!boundary_is_obstacle(surface))
        return slabs[surface->kind][contact_side(body)];
    return CONTACT_LINE + surface->obstacle_kind;
}

void boundary_name(char *to, size_t size, const struct boundary *boundary, uint32_t body)
{
    const char *kind = contact_kind_name(boundary_kind(boundary, body));
    int64_t obstacle = boundary_number(boundary, body);
    if (obstacle < 0)
        snprintf(to, size, "the %s wall", kind);
    else
        snprintf(to, size, "%s obstacles.%lld", kind, (long long)obstacle);
}

struct cushion boundary_cushion(const struct scene *scene, const struct surface *surface, size_t ball, struct vec2 n,
                                double e)
{
    const struct coefficients *of = scene_at_surface(scene, ball, surface);
    return (struct cushion){
        .law = cushion_law_of(scene),
        .rubbing = &of->rubbing,
        .restitution = of->restitution.table ? of->restitution : restitution_of(e),
        .n = n,
        .sine = cushion_sine(scene->nose, scene->r[ball]),
    };
}
