#include "state/world.h"

#include <stdlib.h>

#include "base/mem.h"

struct world *world_create(size_t n)
{
    struct world *world = mem_array(1, sizeof *world);
    if (!world)
        return NULL;
    world->n = n;
    world->x = mem_array(n, 4 * sizeof *world->x); /* with the other three behind it */
    world->turns = mem_array(n, sizeof *world->turns);
    if (!world->x || !world->turns) {
        world_destroy(world);
        return NULL;
    }
    world->y = world->x + n;
    world->vx = world->y + n;
    world->vy = world->vx + n;
    return world;
}

bool world_add_contact(struct world *world, struct world_contact contact)
{
    bool grown = mem_grow(&world->contacts, &world->contacts_capacity, world->n_contacts + 1, sizeof *world->contacts);
    if (grown)
        world->contacts[world->n_contacts++] = contact;
    return grown;
}

bool world_add_spin(struct world *world)
{
    world->w = mem_array(world->n, sizeof *world->w);
    return world->w;
}

bool world_add_kicks(struct world *world)
{
    world->kicks = mem_array(world->n, sizeof *world->kicks);
    return world->kicks;
}

bool world_add_pockets(struct world *world)
{
    world->pocket = mem_array(world->n, sizeof *world->pocket);
    world->taken = mem_array(world->n, sizeof *world->taken);
    for (size_t i = 0; world->pocket && i < world->n; i++)
        world->pocket[i] = WORLD_ON_TABLE;
    return world->pocket && world->taken;
}

void world_destroy(struct world *world)
{
    if (!world)
        return;
    free(world->x);
    free(world->w);
    free(world->kicks);
    free(world->pocket);
    free(world->taken);
    free(world->turns);
    free(world->contacts);
    free(world);
}
