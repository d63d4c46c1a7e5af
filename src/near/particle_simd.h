#pragma once

#include <stdint.h>

#include "base/simd.h"
#include "motion/motion.h"

/* Four particles in vectors, for the kernels that compare one ball with many. */

/** Four particles by coordinate. */
struct particle4 {
    f64x4 x, y, t, vx, vy, r;
};

/** Two coordinates that are side by side in each of four particles a, b, c, d, as two vectors. */
ALWAYS_INLINE void particle4_transpose(f64x4 ac, f64x4 bd, f64x4 *first, f64x4 *second)
{
    *first = __builtin_shufflevector(ac, bd, 0, 4, 2, 6);
    *second = __builtin_shufflevector(ac, bd, 1, 5, 3, 7);
}

ALWAYS_INLINE void particle4_load(struct particle4 *out, const struct particle *balls, const uint32_t *list,
                                  struct simd_ops simd)
{
    const struct particle *a = &balls[list[0]], *b = &balls[list[1]], *c = &balls[list[2]], *d = &balls[list[3]];
    particle4_transpose(simd.join(&a->x, &c->x), simd.join(&b->x, &d->x), &out->x, &out->y);
    particle4_transpose(simd.join(&a->t, &c->t), simd.join(&b->t, &d->t), &out->t, &out->vx);
    particle4_transpose(simd.join(&a->vy, &c->vy), simd.join(&b->vy, &d->vy), &out->vy, &out->r);
}
