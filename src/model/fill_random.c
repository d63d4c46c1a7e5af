/*
 * Random sequential addition: draw a place, keep it unless a ball lies there already. The area fraction that can be
 * reached is about 0.547 in the limit of infinitely many attempts (Feder, J. Theor. Biol. 87, 237, 1980), about 0.52
 * with the attempts granted here; denser starts need a lattice. Balls of different radii reach a little more.
 *
 * Cost: a search in the grid per attempt.
 */
#include "model/fill_random.h"

#include <stdbool.h>

enum { ATTEMPTS_PER_BALL = 100, ATTEMPTS_MORE = 100000 };

/** One attempt to place a ball. */
static bool try_place(struct random *random, const struct generate_balls *balls, size_t ball, struct fill_area area,
                      struct disc_grid *taken)
{
    double r = balls->r[ball];
    double margin_x = area.periodic & TABLE_AXIS_X ? 0 : r, margin_y = area.periodic & TABLE_AXIS_Y ? 0 : r;
    double along = margin_x + random_uniform(random) * (area.x1 - area.x0 - 2 * margin_x);
    double up = margin_y + random_uniform(random) * (area.y1 - area.y0 - 2 * margin_y);
    struct vec2 centre = {area.x0 + along, area.y0 + up};
    period_wrap(&balls->period, &centre);
    if (!disc_grid_has_room(taken, centre, r))
        return false;
    balls->x[ball] = centre.x;
    balls->y[ball] = centre.y;
    disc_grid_insert(taken, (uint32_t)ball);
    return true;
}

uint64_t fill_random_place(struct random random, const struct generate_balls *balls, struct fill_area area,
                           struct disc_grid *taken)
{
    uint64_t placed = 0, attempts = ATTEMPTS_PER_BALL * (uint64_t)balls->n + ATTEMPTS_MORE;
    while (placed < balls->n && attempts-- > 0)
        placed += try_place(&random, balls, balls->first + placed, area, taken);
    return placed;
}
