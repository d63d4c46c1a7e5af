#include "base/linked_cells.h"

#include "base/mem.h"

/** 2^64 divided by the golden ratio, odd. */
#define GOLDEN 0x9e3779b97f4a7c15u

/** Likewise irregular, for levels. */
#define SCATTER 0xd1b54a32d192ed03u

static uint64_t blocks_along(const struct cell_axis *axis)
{
    return (uint64_t)axis->last / LINKED_CELLS_SIDE + 1;
}

size_t linked_cells_lay(struct linked_cells *cells, struct cell_axis x, struct cell_axis y)
{
    cells->x = x;
    cells->y = y;
    cells->stride = blocks_along(&x);
    cells->multiplier = 1;
    cells->offset = 0;
    cells->shift = 0;
    double heads = (double)cells->stride * (double)blocks_along(&y) * LINKED_CELLS_BLOCK;
    return heads < (double)(SIZE_MAX / 2) ? (size_t)heads : SIZE_MAX;
}

size_t linked_cells_room(size_t wanted)
{
    size_t room = 4 * LINKED_CELLS_BLOCK;
    while (room < wanted)
        room *= 2;
    return room;
}

void linked_cells_share(struct linked_cells *cells, size_t lists, unsigned level)
{
    cells->stride |= 1; /* else rows could cancel in the product */
    cells->multiplier = GOLDEN;
    cells->offset = level * SCATTER;
    cells->shift = 64;
    for (size_t shared = LINKED_CELLS_BLOCK; shared < lists; shared *= 2)
        cells->shift--;
}

uint32_t *linked_cells_heads(size_t count, uint32_t none)
{
    uint32_t *heads = mem_array_raw(count, sizeof *heads);
    for (size_t i = 0; heads && i < count; i++)
        heads[i] = none;
    return heads;
}
