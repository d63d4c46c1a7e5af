#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/min_max.h"
#include "base/vec2.h"

/*
 * How a table is cut into tiles: into columns with equally many balls, and each of them into rows with equally many.
 * Tiles are numbered column by column. At the edge of the table a tile goes on without end, unless the axis is periodic
 * and there is another tile on it.
 */

struct event_box {
    struct vec2 lo, hi; /* infinite where there is no other tile */
};

struct event_cuts {
    size_t columns, rows;
    struct vec2 size, length; /* of the table; of its periodic axes, else 0 */
    double *x, *y;            /* between columns; between rows, of each column */
    struct event_box *boxes;  /* of the tiles */
};

/** The length of all seams between so many columns and rows. */
double event_cuts_seams(const struct event_cuts *cuts, size_t columns, size_t rows);

/** Chooses columns and rows of so many tiles so that seams are short. */
void event_cuts_choose(struct event_cuts *cuts, size_t wanted);

/** Room for the tiles. false: out of memory. */
bool event_cuts_reserve(struct event_cuts *cuts);
void event_cuts_free(struct event_cuts *cuts);

/** Cuts the table by the places of n balls, which are on it. false: out of memory. */
bool event_cuts_make(struct event_cuts *cuts, const struct vec2 *places, size_t n);

/** The tile of a place. */
size_t event_cuts_owner(const struct event_cuts *cuts, struct vec2 place);

/** How far a coordinate is from an interval. @param length of a periodic axis; else 0 */
static inline double event_cuts_beyond(double x, double lo, double hi, double length)
{
    double distance = double_max(double_max(lo - x, x - hi), 0);
    if (length > 0)
        distance = double_min(distance, double_max(double_min(lo + length - x, x + length - hi), 0));
    return distance;
}

/** How far a place is from a tile, along x or y, whichever is more. */
static inline double event_cuts_distance(const struct event_cuts *cuts, const struct event_box *box, struct vec2 place)
{
    return double_max(event_cuts_beyond(place.x, box->lo.x, box->hi.x, cuts->length.x),
                      event_cuts_beyond(place.y, box->lo.y, box->hi.y, cuts->length.y));
}

/** How far a place in a tile is from all others. */
static inline double event_cuts_depth(const struct event_box *box, struct vec2 place)
{
    return double_min(double_min(place.x - box->lo.x, box->hi.x - place.x),
                      double_min(place.y - box->lo.y, box->hi.y - place.y));
}
