#pragma once

/* The smaller and the larger of two numbers; b if they cannot be compared. fmin(3) and fmax(3) are calls into libm,
 * which nothing else here needs: loading it takes a twentieth of a short run. */

static inline double double_min(double a, double b)
{
    return a < b ? a : b;
}

static inline double double_max(double a, double b)
{
    return a > b ? a : b;
}
