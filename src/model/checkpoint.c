/* Memory of a checkpoint. integrator_ops.snapshot fills it, model/scene_balls.c reads it, model/scene_write.c writes
 * it. */
#include "model/checkpoint.h"

#include <stdlib.h>

#include "base/mem.h"

struct checkpoint *checkpoint_create(const struct world *world)
{
    struct checkpoint *checkpoint = mem_array(1, sizeof *checkpoint);
    if (!checkpoint)
        return NULL;
    double **const arrays[] = {&checkpoint->x, &checkpoint->y, &checkpoint->vx, &checkpoint->vy, &checkpoint->t0};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        *arrays[i] = mem_array(world->n, sizeof **arrays[i]);
        if (!*arrays[i]) {
            checkpoint_destroy(checkpoint);
            return NULL;
        }
    }
    if ((checkpoint->hit = mem_array(world->n, sizeof *checkpoint->hit)) &&
        (!world->turns || (checkpoint->turns = mem_array(world->n, sizeof *checkpoint->turns))))
        return checkpoint;
    checkpoint_destroy(checkpoint);
    return NULL;
}

void checkpoint_take(struct checkpoint *checkpoint, const struct world *world)
{
    for (size_t i = 0; i < world->n; i++) {
        checkpoint->x[i] = world->x[i];
        checkpoint->y[i] = world->y[i];
        checkpoint->vx[i] = world->vx[i];
        checkpoint->vy[i] = world->vy[i];
        if (world->turns)
            checkpoint->turns[i] = world->turns[i];
    }
}

void checkpoint_destroy(struct checkpoint *checkpoint)
{
    if (!checkpoint)
        return;
    free(checkpoint->x);
    free(checkpoint->y);
    free(checkpoint->vx);
    free(checkpoint->vy);
    free(checkpoint->t0);
    free(checkpoint->hit);
    free(checkpoint->turns);
    free(checkpoint);
}
