#pragma once

#include <stddef.h>

#include "base/cell_axis.h"

/*
 * Linked cells: a grid over the table whose cells each hold the head of a list (Allen and Tildesley, Computer
 * Simulation of Liquids, 2017, section 5.3.2). The links are the caller's: each thing that is put in has one, beside
 * what a search reads of it. Things of very different sizes want a grid for each level of size.
 *
 * A square of 4 x 4 cells shares a block of heads, a cache line. Where the table has more cells than there is room for
 * heads, blocks are scattered over them by multiplicative hashing (Knuth, The Art of Computer Programming, vol. 3,
 * section 6.4), so that regular places do not pile up: then cells share lists. 4 x 4 cells side by side never do; a
 * search of more may meet a thing twice.
 *
 * Ownership: the heads are the caller's.
 */
struct linked_cells {
    struct cell_axis x, y;
    uint64_t stride;     /* blocks from row to row of blocks */
    uint64_t multiplier; /* 1: each cell has a list of its own; `offset` and `shift` are 0 */
    uint64_t offset;
    unsigned shift;
    uint32_t *heads;
};

enum { LINKED_CELLS_SIDE = 4, LINKED_CELLS_BLOCK = LINKED_CELLS_SIDE * LINKED_CELLS_SIDE };

/** Lays cells over a table that is divided like this along x and y.
 *  @return how many heads they need, if each is to have a list of its own; SIZE_MAX: more than memory could hold */
size_t linked_cells_lay(struct linked_cells *cells, struct cell_axis x, struct cell_axis y);

/** How many lists cells may share, if so many are wanted at least: a power of two. */
size_t linked_cells_room(size_t wanted);

/** Lets the cells share so many lists, as linked_cells_room() has it.
 *  @param level grids of different levels that share the same lists do so in different ways */
void linked_cells_share(struct linked_cells *cells, size_t lists, unsigned level);

/** Empty lists, 64-byte aligned; NULL: out of memory. @param none ends a list */
uint32_t *linked_cells_heads(size_t count, uint32_t none);

static inline bool linked_cells_are_shared(const struct linked_cells *cells)
{
    return cells->multiplier != 1;
}

/** The list of a cell. */
static inline uint32_t *linked_cells_head(const struct linked_cells *cells, int64_t column, int64_t row)
{
    uint64_t across = (uint64_t)column, up = (uint64_t)row;
    uint64_t block = across / LINKED_CELLS_SIDE + up / LINKED_CELLS_SIDE * cells->stride;
    block = (block * cells->multiplier + cells->offset) >> cells->shift;
    return &cells->heads[block * LINKED_CELLS_BLOCK + up % LINKED_CELLS_SIDE * LINKED_CELLS_SIDE +
                         across % LINKED_CELLS_SIDE];
}

/** The list of the cell of a place. */
static inline uint32_t *linked_cells_at(const struct linked_cells *cells, double x, double y)
{
    return linked_cells_head(cells, cell_axis_index(&cells->x, x), cell_axis_index(&cells->y, y));
}
