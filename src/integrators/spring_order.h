#ifndef INTEGRATORS_SPRING_ORDER_H
#define INTEGRATORS_SPRING_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "integrators/state.h"
#include "model/scene.h"

/*
 * The order of balls in memory, if it is not the scene's: along a Hilbert curve, so that what is near on the table is
 * near in memory. A zeroed struct is the scene's order; spring_order_free() releases the arrays.
 */
struct spring_order {
    uint32_t *id;    /* index in the scene of the ball at each place */
    uint32_t *place; /* of each ball */
};

/** True if the balls are so many and so scattered in memory that sorting them pays, and of a kind that can be sorted:
 *  nothing but forces is summed over them. */
bool spring_order_pays(const struct scene *scene, const struct vec2 *centre);

/** Makes an order from centres. false: out of memory. */
bool spring_order_make(struct spring_order *order, const struct scene *scene, const struct vec2 *centre);
void spring_order_free(struct spring_order *order);

/** Brings n elements of so many bytes into that order. false: out of memory. */
bool spring_order_apply(const struct spring_order *order, void *array, size_t n, size_t bytes);

/** As state_store(), from a state in that order. */
void spring_order_store(const struct spring_order *order, const struct state *state, struct world *world);

#endif
