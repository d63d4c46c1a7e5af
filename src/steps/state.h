#pragma once

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/vec2.h"
#include "state/world.h"

/* Positions and velocities of all balls, in the form in which steps work on them: x and y side by side. Behind the
 * last ball comes a sentinel, whose coordinates are NaN, and behind that the walls of the table: one with a mass is a
 * body like a ball, with its place and velocity across itself; all other coordinates of walls are 0. state_open() and
 * state_load() allocate, also in part when they fail; state_close() frees. */
enum { STATE_MORE = 1 + WORLD_WALLS };

/** Index of a wall in such arrays. @param n number of balls */
static inline size_t state_wall(size_t n, int wall)
{
    return n + 1 + (size_t)wall;
}

/** A coordinate across a wall as a vector. */
static inline struct vec2 state_across(int wall, double q)
{
    return wall < WORLD_WALLS / 2 ? (struct vec2){q, 0} : (struct vec2){0, q};
}

struct state {
    struct vec2 *x, *v;
    struct vec3 *w;     /* angular velocities, one more than balls; NULL: none turns */
    struct vec2 *turns; /* of each ball, see state/world.h; NULL where state_open() alone made it */
    struct period period;
};

/** Not initialised but for what is behind the balls, and without turns. false: out of memory. */
static inline bool state_open(struct state *state, size_t n)
{
    static const struct vec2 nowhere = {(double)NAN, (double)NAN};
    state->x = mem_array_raw(n + STATE_MORE, sizeof *state->x);
    state->v = mem_array_raw(n + STATE_MORE, sizeof *state->v);
    if (!state->x || !state->v)
        return false;
    state->x[n] = state->v[n] = nowhere;
    for (int wall = 0; wall < WORLD_WALLS; wall++)
        state->x[state_wall(n, wall)] = state->v[state_wall(n, wall)] = (struct vec2){0, 0};
    return true;
}

/** Opens it with the world's state, centres at its common time. false: out of memory. */
static inline bool state_load(struct state *state, const struct world *world)
{
    state->period = world->period;
    if (!state_open(state, world->n) || !(state->turns = mem_array(world->n, sizeof *state->turns)))
        return false;
    if (world->w && !(state->w = mem_array(world->n + 1, sizeof *state->w)))
        return false;
    for (size_t i = 0; i < world->n; i++) {
        state->x[i] = (struct vec2){world->x[i], world->y[i]};
        state->v[i] = (struct vec2){world->vx[i], world->vy[i]};
        state->turns[i] = world->turns[i];
        if (world->w)
            state->w[i] = world->w[i];
    }
    for (int wall = 0; wall < WORLD_WALLS; wall++) {
        state->x[state_wall(world->n, wall)] = state_across(wall, world->walls[wall].x);
        state->v[state_wall(world->n, wall)] = state_across(wall, world->walls[wall].v);
    }
    return true;
}

/** Makes it the world's; step and t are left to the caller. */
static inline void state_store(const struct state *state, struct world *world)
{
    for (size_t i = 0; i < world->n; i++) {
        world->x[i] = state->x[i].x;
        world->y[i] = state->x[i].y;
        world->vx[i] = state->v[i].x;
        world->vy[i] = state->v[i].y;
        world->turns[i] = state->turns[i];
        if (state->w)
            world->w[i] = state->w[i];
    }
    for (int wall = 0; wall < WORLD_WALLS; wall++) {
        const struct vec2 x = state->x[state_wall(world->n, wall)], v = state->v[state_wall(world->n, wall)];
        world->walls[wall].x = x.x + x.y; /* one of them is 0 */
        world->walls[wall].v = v.x + v.y;
    }
}

static inline void state_close(struct state *state)
{
    free(state->x);
    free(state->v);
    free(state->turns);
    free(state->w);
}

/** A place of a ball, such as its centre, with its turns. */
static inline struct vec2 state_unwrap(const struct state *state, size_t ball, struct vec2 place)
{
    return period_unwrap(&state->period, place, state->turns[ball]);
}

/** A ball's centre, with its turns on a periodic table. */
static inline struct vec2 state_centre(const struct state *state, size_t ball)
{
    return state_unwrap(state, ball, state->x[ball]);
}

/** Brings the balls back to a periodic table. */
static inline void state_wrap(struct state *state, size_t n)
{
    for (size_t i = 0; state->period.is_any && i < n; i++)
        state->turns[i] = vec2_add(state->turns[i], period_wrap(&state->period, &state->x[i]));
}
