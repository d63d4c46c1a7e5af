#pragma once

#include <stdint.h>

#include "measure/diagnostics.h"

/** Energy and momentum at one moment: a row of the ledger. */
struct energy_row {
    uint64_t step;
    double t;
    struct diagnostics sums; /* kinetic energy, momenta */
    double potential;        /* elastic energy stored in overlaps, and energy in the field of gravity */
    double lost;             /* taken by contacts, friction and pockets so far */
    double work, heat[4];    /* what walls that move, and those with a temperature, have given to the balls so far */
    double virial, wall[4];  /* sums over the contacts so far, see measure/diagnostics.h */
    struct world_wall piston[WORLD_WALLS]; /* walls with a mass, whose energies are in the sums; others are 0 */
};
