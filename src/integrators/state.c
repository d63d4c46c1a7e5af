/*
 * Positions and velocities as two arrays of vectors, copied and checked. Infinities and NaN are looked for
 * branch-free, after each step that could overflow. Cost: one pass each.
 */
#include "integrators/state.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

bool state_open(struct state *phase, size_t n)
{
    static const struct vec2 nowhere = {(double)NAN, (double)NAN};
    phase->x = mem_array_raw(n + 1, sizeof *phase->x);
    phase->v = mem_array_raw(n + 1, sizeof *phase->v);
    if (!phase->x || !phase->v)
        return false;
    phase->x[n] = phase->v[n] = nowhere;
    return true;
}

void state_close(struct state *phase)
{
    free(phase->x);
    free(phase->v);
}

void state_load(struct state *phase, const struct world *world)
{
    for (size_t i = 0; i < world->n; i++) {
        phase->x[i] = (struct vec2){world->x[i], world->y[i]};
        phase->v[i] = (struct vec2){world->vx[i], world->vy[i]};
    }
}

void state_store(const struct state *phase, struct world *world)
{
    for (size_t i = 0; i < world->n; i++) {
        world->x[i] = phase->x[i].x;
        world->y[i] = phase->x[i].y;
        world->vx[i] = phase->v[i].x;
        world->vy[i] = phase->v[i].y;
    }
}

void state_copy(struct state *to, const struct state *from, size_t n)
{
    memcpy(to->x, from->x, n * sizeof *to->x);
    memcpy(to->v, from->v, n * sizeof *to->v);
}

/** Infinite and NaN are the doubles with the largest exponent: adding one to it carries into the sign's place. */
static bool all_finite(const struct vec2 *vectors, size_t n)
{
    uint64_t carry = 0;
    for (size_t i = 0; i < n; i++) {
        uint64_t bits[2];
        memcpy(bits, &vectors[i], sizeof bits);
        carry |= ((bits[0] & INT64_MAX) + ((uint64_t)1 << 52)) | ((bits[1] & INT64_MAX) + ((uint64_t)1 << 52));
    }
    return carry >> 63 == 0;
}

size_t state_first_nonfinite(const struct state *phase, size_t n)
{
    if (all_finite(phase->x, n) && all_finite(phase->v, n))
        return n;
    size_t ball = 0;
    while (isfinite(phase->x[ball].x) && isfinite(phase->x[ball].y) && isfinite(phase->v[ball].x) &&
           isfinite(phase->v[ball].y))
        ball++;
    return ball;
}

double state_largest(const struct vec2 *vectors, size_t n)
{
    double largest = 0;
    for (size_t i = 0; i < n; i++) {
        largest = fabs(vectors[i].x) > largest ? fabs(vectors[i].x) : largest;
        largest = fabs(vectors[i].y) > largest ? fabs(vectors[i].y) : largest;
    }
    return largest;
}
