#ifndef BASE_EXTREME_H
#define BASE_EXTREME_H

/* The smaller and the larger of two numbers; b if they cannot be compared. fmin(3) and fmax(3) are calls into libm,
 * which nothing else here needs: loading it takes a twentieth of a short run. */

static inline double extreme_min(double a, double b)
{
    return a < b ? a : b;
}

static inline double extreme_max(double a, double b)
{
    return a > b ? a : b;
}

#endif
