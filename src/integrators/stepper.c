/* What integrators with fixed steps share: creation, and what happens rarely. The loop around a step is in the header.
 */
#include "integrators/stepper.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* ---- life ---- */

/** Radii that differ are copied, as one of 0 has to follow them. */
static bool take_radii(struct stepper *stepper, const double *r, size_t n)
{
    bool equal = true;
    for (size_t i = 0; i < n; i++)
        equal = equal && r[i] == r[0];
    stepper->r = r;
    if (equal)
        return true;
    stepper->r = stepper->own_r = mem_array(n + 1, sizeof *stepper->own_r);
    if (stepper->own_r)
        memcpy(stepper->own_r, r, n * sizeof *r);
    return stepper->own_r;
}

static bool open_rollback(struct stepper *stepper)
{
    const struct scene *scene = stepper->scene;
    rollback_constant(&stepper->rollback, scene->dt);
    rollback_constant(&stepper->rollback, 1 + field_strength(scene));
    for (size_t i = 0; i < scene->n; i++)
        if (!scene_is_fixed(scene, i))
            rollback_constant(&stepper->rollback, scene->m[i]);
    return rollback_open(&stepper->rollback, &stepper->now, stepper->n);
}

bool stepper_open(struct stepper *stepper, const struct scene *scene, const struct world *world,
                  const struct observer *observer)
{
    *stepper = (struct stepper){
        .scene = scene,
        .observer = observer,
        .n = scene->n,
        .dt = scene->dt,
        .m = scene->m,
        .field = field_of(scene),
    };
    if (!take_radii(stepper, scene->r, scene->n) || !boundary_open(&stepper->boundary, &scene->table, scene->e_wall) ||
        !pockets_open(&stepper->pockets, scene, world, &stepper->boundary, observer) ||
        !state_load(&stepper->now, world))
        return false;
    stepper->field.pocket = stepper->pockets.pocket;
    field_update_rest(&stepper->field, stepper->now.v, world->t);
    return open_rollback(stepper);
}

void stepper_close(struct stepper *stepper)
{
    free(stepper->own_r);
    boundary_close(&stepper->boundary);
    pockets_close(&stepper->pockets);
    state_close(&stepper->now);
    rollback_close(&stepper->rollback);
}

void stepper_counters(const struct stepper *stepper, struct counters *counters)
{
    counters->lost += sum_value(stepper->field.lost) + sum_value(stepper->pockets.lost);
    counters->rest = stepper->field.rest;
}
