#ifndef BROADPHASE_JOINTS_H
#define BROADPHASE_JOINTS_H

#include <stdbool.h>
#include <stddef.h>

#include "broadphase/near_surfaces.h"
#include "physics/boundary.h"

/* Which of the surfaces near a ball push it where several meet. */

/** A ball that reaches beyond surfaces, at a place on the table. */
struct joints_ball {
    const struct boundary *boundary;
    struct vec2 place;
    double r;
    bool bounces; /* off the face that it has hit alone; else all that it touches push at once */
};

/** joints_is_replaced() where there are obstacles. */
bool joints_replaced(const struct near_surfaces_list *near, size_t p, unsigned sides, const struct joints_ball *ball);

/** True if the ball of entry p, which reaches beyond `sides` of its surface, is pushed by another surface of the list
 * in its place: where curves have a joint they are one. */
static inline bool joints_is_replaced(const struct near_surfaces_list *near, size_t p, unsigned sides,
                                      const struct joints_ball *ball)
{
    return ball->boundary->n > BOUNDARY_SLABS && joints_replaced(near, p, sides, ball);
}

/** As boundary_beyond(), of entry p of a list and its ball's place; 0 if another surface replaces that entry's. */
static inline unsigned joints_beyond(const struct near_surfaces_list *near, size_t p, const struct boundary *boundary,
                                     struct vec2 place, double r)
{
    unsigned sides = boundary_beyond(boundary, near->items[p].b, place, r);
    struct joints_ball ball = {boundary, place, r, false};
    return sides && joints_is_replaced(near, p, sides, &ball) ? 0 : sides;
}

#endif
