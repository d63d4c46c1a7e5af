#pragma once

#include "base/period.h"
#include "base/simd.h"
#include "base/vec2.h"
#include "near/pairs.h"

/* Four pairs at once, for vector kernels. */

struct vec2x4 {
    f64x4 x, y;
};

/** From vectors 0 and 2, and 1 and 3, as they lie in memory, to four by coordinate. */
ALWAYS_INLINE struct vec2x4 vec2x4_of(f64x4 even, f64x4 odd)
{
    return (struct vec2x4){__builtin_shufflevector(even, odd, 0, 4, 2, 6),
                           __builtin_shufflevector(even, odd, 1, 5, 3, 7)};
}

/** vectors[a] - vectors[b] of each pair. @param vectors 16-byte aligned */
ALWAYS_INLINE struct vec2x4 vec2x4_differences(const struct pair *p, const struct vec2 *vectors, struct simd_ops simd)
{
    return vec2x4_of(
        simd.join(&vectors[p[0].a].x, &vectors[p[2].a].x) - simd.join(&vectors[p[0].b].x, &vectors[p[2].b].x),
        simd.join(&vectors[p[1].a].x, &vectors[p[3].a].x) - simd.join(&vectors[p[1].b].x, &vectors[p[3].b].x));
}

/** Second balls may come in no order; where no cache holds them all, they are asked for so many pairs ahead. */
enum { PAIRS_MANY = 1 << 14, PAIRS_AHEAD = 64 };

/** Up to which of `count` pairs to prefetch, from the first on: a multiple of eight. */
ALWAYS_INLINE size_t pairs_prefetched(size_t count)
{
    return count < PAIRS_MANY ? 0 : (count - PAIRS_AHEAD) / (2 * F64X4_LANES) * (2 * F64X4_LANES);
}

/** Prefetches the vectors of the second balls PAIRS_AHEAD pairs after some. @param count a constant */
ALWAYS_INLINE void pairs_prefetch(const struct pair *pairs, size_t count, const struct vec2 *vectors)
{
    for (size_t i = 0; i < count; i++)
        __builtin_prefetch(&vectors[pairs[PAIRS_AHEAD + i].b]);
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
