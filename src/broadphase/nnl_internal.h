#ifndef BROADPHASE_NNL_INTERNAL_H
#define BROADPHASE_NNL_INTERNAL_H

#include "base/linked_cells.h"
#include "broadphase/nnl.h"

/* What nnl.c (neighbours found through grids), nnl_levels.c (those grids) and nnl_lists.c (lists in memory) share.
 * No other file includes this header. */

enum { NNL_LEVELS = 64 };

/** Bound on the relative rounding of single-precision positions and distances. */
#define NNL_CENTRE_ROUNDING 1e-6

#define NNL_NIL 0x7ffffffu /* as `next`; no list is that long, no ball has that number */

/** Balls of similar size, and the cells of their list centres. */
struct nnl_level {
    double r_largest;
    struct linked_cells cells;
    size_t lists; /* that the cells have, or share */
};

struct nnl_private {
    struct particle *balls;
    size_t n;
    double shell;   /* radius */
    bool lists_all; /* every ball is in every list */
    double margin;
    double
        seam_range;   /* on a periodic table: no neighbour of a ball whose centre is farther from the seam crosses it */
    double free_path; /* mean free path */
    struct nnl_level *levels;
    int n_levels;
    uint8_t *level_of;                  /* NULL: one level */
    float (*reach_squared)[NNL_LEVELS]; /* between list centres of neighbours; a row for each level there is */
    size_t lists_used, lists_capacity;
    uint32_t free_lists[NNL_CLASSES + 1];
};

/** Sorts the balls into levels and lays their grids, empty; shell and margin are known. false: out of memory. */
bool nnl_levels_open(struct nnl *nnl);

/** Frees what nnl_levels_open() has allocated, also in part. */
void nnl_levels_close(struct nnl_private *own);

/** Empties the lists of all balls. */
void nnl_lists_open(struct nnl *nnl);

/** Appends `other` to a ball's list. false: out of memory. */
bool nnl_lists_append(struct nnl *nnl, uint32_t slot, uint32_t other);

/** Removes the entry at `index` of a ball's list; the last one takes its place. */
void nnl_lists_erase(struct nnl *nnl, uint32_t slot, uint32_t index);

/** Removes `other` from a ball's list, where it must be. */
void nnl_lists_remove(struct nnl *nnl, uint32_t slot, uint32_t other);

#endif
