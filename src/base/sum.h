#pragma once

#include <math.h>

/** Compensated sum (Neumaier, ZAMM 54, 39, 1974, algorithm IV): the error of n additions stays near one rounding
 *  instead of growing with n. Start from {0, 0}; the value is sum_value(). Needs a compiler that keeps the order of
 *  floating-point operations (no -ffast-math). */
struct sum {
    double total, lost_digits;
};

static inline void sum_add(struct sum *s, double term)
{
    double total = s->total + term;
    if (fabs(s->total) >= fabs(term))
        s->lost_digits += (s->total - total) + term;
    else
        s->lost_digits += (term - total) + s->total;
    s->total = total;
}

static inline double sum_value(struct sum s)
{
    return s.total + s.lost_digits;
}
