#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/period.h"
#include "base/vec2.h"

/*
 * Discs of any radii anywhere in the plane, put in one after another, and the question whether a new one overlaps one
 * of them. A search may rearrange the grid. The grid owns what it links them with; disc_grid_destroy(NULL) does
 * nothing.
 */
struct disc_grid;

/** The discs are the caller's: centres and radii, which are read when a disc is put in. */
struct disc_grid_discs {
    const double *x, *y, *r; /* r > 0 */
    struct period period;    /* of the plane; on a periodic axis all discs are put in at a place in [0, length) */
};

enum { DISC_GRID_LEVELS = 41 };

/** @param capacity number of discs, < 2^32 - 1; not all need to be put in
 *  @param table    where most discs lie: from 0 to this, > 0, finite
 *  @return NULL: out of memory */
struct disc_grid *disc_grid_create(struct disc_grid_discs discs, size_t capacity, struct vec2 table);
void disc_grid_destroy(struct disc_grid *grid);

/** The size class of a disc, 0 (coarsest) to DISC_GRID_LEVELS - 1. Looking for overlaps is cheapest if no disc of a
 *  finer class has been put in before. */
unsigned disc_grid_level(const struct disc_grid *grid, double r);

/** Puts in disc i, once. */
void disc_grid_insert(struct disc_grid *grid, uint32_t i);

/** A disc that overlaps the given one, or an image of it, by more than `allowed` times the smaller radius.
 *  @return its index, or UINT32_MAX: there is none */
uint32_t disc_grid_find(struct disc_grid *grid, struct vec2 centre, double r, double allowed);

/** Asks memory for what disc_grid_has_room() reads first at a place: the cell, later the disc in it. Changes nothing.
 */
void disc_grid_prefetch_cell(const struct disc_grid *grid, struct vec2 centre);
void disc_grid_prefetch_disc(const struct disc_grid *grid, struct vec2 centre);

/** True if a disc would overlap no other. Quicker than disc_grid_find() where it would. */
bool disc_grid_has_room(struct disc_grid *grid, struct vec2 centre, double r);

/** How deep two discs overlap; <= 0: they do not. Lengths are divided by ra + rb before they are squared, so neither
 *  tiny nor huge discs under- or overflow. */
double disc_grid_depth(struct vec2 a, double ra, struct vec2 b, double rb);
