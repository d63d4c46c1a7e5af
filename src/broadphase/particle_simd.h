#ifndef BROADPHASE_PARTICLE_SIMD_H
#define BROADPHASE_PARTICLE_SIMD_H

#include <stdint.h>

#include "base/simd.h"
#include "physics/motion.h"

/* Four particles in vectors, for the kernels that compare one ball with many. */

/** Four particles by coordinate. */
struct particle4 {
    f64x4 x, y, t, vx, vy, r;
};

typedef double aligned_f64x2 __attribute__((vector_size(2 * sizeof(double)), may_alias));

/** Two coordinates, side by side in each of four particles, as two vectors. */
ALWAYS_INLINE void particle4_transpose(const double *a, const double *b, const double *c, const double *d, f64x4 *first,
                                       f64x4 *second)
{
    f64x4 ac = __builtin_shufflevector(*(const aligned_f64x2 *)a, *(const aligned_f64x2 *)c, 0, 1, 2, 3);
    f64x4 bd = __builtin_shufflevector(*(const aligned_f64x2 *)b, *(const aligned_f64x2 *)d, 0, 1, 2, 3);
    *first = __builtin_shufflevector(ac, bd, 0, 4, 2, 6);
    *second = __builtin_shufflevector(ac, bd, 1, 5, 3, 7);
}

ALWAYS_INLINE void particle4_load(struct particle4 *out, const struct particle *balls, const uint32_t *list)
{
    const struct particle *a = &balls[list[0]], *b = &balls[list[1]], *c = &balls[list[2]], *d = &balls[list[3]];
    particle4_transpose(&a->x, &b->x, &c->x, &d->x, &out->x, &out->y);
    particle4_transpose(&a->t, &b->t, &c->t, &d->t, &out->t, &out->vx);
    particle4_transpose(&a->vy, &b->vy, &c->vy, &d->vy, &out->vy, &out->r);
}

#endif
