#pragma once

#include <stdbool.h>

#include "measure/energy.h"
#include "out/row.h"

/* The ledger of energy and momentum: a header, then one row per frame. */

/** The header, `run,` first if there are several:
 * `step,t,kinetic,potential,lost,total,px,py,lz,virial,jleft,jright,jbottom,jtop`, and `rotation` in scenes that do;
 * `work` where something moves, `qleft,qright,qbottom,qtop` with walls that have a temperature. */
void energy_log_begin(const struct row_log *log);

/** One row, whose numbers and their sums are finite; `total` is kinetic + rotation + potential + lost - work - heat. */
void energy_log_row(const struct row_log *log, const struct energy_row *row);

/** Are all numbers of the row finite, and `total`, too? */
bool energy_log_finite(const struct energy_row *row);
