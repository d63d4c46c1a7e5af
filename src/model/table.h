#ifndef MODEL_TABLE_H
#define MODEL_TABLE_H

#include <stdint.h>

/*
 * The geometry of a scene as data: the table, and the surfaces that balls bounce off. What a surface does (times of
 * impact, gaps, normals, names) stands in physics/boundary; this header only says what there is.
 */

/** Slabs are pairs of parallel walls: a ball stays between them. */
enum surface_kind {
    SURFACE_SLAB_X, /* x0 <= x <= x1; side 0 is the wall at x0, side 1 the wall at x1 */
    SURFACE_SLAB_Y  /* y0 <= y <= y1; side 0 is the wall at y0, side 1 the wall at y1 */
};

/** One surface. Members that its kind does not name are 0. */
struct surface {
    enum surface_kind kind;
    double x0, y0, x1, y1; /* place, in length units */
    double e;              /* coefficient of restitution, 0..1 */
    const char *name[2];   /* of either side, for the event log and messages; static strings */
};

/** The table spans 0..width, 0..height; both are > 0. */
struct table {
    double width, height;
};

#endif
