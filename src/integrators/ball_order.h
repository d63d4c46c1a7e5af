#ifndef INTEGRATORS_BALL_ORDER_H
#define INTEGRATORS_BALL_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "integrators/state.h"
#include "model/scene.h"

/*
 * The order of balls in memory, if it is not the scene's: along a Hilbert curve, so that what is near on the table is
 * near in memory. A zeroed struct is the scene's order; ball_order_free() releases the arrays.
 */
struct ball_order {
    uint32_t *id;    /* index in the scene of the ball at each place */
    uint32_t *place; /* of each ball */
};

/** Balls from which sorting pays (measured): `impulse`, whose balls move farther in a step, makes its lists more often.
 */
enum { BALL_ORDER_SPRINGS = 1 << 16, BALL_ORDER_IMPULSE = 200000 };

/** True if there are `least` balls at least, so scattered in memory that sorting them pays, and of a kind that can be
 *  sorted: what friction takes is summed over all. */
bool ball_order_pays(const struct scene *scene, const struct vec2 *centre, size_t least);

/** Makes an order from centres. false: out of memory. */
bool ball_order_make(struct ball_order *order, const struct scene *scene, const struct vec2 *centre);
void ball_order_free(struct ball_order *order);

/** Brings n elements of so many bytes into that order. false: out of memory. */
bool ball_order_apply(const struct ball_order *order, void *array, size_t n, size_t bytes);

/** Brings the arrays of a state of n balls into that order. false: out of memory. */
bool ball_order_apply_state(const struct ball_order *order, struct state *state, size_t n);

/** Makes a state in that order the world's; step and t are left to the caller. */
void ball_order_store(const struct ball_order *order, const struct state *state, struct world *world);

#endif
