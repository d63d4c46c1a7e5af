#ifndef BROADPHASE_NNL_INTERNAL_H
#define BROADPHASE_NNL_INTERNAL_H

#include "broadphase/nnl.h"

/* What nnl.c (neighbours found through grids) and nnl_lists.c (lists in memory) share. No other file includes this
 * header. */

enum { NNL_LEVELS = 64 };

#define NNL_NIL 0x7ffffffu /* as `next`; no list is that long, no ball has that number */

/** Balls of similar size, and their grid. */
struct nnl_level {
    double r_largest;
    double cells_per_length;
    int32_t columns, rows;         /* of the table */
    int32_t column_mask, row_mask; /* the grid repeats itself after mask + 1 cells; INT32_MAX: never */
    int32_t stride;                /* from row to row of heads[] */
    uint32_t *heads;
};

struct nnl_private {
    struct particle *balls;
    size_t n;
    double shell; /* radius */
    double margin;
    double free_path; /* mean free path */
    struct nnl_level levels[NNL_LEVELS];
    int n_levels;
    uint8_t *level_of;                  /* NULL: one level */
    float (*reach_squared)[NNL_LEVELS]; /* between list centres of neighbours; a row for each level there is */
    size_t lists_used, lists_capacity;
    uint32_t free_lists[NNL_CLASSES + 1];
};

/** An empty list for every ball, with room for the neighbours that most will have. false: out of memory. */
bool nnl_lists_open(struct nnl *nnl);

/** Number of neighbours in a list whose groups in use have `size` entries. */
uint32_t nnl_lists_count(const struct nnl *nnl, const uint32_t *list, uint32_t size);

/** Appends `other` to a ball's list. false: out of memory. */
bool nnl_lists_append(struct nnl *nnl, uint32_t slot, uint32_t other);

/** Removes the entry at `index` of a ball's list; the last one takes its place. */
void nnl_lists_erase(struct nnl *nnl, uint32_t slot, uint32_t index);

/** Removes `other` from a ball's list, where it must be. */
void nnl_lists_remove(struct nnl *nnl, uint32_t slot, uint32_t other);

#endif
