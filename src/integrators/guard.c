/*
 * With constants between 1/LARGE and LARGE, and coordinates and speeds below LARGE squared, nothing that a step of the
 * stepped integrators computes comes near the largest double, LARGE to the power of six: forces are at most n k x,
 * changes of speed dt n k x/m, exchanged impulses some m v. So such a step needs no way back, nor a look at its result.
 */
#include "integrators/guard.h"

#define LARGE 1e50

bool guard_open(struct guard *guard, const struct phase *state, size_t n)
{
    guard->farthest = phase_largest(state->x, n);
    return phase_open(&guard->before, n);
}

void guard_close(struct guard *guard)
{
    phase_close(&guard->before);
}

void guard_constant(struct guard *guard, double value)
{
    if (!(value > 1 / LARGE && value < LARGE))
        guard->careful = true;
}

double guard_moved(struct guard *guard, double distance, double dt)
{
    guard->farthest += distance;
    if (!(guard->farthest < LARGE * LARGE && distance < LARGE * LARGE * dt))
        guard->careful = true;
    return distance + guard->farthest * 0x1p-52;
}

void guard_begin(struct guard *guard, const struct phase *state, size_t n)
{
    if (guard->careful)
        phase_copy(&guard->before, state, n);
}

size_t guard_end(struct guard *guard, struct phase *state, size_t n)
{
    if (!guard->careful)
        return n;
    size_t ball = phase_first_nonfinite(state, n);
    if (ball < n)
        phase_copy(state, &guard->before, n);
    return ball;
}
