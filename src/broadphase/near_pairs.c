/* The choice between the structures that find near pairs. None of them changes a bit of what is found. */
#include "broadphase/near_pairs.h"

#include <stdlib.h>

#include "base/mem.h"
#include "broadphase/allpairs.h"
#include "broadphase/grid.h"
#include "broadphase/periodic_grid.h"

enum { SMALL = 48 }; /* up to this many balls a double loop is faster than the grid */

struct near_pairs {
    size_t n;
    const double *reach;
    const struct vec2 *centre;
    struct grid *grid;              /* both NULL: a double loop */
    struct periodic_grid *periodic; /* not NULL: the table is periodic */
};

struct near_pairs *near_pairs_create(size_t n, const double *reach, const struct table *table)
{
    struct near_pairs *near = mem_array(1, sizeof *near);
    if (!near)
        return NULL;
    near->n = n;
    near->reach = reach;
    if (table->periodic)
        near->periodic = periodic_grid_create(n, reach, table);
    else if (n > SMALL)
        near->grid = grid_create(n, reach, table_size(table).x);
    if (near->periodic || near->grid || (n <= SMALL && !table->periodic))
        return near;
    free(near);
    return NULL;
}

void near_pairs_destroy(struct near_pairs *near)
{
    if (!near)
        return;
    grid_destroy(near->grid);
    periodic_grid_destroy(near->periodic);
    free(near);
}

void near_pairs_adapt(struct near_pairs *near)
{
    if (near->grid)
        grid_adapt(near->grid);
}

bool near_pairs_place(struct near_pairs *near, const struct vec2 *centre)
{
    near->centre = centre;
    if (near->periodic)
        periodic_grid_place(near->periodic, centre);
    return !near->grid || grid_place(near->grid, centre);
}

bool near_pairs_find(const struct near_pairs *near, size_t first, size_t last, struct pairs *local, struct pairs *ghost)
{
    if (near->periodic)
        return periodic_grid_near(near->periodic, near->centre, first, last, local, ghost);
    if (near->grid)
        return grid_near(near->grid, near->centre, first, last, local, ghost);
    return allpairs_near(near->n, near->reach, near->centre, local);
}
