/*
 * A Verlet neighbour list (Verlet, Phys. Rev. 159, 98, 1967): the pairs within 1 + SKIN times the sum of their radii
 * are kept, and no other pair can touch until some ball has moved SKIN times its own radius. Tied to each ball's own
 * radius the skin fits any mixture of sizes: a small ball among large ones does not drag a large skin along. The list
 * is then made anew by the grid. Up to SMALL balls it holds all pairs and stays.
 *
 * Invariant: every pair that overlaps is in `near`, which is in lexicographic order; so the result is what all pairs
 * would give. Cost per call: O(n + pairs in the list), a few pairs per ball.
 */
#include "broadphase/verlet_list.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "broadphase/allpairs.h"
#include "broadphase/grid.h"

/** Part of its radius that a ball may move before the list is made anew. Larger: fewer, longer lists. Changes no bit
 *  of any result. */
#define SKIN 0.4

/** The list is valid to a little more than the distance that is checked, which covers rounding. */
#define SKIN_MARGIN 1.000001

enum { SMALL = 48 };

struct verlet_list {
    size_t n;
    const double *r;
    struct grid *grid; /* NULL: up to SMALL balls */
    double *limit;     /* square of the distance that each ball may move */
    double *x, *y;     /* centres when the list was made; NaN: not yet */
    struct pairs near, touching;
};

static bool prepare_skin(struct verlet_list *list, double width)
{
    double *reach = mem_array(list->n, sizeof *reach);
    if (!reach)
        return false;
    for (size_t i = 0; i < list->n; i++) {
        double free_path = SKIN * list->r[i];
        reach[i] = list->r[i] + free_path * SKIN_MARGIN;
        list->limit[i] = free_path * free_path;
        list->x[i] = list->y[i] = (double)NAN;
    }
    list->grid = grid_create(list->n, reach, width);
    free(reach);
    return list->grid;
}

static bool prepare(struct verlet_list *list, double width)
{
    if (list->n <= SMALL)
        return allpairs_every(list->n, &list->near);
    list->limit = mem_array(list->n, sizeof *list->limit);
    list->x = mem_array(list->n, sizeof *list->x);
    list->y = mem_array(list->n, sizeof *list->y);
    return list->limit && list->x && list->y && prepare_skin(list, width);
}

struct verlet_list *verlet_list_create(size_t n, const double *r, double width)
{
    struct verlet_list *list = mem_array(1, sizeof *list);
    if (!list)
        return NULL;
    list->n = n;
    list->r = r;
    if (prepare(list, width))
        return list;
    verlet_list_destroy(list);
    return NULL;
}

void verlet_list_destroy(struct verlet_list *list)
{
    if (!list)
        return;
    grid_destroy(list->grid);
    free(list->limit);
    free(list->x);
    free(list->y);
    pairs_free(&list->near);
    pairs_free(&list->touching);
    free(list);
}

/** True when some ball has left its skin, or is nowhere (NaN). */
static bool outdated(const struct verlet_list *list, const double *restrict x, const double *restrict y)
{
    int left = 0;
    for (size_t i = 0; i < list->n; i++) {
        double dx = x[i] - list->x[i], dy = y[i] - list->y[i];
        left |= !(dx * dx + dy * dy <= list->limit[i]);
    }
    return left;
}

static bool renew(struct verlet_list *list, const double *x, const double *y)
{
    for (size_t i = 0; i < list->n; i++) {
        list->x[i] = x[i];
        list->y[i] = y[i];
    }
    return grid_near(list->grid, x, y, &list->near);
}

/** Makes room for all near pairs, which is the most that can touch. */
static bool reserve_touching(struct verlet_list *list)
{
    void *items = list->touching.items;
    bool grown = mem_grow(&items, &list->touching.capacity, list->near.count + 1, sizeof *list->touching.items);
    list->touching.items = items;
    return grown;
}

/** Copies the near pairs that overlap. Written without branches: which pairs overlap cannot be foreseen. */
static void filter(struct verlet_list *list, const double *restrict x, const double *restrict y)
{
    const struct pair *near = list->near.items;
    struct pair *touching = list->touching.items;
    const double *r = list->r;
    size_t count = 0;
    for (size_t p = 0; p < list->near.count; p++) {
        struct pair pair = near[p];
        double dx = x[pair.a] - x[pair.b], dy = y[pair.a] - y[pair.b], reach = r[pair.a] + r[pair.b];
        touching[count] = pair;
        count += dx * dx + dy * dy < reach * reach;
    }
    list->touching.count = count;
}

bool verlet_list_touching(struct verlet_list *list, const double *x, const double *y, const struct pairs **touching)
{
    *touching = &list->touching;
    if (list->grid && outdated(list, x, y) && !renew(list, x, y))
        return false;
    if (!reserve_touching(list))
        return false;
    filter(list, x, y);
    return true;
}
