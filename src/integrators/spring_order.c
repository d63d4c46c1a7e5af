/*
 * A million balls of a random fill, in no order, wait for memory at each of their partners: at 0.7 a step took 3.5
 * times as long as for the same balls in the order of a lattice. Sorted along the curve once, at the first step, they
 * take as long, and stay near each other in memory for as long as the gas takes to mix over distances of cache sizes.
 *
 * No bit changes: forces on a ball are summed in the order of its partners' ids (broadphase/sum_order), energies in
 * that of the pairs, and what else is summed over all balls, friction and pockets, is left in the scene's order, as are
 * runs with an event log or damping, whose contacts are listed in order, and those of several threads.
 */
#include "integrators/spring_order.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "broadphase/hilbert.h"

/** Balls from which the order in memory matters (measured). */
enum { SORT_FROM = 32768 };

/** Distance of balls that are not near each other, in mean distances of neighbours, and the part of balls that must be
 *  so far from the next one in memory. */
static const double FAR = 8, SCATTERED = 0.25;

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

bool spring_order_pays(const struct scene *scene, const struct vec2 *centre)
{
    if (scene->n < SORT_FROM || scene->friction || table_has_pockets(&scene->table) || scene_has_fixed(scene))
        return false;
    return is_scattered(centre, scene->n, table_size(&scene->table));
}

bool spring_order_make(struct spring_order *order, const struct scene *scene, const struct vec2 *centre)
{
    size_t n = scene->n;
    double *x = mem_array_raw(n, sizeof *x), *y = mem_array_raw(n, sizeof *y);
    order->id = mem_array(n, sizeof *order->id);
    order->place = mem_array(n, sizeof *order->place);
    bool made = x && y && order->id && order->place;
    for (size_t i = 0; made && i < n; i++) {
        x[i] = centre[i].x;
        y[i] = centre[i].y;
    }
    made = made && hilbert_order(x, y, n, table_size(&scene->table), order->id);
    for (size_t i = 0; made && i < n; i++)
        order->place[order->id[i]] = (uint32_t)i;
    free(x);
    free(y);
    return made;
}

void spring_order_free(struct spring_order *order)
{
    free(order->id);
    free(order->place);
}

bool spring_order_apply(const struct spring_order *order, void *array, size_t n, size_t bytes)
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

void spring_order_store(const struct spring_order *order, const struct state *state, struct world *world)
{
    for (size_t i = 0; i < world->n; i++) {
        uint32_t place = order->place[i];
        world->x[i] = state->x[place].x;
        world->y[i] = state->x[place].y;
        world->vx[i] = state->v[place].x;
        world->vy[i] = state->v[place].y;
        if (state->turns)
            world->turns[i] = state->turns[place];
    }
}
