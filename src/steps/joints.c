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

bool joints_replaced(const struct near_surfaces_list *near, size_t p, unsigned sides, const struct joints_ball *ball)
{
    const struct boundary *boundary = ball->boundary;
    const struct surface *own = &boundary->surfaces[near->items[p].b];
    const bool is_end = boundary_is_end(own);
    const struct vec2 way = way_to(boundary, own, sides, ball->place);
    size_t q = p;
    while (q > 0 && near->items[q - 1].a == near->items[p].a)
        q--;
    for (; q < near->count && near->items[q].a == near->items[p].a; q++) {
        const struct surface *other = &boundary->surfaces[near->items[q].b];
        const bool is_same_kind = is_end == boundary_is_end(other);
        unsigned reached =
            (is_same_kind ? q < p : is_end) ? boundary_beyond(boundary, near->items[q].b, ball->place, ball->r) : 0;
        if (!reached)
            continue;
        struct vec2 apart = vec2_sub(way_to(boundary, other, reached, ball->place), way);
        if (is_same_kind ? vec2_length(apart) <= CONTACT_TOUCHING * ball->r : lies_on(ball, own, other))
            return true;
    }
    return false;
}
