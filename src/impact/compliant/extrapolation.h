#pragma once

#include <stddef.h>

/*
 * One step of the extrapolated midpoint rule of order 12, with an estimate of its error, for y' = f(s, y). Only
 * + - * / reach the solution, in a fixed order. Nothing is allocated.
 */

/** What is integrated, n components, and where the results of a step go. */
struct extrapolation {
    size_t n;
    /** Writes dy/ds at (s, y). */
    void (*rates)(const void *context, double s, const double *y, double *rates);
    const void *context;
    double *room;      /* scratch, extrapolation_room(n) doubles */
    double *increment; /* out: y(s + h) - y(s), n values */
    double *error;     /* out: estimate of its error, n values; not a number where the increment is none */
};

/** Doubles of scratch memory that a step needs for n components. */
size_t extrapolation_room(size_t n);

/** Evaluations of the rates in a step, beside the one at its beginning. */
enum { EXTRAPOLATION_EVALUATIONS = 38 };

/** One step from s to s + h, which may be negative; fills in increment and error.
 *  @param rates dy/ds at (s, y), n values */
void extrapolation_step(const struct extrapolation *system, double s, double h, const double *y, const double *rates);
