/*
 * Most pairs of a list do not touch at a step, so finding those that do is one test of a distance for each, in vectors.
 * The test reads a group of pairs at a time, so the pairs are padded with those of a ball whose centre is NaN.
 * Where radii differ each pair has a limit of its own, computed when the pairs are found and not at every search.
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
        candidates->limits[p] = touching_limit(rule->r[pair.a] + rule->r[pair.b], rule->softening);
    }
    for (size_t i = 0; grown && i < TOUCHING_GROUP; i++)
        candidates->limits[count + i] = 0;
    return grown;
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
           set_limits(candidates, rule);
}

/** Bytes of flags, in whole words. */
static size_t flag_bytes(const struct candidates *candidates)
{
    return (candidates->pairs.count / (TOUCHING_GROUP * sizeof(uint64_t)) + 1) * sizeof(uint64_t);
}

bool candidates_clear_flags(struct candidates *candidates, const struct candidates_rule *rule)
{
    size_t bytes = flag_bytes(candidates);
    if (!mem_grow(&candidates->found, &candidates->found_capacity, bytes, 1))
        return false;
    memset(candidates->found, 0, bytes);
    if (!rule->has_flags)
        return true;
    if (!mem_grow(&candidates->flags, &candidates->flags_capacity, bytes, 1))
        return false;
    memset(candidates->flags, 0, bytes);
    return true;
}

/** Eight bytes as bits, the first byte's lowest. */
static uint64_t word_of(const uint8_t bytes[sizeof(uint64_t)])
{
    uint64_t word = 0;
    for (size_t i = 0; i < sizeof word; i++)
        word |= (uint64_t)bytes[i] << 8 * i;
    return word;
}

static void word_put(uint8_t bytes[sizeof(uint64_t)], uint64_t word)
{
    for (size_t i = 0; i < sizeof word; i++)
        bytes[i] = (uint8_t)(word >> 8 * i);
}

/** Makes flags that a search has found those that are kept. Returns how many were not set before. */
static size_t keep_flags(uint8_t *flags, uint64_t found, bool trial)
{
    const uint64_t before = word_of(flags);
    size_t n_new = 0;
    for (uint64_t new = found & ~before; new; new &= new - 1)
        n_new++;
    word_put(flags, trial ? found | before : found);
    return n_new;
}

/** Copies the pairs that are found to touch, word by word. Returns their number. */
static size_t take_touching(const struct candidates *candidates, bool trial, size_t *n_new)
{
    size_t count = 0, bytes = flag_bytes(candidates);
    for (size_t i = 0; i < bytes; i += sizeof(uint64_t)) {
        const struct pair *pairs = &candidates->pairs.items[i * TOUCHING_GROUP];
        uint64_t found = word_of(&candidates->found[i]);
        if (candidates->flags)
            *n_new += keep_flags(&candidates->flags[i], found, trial);
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
    const struct touching_pairs ask = {.pairs = candidates->pairs.items,
                                       .count = (candidates->pairs.count + TOUCHING_GROUP - 1) / TOUCHING_GROUP *
                                                TOUCHING_GROUP,
                                       .limits = rule->limit < 0 ? candidates->limits : NULL,
                                       .limit = rule->limit,
                                       .period = rule->period};
    rule->search(&ask, centre, candidates->found);
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
