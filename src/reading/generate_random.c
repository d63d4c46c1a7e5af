/*
 * Random sequential addition: draw a place, keep it unless a ball lies there already. The area fraction that can be
 * reached is about 0.547 in the limit of infinitely many attempts (Feder, J. Theor. Biol. 87, 237, 1980), about 0.52
 * with the attempts granted here; denser starts need a lattice. Balls of different radii reach a little more.
 *
 * Cost: a search in the grid per attempt, most of which end at the first look. The memory that a search reads is
 * prefetched AHEAD attempts before.
 */
#include "reading/generate.h"

#include <stdbool.h>

enum { ATTEMPTS_PER_BALL = 100, ATTEMPTS_MORE = 100000, AHEAD = 8 };

/** Two random numbers. */
static struct vec2 draw(struct random *random)
{
    double along = random_uniform(random);
    return (struct vec2){along, random_uniform(random)};
}

/** The place that they stand for: anywhere in the part of the area where the ball's centre may be. */
static struct vec2 place_of(struct vec2 drawn, const struct generate_balls *balls, size_t ball, struct fill_area area)
{
    double r = balls->r[ball];
    double margin_x = area.periodic & TABLE_AXIS_X ? 0 : r, margin_y = area.periodic & TABLE_AXIS_Y ? 0 : r;
    double along = margin_x + drawn.x * (area.x1 - area.x0 - 2 * margin_x);
    double up = margin_y + drawn.y * (area.y1 - area.y0 - 2 * margin_y);
    struct vec2 centre = {area.x0 + along, area.y0 + up};
    period_wrap(&balls->period, &centre);
    return centre;
}

/** Puts a ball there if no other is in its way. */
static bool try_place(const struct generate_balls *balls, size_t ball, struct vec2 centre, struct disc_grid *taken)
{
    if (!disc_grid_has_room(taken, centre, balls->r[ball]))
        return false;
    balls->x[ball] = centre.x;
    balls->y[ball] = centre.y;
    disc_grid_insert(taken, (uint32_t)ball);
    return true;
}

uint64_t generate_random_place(struct random random, const struct generate_balls *balls, struct fill_area area,
                               struct disc_grid *taken)
{
    struct vec2 coming[AHEAD];
    uint64_t placed = 0, attempts = ATTEMPTS_PER_BALL * (uint64_t)balls->n + ATTEMPTS_MORE;
    for (int k = 0; k < AHEAD; k++)
        coming[k] = draw(&random);
    for (uint64_t k = 0; placed < balls->n && k < attempts; k++) {
        size_t ball = balls->first + placed;
        struct vec2 *now = &coming[k % AHEAD], soon = coming[(k + AHEAD / 2) % AHEAD];
        placed += try_place(balls, ball, place_of(*now, balls, ball, area), taken);
        *now = draw(&random);
        disc_grid_prefetch_cell(taken, place_of(*now, balls, ball, area));
        disc_grid_prefetch_disc(taken, place_of(soon, balls, ball, area));
    }
    return placed;
}
