#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "measure/diagnostics.h"
#include "out/row.h"

/* The ledger of energy and momentum: a header, then one row per frame. */

/** What the ledger knows of one moment; all numbers and their sums finite. */
struct energy_row {
    uint64_t step;
    double t;
    struct diagnostics sums; /* kinetic energy, momenta */
    double potential;        /* elastic energy stored in overlaps, and energy in the field of gravity */
    double lost;             /* taken by contacts, friction and pockets so far */
    double work, heat[4];    /* what walls that move, and those with a temperature, have given to the balls so far */
    double virial, wall[4];  /* sums over the contacts so far, see measure/diagnostics.h */
};

/** The header, `run,` first if there are several:
 * `step,t,kinetic,potential,lost,total,px,py,lz,virial,jleft,jright,jbottom,jtop`, and `rotation` in scenes that do;
 * `work` where something moves, `qleft,qright,qbottom,qtop` with walls that have a temperature. */
void energy_log_begin(const struct row_log *log);

/** One row; `total` is kinetic + rotation + potential + lost - work - heat. */
void energy_log_row(const struct row_log *log, const struct energy_row *row);

/** Are all numbers of the row finite, and `total`, too? */
bool energy_log_finite(const struct energy_row *row);
