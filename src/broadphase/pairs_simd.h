#ifndef BROADPHASE_PAIRS_SIMD_H
#define BROADPHASE_PAIRS_SIMD_H

#include "base/period.h"
#include "base/simd.h"
#include "base/vec2.h"
#include "broadphase/pairs.h"

/* Four pairs at once, for vector kernels. */

struct vec2x4 {
    f64x4 x, y;
};

/** From two vectors and two more, as they lie in memory, to four by coordinate. */
ALWAYS_INLINE struct vec2x4 vec2x4_of(f64x2 a, f64x2 b, f64x2 c, f64x2 d)
{
    f64x4 ac = __builtin_shufflevector(a, c, 0, 1, 2, 3), bd = __builtin_shufflevector(b, d, 0, 1, 2, 3);
    return (struct vec2x4){__builtin_shufflevector(ac, bd, 0, 4, 2, 6), __builtin_shufflevector(ac, bd, 1, 5, 3, 7)};
}

ALWAYS_INLINE f64x2 vec2x4_get(const struct vec2 *vectors, uint32_t i)
{
    return *(const f64x2 *)(const void *)&vectors[i];
}

/** vectors[a] - vectors[b] of each pair. */
ALWAYS_INLINE struct vec2x4 vec2x4_differences(const struct pair *p, const struct vec2 *vectors)
{
    return vec2x4_of(vec2x4_get(vectors, p[0].a) - vec2x4_get(vectors, p[0].b),
                     vec2x4_get(vectors, p[1].a) - vec2x4_get(vectors, p[1].b),
                     vec2x4_get(vectors, p[2].a) - vec2x4_get(vectors, p[2].b),
                     vec2x4_get(vectors, p[3].a) - vec2x4_get(vectors, p[3].b));
}

/** Second balls may come in no order; where no cache holds them all, they are asked for so many pairs ahead. */
enum { PAIRS_MANY = 1 << 14, PAIRS_AHEAD = 64 };

/** Up to which of `count` pairs to prefetch, from the first on: a multiple of four. */
ALWAYS_INLINE size_t pairs_prefetched(size_t count)
{
    return count < PAIRS_MANY ? 0 : (count - PAIRS_AHEAD) / F64X4_LANES * F64X4_LANES;
}

/** Prefetches the vectors of the second balls PAIRS_AHEAD pairs after four. */
ALWAYS_INLINE void pairs_prefetch(const struct pair *four, const struct vec2 *vectors)
{
    for (size_t i = 0; i < F64X4_LANES; i++)
        __builtin_prefetch(&vectors[four[PAIRS_AHEAD + i].b]);
}

/** Those of the nearest images. @param period NULL: the table is not periodic; a constant where this is called */
ALWAYS_INLINE struct vec2x4 vec2x4_nearest(struct vec2x4 d, const struct period *period)
{
    if (period) {
        d.x -= period->length.x * f64x4_round(d.x * period->inverse.x);
        d.y -= period->length.y * f64x4_round(d.y * period->inverse.y);
    }
    return d;
}

#endif
