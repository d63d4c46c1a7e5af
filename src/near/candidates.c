/*
 * The near pairs of balls, and the test which of them touch, four pairs at a time and branch-free, since which pairs
 * touch is not predictable.
 *
 * The test compares squared distances with a limit. The computed root and the computed sum are monotone functions of
 * the square, so the squares that touch are exactly those below one double, which a bisection over the doubles finds.
 * Where radii differ each pair has a limit of its own, computed when the pairs are found and not at every search.
 *
 * It only sets bits, from which the touching pairs are copied: to write those of each four as well, with vectors too,
 * takes as long as all the rest. It reads a group of pairs at a time, so the pairs are padded with those of a ball
 * whose centre is NaN.
 *
 * Flags record which pairs touched in the last search, so that new contacts are counted without a record of each. When
 * other pairs take the place of these, those that stay in the list keep their flags; the others have parted.
 */
#include "near/candidates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/double_bits.h"
#include "base/mem.h"
#include "near/pairs_simd.h"

/* ---- the limit ---- */

static bool touches(double square, double reach, double offset)
{
    return sqrt(square) + offset < reach;
}

double candidates_limit(double reach, double offset)
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

enum { GROUP = 8 }; /* pairs with a byte of flags */

/** Pairs to search: whole groups. */
struct asked {
    const struct pair *pairs;
    size_t count;
    const double *limits; /* NULL: `limit` for all */
    double limit;
    const struct period *period; /* NULL: the table is not periodic */
};

/** Which of four pairs touch, as bits. */
ALWAYS_INLINE unsigned find_four(const struct asked asked, size_t p, const struct vec2 *centre, struct simd_ops simd)
{
    struct vec2x4 d = vec2x4_nearest(vec2x4_differences(&asked.pairs[p], centre, simd), asked.period);
    f64x4 limit = asked.limits ? f64x4_load(&asked.limits[p]) : F64X4_ALL(asked.limit);
    return simd.movemask(d.x * d.x + d.y * d.y < limit);
}

ALWAYS_INLINE void find(const struct asked asked, const struct vec2 *centre, uint8_t *restrict flags,
                        struct simd_ops simd)
{
    const size_t prefetched = pairs_prefetched(asked.count);
    for (size_t p = 0; p < asked.count; p += GROUP) {
        if (p < prefetched)
            pairs_prefetch(&asked.pairs[p], GROUP, centre);
        unsigned low = find_four(asked, p, centre, simd), high = find_four(asked, p + F64X4_LANES, centre, simd);
        flags[p / GROUP] = (uint8_t)(low | high << F64X4_LANES);
    }
}

/** Equal radii get code of their own. */
ALWAYS_INLINE void find_all(struct candidates *candidates, const struct candidates_rule *rule,
                            const struct period *period, const struct vec2 *centre, struct simd_ops simd)
{
    struct asked asked = {candidates->pairs.items, (candidates->pairs.count + GROUP - 1) / GROUP * GROUP,
                          rule->limit < 0 ? candidates->limits : NULL, rule->limit, period};
    if (asked.limits) {
        find(asked, centre, candidates->found, simd);
        return;
    }
    asked.limits = NULL; /* which compilers forget */
    find(asked, centre, candidates->found, simd);
}

SIMD_BOTH(void, search, (struct candidates * candidates, const struct candidates_rule *rule, const struct vec2 *centre),
          find_all(candidates, rule, NULL, centre, simd);)

SIMD_BOTH(void, search_images,
          (struct candidates * candidates, const struct candidates_rule *rule, const struct vec2 *centre),
          find_all(candidates, rule, rule->period, centre, simd);)

candidates_search *candidates_search_for(const struct period *period)
{
    return period ? SIMD_CHOSEN(search_images) : SIMD_CHOSEN(search);
}

/* ---- the pairs ---- */

static bool set_limits(struct candidates *candidates, const struct candidates_rule *rule)
{
    size_t count = candidates->pairs.count;
    if (rule->limit >= 0)
        return true;
    bool grown = mem_grow(&candidates->limits, &candidates->limits_capacity, count + GROUP, sizeof *candidates->limits);
    for (size_t p = 0; grown && p < count; p++) {
        struct pair pair = candidates->pairs.items[p];
        candidates->limits[p] = candidates_limit(rule->r[pair.a] + rule->r[pair.b], rule->offset);
    }
    for (size_t i = 0; grown && i < GROUP; i++)
        candidates->limits[count + i] = 0;
    return grown;
}

