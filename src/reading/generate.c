/*
 * Racks and velocities; the fills are in generate_lattice.c and generate_random.c.
 *
 * A rack lives on a triangular lattice of spacing d = 2 r + gap: row k lies k d sqrt(3)/2 along the direction of
 * growth, its balls at the half-integer multiples j d of the cross direction that are symmetric about the axis. The
 * coordinates across come in exact pairs +v, -v, so a rack along x is mirror-symmetric to the last bit of y - y0.
 */
#include "reading/generate.h"

#include <math.h>

#include "base/angle.h"
#include "base/random.h"

enum { POSITIONS = 0, VELOCITIES = 1, RADII = 2 }; /* streams of a seed */

const char *const generate_rack_names[] = {"triangle", "diamond", "line", NULL};
const char *const generate_fill_names[] = {"hex", "square", "random", NULL};

uint64_t generate_rack_count(enum generate_rack_kind kind, uint64_t rows)
{
    return kind == RACK_TRIANGLE ? rows * (rows + 1) / 2 : kind == RACK_DIAMOND ? rows * rows : rows;
}

static uint64_t row_size(const struct generate_rack *rack, uint64_t row)
{
    if (rack->kind == RACK_LINE)
        return 1;
    return row < rack->rows ? row + 1 : 2 * rack->rows - 1 - row;
}

void generate_rack_place(const struct generate_rack *rack, double *x, double *y)
{
    struct vec2 direction = angle_direction(rack->angle);
    double spacing = 2 * rack->r + rack->gap;
    double row_step = rack->kind == RACK_LINE ? spacing : spacing * sqrt(0.75);
    uint64_t rows = rack->kind == RACK_DIAMOND ? 2 * rack->rows - 1 : rack->rows;
    size_t ball = 0;
    for (uint64_t row = 0; row < rows; row++) {
        uint64_t size = row_size(rack, row);
        double along = (double)row * row_step;
        for (uint64_t i = 0; i < size; i++, ball++) {
            double across = ((double)(2 * i) - (double)(size - 1)) * 0.5 * spacing;
            x[ball] = rack->x + (direction.x * along - direction.y * across);
            y[ball] = rack->y + (direction.y * along + direction.x * across);
        }
    }
}

uint64_t generate_fill_capacity(const struct generate_fill *fill)
{
    double r = fill->pattern == FILL_RANDOM ? fill->r[0] : fill->r[1];
    return generate_lattice_capacity(fill->pattern != FILL_SQUARE, r, fill->area);
}

void generate_fill_radii(const struct generate_fill *fill, double *r)
{
    struct random random = random_seeded(fill->seed, RADII);
    for (uint64_t i = 0; i < fill->count; i++)
        r[i] = fill->r[0] + random_uniform(&random) * (fill->r[1] - fill->r[0]);
}

uint64_t generate_fill_place(const struct generate_fill *fill, const struct generate_balls *balls,
                             struct disc_grid *taken)
{
    if (fill->pattern == FILL_RANDOM)
        return generate_random_place(random_seeded(fill->seed, POSITIONS), balls, fill->area, taken);
    generate_lattice_place(fill->pattern == FILL_HEX, fill->count, fill->r[1], fill->area, balls->x + balls->first,
                           balls->y + balls->first);
    return fill->count;
}

void generate_velocities(uint64_t seed, double speed, double *vx, double *vy, size_t n)
{
    struct random random = random_seeded(seed, VELOCITIES);
    double component = speed * sqrt(0.5);
    for (size_t i = 0; i < n; i++) {
        vx[i] += component * random_normal(&random);
        vy[i] += component * random_normal(&random);
    }
}
