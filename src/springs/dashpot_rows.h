#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/simd.h"
#include "near/pairs.h"

/* What is kept of pairs with dashpots, four side by side for vectors. Owned by dashpots.h. */

/** Of four pairs. */
struct dashpot_four {
    double push_x[F64X4_LANES], push_y[F64X4_LANES]; /* directions in which they push, */
    double elastic[F64X4_LANES];                     /* the springs' forces in their units; */
    double damping[F64X4_LANES], dash[F64X4_LANES];  /* coefficients of the dashpots, and what they add to these, */
    double power[F64X4_LANES], spent[F64X4_LANES];   /* what that takes at the velocities of the look, and after it */
};

/** The pairs of a part that touched at a look; three more can be read, of the padding ball. */
struct dashpot_rows {
    struct pair *pairs;
    uint8_t *open; /* 2: the contact pushes; 1: it no longer does; 0: nor has it before this step */
    struct dashpot_four *fours;
    size_t count, pairs_capacity, open_capacity, fours_capacity;
};
