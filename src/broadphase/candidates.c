/*
 * The near pairs of balls, prepared for the test which of them touch.
 *
 * Most pairs of a list do not touch at a step, so finding those that do is one test of a distance for each, in vectors.
 * The test reads a group of pairs at a time, so the pairs are padded with those of a ball whose centre is NaN.
 * Where radii differ each pair has a limit of its own, computed when the pairs are found and not at every search.
 *
 * Flags record which pairs touched in the last search, so that new contacts are counted without a record of each. When
 * other pairs take the place of these, the few that touch are kept instead, and looked up in the search that follows.
 */
#include "broadphase/candidates.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/simd.h"

static bool set_limits(struct candidates *candidates, const struct candidates_rule *rule)
{
    size_t count = candidates->pairs.count;
    if (rule->limit >= 0)
        return true;
    bool grown =
        mem_grow(&candidates->limits, &candidates->limits_capacity, count + TOUCHING_GROUP, sizeof *candidates->limits);
    for (size_t p = 0; grown && p < count; p++) {
        struct pair pair = candidates->pairs.items[p];
        candidates->limits[p] = touching_limit(rule->r[pair.a] + rule->r[pair.b], rule->offset);
    }
    for (size_t i = 0; grown && i < TOUCHING_GROUP; i++)
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

bool candidates_prepare(struct candidates *candidates, const struct candidates_rule *rule)
{
    const uint32_t padding = (uint32_t)rule->n;
    size_t count = candidates->pairs.count;
    if (!pairs_reserve(&candidates->pairs, TOUCHING_GROUP))
        return false;
    for (size_t i = 0; i < TOUCHING_GROUP; i++)
        candidates->pairs.items[count + i] = (struct pair){padding, padding};
    return mem_grow(&candidates->touching, &candidates->touching_capacity, count + F64X4_LANES - 1,
                    sizeof *candidates->touching) &&
           clear_flags(candidates) && set_limits(candidates, rule);
}

/** Appends the pairs that have flags. @param in_order receives whether all are in lexicographic order */
static bool append_flagged(const struct candidates *candidates, struct pairs *to, bool *in_order)
{
    *in_order = true;
    for (size_t w = 0; w * WORD < candidates->pairs.count; w++)
        for (uint64_t flags = candidates->flags[w]; flags; flags &= flags - 1) {
            struct pair pair = candidates->pairs.items[w * WORD + (size_t)__builtin_ctzll(flags)];
            *in_order &= to->count == 0 || pairs_before(to->items[to->count - 1], pair);
            if (!pairs_add(to, pair.a, pair.b))
                return false;
        }
    return true;
}

bool candidates_keep_touching(struct candidates *candidates, size_t n_balls)
{
    bool in_order = true;
    if (candidates->counts_new && !append_flagged(candidates, &candidates->former, &in_order))
        return false;
    return in_order || pairs_sort(&candidates->former, n_balls);
}

/** Eight bytes as bits, the first byte's lowest. */
static uint64_t word_of(const uint8_t bytes[sizeof(uint64_t)])
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? __builtin_bswap64(word) : word;
}

/** How many pairs with a flag touched before other pairs took the place of these. */
static __attribute__((noinline)) size_t count_former(const struct candidates *candidates, size_t word, uint64_t flags)
{
    size_t count = 0, place = 0;
    for (; flags; flags &= flags - 1)
        count += pairs_find(&candidates->former, candidates->pairs.items[word * WORD + (size_t)__builtin_ctzll(flags)],
                            &place);
    return count;
}

/** Makes flags that a search has found those that are kept. Returns how many of the pairs did not touch before. */
static size_t keep_flags(const struct candidates *candidates, size_t word, uint64_t found, bool trial)
{
    const uint64_t before = candidates->flags[word];
    candidates->flags[word] = trial ? found | before : found;
    size_t n_new = 0;
    for (uint64_t new = found & ~before; new; new &= new - 1)
        n_new++;
    return candidates->former.count == 0 ? n_new : n_new - count_former(candidates, word, found & ~before);
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

/** Which pairs touch, into `found`. */
static void search(struct candidates *candidates, const struct candidates_rule *rule, const struct vec2 *centre)
{
    const size_t groups = (candidates->pairs.count + TOUCHING_GROUP - 1) / TOUCHING_GROUP;
    const struct touching_pairs ask = {.pairs = candidates->pairs.items,
                                       .count = groups * TOUCHING_GROUP,
                                       .limits = rule->limit < 0 ? candidates->limits : NULL,
                                       .limit = rule->limit,
                                       .period = rule->period};
    rule->search(&ask, centre, candidates->found);
}

size_t candidates_find_touching(struct candidates *candidates, const struct candidates_rule *rule,
                                const struct vec2 *centre, bool trial, size_t *n_new)
{
    const uint32_t padding = (uint32_t)rule->n;
    if (candidates->pairs.count == 0 && candidates->former.count == 0)
        return 0;
    search(candidates, rule, centre);
    size_t count = take_touching(candidates, trial, n_new);
    if (!trial)
        candidates->former.count = 0;
    for (size_t i = 0; i < F64X4_LANES - 1; i++)
        candidates->touching[count + i] = (struct pair){padding, padding};
    return count;
}

void candidates_free(struct candidates *candidates)
{
    pairs_free(&candidates->pairs);
    pairs_free(&candidates->former);
    free(candidates->limits);
    free(candidates->touching);
    free(candidates->flags);
    free(candidates->found);
}
