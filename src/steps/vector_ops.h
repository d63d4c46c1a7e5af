#pragma once

#include <stddef.h>

#include "base/vec2.h"

/*
 * Arithmetic on arrays of vectors, component by component: what steps do to all balls alike. Each function works on the
 * vectors first..last-1; `to` may be one of the others. Operations are in the order written, so the bits are defined.
 */

/** Masses by component: each[2 i] and each[2 i + 1] are that of ball i; NULL: all are `equal`. */
struct masses {
    const double *each;
    double equal;
    double inverse; /* of `equal` if it is exact, so that a product has the bits of the quotient; otherwise 0 */
};

/** Equal masses. */
struct masses vector_ops_equal_masses(double mass);

struct range {
    size_t first, last;
};

/** The operations in the instructions of a processor. */
struct vector_ops {
    /** to = from + factor * slope. Returns the largest magnitude of any component of factor * slope. */
    double (*axpy)(struct range range, struct vec2 *to, const struct vec2 *from, double factor,
                   const struct vec2 *slope);
    /** to = from + factor * (force / mass) */
    void (*kick)(struct range range, struct vec2 *to, const struct vec2 *from, double factor, const struct vec2 *force,
                 const struct masses *masses);
    /** v = v + dt * (force / mass), then x = x + dt * v and force = 0. Returns the largest magnitude of any component
     *  of dt * v. */
    double (*kick_drift)(struct range range, struct vec2 *x, struct vec2 *v, double dt, struct vec2 *force,
                         const struct masses *masses);
    /** The largest magnitude of any component of a - b; NaN: one is not finite. */
    double (*distance)(struct range range, const struct vec2 *a, const struct vec2 *b);
};

/** Those that suit this processor; the bits do not depend on it. */
const struct vector_ops *vector_ops_of_cpu(void);
