/* Positions and velocities as two arrays of vectors. */
#include "integrators/state.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/min_max.h"

bool state_open(struct state *state, size_t n)
{
    static const struct vec2 nowhere = {(double)NAN, (double)NAN};
    state->x = mem_array_raw(n + 1, sizeof *state->x);
    state->v = mem_array_raw(n + 1, sizeof *state->v);
    if (!state->x || !state->v)
        return false;
    state->x[n] = state->v[n] = nowhere;
    return true;
}

void state_close(struct state *state)
{
    free(state->x);
    free(state->v);
    free(state->turns);
}

bool state_load(struct state *state, const struct world *world)
{
    state->period = world->period;
    if (!state_open(state, world->n))
        return false;
    if (world->turns && !(state->turns = mem_array(world->n, sizeof *state->turns)))
        return false;
    for (size_t i = 0; i < world->n; i++) {
        state->x[i] = (struct vec2){world->x[i], world->y[i]};
        state->v[i] = (struct vec2){world->vx[i], world->vy[i]};
        if (world->turns)
            state->turns[i] = world->turns[i];
    }
    return true;
}

double state_largest(const struct vec2 *vectors, size_t n)
{
    double largest = 0;
    for (size_t i = 0; i < n; i++)
        largest = double_max(fabs(vectors[i].x), double_max(fabs(vectors[i].y), largest));
    return largest;
}
