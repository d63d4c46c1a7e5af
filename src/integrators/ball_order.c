/*
 * The order of the balls of stepped integrators in memory.
 *
 * Balls that are near each other on the table should be near each other in memory. A million balls of a random fill, in
 * no order, wait for memory at each of their partners: a step takes three to four times as long as for the same balls
 * in the order of a lattice. They are sorted along the curve once, before the first step, and stay near each other in
 * memory for as long as the gas takes to mix over distances of cache sizes.
 *
 * No bit changes: forces on a ball are summed, and momentum is exchanged, in the order of its partners' ids
 * (broadphase/sum_order); energies are summed in that of memory, by compensated sums. Left in the scene's order is what
 * is summed or listed over all balls (friction, pockets, damping, losses, the event log), and what several threads
 * share.
 */
#include "integrators/ball_order.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "broadphase/hilbert.h"

/** Distance of balls that are not near each other, in mean distances of neighbours, and the part of balls that must be
 *  so far from the next one in memory. */
static const double FAR = 8, SCATTERED = 0.25;

enum { AHEAD = 16 }; /* balls between asking for one and storing it */

static bool is_scattered(const struct vec2 *centre, size_t n, struct vec2 size)
{
    double far = FAR * FAR * size.x * size.y / (double)n;
    size_t count = 0;
    for (size_t i = 0; i + 1 < n; i++) {
        struct vec2 way = vec2_sub(centre[i + 1], centre[i]);
        count += vec2_dot(way, way) > far;
    }
    return (double)count > SCATTERED * (double)n;
}

bool ball_order_pays(const struct scene *scene, const struct vec2 *centre, size_t least)
{
    if (scene->n < least || scene->friction || scene->rotates || scene_has_fixed(scene))
        return false;
    return is_scattered(centre, scene->n, table_size(&scene->table));
}

bool ball_order_make(struct ball_order *order, const struct scene *scene, const struct vec2 *centre)
{
    size_t n = scene->n;
    order->id = mem_array(n, sizeof *order->id);
    order->place = mem_array(n, sizeof *order->place);
    bool made =
        order->id && order->place && hilbert_order(&centre->x, &centre->y, 2, n, table_size(&scene->table), order->id);
    for (size_t i = 0; made && i < n; i++)
        order->place[order->id[i]] = (uint32_t)i;
    return made;
}

void ball_order_free(struct ball_order *order)
{
    free(order->id);
    free(order->place);
}

bool ball_order_apply(const struct ball_order *order, void *array, size_t n, size_t bytes)
{
    unsigned char *former = mem_array_raw(n, bytes), *to = array;
    if (!former)
        return false;
    memcpy(former, array, n * bytes);
    for (size_t i = 0; i < n; i++)
        memcpy(to + i * bytes, former + order->id[i] * bytes, bytes);
    free(former);
    return true;
}

bool ball_order_apply_state(const struct ball_order *order, struct state *state, size_t n)
{
    return ball_order_apply(order, state->x, n, sizeof *state->x) &&
           ball_order_apply(order, state->v, n, sizeof *state->v) &&
           (!state->turns || ball_order_apply(order, state->turns, n, sizeof *state->turns));
}

void ball_order_store(const struct ball_order *order, const struct state *state, struct world *world)
{
    for (size_t i = 0; i < world->n; i++) {
        size_t place = i;
        if (order->place) {
            uint32_t coming = order->place[i + AHEAD < world->n ? i + AHEAD : i];
            place = order->place[i];
            __builtin_prefetch(&state->x[coming]);
            __builtin_prefetch(&state->v[coming]);
        }
        world->x[i] = state->x[place].x;
        world->y[i] = state->x[place].y;
        world->vx[i] = state->v[place].x;
        world->vy[i] = state->v[place].y;
        if (state->turns)
            world->turns[i] = state->turns[place];
    }
}
