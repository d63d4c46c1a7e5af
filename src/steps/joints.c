/* Surfaces that a ball reaches beyond, compared with each other: few, and of most balls none. */
#include "steps/joints.h"

/** From the ball's centre to where it touches a surface. */
static struct vec2 way_to(const struct boundary *boundary, const struct surface *surface, unsigned sides,
                          struct vec2 place)
{
    struct vec2 seen = boundary_seen(boundary, surface, place);
    return vec2_sub(boundary_point(surface, sides & 1 ? 0 : 1, seen), seen);
}

/** True if the end of a curve lies on another surface, or at another end. */
static bool lies_on(const struct joints_ball *ball, const struct surface *end, const struct surface *surface)
{
    struct vec2 place = vec2_add(end->origin, period_multiple(&ball->boundary->period, end->image));
    return fabs(boundary_distance(surface, boundary_seen(ball->boundary, surface, place))) <=
           CONTACT_TOUCHING * ball->r;
}

/** Cosine of 5 degrees: faces that the ball sees at a smaller angle to each other push like one curve. */
#define ONE_CURVE 0.9962

/** True if, of two faces or two ends that the ball touches, the first pushes in place of the second: at one place the
 *  earlier of the scene, in nearly the same direction the nearer. So along a row that bends towards the ball the force
 *  changes its direction at a joint, but not its size, and no energy comes or goes.
 *  @param way from the centre to the first @param own to the second */
static bool goes_first(const struct joints_ball *ball, struct vec2 way, bool is_first, struct vec2 own)
{
    if (vec2_length(vec2_sub(way, own)) <= CONTACT_TOUCHING * ball->r)
        return is_first;
    const double length = vec2_length(way), own_length = vec2_length(own);
    return vec2_dot(way, own) > ONE_CURVE * length * own_length &&
           (length < own_length || (length == own_length && is_first));
}

/** True if a side of the first surface pushes in place of one of the second. @param is_first it comes first in the
 *  scene @param reached, side bits of the two sides */
static bool replaces(const struct joints_ball *ball, const struct surface *surface, unsigned reached, bool is_first,
                     const struct surface *own, unsigned side)
{
    const bool is_end = boundary_is_end(own);
    if (is_end && !boundary_is_end(surface))
        return lies_on(ball, own, surface);
    if (is_end != boundary_is_end(surface))
        return false;
    return goes_first(ball, way_to(ball->boundary, surface, reached, ball->place), is_first,
                      way_to(ball->boundary, own, side, ball->place));
}

/** Those of the sides of `own` in whose place a surface pushes, of which the ball reaches beyond `reached`. */
static unsigned replaced(const struct joints_ball *ball, const struct surface *surface, unsigned reached, bool is_first,
                         const struct surface *own, unsigned sides)
{
    unsigned found = 0;
    for (unsigned side = 1; side <= sides; side <<= 1)
        for (unsigned k = 1; (sides & side) && k <= reached; k <<= 1)
            if ((reached & k) && replaces(ball, surface, k, is_first, own, side))
                found |= side;
    return found;
}

/** True if `own` is an end where another curve ends, too, and that curve has a place nearer to the ball: that place
 *  pushes, or what lies before it. @param surface the other curve's end, which the ball does not reach beyond */
static bool is_superseded(const struct joints_ball *ball, const struct surface *surface, const struct surface *own)
{
    return boundary_is_end(own) && boundary_is_end(surface) && lies_on(ball, own, surface);
}

/** True if a place is behind the side of a surface that the ball touches. An end hides nothing. */
static bool is_behind(const struct joints_ball *ball, const struct surface *surface, uint32_t side, struct vec2 place)
{
    const double nearly = CONTACT_TOUCHING * ball->r;
    const struct vec2 seen = boundary_seen(ball->boundary, surface, place);
    if (!boundary_is_obstacle(surface))
        return boundary_gap(surface, side, seen, 0) < -nearly;
    const double beyond = boundary_gap(surface, 1 - side, seen, 0);
    return beyond > nearly && beyond < HUGE_VAL;
}

/** Those of the sides of `own` that a surface hides, of which the ball reaches beyond `reached`. A wall beyond which
 * the centre is hides nothing: beyond a corner of the table two walls would hide each other. */
static unsigned hidden(const struct joints_ball *ball, const struct surface *surface, unsigned reached,
                       const struct surface *own, unsigned sides)
{
    unsigned behind = 0;
    for (uint32_t side = 0; sides >> side; side++) {
        if (!(sides >> side & 1))
            continue;
        const struct vec2 touched = vec2_add(ball->place, way_to(ball->boundary, own, 1U << side, ball->place));
        for (uint32_t k = 0; reached >> k; k++)
            behind |= (unsigned)((reached >> k & 1) && is_behind(ball, surface, k, touched) &&
                                 !is_behind(ball, surface, k, ball->place))
                      << side;
    }
    return behind;
}

unsigned joints_pushing(const struct near_surfaces_list *near, size_t p, unsigned sides, const struct joints_ball *ball)
{
    const struct boundary *boundary = ball->boundary;
    const struct surface *own = &boundary->surfaces[near->items[p].b];
    size_t q = p;
    while (q > 0 && near->items[q - 1].a == near->items[p].a)
        q--;
    for (; sides && q < near->count && near->items[q].a == near->items[p].a; q++) {
        const struct surface *other = &boundary->surfaces[near->items[q].b];
        if (q == p)
            continue;
        const unsigned reached = boundary_beyond(boundary, near->items[q].b, ball->place, ball->r);
        if (!reached && is_superseded(ball, other, own))
            return 0;
        sides &= ~replaced(ball, other, reached, q < p, own, sides);
        sides &= ~hidden(ball, other, reached, own, sides);
    }
    return sides;
}
