/*
 * The distance test of the stepped integrators, four pairs at a time and branch-free, since which pairs touch is not
 * predictable. The touching pairs of each four are compressed to the end of the result.
 *
 * The test compares squared distances with a limit. The computed root and the computed sum are monotone functions of
 * the square, so the squares that touch are exactly those below one double, which a bisection over the doubles finds.
 */
#include "broadphase/touching.h"

#include <math.h>
#include <stdbool.h>

#include "base/cpu.h"
#include "base/double_bits.h"
#include "broadphase/pairs_simd.h"

/* ---- the limit ---- */

static bool touches(double square, double reach, double softening)
{
    return sqrt(square) + softening < reach;
}

double touching_limit(double reach, double softening)
{
    enum { GUESS_ERROR = 8 };
    uint64_t low = 0, high = double_bits_of(HUGE_VAL);
    if (!touches(0, reach, softening))
        return 0;
    uint64_t guess = double_bits_of((reach - softening) * (reach - softening));
    if (guess > GUESS_ERROR && touches(double_bits_value(guess - GUESS_ERROR), reach, softening))
        low = guess - GUESS_ERROR;
    if (guess + GUESS_ERROR < high && !touches(double_bits_value(guess + GUESS_ERROR), reach, softening))
        high = guess + GUESS_ERROR;
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        if (touches(double_bits_value(middle), reach, softening))
            low = middle;
        else
            high = middle;
    }
    return double_bits_value(high);
}

/* ---- the search ---- */

/** What a search has found so far. */
struct found {
    struct pair *touching;
    size_t count, new;
};

ALWAYS_INLINE void find_four(const struct touching_pairs asked, size_t p, const struct vec2 *centre,
                             uint8_t *restrict flags, struct found *restrict found, struct simd_ops simd)
{
    const struct pair *pairs = &asked.pairs[p];
    struct vec2x4 d = vec2x4_nearest(vec2x4_differences(pairs, centre), asked.period);
    f64x4 limit = asked.limits ? f64x4_load(&asked.limits[p]) : F64X4_ALL(asked.limit);
    unsigned bits = simd.movemask(d.x * d.x + d.y * d.y < limit), before = flags[p / F64X4_LANES];
    simd.compress(&found->touching[found->count], pairs, bits);
    flags[p / F64X4_LANES] = (uint8_t)(bits | (before & (asked.is_trial ? 15u : 0u)));
    found->count += simd_lane_count[bits];
    found->new += simd_lane_count[bits & ~before];
}

ALWAYS_INLINE size_t find(const struct touching_pairs *ask, const struct vec2 *centre, uint8_t *restrict flags,
                          struct pair *restrict touching, size_t *n_new, struct simd_ops simd)
{
    const struct touching_pairs asked = *ask;
    const size_t prefetched = pairs_prefetched(asked.count);
    struct found found = {touching, 0, 0};
    size_t p = 0;
    for (; p < prefetched; p += F64X4_LANES) {
        pairs_prefetch(&asked.pairs[p], centre);
        find_four(asked, p, centre, flags, &found, simd);
    }
    for (; p < asked.count; p += F64X4_LANES)
        find_four(asked, p, centre, flags, &found, simd);
    *n_new += found.new;
    return found.count;
}

/** Tables without a period get code of their own. */
ALWAYS_INLINE struct touching_pairs plain(const struct touching_pairs *ask)
{
    struct touching_pairs own = *ask;
    own.period = NULL;
    return own;
}

static size_t find_baseline(const struct touching_pairs *ask, const struct vec2 *centre, uint8_t *flags,
                            struct pair *touching, size_t *n_new)
{
    const struct touching_pairs own = plain(ask);
    return find(&own, centre, flags, touching, n_new, SIMD_BASELINE);
}

TARGET_AVX2 static size_t find_avx2(const struct touching_pairs *ask, const struct vec2 *centre, uint8_t *flags,
                                    struct pair *touching, size_t *n_new)
{
    const struct touching_pairs own = plain(ask);
    return find(&own, centre, flags, touching, n_new, SIMD_AVX2);
}

static size_t find_periodic_baseline(const struct touching_pairs *ask, const struct vec2 *centre, uint8_t *flags,
                                     struct pair *touching, size_t *n_new)
{
    return find(ask, centre, flags, touching, n_new, SIMD_BASELINE);
}

TARGET_AVX2 static size_t find_periodic_avx2(const struct touching_pairs *ask, const struct vec2 *centre,
                                             uint8_t *flags, struct pair *touching, size_t *n_new)
{
    return find(ask, centre, flags, touching, n_new, SIMD_AVX2);
}

touching_search *touching_search_for(const struct period *period)
{
    if (period)
        return cpu_has_avx2() ? find_periodic_avx2 : find_periodic_baseline;
    return cpu_has_avx2() ? find_avx2 : find_baseline;
}
