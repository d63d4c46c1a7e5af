/*
 * With constants between 1/L and L, L = ROLLBACK_LARGE, and coordinates and speeds below L squared, nothing that a step
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

/** The lowest id of a ball of which some number is not finite. @param first the first such place */
static size_t lowest_id(const struct rollback *rollback, const struct state *state, size_t first, size_t n)
{
    for (size_t i = first + 1; rollback->id && i < n; i++) {
        const struct state one = {.x = &state->x[i], .v = &state->v[i]};
        if (rollback->id[i] < rollback->id[first] && state_first_nonfinite(&one, 1) == 0)
            first = i;
    }
    return rollback->id ? rollback->id[first] : first;
}

size_t rollback_check(struct rollback *rollback, struct state *state, size_t n)
{
    size_t ball = state_first_nonfinite(state, n);
    if (ball == n)
        return n;
    ball = lowest_id(rollback, state, ball, n);
    state_copy(state, &rollback->before, n);
    return ball;
}
