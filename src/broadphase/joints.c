/*
 * Surfaces that push a ball as one where they meet.
 *
 * A ball pressed against a line near its joint with another is also within a radius of the other's end, and beyond a
 * corner within a radius of two ends. Each pushing by itself, they would be twice as stiff together, take too much
 * energy if e < 1, and push the ball aside. So of surfaces that are one there, only one counts.
 *
 * Energy is kept: what a ball leaves pushes as hard, at the moment it does, as what it comes to. In a corner that is
 * open to the ball both lines push, and so that the second does not begin at once, its end does before. A curve behind
 * one on which it ends, or to which it is tangent, is hidden. (If two such curves meet in another place as well, energy
 * still jumps there.)
 *
 * Cost: of a ball that reaches beyond n surfaces, some n^2 pairs of them for each; most balls reach beyond none or one.
 */
#include "broadphase/joints.h"

#include <math.h>

/** Sides of a surface, as bits, that the ball reaches beyond. */
struct reached {
    uint32_t number;
    unsigned sides;
};

/** From the ball's centre to where it touches a surface. */
static struct vec2 way_to(const struct joints_ball *ball, struct reached reached)
{
    const struct surface *surface = &ball->boundary->surfaces[reached.number];
    struct vec2 seen = boundary_seen(ball->boundary, surface, ball->place);
    return vec2_sub(boundary_point(surface, reached.sides & 1 ? 0 : 1, seen), seen);
}

/** True if a surface and the circle of an arc have a point and a tangent in common, and both reach it. */
static bool is_tangent_to_arc(const struct joints_ball *ball, const struct surface *surface, const struct surface *arc)
{
    struct vec2 shift = {0, 0};
    double tolerance = CONTACT_TOUCHING * ball->r;
    if (ball->boundary->is_periodic)
        shift = period_multiple(&ball->boundary->period, vec2_sub(arc->image, surface->image));
    for (uint32_t side = 0; arc->kind == SURFACE_ARC && side < 2; side++) {
        struct vec2 point = boundary_point(surface, side, vec2_add(arc->origin, shift));
        if (boundary_distance(surface, point) <= tolerance &&
            boundary_distance(arc, vec2_sub(point, shift)) <= tolerance)
            return true;
    }
    return false;
}

/** The surface after a curve, or the one after that, if it is an end of the curve; NULL: closed arcs and walls. */
static const struct surface *end_of(const struct boundary *boundary, const struct surface *curve, int number)
{
    const struct surface *end = curve + number;
    bool has_ends = boundary_is_obstacle(curve) && end < boundary->surfaces + boundary->n;
    return has_ends && end->kind == SURFACE_POINT && end->obstacle == curve->obstacle ? end : NULL;
}

static bool ends_on(const struct joints_ball *ball, const struct surface *curve, const struct surface *face)
{
    for (int number = 1; number <= 2; number++) {
        const struct surface *end = end_of(ball->boundary, curve, number);
        if (end && boundary_lies_on(ball->boundary, end, face, ball->r))
            return true;
    }
    return false;
}

/** True if a face is nearer to the ball than a place beyond that face on another curve, which ends on the first or is
 *  tangent to it. A ball begins to see such a place, or ceases to, where both are equally far away: there it leaves the
 *  one for the other. */
static bool is_hidden(const struct joints_ball *ball, struct reached behind, struct reached face)
{
    const struct surface *cover = &ball->boundary->surfaces[face.number];
    struct vec2 way = way_to(ball, behind);
    double apart = vec2_length(way) - vec2_length(way_to(ball, face));
    if (apart < 0 || (apart == 0 && behind.number < face.number))
        return false;
    struct vec2 place = vec2_add(boundary_seen(ball->boundary, cover, ball->place), way);
    uint32_t side = face.sides & 1 ? 0 : 1;
    bool is_beyond = boundary_gap(cover, side, place, 0) <= CONTACT_TOUCHING * ball->r;
    is_beyond |= boundary_is_obstacle(cover) && boundary_gap(cover, 1 - side, place, 0) < HUGE_VAL;
    const struct surface *curve = &ball->boundary->surfaces[behind.number];
    while (curve->kind == SURFACE_POINT)
        curve--; /* its ends follow it */
    return is_beyond && (ends_on(ball, curve, cover) || is_tangent_to_arc(ball, cover, curve) ||
                         is_tangent_to_arc(ball, curve, cover));
}

