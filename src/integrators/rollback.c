/*
 * Steps that overflow are taken back.
 *
 * Whether a step can overflow at all is decided beforehand, so that the usual scene keeps no copy of its state. With
 * constants between 1/L and L, L = ROLLBACK_LARGE, and coordinates and speeds below L squared, nothing that a step
 * of the stepped integrators computes comes near the largest double, L to the power of six: forces are at most n k x,
 * changes of speed dt n k x/m, exchanged impulses some m v. So such a step needs no way back, nor a look at its result.
 * The bound is far from sharp: no scene was found that 1e90 for L would let overflow, while 1e150 would.
 */
#include "integrators/rollback.h"

#include "base/mem.h"

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
    if (!(value > 1 / ROLLBACK_LARGE && value < ROLLBACK_LARGE))
        rollback->armed = true;
}

void rollback_begin(struct rollback *rollback, const struct state *state, size_t n)
{
    state_copy(&rollback->before, state, n);
}

size_t rollback_end(struct rollback *rollback, struct state *state, size_t n)
{
    size_t lowest = n;
    for (size_t i = 0; i < n; i++) {
        size_t id = rollback->id ? rollback->id[i] : i;
        if (id < lowest && !(vec2_is_finite(state->x[i]) && vec2_is_finite(state->v[i])))
            lowest = id;
    }
    if (lowest < n)
        state_copy(state, &rollback->before, n);
    return lowest;
}
