/* What integrators with fixed steps share: creation, and what happens rarely. */
#include "integrators/stepper.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* ---- life ---- */

static bool copy_bodies(struct stepper *stepper, const struct scene *scene)
{
    stepper->r = mem_array(scene->n + 1, sizeof *stepper->r);
    stepper->m = mem_array(scene->n + 1, sizeof *stepper->m);
    if (!stepper->r || !stepper->m)
        return false;
    memcpy(stepper->r, scene->r, scene->n * sizeof *stepper->r);
    memcpy(stepper->m, scene->m, scene->n * sizeof *stepper->m);
    return true;
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
        .field = field_of(scene),
        .sort_from = SIZE_MAX,
    };
    if (!copy_bodies(stepper, scene) || !boundary_open(&stepper->boundary, &scene->table, scene->e_wall) ||
        !pockets_open(&stepper->pockets, scene, world, &stepper->boundary, observer) ||
        !state_load(&stepper->now, world))
        return false;
    stepper->field.pocket = stepper->pockets.pocket;
    field_update_rest(&stepper->field, stepper->now.v, world->t);
    return open_rollback(stepper);
}

void stepper_close(struct stepper *stepper)
{
    free(stepper->r);
    free(stepper->m);
    boundary_close(&stepper->boundary);
    pockets_close(&stepper->pockets);
    state_close(&stepper->now);
    rollback_close(&stepper->rollback);
    ball_order_free(&stepper->order);
}

/* ---- time ---- */

bool stepper_sort(struct stepper *stepper, bool (*sort)(void *state))
{
    struct ball_order *order = &stepper->order;
    bool sorts = ball_order_pays(stepper->scene, stepper->now.x, stepper->sort_from);
    stepper->sort_from = SIZE_MAX;
    if (!sorts)
        return true;
    if (!ball_order_make(order, stepper->scene, stepper->now.x) ||
        !ball_order_apply_state(order, &stepper->now, stepper->n) ||
        !ball_order_apply(order, stepper->r, stepper->n, sizeof *stepper->r) ||
        !ball_order_apply(order, stepper->m, stepper->n, sizeof *stepper->m))
        return false;
    stepper->rollback.id = order->id;
    return sort(stepper);
}