/** What another surface that a ball reaches beyond means for one. */
enum cover {
    COVER_NONE,
    COVER_END,  /* an earlier end at the same place */
    COVER_FACE, /* a face on which the end lies and goes straight on or away from the ball, not in a corner that is open
                   to a ball that is pushed */
    COVER_SAME, /* an earlier face that is touched at the same point */
    COVER_HIDES /* a face */
};

/** What a face on which an end lies means for the end. */
static enum cover face_of_end(const struct joints_ball *ball, struct reached face, const struct surface *end)
{
    const struct surface *cover = &ball->boundary->surfaces[face.number];
    struct vec2 place = boundary_end_on(ball->boundary, end, cover);
    struct vec2 normal = boundary_normal(cover, face.sides & 1 ? 0 : 1, place);
    bool is_open = vec2_dot(end->from, normal) > CONTACT_TOUCHING;
    return is_open && !ball->bounces ? COVER_NONE : COVER_FACE;
}

/** What the surface `other` means for another one of the same ball. */
static enum cover cover_of(const struct joints_ball *ball, uint32_t other, struct reached reached)
{
    const struct boundary *boundary = ball->boundary;
    const struct surface *surface = &boundary->surfaces[reached.number], *cover = &boundary->surfaces[other];
    const bool is_end = surface->kind == SURFACE_POINT, is_cover_end = cover->kind == SURFACE_POINT;
    if (other == reached.number || (is_cover_end && (!is_end || other > reached.number)))
        return COVER_NONE;
    struct reached covering = {other, boundary_beyond(boundary, other, ball->place, ball->r)};
    if (covering.sides == 0)
        return COVER_NONE;
    if (is_end && boundary_lies_on(boundary, surface, cover, ball->r))
        return is_cover_end ? COVER_END : face_of_end(ball, covering, surface);
    if (is_cover_end)
        return COVER_NONE;
    struct vec2 apart = vec2_sub(way_to(ball, covering), way_to(ball, reached));
    if (vec2_length(apart) <= CONTACT_TOUCHING * ball->r)
        return other < reached.number ? COVER_SAME : COVER_NONE;
    return is_hidden(ball, reached, covering) ? COVER_HIDES : COVER_NONE;
}

/** The entries of a ball in a list, the first of them at items[0]. */
struct entries {
    const struct pair *items;
    size_t count;
};

/** True if a third face hides one, but does not push the ball in place of a surface that the hidden one would replace.
 */
static bool is_overruled(struct entries entries, const struct joints_ball *ball, struct reached face,
                         struct reached reached)
{
    for (size_t q = 0; q < entries.count; q++)
        if (cover_of(ball, entries.items[q].b, face) == COVER_HIDES &&
            cover_of(ball, entries.items[q].b, reached) < COVER_FACE)
            return true;
    return false;
}

/** True if a face pushes the ball in place of a surface. */
static bool is_replaced_by_face(struct entries entries, const struct joints_ball *ball, struct reached reached)
{
    for (size_t q = 0; q < entries.count; q++) {
        uint32_t other = entries.items[q].b;
        struct reached face = {other, boundary_beyond(ball->boundary, other, ball->place, ball->r)};
        if (cover_of(ball, other, reached) >= COVER_FACE && !is_overruled(entries, ball, face, reached))
            return true;
    }
    return false;
}

bool joints_replaced(const struct near_surfaces_list *near, size_t p, unsigned sides, const struct joints_ball *ball)
{
    const struct reached reached = {near->items[p].b, sides};
    size_t first = p, end = p + 1;
    while (first > 0 && near->items[first - 1].a == near->items[p].a)
        first--;
    while (end < near->count && near->items[end].a == near->items[p].a)
        end++;
    struct entries entries = {&near->items[first], end - first};
    bool is_replaced = is_replaced_by_face(entries, ball, reached);
    for (size_t q = 0; q < p - first && !is_replaced; q++) {
        struct reached before = {entries.items[q].b, 1};
        is_replaced =
            cover_of(ball, before.number, reached) == COVER_END && !is_replaced_by_face(entries, ball, before);
    }
    return is_replaced;
}