enum { WORD = 64 }; /* pairs with a word of flags */

static size_t flag_words(const struct candidates *candidates)
{
    return candidates->pairs.count / WORD + 1;
}

/** Makes room for the flags of the pairs, and clears them. */
static bool clear_flags(struct candidates *candidates)
{
    const size_t words = flag_words(candidates), bytes = words * sizeof *candidates->flags;
    if (!mem_grow(&candidates->found, &candidates->found_capacity, bytes, 1))
        return false;
    memset(candidates->found, 0, bytes);
    if (!candidates->counts_new)
        return true;
    if (!mem_grow(&candidates->flags, &candidates->flags_capacity, words, sizeof *candidates->flags))
        return false;
    memset(candidates->flags, 0, bytes);
    return true;
}

void candidates_keep_touching(struct candidates *candidates)
{
    candidates->n_former = 0;
    for (size_t w = 0; candidates->counts_new && w * WORD < candidates->pairs.count; w++)
        for (uint64_t flags = candidates->flags[w]; flags; flags &= flags - 1)
            candidates->touching[candidates->n_former++] =
                candidates->pairs.items[w * WORD + (size_t)__builtin_ctzll(flags)];
}

/** Sets the flags of pairs that had them before, in one pass over both lists. */
static void restore_flags(struct candidates *candidates)
{
    const struct pair *pairs = candidates->pairs.items, *former = candidates->touching;
    size_t p = 0;
    for (size_t f = 0; f < candidates->n_former; f++) {
        while (p < candidates->pairs.count && pairs_before(pairs[p], former[f]))
            p++;
        if (p < candidates->pairs.count && !pairs_before(former[f], pairs[p]))
            candidates->flags[p / WORD] |= UINT64_C(1) << p % WORD;
    }
}

bool candidates_prepare(struct candidates *candidates, const struct candidates_rule *rule)
{
    const uint32_t padding = (uint32_t)rule->n;
    size_t count = candidates->pairs.count;
    if (!pairs_reserve(&candidates->pairs, GROUP))
        return false;
    for (size_t i = 0; i < GROUP; i++)
        candidates->pairs.items[count + i] = (struct pair){padding, padding};
    if (!mem_grow(&candidates->touching, &candidates->touching_capacity, count + F64X4_LANES - 1,
                  sizeof *candidates->touching) ||
        !clear_flags(candidates) || !set_limits(candidates, rule))
        return false;
    restore_flags(candidates);
    return true;
}

/** Eight bytes as bits, the first byte's lowest. */
static uint64_t word_of(const uint8_t bytes[sizeof(uint64_t)])
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? __builtin_bswap64(word) : word;
}

/** Makes flags that a search has found those that are kept. Returns how many of the pairs did not touch before. */
static size_t keep_flags(const struct candidates *candidates, size_t word, uint64_t found, bool trial)
{
    const uint64_t before = candidates->flags[word];
    candidates->flags[word] = trial ? found | before : found;
    size_t n_new = 0;
    for (uint64_t new = found & ~before; new; new &= new - 1)
        n_new++;
    return n_new;
}

/** Copies the pairs that are found to touch, word by word. Returns their number. */
static size_t take_touching(const struct candidates *candidates, bool trial, size_t *n_new)
{
    size_t count = 0, words = flag_words(candidates);
    for (size_t w = 0; w < words; w++) {
        const struct pair *pairs = &candidates->pairs.items[w * WORD];
        uint64_t found = word_of(&candidates->found[w * sizeof found]);
        if (candidates->counts_new)
            *n_new += keep_flags(candidates, w, found, trial);
        for (; found; found &= found - 1)
            candidates->touching[count++] = pairs[__builtin_ctzll(found)];
    }
    return count;
}

size_t candidates_find_touching(struct candidates *candidates, const struct candidates_rule *rule,
                                const struct vec2 *centre, bool trial, size_t *n_new)
{
    const uint32_t padding = (uint32_t)rule->n;
    if (candidates->pairs.count == 0)
        return 0;
    rule->search(candidates, rule, centre);
    size_t count = take_touching(candidates, trial, n_new);
    for (size_t i = 0; i < F64X4_LANES - 1; i++)
        candidates->touching[count + i] = (struct pair){padding, padding};
    return count;
}

void candidates_free(struct candidates *candidates)
{
    pairs_free(&candidates->pairs);
    free(candidates->limits);
    free(candidates->touching);
    free(candidates->flags);
    free(candidates->found);
}
