#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "given/coefficients.h"

/*
 * What balls and obstacles are made of, and what two of them do when they touch: tables by the numbers of two
 * materials. Number MATERIALS_NONE is of what has none: a ball then has the scene's values, a surface is `wall`. Rows
 * and columns of materials that no ball has repeat those of one that balls have, so that whoever looks at a whole table
 * sees nothing that cannot happen.
 *
 * Ownership: all of it belongs to the text pool of the scene (reading/scene_materials.h).
 */

/** The most materials, and bytes of a name; the number of what has none. */
enum { MATERIALS_MOST = 64, MATERIALS_MAX_NAME = 64, MATERIALS_NONE = 0 };

/** A pair as the scene gives it. */
struct material_pair {
    uint32_t first, second; /* second MATERIALS_NONE: `wall` */
    unsigned given;         /* enum coefficients_given; the others are not set */
    struct coefficients coefficients;
};

struct materials {
    uint32_t n;                            /* numbers, 0 included */
    const char *names[1 + MATERIALS_MOST]; /* in the order in which the scene names them; names[0]: "wall" */
    bool has_ball[1 + MATERIALS_MOST], has_obstacle[1 + MATERIALS_MOST];
    bool faulty;                    /* some entry is wrong, and reported */
    uint8_t *of;                    /* the number of each ball's; NULL: the balls are not known yet */
    struct coefficients *balls;     /* n x n: of two balls, a's row and b's column */
    struct coefficients *surfaces;  /* n x n: of a ball, the column, at a surface, the row */
    uint32_t n_entries, n_pairs;    /* as the scene gives them: names that stand first, */
    uint32_t first[MATERIALS_MOST]; /* their numbers, */
    struct material_pair *pairs;    /* and what stands in them, one after another */
};
