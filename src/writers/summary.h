#ifndef WRITERS_SUMMARY_H
#define WRITERS_SUMMARY_H

#include <stddef.h>
#include <stdint.h>

#include "base/output.h"

/* The whole run in one line of JSON. All numbers finite; strings are borrowed UTF-8. */
struct summary {
    const char *title; /* NULL: none, written as "" */
    const char *integrator, *impact;
    size_t balls;
    uint64_t steps;                      /* steps made */
    double t;                            /* the last state's time */
    uint64_t ball, wall, simultaneous;   /* contacts between balls, with walls; groups of more than one contact */
    double energy_initial, energy_final; /* kinetic and potential */
    double energy_lost;                  /* dissipated by contacts */
    double px, py, lz;                   /* momentum, angular momentum about the origin, at the end */
    double overlap;                      /* largest seen, relative to the smaller radius */
    char *const *overrides;              /* as typed, in order; may be NULL if n_overrides is 0 */
    size_t n_overrides;
    uint64_t pulls, energy_gains; /* negative impulses; groups that gained energy */
    uint64_t last_resorts;        /* groups that were ended perfectly inelastically */
    double wall_s;                /* seconds of wall-clock time; written to six digits */
};

/** Writes the line. `drift` is (final + lost - initial) / initial, and 0 when there was no energy.
 *  @param precision 0: shortest round trip, 1..17: significant digits */
void summary_write(struct output *out, const struct summary *summary, int precision);

#endif
