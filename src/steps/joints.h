#pragma once

#include "near/near_surfaces.h"

/*
 * Which of the surfaces near a ball push it where curves meet. A ball pressed against a line near its joint with
 * another is also within a radius of the other's end, and beyond a corner within a radius of two ends. So of ends, and
 * of faces, that the ball touches at one place the first in the scene counts, and no end where a face on which it lies
 * is touched, nor one that is not the nearest place of all curves that end there: in a row of short lines a ball
 * reaches beyond several joints at once. Nor does what is hidden push: a surface whose nearest place lies behind
 * another that the ball touches, as that of a wall that goes on behind the arc of a stadium. Where wall and arc are
 * tangent one then takes over from the other, at the same force.
 *
 * Of faces that the ball sees in nearly the same direction the nearest pushes alone, as a curve would: so the force has
 * a potential along rows of lines, however short.
 *
 * Limits: in a corner that is open to the ball and turns by a > 5 degrees both lines push. A ball that is deeper than 1
 * - cos a of its radius meets the second all at once, and springs gain or lose energy. One that lies in a flatter
 * valley changes from line to line, and each change begins a new contact.
 */

struct joints_ball {
    const struct boundary *boundary;
    struct vec2 place;
    double r;
};

/** Of the sides that the ball of entry p reaches beyond those that push it: where another surface of the list pushes in
 *  their place, or hides them, they do not. */
unsigned joints_pushing(const struct near_surfaces_list *near, size_t p, unsigned sides,
                        const struct joints_ball *ball);

/** As boundary_beyond(), of entry p of a list and its ball's place: the sides that push. */
static inline unsigned joints_beyond(const struct near_surfaces_list *near, size_t p, const struct boundary *boundary,
                                     struct vec2 place, double r)
{
    unsigned sides = boundary_beyond(boundary, near->items[p].b, place, r);
    struct joints_ball ball = {boundary, place, r};
    return sides && boundary->n > BOUNDARY_SLABS ? joints_pushing(near, p, sides, &ball) : sides;
}
