/* Memory of a checkpoint. integrator_ops.snapshot fills it, reading/scene_start.c reads it, reading/scene_write.c
 * writes it. */
#include "state/checkpoint.h"

#include <stdlib.h>

#include "base/mem.h"

struct checkpoint *checkpoint_create(const struct world *world)
{
    struct checkpoint *checkpoint = mem_array(1, sizeof *checkpoint);
    if (!checkpoint)
        return NULL;
    checkpoint->state = world_create(world->n);
    checkpoint->t0 = mem_array(world->n, sizeof *checkpoint->t0);
    checkpoint->hit = mem_array(world->n, sizeof *checkpoint->hit);
    for (size_t i = 0; checkpoint->t0 && i < world->n; i++)
        checkpoint->t0[i] = -HUGE_VAL;
    for (int wall = 0; wall < WORLD_WALLS; wall++)
        checkpoint->wall_t0[wall] = -HUGE_VAL;
    if (checkpoint->state && checkpoint->t0 && checkpoint->hit && (!world->w || world_add_spin(checkpoint->state))) {
        checkpoint->state->period = world->period;
        return checkpoint;
    }
    checkpoint_destroy(checkpoint);
    return NULL;
}

void checkpoint_destroy(struct checkpoint *checkpoint)
{
    if (!checkpoint)
        return;
    world_destroy(checkpoint->state);
    free(checkpoint->t0);
    free(checkpoint->hit);
    free(checkpoint);
}
