/*
 * The distance test of the stepped integrators, four pairs at a time and branch-free, since which pairs touch is not
 * predictable. It only sets bits: to write the touching pairs of each four as well, with vectors too, takes as long as
 * all the rest.
 *
 * The test compares squared distances with a limit. The computed root and the computed sum are monotone functions of
 * the square, so the squares that touch are exactly those below one double, which a bisection over the doubles finds.
 */
#include "broadphase/touching.h"

#include <math.h>
#include <stdbool.h>

#include "base/double_bits.h"
#include "broadphase/pairs_simd.h"

/* ---- the limit ---- */

static bool touches(double square, double reach, double offset)
{
    return sqrt(square) + offset < reach;
}

double touching_limit(double reach, double offset)
{
    enum { GUESS_ERROR = 8 };
    uint64_t low = 0, high = double_bits_of(HUGE_VAL);
    if (!touches(0, reach, offset))
        return 0;
    uint64_t guess = double_bits_of((reach - offset) * (reach - offset));
    if (guess > GUESS_ERROR && touches(double_bits_value(guess - GUESS_ERROR), reach, offset))
        low = guess - GUESS_ERROR;
    if (guess + GUESS_ERROR < high && !touches(double_bits_value(guess + GUESS_ERROR), reach, offset))
        high = guess + GUESS_ERROR;
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        if (touches(double_bits_value(middle), reach, offset))
            low = middle;
        else
            high = middle;
    }
    return double_bits_value(high);
}

/* ---- the search ---- */

/** Which of four pairs touch, as bits. */
ALWAYS_INLINE unsigned find_four(const struct touching_pairs asked, size_t p, const struct vec2 *centre,
                                 struct simd_ops simd)
{
    struct vec2x4 d = vec2x4_nearest(vec2x4_differences(&asked.pairs[p], centre, simd), asked.period);
    f64x4 limit = asked.limits ? f64x4_load(&asked.limits[p]) : F64X4_ALL(asked.limit);
    return simd.movemask(d.x * d.x + d.y * d.y < limit);
}

ALWAYS_INLINE void find(const struct touching_pairs asked, const struct vec2 *centre, uint8_t *restrict flags,
                        struct simd_ops simd)
{
    const size_t prefetched = pairs_prefetched(asked.count);
    for (size_t p = 0; p < asked.count; p += TOUCHING_GROUP) {
        if (p < prefetched)
            pairs_prefetch(&asked.pairs[p], TOUCHING_GROUP, centre);
        unsigned low = find_four(asked, p, centre, simd), high = find_four(asked, p + F64X4_LANES, centre, simd);
        flags[p / TOUCHING_GROUP] = (uint8_t)(low | high << F64X4_LANES);
    }
}

/** Tables without a period get code of their own, and there equal radii. */
ALWAYS_INLINE void find_plain(const struct touching_pairs *ask, const struct vec2 *centre, uint8_t *flags,
                              struct simd_ops simd)
{
    struct touching_pairs own = *ask;
    own.period = NULL;
    if (own.limits) {
        find(own, centre, flags, simd);
        return;
    }
    own.limits = NULL;
    find(own, centre, flags, simd);
}

SIMD_BOTH(void, search, (const struct touching_pairs *ask, const struct vec2 *centre, uint8_t *flags),
          find_plain(ask, centre, flags, simd);)

SIMD_BOTH(void, search_images, (const struct touching_pairs *ask, const struct vec2 *centre, uint8_t *flags),
          find(*ask, centre, flags, simd);)

touching_search *touching_search_for(const struct period *period)
{
    return period ? SIMD_CHOSEN(search_images) : SIMD_CHOSEN(search);
}
