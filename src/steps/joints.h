#pragma once

#include "near/near_surfaces.h"

/*
 * Which of the surfaces near a ball push it where curves meet. A ball pressed against a line near its joint with
 * another is also within a radius of the other's end, and beyond a corner within a radius of two ends. So of ends, and
 * of faces, that the ball touches at one place the first in the scene counts, and no end where a face on which it lies
 * is touched.
 *
 * Limits: where lines meet in a corner that is open to the ball, the second begins to push at once, and springs gain or
 * lose the energy of that; what lies less than a radius behind another curve pushes as well.
 */

struct joints_ball {
    const struct boundary *boundary;
    struct vec2 place;
    double r;
};

/** True if another surface of the list pushes the ball of entry p, which reaches beyond `sides` of its surface, in its
 *  place. */
bool joints_replaced(const struct near_surfaces_list *near, size_t p, unsigned sides, const struct joints_ball *ball);

/** As boundary_beyond(), of entry p of a list and its ball's place; 0 if another surface pushes in place of that. */
static inline unsigned joints_beyond(const struct near_surfaces_list *near, size_t p, const struct boundary *boundary,
                                     struct vec2 place, double r)
{
    unsigned sides = boundary_beyond(boundary, near->items[p].b, place, r);
    struct joints_ball ball = {boundary, place, r};
    return sides && boundary->n > BOUNDARY_SLABS && joints_replaced(near, p, sides, &ball) ? 0 : sides;
}
