#ifndef BROADPHASE_NNL_TILES_H
#define BROADPHASE_NNL_TILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/simd.h"

/*
 * The balls of each cell in tiles of four: list centres and slots side by side, so that a search compares four at once
 * and visits no ball. They take some 22 bytes per ball.
 *
 * A cell's head is the number of its first tile. That one may have room; those after it are full.
 *
 * Ownership: nnl_tiles_open() allocates, nnl_tiles_close() frees.
 */

enum { NNL_TILE = 4 };

/** The places after the last ball have x = NaN, which is near nothing, and the slot NNL_NIL. */
struct nnl_tile {
    f32x4 x, y;
    uint32_t slot[NNL_TILE];
    uint32_t count; /* of balls */
    uint32_t next;  /* in the cell, or the next free one; NNL_NIL: none */
};

struct nnl_tiles {
    struct nnl_tile *tile; /* NULL: there are none, balls are linked */
    uint32_t used, free;   /* how many have been in use, and the first of them that is free */
};

/** @param n     number of balls
 *  @param cells of which each has a head
 *  false: out of memory; nnl_tiles_close() is not needed then. */
bool nnl_tiles_open(struct nnl_tiles *tiles, size_t n, size_t cells);
void nnl_tiles_close(struct nnl_tiles *tiles);

/** Puts a ball with its list centre into the cell of that head. */
void nnl_tiles_insert(struct nnl_tiles *tiles, uint32_t *head, uint32_t slot, float x, float y);

/** Takes a ball, which must be there, out of the cell of that head. */
void nnl_tiles_remove(struct nnl_tiles *tiles, uint32_t *head, uint32_t slot);

#endif
