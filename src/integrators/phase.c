/* Four arrays, copied and checked. */
#include "integrators/phase.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

bool phase_open(struct phase *phase, size_t n)
{
    phase->x = mem_array_aligned(n, sizeof *phase->x);
    phase->y = mem_array_aligned(n, sizeof *phase->y);
    phase->vx = mem_array_aligned(n, sizeof *phase->vx);
    phase->vy = mem_array_aligned(n, sizeof *phase->vy);
    return phase->x && phase->y && phase->vx && phase->vy;
}

void phase_close(struct phase *phase)
{
    free(phase->x);
    free(phase->y);
    free(phase->vx);
    free(phase->vy);
}

void phase_load(struct phase *phase, const struct world *world)
{
    for (size_t i = 0; i < world->n; i++) {
        phase->x[i] = world_centre_x(world, i);
        phase->y[i] = world_centre_y(world, i);
        phase->vx[i] = world->vx[i];
        phase->vy[i] = world->vy[i];
    }
}

void phase_store(const struct phase *phase, struct world *world)
{
    size_t bytes = world->n * sizeof *phase->x;
    memcpy(world->x, phase->x, bytes);
    memcpy(world->y, phase->y, bytes);
    memcpy(world->vx, phase->vx, bytes);
    memcpy(world->vy, phase->vy, bytes);
}

/** Infinite and NaN are the doubles with the largest exponent: adding one to it carries into the sign's place. */
static bool all_finite(const double *v, size_t n)
{
    uint64_t carry = 0;
    for (size_t i = 0; i < n; i++) {
        uint64_t bits;
        memcpy(&bits, &v[i], sizeof bits);
        carry |= (bits & INT64_MAX) + ((uint64_t)1 << 52);
    }
    return carry >> 63 == 0;
}

size_t phase_first_nonfinite(const struct phase *phase, size_t n)
{
    if (all_finite(phase->x, n) && all_finite(phase->y, n) && all_finite(phase->vx, n) && all_finite(phase->vy, n))
        return n;
    size_t ball = 0;
    while (isfinite(phase->x[ball]) && isfinite(phase->y[ball]) && isfinite(phase->vx[ball]) &&
           isfinite(phase->vy[ball]))
        ball++;
    return ball;
}
