/*
 * The list centres of a cell's balls, four to a cache line, so that one vector operation compares four of them with the
 * ball whose list is made. The tiles of a cell are full but for one: the last ball of a cell's first tile takes the
 * place of one that leaves, and an empty tile is kept for later.
 */
#include "broadphase/nnl_internal.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"

_Static_assert(sizeof(struct nnl_tile) == 64, "one cache line");

/** Each cell has at most one tile that is not full. */
bool nnl_tiles_open(struct nnl_tiles *tiles, size_t n, size_t cells)
{
    tiles->tile = mem_array_raw((cells < n ? cells : n) + n / NNL_TILE + 1, sizeof *tiles->tile);
    tiles->used = 0;
    tiles->free = NNL_NIL;
    return tiles->tile != NULL;
}

void nnl_tiles_close(struct nnl_tiles *tiles)
{
    free(tiles->tile);
}

/** An empty tile before the others of a cell. */
static uint32_t prepend(struct nnl_tiles *tiles, uint32_t next)
{
    uint32_t number = tiles->free;
    if (number != NNL_NIL)
        tiles->free = tiles->tile[number].next;
    else
        number = tiles->used++;
    struct nnl_tile *tile = &tiles->tile[number];
    *tile = (struct nnl_tile){.next = next};
    for (int i = 0; i < NNL_TILE; i++) {
        tile->x[i] = (float)NAN;
        tile->slot[i] = NNL_NIL;
    }
    return number;
}

void nnl_tiles_insert(struct nnl_tiles *tiles, uint32_t *head, uint32_t slot, float x, float y)
{
    if (*head == NNL_NIL || tiles->tile[*head].count == NNL_TILE)
        *head = prepend(tiles, *head);
    struct nnl_tile *tile = &tiles->tile[*head];
    const uint32_t place = tile->count++;
    tile->x[place] = x;
    tile->y[place] = y;
    tile->slot[place] = slot;
}

void nnl_tiles_remove(struct nnl_tiles *tiles, uint32_t *head, uint32_t slot)
{
    struct nnl_tile *first = &tiles->tile[*head], *tile = first;
    uint32_t place = 0, last = --first->count;
    while (tile->slot[place] != slot) {
        place = (place + 1) % NNL_TILE;
        if (place == 0)
            tile = &tiles->tile[tile->next];
    }
    tile->x[place] = first->x[last];
    tile->y[place] = first->y[last];
    tile->slot[place] = first->slot[last];
    first->x[last] = (float)NAN;
    first->slot[last] = NNL_NIL;
    if (last > 0)
        return;
    const uint32_t number = *head;
    *head = first->next;
    first->next = tiles->free;
    tiles->free = number;
}
