/*
 * With constants between 1/LARGE and LARGE, and coordinates and speeds below LARGE squared, nothing that a step of the
 * stepped integrators computes comes near the largest double, LARGE to the power of six: forces are at most n k x,
 * changes of speed dt n k x/m, exchanged impulses some m v. So such a step needs no way back, nor a look at its result.
 * The bound is far from sharp: no scene was found that 1e90 for LARGE would let overflow, while 1e150 would.
 */
#include "integrators/rollback.h"

#include "base/mem.h"

#define LARGE 1e50

bool rollback_open(struct rollback *rollback, const struct state *state, size_t n)
{
    rollback->farthest = state_largest(state->x, n);
    if (state->turns && !(rollback->before.turns = mem_array(n, sizeof *state->turns)))
        return false;
    return state_open(&rollback->before, n);
}

void rollback_close(struct rollback *rollback)
{
    state_close(&rollback->before);
}

void rollback_constant(struct rollback *rollback, double value)
{
    if (!(value > 1 / LARGE && value < LARGE))
        rollback->armed = true;
}

double rollback_moved(struct rollback *rollback, double distance, double dt)
{
    rollback->farthest += distance;
    if (!(rollback->farthest < LARGE * LARGE && distance < LARGE * LARGE * dt))
        rollback->armed = true;
    return distance + rollback->farthest * 0x1p-52;
}

void rollback_begin(struct rollback *rollback, const struct state *state, size_t n)
{
    if (rollback->armed)
        state_copy(&rollback->before, state, n);
}

size_t rollback_end(struct rollback *rollback, struct state *state, size_t n)
{
    if (!rollback->armed)
        return n;
    size_t ball = state_first_nonfinite(state, n);
    if (ball < n)
        state_copy(state, &rollback->before, n);
    return ball;
}
